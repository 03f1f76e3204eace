//! What a schema says of itself.

use super::super::{Property, Schema, SchemaId, Types};

/// Properties as `name` or `name!`, if required.
fn names(properties: &[Property<'_>]) -> Vec<String> {
    let mark = |property: &Property<'_>| if property.required { "!" } else { "" };
    properties.iter().map(|property| format!("{}{}", property.name, mark(property))).collect()
}

fn of_root<T>(schema: &str, query: impl FnOnce(&Schema, SchemaId) -> T) -> T {
    let schema = Schema::compile(schema);
    query(&schema, schema.root())
}

#[test]
fn properties_through_references_and_conjunctions() {
    let schema = r##"{
        "$defs": {"base": {"properties": {"id": {}, "name": {}}, "required": ["id"]}},
        "allOf": [{"$ref": "#/$defs/base"}, {"required": ["name", "undeclared"]}],
        "properties": {"name": {"type": "string"}}
    }"##;
    of_root(schema, |schema, root| {
        let properties = schema.properties(root);
        assert_eq!(names(&properties), ["name!", "id!"]);
        assert_eq!(schema.types(properties[0].schema), Types::STRING);
        assert!(schema.keys().contains_key("undeclared"));
    });
}

#[test]
fn what_only_one_branch_can_mean() {
    let schema = r#"{"anyOf": [
        {"type": "object", "properties": {"a": {}}, "additionalProperties": false},
        {"type": "array", "items": {"type": "integer"}},
        {"type": "null"}
    ]}"#;
    of_root(schema, |schema, root| {
        assert_eq!(names(&schema.properties(root)), ["a"]);
        let item = schema.item(root, 3).expect("the items' schema");
        assert_eq!(schema.types(item), Types::INTEGER);
    });
    let two = r#"{"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}"#;
    assert!(of_root(two, |schema, root| schema.properties(root).is_empty()));
}

#[test]
fn types_of_combinations() {
    for (schema, expected) in [
        (r#"{"type": ["integer", "null"]}"#, Types::INTEGER.union(Types::NULL)),
        (r#"{"enum": ["a", 1]}"#, Types::STRING.union(Types::INTEGER)),
        (r#"{"type": "number", "enum": ["a", 1]}"#, Types::INTEGER),
        (r#"{"anyOf": [{"type": "string"}, {"const": null}]}"#, Types::STRING.union(Types::NULL)),
        (r##"{"$ref": "#/$defs/x", "$defs": {"x": {"type": "array"}}}"##, Types::ARRAY),
        (r#"{"allOf": [{"type": "number"}, {"type": ["integer", "string"]}]}"#, Types::INTEGER),
        (r#"{"type": "string", "nullable": true}"#, Types::STRING.union(Types::NULL)),
        (r##"{"allOf": [{"$ref": "#"}]}"##, Types::ALL),
        ("false", Types::NONE),
    ] {
        assert_eq!(of_root(schema, Schema::types), expected, "{schema}");
    }
}

#[test]
fn members_keep_their_lexemes() {
    for (schema, expected) in [
        (r#"{"enum": ["a", 1.50]}"#, Some(vec![r#""a""#, "1.50"])),
        (r#"{"const": 1e400}"#, Some(vec!["1e400"])),
        (r#"{"enum": [1, 2], "const": 2}"#, Some(vec!["2"])),
        (
            r#"{"anyOf": [{"const": "a"}, {"enum": ["b", "c"]}]}"#,
            Some(vec![r#""a""#, r#""b""#, r#""c""#]),
        ),
        (r#"{"anyOf": [{"const": "a"}, {"type": "null"}]}"#, None),
        (r#"{"type": "string"}"#, None),
    ] {
        let schema = Schema::compile(schema);
        assert_eq!(schema.members(schema.root()), expected);
    }
}

#[test]
fn a_default_is_its_source() {
    let schema = r##"{"$ref": "#/$defs/x", "$defs": {"x": {"default": {"a": 1.0}}}}"##;
    assert_eq!(
        of_root(schema, |schema, root| schema.default(root).map(str::to_owned)).as_deref(),
        Some(r#"{"a": 1.0}"#)
    );
}

#[test]
fn a_text_that_holds_json() {
    for (schema, expected) in [
        (r#"{"contentMediaType": "application/json"}"#, true),
        (r#"{"description": "The body as a JSON-encoded object"}"#, true),
        (r#"{"description": "Filters (JSON string)"}"#, true),
        (r#"{"description": "Path of the JSON file"}"#, false),
        (r#"{"description": "Whether to print JSON"}"#, false),
    ] {
        assert_eq!(of_root(schema, Schema::holds_json), expected, "{schema}");
    }
}
