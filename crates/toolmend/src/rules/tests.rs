//! Each rule with what it mends and with what looks alike and is not.

use crate::{Arguments, Call, Options, Outcome, Tools, mend, mend_json};

use super::{Certainty, RULES};

/// A schema, what was sent and what must come of it: the arguments, or nothing if the rule must not
/// be what is done.
type Row = (&'static str, &'static str, &'static str, Option<&'static str>);

const LIST: &str = r#"{"a": {"type": "array", "items": {"type": "string"}}}"#;
const TEXT: &str = r#"{"a": {"type": "string"}, "b": {"type": "string"}}"#;
const FILE: &str = r#"{"path": {"type": "string"}, "b": {"type": "string"}}"#;
const NUMBER: &str = r#"{"a": {"type": "integer"}}"#;
const ENUM: &str = r#"{"a": {"enum": ["in_progress", "done", "v1"]}}"#;

/// The rules for what will run. `!` behind the properties makes the first of them required, `]`
/// closes the object.
const CERTAIN: &[Row] = &[
    ("null-arguments", NUMBER, "null", Some("{}")),
    ("null-arguments", r#"{"a": {"type": "integer"}}!"#, "null", None),
    ("empty-object-to-list", LIST, r#"{"a": {}}"#, Some(r#"{"a": []}"#)),
    ("empty-object-to-list", LIST, r#"{"a": {"b": 1}}"#, None),
    ("empty-object-to-list", r#"{"a": {"type": "array", "minItems": 1}}!"#, r#"{"a": {}}"#, None),
    ("drop-placeholder", NUMBER, r#"{"a": null}"#, Some("{}")),
    ("drop-placeholder", NUMBER, r#"{"a": ""}"#, Some("{}")),
    ("drop-placeholder", NUMBER, r#"{"a": "None"}"#, Some("{}")),
    ("drop-placeholder", r#"{"a": {"type": "integer"}}!"#, r#"{"a": null}"#, None),
    ("drop-placeholder", TEXT, r#"{"a": "null", "b": 1.5}"#, Some(r#"{"a": "null", "b": "1.5"}"#)),
    ("drop-placeholder", NUMBER, r#"{"a": 0.5}"#, None),
    ("unpack-string", LIST, r#"{"a": "[\"x\"]"}"#, Some(r#"{"a": ["x"]}"#)),
    ("unpack-string", LIST, r#"{"a": "['x', 'y']"}"#, Some(r#"{"a": ["x", "y"]}"#)),
    ("unpack-string", LIST, r#"{"a": "[draft] fix the build"}"#, None),
    ("unpack-string", LIST, r#"{"a": "[\"x\", \"y"}"#, None),
    ("string-to-number", NUMBER, r#"{"a": "5"}"#, Some(r#"{"a": 5}"#)),
    ("string-to-number", NUMBER, r#"{"a": "1.5"}"#, None),
    ("string-to-number", NUMBER, r#"{"a": "007"}"#, None),
    ("string-to-number", NUMBER, r#"{"a": "1,234"}"#, None),
    (
        "string-to-boolean",
        r#"{"a": {"type": "boolean"}}"#,
        r#"{"a": "True"}"#,
        Some(r#"{"a": true}"#),
    ),
    ("string-to-boolean", r#"{"a": {"type": "boolean"}}"#, r#"{"a": "yes"}"#, None),
    ("string-to-boolean", r#"{"a": {"type": "boolean"}}"#, r#"{"a": "1"}"#, None),
    ("string-to-boolean", r#"{"a": {"type": "boolean"}}"#, r#"{"a": 1}"#, None),
    (
        "string-to-null",
        r#"{"a": {"type": ["null", "integer"]}}"#,
        r#"{"a": "null"}"#,
        Some(r#"{"a": null}"#),
    ),
    ("string-to-null", r#"{"a": {"type": ["null", "integer"]}}"#, r#"{"a": "nil"}"#, None),
    (
        "object-to-text",
        FILE,
        r#"{"path": "x/p.json", "b": {"c": 1.10}}"#,
        Some(r#"{"path": "x/p.json", "b": "{\"c\": 1.10}"}"#),
    ),
    ("object-to-text", FILE, r#"{"path": "x/p.txt", "b": {"c": 1}}"#, None),
    ("object-to-text", FILE, r#"{"path": ".json", "b": {"c": 1}}"#, None),
    ("object-to-text", FILE, r#"{"path": "ä\u0947\u0dd9", "b": {"c": 1}}"#, None),
    ("single-item", TEXT, r#"{"a": ["x"]}"#, Some(r#"{"a": "x"}"#)),
    ("single-item", TEXT, r#"{"a": ["x", "y"]}"#, None),
    ("single-item", NUMBER, r#"{"a": ["3"]}"#, Some(r#"{"a": 3}"#)),
    ("single-item", NUMBER, r#"{"a": [null]}"#, None),
    (
        "single-item",
        r#"{"alphas": {"type": "array", "items": {"type": "string"}}}]"#,
        r#"{"alpahs": ["null"]}"#,
        None,
    ),
    ("single-item", r#"{"a": {"type": "string"}}!"#, r#"["x"]"#, None),
    ("number-to-string", TEXT, r#"{"a": 1.10}"#, Some(r#"{"a": "1.10"}"#)),
    ("number-to-string", r#"{"a": {"type": "boolean"}}"#, r#"{"a": 1.10}"#, None),
    ("boolean-to-string", TEXT, r#"{"a": true}"#, Some(r#"{"a": "true"}"#)),
    ("boolean-to-string", NUMBER, r#"{"a": true}"#, None),
    ("enum-spelling", ENUM, r#"{"a": "In Progress"}"#, Some(r#"{"a": "in_progress"}"#)),
    ("enum-spelling", ENUM, r#"{"a": "`done`"}"#, Some(r#"{"a": "done"}"#)),
    ("enum-spelling", ENUM, r#"{"a": "v2"}"#, None),
    ("enum-spelling", ENUM, r#"{"a": "it is done"}"#, None),
    ("wrap-in-list", LIST, r#"{"a": "x"}"#, Some(r#"{"a": ["x"]}"#)),
    ("wrap-in-list", LIST, r#"{"a": "[x"}"#, None),
    ("wrap-in-list", r#"{"a": {"type": "array"}}!"#, r#"{"a": null}"#, None),
    ("bare-argument", r#"{"a": {"type": "string"}}!"#, r#""ls -l""#, Some(r#"{"a":"ls -l"}"#)),
    ("bare-argument", r#"{"a": {"type": "string"}}!"#, r#""{\"b\"""#, None),
    ("bare-argument", TEXT, r#""ls -l""#, None),
    (
        "bare-argument",
        r#"{"a": {"type": "array", "items": {"type": "object"}}}!"#,
        r#"[{"b": 1}]"#,
        Some(r#"{"a":[{"b": 1}]}"#),
    ),
    (
        "bare-argument",
        r#"{"a": {"type": "array", "items": {"type": "object"}}}!"#,
        r#"[{"a": []}]"#,
        None,
    ),
    (
        "unwrap-arguments",
        r#"{"a": {"type": "string"}}!"#,
        r#"{"name": "t", "parameters": {"a": "x"}}"#,
        Some(r#"{"a": "x"}"#),
    ),
    (
        "unwrap-arguments",
        r#"{"a": {"type": "string"}}!"#,
        r#"{"name": "u", "parameters": {"a": "x"}}"#,
        None,
    ),
    (
        "unwrap-arguments",
        r#"{"a": {"type": "string"}}!"#,
        r#"{"function": "t", "arguments": "{'a': 'x'}"}"#,
        Some(r#"{"a": "x"}"#),
    ),
    ("unwrap-arguments", r#"{"a": {"type": "string"}}!"#, r#"{"arguments": "x"}"#, None),
    (
        "unwrap-arguments",
        r#"{"a": {"type": "string"}}!"#,
        r#"{"arguments": {"a": "x"}, "force": true}"#,
        None,
    ),
    (
        "key-spelling",
        r#"{"old_string": {"type": "string"}}!"#,
        r#"{"oldString": "x"}"#,
        Some(r#"{"old_string": "x"}"#),
    ),
    (
        "key-spelling",
        r#"{"old_string": {"type": "string"}}!"#,
        r#"{"oldString": "x", "OldString": "y"}"#,
        None,
    ),
    ("key-spelling", r#"{"old_string": {"type": "string"}}"#, r#"{"oldString": "x"}"#, None),
    (
        "key-spelling",
        r#"{"old_string": {"type": "string"}}!"#,
        r#"{"oldString": "x", "oldText": "y"}"#,
        None,
    ),
    (
        "key-spelling",
        r#"{"old_string": {"type": "string"}}!"#,
        r#"{"oldString": "x", "search": true}"#,
        Some(r#"{"old_string": "x", "search": true}"#),
    ),
    (
        "key-spelling",
        r#"{"queries": {"type": "array", "items": {"type": "string"}}}!"#,
        r#"{"query": "x"}"#,
        Some(r#"{"queries": ["x"]}"#),
    ),
    ("key-spelling", r#"{"query": {"type": "string"}}!"#, r#"{"queries": ["x", "y"]}"#, None),
    (
        "key-equivalent",
        r#"{"filePath": {"type": "string"}}!"#,
        r#"{"path": "x"}"#,
        Some(r#"{"filePath": "x"}"#),
    ),
    (
        "key-equivalent",
        r#"{"filePath": {"type": "string"}}!"#,
        r#"{"path": "x", "file": "y"}"#,
        None,
    ),
    ("key-equivalent", r#"{"filePath": {"type": "string"}}!"#, r#"{"where": "x"}"#, None),
    ("key-equivalent", r#"{"filePath": {"type": "string"}}!"#, r#"{"path": 5.5}"#, None),
    (
        "closed-extra",
        r#"{"a": {"type": "string"}}]"#,
        r#"{"a": "x", "note": "y"}"#,
        Some(r#"{"a": "x"}"#),
    ),
    ("closed-extra", r#"{"a": {"type": "string"}}]"#, r#"{"a": "x", "force": true}"#, None),
    // The bracket that was one too many may be the first: then nothing is left over.
    (
        "closed-extra",
        r#"{"a": {"type": "object"}}]"#,
        r#"{"a": {"b": 1}}, "note": {"c": 1}}}"#,
        None,
    ),
    ("closed-extra", r#"{"a": {"type": "string"}}]"#, r#"{"a": "x", "dry_run": "y"}"#, None),
    ("closed-extra", r#"{"limit": {"type": "integer"}}]"#, r#"{"lmit": 5}"#, None),
    (
        "closed-extra",
        r#"{"alpha": {"type": "string"}}]"#,
        r#"{"alpah": "x"}"#,
        Some(r#"{"alpha": "x"}"#),
    ),
];

/// The rules for data that is only read.
const LIKELY: &[Row] = &[
    ("number-format", NUMBER, r#"{"a": "1,234"}"#, Some(r#"{"a": 1234}"#)),
    ("number-format", NUMBER, r#"{"a": "1,23"}"#, None),
    (
        "split-list",
        r#"{"a": {"type": "array", "items": {"type": "integer"}}}"#,
        r#"{"a": "1, 2"}"#,
        Some(r#"{"a": [1, 2]}"#),
    ),
    (
        "split-list",
        r#"{"a": {"type": "array", "items": {"type": "integer"}}}"#,
        r#"{"a": "1, x"}"#,
        None,
    ),
    ("fill-default", r#"{"a": {"default": 5}}!"#, "{}", Some(r#"{"a":5}"#)),
    ("fill-default", r#"{"a": {"type": "integer"}}!"#, "{}", None),
    (
        "nest-under-key",
        r#"{"a": {"type": "object", "required": ["b"]}}!"#,
        r#"{"b": 1}"#,
        Some(r#"{"a":{"b": 1}}"#),
    ),
    ("nest-under-key", r#"{"a": {"type": "object", "required": ["b"]}}!"#, r#"{"c": 1}"#, None),
];

/// The schema of a row.
fn schema(row: &str) -> String {
    let properties = row.trim_end_matches(['!', ']']);
    let first = properties.split('"').nth(1).unwrap_or_default();
    let required =
        if row.ends_with('!') { format!(r#","required": ["{first}"]"#) } else { String::new() };
    let closed = if row.ends_with(']') { r#","additionalProperties": false"# } else { "" };
    format!(r#"{{"type": "object", "properties": {properties}{required}{closed}}}"#)
}

#[test]
fn what_will_run_is_mended_or_left() {
    for (rule, properties, sent, expected) in CERTAIN {
        let list = format!(r#"[{{"name": "t", "parameters": {}}}]"#, schema(properties));
        let tools = Tools::compile(&list).expect(rule);
        let outcome = |arguments, off: &[&str]| {
            let options = Options { rules_off: off.to_vec(), ..Options::default() };
            mend(&tools, &Call { name: "t", arguments, options, ..Call::default() })
        };
        for arguments in [Arguments::Text(sent), Arguments::Value(sent)] {
            match (outcome(arguments, &[]), expected) {
                (Outcome::Repaired(repair), Some(expected)) => {
                    assert_eq!(repair.arguments, *expected, "{rule}: {sent}");
                }
                // From a parsed value no number of unknown spelling becomes a text.
                (_, Some(_)) if matches!(arguments, Arguments::Value(_)) => {}
                (Outcome::Repaired(repair), None) => {
                    let used = repair.edits.iter().any(|edit| edit.rule() == *rule);
                    assert!(!used, "{rule}: {sent} became {}", repair.arguments);
                }
                (outcome, Some(_)) => panic!("{rule}: {sent}: {outcome:?}"),
                (_, None) => {}
            }
        }
        let off = outcome(Arguments::Text(sent), &[rule]);
        let Outcome::Repaired(repair) = off else { continue };
        assert!(repair.edits.iter().all(|edit| edit.rule() != *rule), "{rule} is off");
    }
}

#[test]
fn data_is_mended_or_left() {
    for (rule, properties, sent, expected) in LIKELY {
        let outcome = mend_json(sent, Some(&schema(properties)));
        let used = outcome.edits.iter().any(|edit| edit.rule() == *rule);
        assert_eq!(used, expected.is_some(), "{rule}: {sent}");
        if expected.is_some() {
            assert_eq!(outcome.text.as_deref(), *expected, "{rule}: {sent}");
        }
    }
}

#[test]
fn every_rule_has_a_row_of_each_kind() {
    for rule in RULES {
        let rows = if rule.certainty == Certainty::Certain { CERTAIN } else { LIKELY };
        let has = |mends| rows.iter().any(|row| row.0 == rule.name && row.3.is_some() == mends);
        assert!(has(true) && has(false), "{}", rule.name);
    }
}
