//! What the tests of the scanner and of the grammars share.

mod gate;
mod laws;

use serde_json::Value;

use super::{Level, ScanOptions, Scanned, scan};
use crate::Tools;

/// Tools for tests of single grammars.
const TOOLS: &str = r#"[
    {"name": "bash", "parameters": {"type": "object", "properties": {
        "command": {"type": "string"}, "timeout": {"type": "integer"}}, "required": ["command"]}},
    {"name": "read", "parameters": {"type": "object", "properties": {
        "filePath": {"type": "string"}, "limit": {"type": "integer"}}, "required": ["filePath"]}},
    {"name": "write", "parameters": {"type": "object", "properties": {
        "filePath": {"type": "string"}, "content": {"type": "string"}},
        "required": ["filePath", "content"]}},
    {"name": "ping", "parameters": {"type": "object", "properties": {}}},
    {"name": "set", "parameters": {"type": "object", "properties": {
        "level": {"type": "number"}, "on": {"type": "boolean"},
        "note": {"type": ["string", "null"]}, "target": {"type": "object"},
        "tags": {"type": "array", "items": {"type": "string"}}}}}
]"#;

pub(super) fn all() -> ScanOptions {
    ScanOptions { level: Level::All, ..ScanOptions::default() }
}

pub(super) fn tools() -> Tools {
    Tools::compile(TOOLS).expect("the tools are sound")
}

/// The calls in `text` as `name{arguments}` texts, and what is left of it.
pub(super) fn scanned(text: &str) -> (Vec<String>, String) {
    let Scanned { content, calls } = scan(&tools(), text, all());
    let calls = calls.into_iter().map(|call| {
        let value: Value = serde_json::from_str(&call.arguments).expect("strict JSON");
        format!("{}{value}", call.name)
    });
    (calls.collect(), content)
}

/// Asserts that `text` is nothing but calls.
#[track_caller]
pub(super) fn assert_calls(text: &str, expected: &[&str]) {
    let (calls, content) = scanned(text);
    assert_eq!(calls, expected, "{text}");
    assert_eq!(content, "", "{text}");
}

/// Asserts that `text` stays as it is.
#[track_caller]
pub(super) fn assert_text(text: &str) {
    let (calls, content) = scanned(text);
    assert_eq!(calls, Vec::<String>::new(), "{text}");
    assert_eq!(content, text);
}
