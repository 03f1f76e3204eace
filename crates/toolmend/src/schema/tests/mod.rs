//! The checker and the lister together: issues in order, with node, position and holder.

mod oracle;
mod query;
mod random;
mod strategies;

use super::{AnyPattern, Fault, Schema, SchemaId, Types};
use crate::tree::Tree;

/// The issues of a value as `path: fault`.
fn issues(schema: &str, value: &str) -> Vec<String> {
    let schema = Schema::compile(schema);
    let tree = Tree::parse(value).expect("JSON");
    let issues = schema.issues(schema.root(), &tree, tree.root(), &AnyPattern);
    let accepts = schema.accepts(schema.root(), &tree, tree.root(), &AnyPattern);
    assert_eq!(accepts, issues.is_empty(), "{value}: {issues:?}");
    let line = |issue: &super::Issue| {
        let fault = match &issue.fault {
            Fault::Type(types) => format!("type {}", types.0),
            Fault::Enum => "enum".to_owned(),
            Fault::Missing(key) => format!("missing {key}"),
            Fault::Undeclared => "undeclared".to_owned(),
            Fault::NoBranch(branches) => format!("none of {} branches", branches.len()),
            Fault::Other(words) => words.clone(),
        };
        format!("{}: {fault}", tree.pointer(issue.node))
    };
    issues.iter().map(line).collect()
}

fn accepts(schema: &str, value: &str) -> bool {
    issues(schema, value).is_empty()
}

#[test]
fn issues_come_in_document_order() {
    let schema = r#"{
        "type": "object",
        "properties": {
            "path": {"type": "string"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 10},
            "mode": {"enum": ["read", "write"]},
            "tags": {"type": "array", "items": {"type": "string"}, "minItems": 3}
        },
        "required": ["path", "mode", "id"],
        "additionalProperties": false
    }"#;
    let value = r#"{"tags": [1, "a"], "extra": {}, "limit": 11, "mode": "Read"}"#;
    let expected = [
        ": missing path",
        ": missing id",
        "/tags: an array of at least 3 items",
        "/tags/0: type 16",
        "/extra: undeclared",
        "/limit: a number of at most 10",
        "/mode: enum",
    ];
    assert_eq!(issues(schema, value), expected);
    // Two schemas that look at one member, one of which wants it away.
    let schema = r#"{"allOf":[
        {"additionalProperties":{"items":{"type":"string"}}},
        {"additionalProperties":false}
    ]}"#;
    assert_eq!(issues(schema, r#"{"a":[1]}"#), ["/a: undeclared", "/a/0: type 16"]);
}

#[test]
fn of_equal_keys_the_last_counts() {
    let schema = r#"{"properties":{"a":{"type":"string"}},"required":["a"],"minProperties":1,
        "maxProperties":1,"additionalProperties":{"type":"null"}}"#;
    assert!(accepts(schema, r#"{"a":1,"\u0061":"x"}"#));
    assert_eq!(issues(schema, r#"{"a":"x","a":1}"#), ["/a: type 16"]);
    assert_eq!(issues(schema, r#"{"a":"","b":1,"b":null}"#), [": an object of 1 key"]);
}

#[test]
fn a_tag_or_the_type_picks_the_branch() {
    let tagged = r#"{"anyOf":[
        {"properties":{"kind":{"const":"file"},"path":{"type":"string"}},"required":["kind","path"]},
        {"properties":{"kind":{"enum":["url","link"]},"url":{"type":"string"}},"required":["kind","url"]}
    ]}"#;
    assert_eq!(issues(tagged, r#"{"kind":"link","url":1}"#), ["/url: type 16"]);
    assert_eq!(issues(tagged, r#"{"kind":"file"}"#), [": missing path"]);
    assert_eq!(issues(tagged, r#"{"kind":"other"}"#), [": none of 2 branches"]);
    let typed = r#"{"oneOf":[
        {"type":"array","items":{"type":"string"}},{"type":"integer"},{"type":"null"}
    ]}"#;
    assert_eq!(issues(typed, "[1]"), ["/0: type 16"]);
    assert_eq!(issues(typed, r#""1""#), [": none of 3 branches"]);
    let constants = r#"{"anyOf":[{"const":"a"},{"const":"b"}]}"#;
    assert_eq!(issues(constants, r#""A""#), [": enum"]);
}

#[test]
fn holder_and_position_lead_to_the_declared_keys() {
    let schema = Schema::compile(
        r##"{"$defs":{"base":{"properties":{"id":{"type":"integer"}},"required":["id"]}},
        "properties":{"item":{"allOf":[{"$ref":"#/$defs/base"}],"properties":{"name":{}}}}}"##,
    );
    let tree = Tree::parse(r#"{"item":{"id":"7"}}"#).expect("JSON");
    let issues = schema.issues(schema.root(), &tree, tree.root(), &AnyPattern);
    let issue = issues.first().expect("an issue");
    assert_eq!(issue.fault, Fault::Type(Types::INTEGER));
    let holder = issue.holder.expect("a holder");
    let names: Vec<_> = schema
        .properties(holder)
        .into_iter()
        .map(|property| (property.name, property.required))
        .collect();
    assert_eq!(names, [("name", false), ("id", true)]);
    assert_eq!(schema.types(issue.position), Types::INTEGER);
}

#[test]
fn odd_schemas_accept() {
    for schema in [
        "",
        "nonsense",
        "null",
        "true",
        "{}",
        "[]",
        r#"{"required":"files"}"#,
        r#"{"properties":[]}"#,
        r##"{"$ref":"#/nowhere"}"##,
        r##"{"$ref":"#"}"##,
        r#"{"$ref":"https://example.org/x.json"}"#,
        r#"{"type":"any"}"#,
        r#"{"type":["text"]}"#,
        r#"{"enum":"a"}"#,
        r#"{"items":3,"anyOf":{},"allOf":[],"not":5,"minimum":"1","pattern":3}"#,
        r#"{"properties":{"a":null,"b":"string"}}"#,
        r#"{"additionalProperties":null,"required":[1,null]}"#,
    ] {
        for compiled in [Schema::compile(schema), Schema::compile_tool(schema)] {
            let tree = Tree::parse(r#"{"a":1,"b":[2]}"#).expect("JSON");
            assert!(compiled.accepts(SchemaId(0), &tree, tree.root(), &AnyPattern), "{schema}");
        }
    }
}

#[test]
fn a_tool_takes_objects_only() {
    let list = Tree::parse("[]").expect("JSON");
    for schema in ["null", "{}", r#"{"type":"array"}"#, r#"{"nullable":true}"#] {
        let schema = Schema::compile_tool(schema);
        assert!(!schema.accepts(schema.root(), &list, list.root(), &AnyPattern));
        assert_eq!(schema.types(schema.root()), Types::OBJECT);
    }
}

#[test]
fn deep_values_and_recursive_choices_take_linear_time() {
    let schema = r##"{"anyOf":[
        {"type":"array","items":{"$ref":"#"},"maxItems":1},
        {"type":"array","items":{"$ref":"#"}},
        {"type":"string"}
    ]}"##;
    let nested = |inner: &str| format!("{}{inner}{}", "[".repeat(20_000), "]".repeat(20_000));
    assert!(accepts(schema, &nested("\"x\"")));
    assert_eq!(issues(schema, &nested("1")).len(), 1);
    let unique = r##"{"uniqueItems":true,"items":{"$ref":"#"}}"##;
    assert!(accepts(unique, &nested("1,2")));
    assert_eq!(issues(unique, &nested("1,1")).len(), 1);
    let twice =
        r##"{"allOf":[{"items":{"$ref":"#"}},{"items":{"$ref":"#"}}],"type":["array","null"]}"##;
    assert!(accepts(twice, &nested("null")));
    assert_eq!(issues(twice, &nested("1")).len(), 1);
}

#[test]
fn what_is_not_understood_refuses_nothing() {
    // `AnyPattern` matches everything without knowing.
    for schema in [
        r#"{"oneOf":[{"pattern":"^a"},{"pattern":"^b"}]}"#,
        r#"{"not":{"pattern":"^b"}}"#,
        r#"{"if":{"pattern":"^b"},"then":{"type":"null"}}"#,
        r#"{"oneOf":[{"type":"string","format":"date"},{"type":"string","format":"time"}]}"#,
        r##"{"not":{"$ref":"#/nowhere"}}"##,
        r#"{"oneOf":[{"$ref":"elsewhere.json"},{"type":"string"}]}"#,
        r##"{"$defs":{"x":{"format":"date"}},"not":{"allOf":[{"$ref":"#/$defs/x"}]}}"##,
        r#"{"not":{"type":"text"}}"#,
    ] {
        assert!(accepts(schema, r#""a""#), "{schema}");
    }
    for (schema, value) in [
        (
            r#"{"patternProperties":{"^a":{"type":"null"}},"additionalProperties":false}"#,
            r#"{"b":1}"#,
        ),
        (r#"{"contains":{"pattern":"^a"},"maxContains":1}"#, r#"["b","c"]"#),
        (r#"{"not":{"propertyNames":{"pattern":"^a"}}}"#, r#"{"b":1}"#),
    ] {
        assert!(accepts(schema, value), "{schema}");
    }
    // What is understood still counts beside it.
    assert!(!accepts(r#"{"oneOf":[{"format":"date"},{"const":"b"}],"minLength":2}"#, r#""a""#));
    assert!(!accepts(r#"{"oneOf":[{"format":"x"},{"const":"a"},{"minLength":1}]}"#, r#""a""#));
    assert!(!accepts(r#"{"anyOf":[{"format":"x","type":"null"},{"const":"b"}]}"#, r#""a""#));
}

#[test]
fn null_is_accepted_where_it_is_nullable() {
    let schema = r#"{"type":"string","enum":["a"],"nullable":true}"#;
    assert!(accepts(schema, "null"));
    assert!(!accepts(schema, r#""b""#));
    assert!(!accepts(r#"{"type":"string","nullable":false}"#, "null"));
}

#[test]
fn older_and_newer_spellings() {
    for (schema, valid, invalid) in [
        (r#"{"minimum":1,"exclusiveMinimum":true}"#, "2", "1"),
        (r#"{"items":[{"type":"string"}],"additionalItems":false}"#, r#"["a"]"#, r#"["a",1]"#),
        (r#"{"prefixItems":[{"type":"string"}],"items":false}"#, r#"["a"]"#, r#"["a",1]"#),
        (r#"{"dependencies":{"a":["b"]}}"#, r#"{"b":1}"#, r#"{"a":1}"#),
        (r#"{"dependencies":{"a":{"required":["b"]}}}"#, r#"{"a":1,"b":1}"#, r#"{"a":1}"#),
        (r##"{"definitions":{"a b":{"type":"null"}},"$ref":"#/definitions/a%20b"}"##, "null", "1"),
        (r##"{"$defs":{"a":{"$anchor":"x","type":"null"}},"$ref":"#x"}"##, "null", "1"),
        (r#"{"type":"OBJECT","properties":{"a":{"type":"STRING"}}}"#, r#"{"a":""}"#, r#"{"a":1}"#),
    ] {
        assert!(accepts(schema, valid), "{schema}");
        assert!(!accepts(schema, invalid), "{schema}");
    }
}

#[test]
fn deep_and_circular_schemas_compile() {
    let deep = |open: &str, close: &str| {
        format!("{}{{\"type\":\"null\"}}{}", open.repeat(10_000), close.repeat(10_000))
    };
    assert!(!accepts(&deep(r#"{"allOf":["#, "]}"), "1"));
    assert!(accepts(&deep(r#"{"not":"#, "}"), "null"));
    assert!(accepts(&deep(r#"{"properties":{"a":"#, "}}"), r#"{"a":{"a":{}}}"#));
    let circle = r##"{"$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"allOf":[{"$ref":"#/$defs/a"}]}},
        "$ref":"#/$defs/a"}"##;
    assert!(accepts(circle, "1"));
    // A schema that is its own contrary refuses everything or nothing, but comes to an end.
    issues(r##"{"not":{"$ref":"#"}}"##, "1");
}

#[test]
fn wide_values_take_linear_time() {
    let members: Vec<String> = (0..30_000).map(|n| format!("\"k{n}\":{n}")).collect();
    let object = format!("{{{},{}}}", members.join(","), members.join(","));
    let schema = r#"{"additionalProperties":{"type":"integer"},"maxProperties":30000}"#;
    assert!(accepts(schema, &object));
    let items: Vec<String> = (0..30_000).map(|n| format!("[{n}]")).collect();
    assert!(accepts(r#"{"uniqueItems":true}"#, &format!("[{}]", items.join(","))));
    let properties: Vec<String> =
        (0..30_000).map(|n| format!("\"k{n}\":{{\"type\":\"integer\"}}")).collect();
    let schema = format!("{{\"properties\":{{{}}},\"required\":[\"k7\"]}}", properties.join(","));
    assert!(accepts(&schema, &object));
}
