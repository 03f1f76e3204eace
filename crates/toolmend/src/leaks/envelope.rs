//! A call written as a JSON object: `{"name": …, "arguments": {…}}` and its relatives.
//!
//! Certain because an envelope has a name, at most one value of arguments, and beside them nothing
//! but labels. What looks alike and is not: a tool's declaration (it has a `description`), a
//! record that happens to have a `name`, and an object with two envelopes in it, of which nobody
//! can say which is meant.

use std::borrow::Cow;

use crate::reader::{self, Keys, Read, Tolerance};
use crate::tree::{Kind, NodeId, Tree, string};

/// A call as JSON has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Envelope {
    pub(super) name: String,
    /// The arguments as text, JSON or not; `None` if there were none.
    pub(super) arguments: Option<String>,
}

/// Keys of the tool's name.
const NAMES: [&str; 5] = ["name", "tool_name", "tool", "function_name", "function"];
/// Keys of the arguments.
const ARGUMENTS: [&str; 8] =
    ["arguments", "parameters", "args", "params", "input", "kwargs", "tool_input", "action_input"];
/// Keys that label a call and say nothing about it.
const LABELS: [&str; 6] = ["id", "type", "tool_call_id", "call_id", "index", "role"];
/// Keys of an envelope around envelopes.
const LISTS: [&str; 2] = ["tool_calls", "function_call"];

/// What may be meant by a key of broken JSON, beside the tools' own.
pub(super) const KEYS: [&str; 9] = [
    "name",
    "tool_name",
    "tool",
    "function",
    "arguments",
    "parameters",
    "args",
    "input",
    "tool_calls",
];

/// Whether an object whose first key is `key` can be an envelope.
pub(super) fn may_begin_with(key: &str) -> bool {
    [&NAMES[..], &ARGUMENTS[..], &LABELS[..], &LISTS[..], &["content"]]
        .iter()
        .any(|keys| keys.contains(&key))
}

/// How far broken JSON may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closed {
    /// A closer of the markup follows: what the JSON lacks may be added.
    ByMarkup,
    /// Nothing says that the JSON is all there.
    No,
}

/// Reads the calls that `text` holds: one envelope, a list of them, or a message of the `OpenAI`
/// kind. `None` if any part of it is not a call.
pub(super) fn read(text: &str, keys: &Keys, closed: Closed) -> Option<Vec<Envelope>> {
    let text = text.trim();
    let strict = strict_json(text, keys, closed)?;
    let tree = Tree::parse(&strict).ok()?;
    let list = listed(&tree, tree.root());
    let found: Option<Vec<Envelope>> = list.iter().map(|&node| envelope(&tree, node)).collect();
    found.filter(|found| !found.is_empty())
}

/// `text` as strict JSON.
fn strict_json<'t>(text: &'t str, keys: &Keys, closed: Closed) -> Option<Cow<'t, str>> {
    if Tree::parse(text).is_ok() {
        return Some(Cow::Borrowed(text));
    }
    let single = single_braces(text);
    if let Some(single) = &single
        && Tree::parse(single).is_ok()
    {
        return Some(Cow::Owned(single.clone()));
    }
    match reader::read(single.as_deref().unwrap_or(text), keys, Tolerance::Certain) {
        Read::Value(reading) => Some(Cow::Owned(reading.text)),
        Read::Cut { closed: Some(reading), .. } if closed == Closed::ByMarkup => {
            Some(Cow::Owned(reading.text))
        }
        _ => None,
    }
}

/// `{{"a": {{}}}}` with each brace once: how templates of Python write braces, copied by a model.
fn single_braces(text: &str) -> Option<String> {
    if !text.trim_start_matches('[').trim_start().starts_with("{{") {
        return None;
    }
    let mut single = String::with_capacity(text.len());
    let mut rest = text;
    let mut quoted = false;
    while let Some(character) = rest.chars().next() {
        let mut length = character.len_utf8();
        match character {
            '"' => quoted = !quoted,
            '\\' if quoted => length += rest[1..].chars().next().map_or(0, char::len_utf8),
            '{' | '}' if !quoted && rest[1..].starts_with(character) => {
                rest = &rest[1..];
            }
            _ => {}
        }
        single.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    Some(single)
}

/// The nodes that must be envelopes.
fn listed(tree: &Tree<'_>, root: NodeId) -> Vec<NodeId> {
    let list = match tree.kind(root) {
        Kind::Array => root,
        _ => match outer(tree, root) {
            Some(inner) if tree.kind(inner) == Kind::Array => inner,
            Some(inner) => return vec![inner],
            None => return vec![root],
        },
    };
    tree.children(list).collect()
}

/// What a message of the `OpenAI` kind holds of calls, if it holds nothing else.
fn outer(tree: &Tree<'_>, object: NodeId) -> Option<NodeId> {
    let mut found = None;
    for member in tree.children(object) {
        let key = tree.key_string(member)?;
        if LISTS.contains(&&*key) {
            if found.replace(member).is_some() {
                return None;
            }
        } else if !LABELS.contains(&&*key) && !is_nothing(tree, member, &key) {
            return None;
        }
    }
    found
}

fn is_nothing(tree: &Tree<'_>, member: NodeId, key: &str) -> bool {
    key == "content" && matches!(tree.lexeme(member), "null" | "\"\"")
}

fn envelope(tree: &Tree<'_>, node: NodeId) -> Option<Envelope> {
    if tree.kind(node) != Kind::Object {
        return None;
    }
    if let Some(function) = inner_function(tree, node) {
        return plain(tree, function);
    }
    plain(tree, node).or_else(|| keyed_by_name(tree, node))
}

/// The `function` of `{"id": …, "type": "function", "function": {…}}`.
fn inner_function(tree: &Tree<'_>, node: NodeId) -> Option<NodeId> {
    let function = tree.member(node, "function")?;
    let others = |member| {
        member == function || tree.key_string(member).is_some_and(|key| LABELS.contains(&&*key))
    };
    (tree.kind(function) == Kind::Object && tree.children(node).all(others)).then_some(function)
}

/// `{"name": …, "arguments": …}`.
fn plain(tree: &Tree<'_>, node: NodeId) -> Option<Envelope> {
    if tree.kind(node) != Kind::Object {
        return None;
    }
    let (mut name, mut arguments) = (None, None);
    for member in tree.children(node) {
        let key = tree.key_string(member)?;
        let place = match &*key {
            key if NAMES.contains(&key) => &mut name,
            key if ARGUMENTS.contains(&key) => &mut arguments,
            key if LABELS.contains(&key) => continue,
            _ => return None,
        };
        if place.replace(member).is_some() {
            return None;
        }
    }
    let name = tree.string(name?)?.into_owned();
    if arguments.is_some_and(|member| !can_be_arguments(tree, member)) {
        return None;
    }
    let arguments = arguments.and_then(|member| arguments_text(tree, member));
    Some(Envelope { name, arguments })
}

fn can_be_arguments(tree: &Tree<'_>, member: NodeId) -> bool {
    match tree.kind(member) {
        Kind::Object => !is_schema(tree, member),
        Kind::String | Kind::Null => true,
        Kind::Array | Kind::Number | Kind::Boolean => false,
    }
}

/// The text of the arguments, which may be JSON in a string; `null` is none.
fn arguments_text(tree: &Tree<'_>, member: NodeId) -> Option<String> {
    match tree.kind(member) {
        Kind::Null => None,
        Kind::String => Some(string::decode_json(tree.lexeme(member)).into_owned()),
        _ => Some(tree.source(member)),
    }
}

/// Whether an object is the JSON Schema of a declaration.
fn is_schema(tree: &Tree<'_>, object: NodeId) -> bool {
    let properties = tree.member(object, "properties");
    let is_object = |node| tree.string(node).as_deref() == Some("object");
    properties.is_some_and(|node| tree.kind(node) == Kind::Object)
        && tree.member(object, "type").is_some_and(is_object)
}

/// `{"NAME": {…}}`.
fn keyed_by_name(tree: &Tree<'_>, node: NodeId) -> Option<Envelope> {
    let mut members = tree.children(node);
    let (only, None) = (members.next()?, members.next()) else { return None };
    let object = tree.kind(only) == Kind::Object;
    let name = tree.key_string(only)?.into_owned();
    let named = object && !may_begin_with(&name);
    named.then(|| Envelope { name, arguments: Some(tree.source(only)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_and_arguments(text: &str) -> Option<Vec<(String, Option<String>)>> {
        let found = read(text, &Keys::new(), Closed::No)?;
        Some(found.into_iter().map(|envelope| (envelope.name, envelope.arguments)).collect())
    }

    #[test]
    fn reads_every_spelling_of_an_envelope() {
        let arguments = r#"{"a": 1}"#;
        for text in [
            r#"{"name": "f", "arguments": {"a": 1}}"#,
            r#"{"arguments": {"a": 1}, "name": "f"}"#,
            r#"{"name": "f", "arguments": "{\"a\": 1}"}"#,
            r#"{"tool_call_id": "0", "tool_name": "f", "parameters": {"a": 1}}"#,
            r#"{"type": "function", "function": {"name": "f", "arguments": "{\"a\": 1}"}}"#,
            r#"{"function": "f", "args": {"a": 1}}"#,
            r#"[{"name": "f", "arguments": {"a": 1}}]"#,
            r#"{"tool_calls": [{"id": "0", "function": {"name": "f", "arguments": {"a": 1}}}]}"#,
            r#"{"function_call": {"name": "f", "arguments": "{\"a\": 1}"}}"#,
            r#"{"f": {"a": 1}}"#,
            r#"{{"name": "f", "arguments": {"a": 1}}}"#,
        ] {
            let expected = vec![("f".to_owned(), Some(arguments.to_owned()))];
            assert_eq!(names_and_arguments(text), Some(expected), "{text}");
        }
        let nameless = names_and_arguments(r#"{"name": "f"}"#);
        assert_eq!(nameless, Some(vec![("f".to_owned(), None)]));
    }

    #[test]
    fn leaves_what_only_looks_alike() {
        for text in [
            r#"{"name": "f", "description": "d", "parameters": {}}"#,
            r#"{"name": "f", "parameters": {"type": "object", "properties": {}}}"#,
            r#"{"name": "f", "arguments": {}, "function": {"name": "g", "arguments": {}}}"#,
            r#"{"name": "f", "arguments": {}, "parameters": {}}"#,
            r#"{"name": 1, "arguments": {}}"#,
            r#"{"arguments": {}}"#,
            r#"[{"name": "f", "arguments": {}}, 1]"#,
            "[]",
            r#""f""#,
        ] {
            assert_eq!(names_and_arguments(text), None, "{text}");
        }
    }
}
