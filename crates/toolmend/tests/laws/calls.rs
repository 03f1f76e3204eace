//! Valid tool calls for a few tools, with values that look like anything.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// The tools: the shapes that real harnesses offer, one of each.
pub const TOOLS: &str = r#"[
  {"name": "read", "parameters": {"type": "object", "properties": {
     "path": {"type": "string"}, "offset": {"type": "integer", "minimum": 0}, "limit": {"type": "integer"}},
     "required": ["path"]}},
  {"name": "write", "parameters": {"type": "object", "properties": {
     "file_path": {"type": "string"}, "content": {"type": "string"}},
     "required": ["file_path", "content"], "additionalProperties": false}},
  {"name": "todo", "parameters": {"type": "object", "properties": {
     "todos": {"type": "array", "items": {"type": "object", "properties": {
        "content": {"type": "string"}, "status": {"enum": ["pending", "in_progress", "completed"]}},
        "required": ["content", "status"], "additionalProperties": false}}},
     "required": ["todos"]}},
  {"name": "search", "parameters": {"type": "object", "properties": {
     "query": {"type": "string"}, "paths": {"type": "array", "items": {"type": "string"}},
     "deep": {"type": "boolean"}, "kind": {"anyOf": [{"type": "null"}, {"enum": ["file", "symbol"]}]}},
     "required": ["query"]}},
  {"name": "measure", "parameters": {"type": "object", "properties": {
     "path": {"type": "string"}, "ratio": {"type": "number"}, "label": {"type": "string"},
     "target": {"oneOf": [
        {"type": "object", "properties": {"by": {"const": "id"}, "id": {"type": "integer"}}, "required": ["by", "id"]},
        {"type": "object", "properties": {"by": {"const": "name"}, "name": {"type": "string"}}, "required": ["by", "name"]}]}},
     "required": ["path", "ratio"]}}
]"#;

/// Their names.
pub const NAMES: [&str; 5] = ["read", "write", "todo", "search", "measure"];

/// A valid call.
#[derive(Clone, Debug)]
pub struct ToolCall {
    pub name: &'static str,
    pub text: String,
}

/// Strings that a careless repairer would touch.
fn content() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z/._]{1,12}",
        "\\PC{0,20}",
        prop::sample::select(vec![
            "null",
            "None",
            "true",
            "[]",
            "{}",
            "[\"a\"]",
            "{\"a\": 1,}",
            "007",
            "1.10",
            "'",
            "\"",
            "C:\\new\\table",
            "\\d+",
            "a\nb\n",
            "```json\n{}\n```",
            "[a.md](http://a.md)",
            "",
            " x ",
            "print(\"a\", \"b\")",
            "// no comment",
            "a, \"b\": c",
            "<tool_call>",
            "}]",
            "…",
            "undefined",
        ])
        .prop_map(str::to_owned),
    ]
}

fn object(members: Vec<(&'static str, Option<Value>)>) -> Value {
    let members = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(members.collect::<Map<_, _>>())
}

fn maybe<S: Strategy<Value = Value> + 'static>(value: S) -> BoxedStrategy<Option<Value>> {
    prop::option::of(value).boxed()
}

fn text() -> BoxedStrategy<Value> {
    content().prop_map(Value::String).boxed()
}

fn arguments() -> BoxedStrategy<(&'static str, Value)> {
    let read =
        (text(), maybe((0..9999).prop_map(Value::from)), maybe((-9..9999).prop_map(Value::from)))
            .prop_map(|(path, offset, limit)| {
                ("read", object(vec![("path", Some(path)), ("offset", offset), ("limit", limit)]))
            });
    let write = (text(), text()).prop_map(|(path, content)| {
        ("write", object(vec![("file_path", Some(path)), ("content", Some(content))]))
    });
    let item = (text(), prop::sample::select(vec!["pending", "in_progress", "completed"]))
        .prop_map(|(content, status)| json!({"content": content, "status": status}));
    let todo =
        prop::collection::vec(item, 0..5).prop_map(|todos| ("todo", json!({"todos": todos})));
    let kind = prop::sample::select(vec![Value::Null, json!("file"), json!("symbol")]);
    let search = (
        text(),
        maybe(prop::collection::vec(text(), 0..4).prop_map(Value::Array)),
        maybe(any::<bool>().prop_map(Value::Bool)),
        maybe(kind),
    )
        .prop_map(|(query, paths, deep, kind)| {
            let members =
                vec![("query", Some(query)), ("paths", paths), ("deep", deep), ("kind", kind)];
            ("search", object(members))
        });
    let target = prop_oneof![
        any::<i32>().prop_map(|id| json!({"by": "id", "id": id})),
        text().prop_map(|name| json!({"by": "name", "name": name})),
    ];
    let measure = (text(), any::<i32>(), maybe(text()), maybe(target)).prop_map(
        |(path, ratio, label, target)| {
            let ratio = Some(json!(f64::from(ratio) / 8.0));
            let members =
                vec![("path", Some(path)), ("ratio", ratio), ("label", label), ("target", target)];
            ("measure", object(members))
        },
    );
    prop_oneof![read, write, todo, search, measure].boxed()
}

/// A valid call of one of the tools, written compactly or with white space.
pub fn tool_call() -> BoxedStrategy<ToolCall> {
    (arguments(), any::<bool>())
        .prop_map(|((name, arguments), pretty)| {
            let text = if pretty {
                serde_json::to_string_pretty(&arguments)
            } else {
                serde_json::to_string(&arguments)
            };
            ToolCall { name, text: text.expect("a value has a text") }
        })
        .boxed()
}

/// JSON of any shape, with the tools' own keys among its keys.
pub fn arbitrary_json() -> BoxedStrategy<String> {
    let keys = prop_oneof![
        prop::sample::select(vec![
            "path",
            "file_path",
            "filePath",
            "content",
            "todos",
            "status",
            "query",
            "paths",
            "ratio",
            "target",
            "by",
            "id",
            "arguments",
            "input",
            "limit",
            "Kind",
            "deep",
            "zzz",
        ])
        .prop_map(str::to_owned),
        "[a-z_\"<>]{0,6}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        content().prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::vec((keys.clone(), inner.clone()), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
            inner.prop_map(|value| Value::String(value.to_string())),
        ]
    })
    .prop_map(|value| value.to_string())
    .boxed()
}
