//! Strategies for schemas and for values that such schemas may accept. Also used by the crates that
//! hold the checker to others' (`crates/oracles`, the fuzz targets).

use proptest::prelude::*;
use serde_json::{Map, Value, json};

const KEYS: [&str; 4] = ["a", "b", "c", "ab"];

/// A member's key, of few.
pub fn key() -> impl Strategy<Value = String> {
    prop::sample::select(&KEYS).prop_map(str::to_owned)
}

fn scalar() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2.0),
        json!(-3),
        json!(2.5),
        json!(""),
        json!("a"),
        json!("ab"),
        json!("é😀"),
    ])
}

/// Any value with the keys and scalars of [`document`].
pub fn value() -> impl Strategy<Value = Value> {
    scalar().prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((key(), inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Keywords that judge a value by itself.
fn assertions() -> impl Strategy<Value = Value> {
    const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
    let count = 0..3_u64;
    prop_oneof![
        prop::sample::select(&TYPES).prop_map(|name| json!({"type": name})),
        prop::sample::subsequence(&TYPES, 1..3).prop_map(|names| json!({"type": names})),
        prop::collection::vec(scalar(), 1..4).prop_map(|members| json!({"enum": members})),
        value().prop_map(|value| json!({"const": value})),
        prop::sample::select(vec![
            json!({"minimum": 1}),
            json!({"maximum": 1.5}),
            json!({"exclusiveMinimum": 1}),
            json!({"exclusiveMaximum": 2}),
            json!({"multipleOf": 0.5}),
            json!({"pattern": "^a"}),
            json!({"uniqueItems": true}),
            json!({"propertyNames": {"maxLength": 1}}),
            json!({"dependentRequired": {"a": ["b"]}}),
            json!({}),
        ]),
        (
            prop::sample::select(vec![
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "minProperties",
                "maxProperties",
            ]),
            count
        )
            .prop_map(|(keyword, count)| json!({keyword: count})),
        prop::sample::subsequence(&KEYS, 1..3).prop_map(|keys| json!({"required": keys})),
    ]
}

/// A schema. References stand only where a child is looked at, so that none comes back to the
/// same value, which the oracle would not survive.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![12 => assertions(), 1 => any::<bool>().prop_map(Value::Bool)];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let child = prop_oneof![
            3 => inner.clone(),
            1 => Just(json!({"$ref": "#/$defs/node"})),
        ]
        .boxed();
        let children = prop::collection::vec(child.clone(), 1..3);
        let properties = prop::collection::vec((key(), child.clone()), 1..4)
            .prop_map(|members| Value::Object(members.into_iter().collect()));
        let branches = prop::collection::vec(inner.clone(), 1..4);
        let keywords = prop_oneof![
            properties.prop_map(|properties| json!({"properties": properties})),
            child.clone().prop_map(|schema| json!({"additionalProperties": schema})),
            child.clone().prop_map(|schema| json!({"patternProperties": {"b": schema}})),
            child.clone().prop_map(|schema| json!({"items": schema})),
            children.prop_map(|schemas| json!({"prefixItems": schemas})),
            child.clone().prop_map(|schema| json!({"contains": schema})),
            child
                .prop_map(|schema| json!({"contains": schema, "minContains": 0, "maxContains": 1})),
            branches.clone().prop_map(|branches| json!({"anyOf": branches})),
            branches.clone().prop_map(|branches| json!({"oneOf": branches})),
            branches.prop_map(|branches| json!({"allOf": branches})),
            inner.clone().prop_map(|schema| json!({"not": schema})),
            inner.clone().prop_map(|schema| json!({"dependentSchemas": {"b": schema}})),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(test, yes, no)| json!({"if": test, "then": yes, "else": no})),
        ];
        prop::collection::vec(prop_oneof![2 => keywords, 1 => assertions()], 1..4)
            .prop_map(|parts| merge(&parts))
    })
}

fn merge(parts: &[Value]) -> Value {
    let mut merged = Map::new();
    for members in parts.iter().filter_map(Value::as_object) {
        merged.extend(members.clone());
    }
    Value::Object(merged)
}

/// A schema of the keywords that tools use, with one definition.
pub fn document() -> impl Strategy<Value = Value> {
    (schema(), schema()).prop_map(|(root, node)| merge(&[root, json!({"$defs": {"node": node}})]))
}
