//! Properties of the reader on whatever text.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::*;

const TOLERANCES: [Tolerance; 3] = [Tolerance::Certain, Tolerance::Likely, Tolerance::Embedded];

fn readings(read: Read) -> Vec<Reading> {
    match read {
        Read::Value(reading) => vec![reading],
        Read::Several(readings) | Read::Duplicates(readings) => readings,
        Read::Cut { closed, finished } => closed.into_iter().chain(finished).collect(),
        Read::Empty | Read::Nothing { .. } => Vec::new(),
    }
}

/// Text made of what the reader looks at.
fn fragments() -> impl Strategy<Value = String> {
    let fragment = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\"",
        "'",
        "`",
        "“",
        "”",
        ":",
        ",",
        ";",
        "=",
        "\\",
        "\\\"",
        "\n",
        " ",
        "\t",
        "a",
        "key",
        "b c",
        "1",
        "-2.5",
        "0x1",
        "true",
        "None",
        "NaN",
        "...",
        "+",
        "//",
        "/*",
        "*/",
        "#",
        "```",
        "```json\n",
        "<|\"|>",
        "</x>",
        "<think>",
        "\"\"\"",
        "\"a\":",
        "\"b\": \"x\"",
        "'k': 'v'",
        "é",
        "\u{feff}",
        "\u{a0}",
        "\u{1}",
        "&quot;",
        "\\u00",
        "C:\\",
    ]);
    prop::collection::vec(fragment, 0..40).prop_map(|parts| parts.concat())
}

/// A JSON value as `serde_json` has it.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let text = "[a-z ,:'{}\\[\\]\"\\\\\n]{0,12}";
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i32>().prop_map(serde_json::Value::from),
        text.prop_map(serde_json::Value::from),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(serde_json::Value::from),
            prop::collection::btree_map("[a-z]{1,6}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn every_reading_is_json_and_its_edits_lead_there(text in fragments()) {
        for tolerance in TOLERANCES {
            for reading in readings(read(&text, &Keys::new(), tolerance)) {
                prop_assert!(Tree::parse(&reading.text).is_ok(), "{}", reading.text);
                prop_assert_eq!(replay(&text, &reading.edits), reading.text);
            }
        }
    }

    #[test]
    fn no_text_stops_the_reader(text in any::<String>()) {
        for tolerance in TOLERANCES {
            for reading in readings(read(&text, &Keys::new(), tolerance)) {
                prop_assert!(Tree::parse(&reading.text).is_ok());
            }
        }
    }

    #[test]
    fn one_harmless_defect_changes_no_value(value in json(), defect in 0..5_usize) {
        let text = serde_json::to_string_pretty(&serde_json::json!({ "value": value })).unwrap_or_default();
        let broken = match defect {
            0 => text.replacen("\n}", ",\n}", 1),
            1 => text.replacen("{\n", "{ // note\n", 1),
            2 => text.replacen("\"value\":", "value:", 1),
            3 => format!("```json\n{text}\n```"),
            _ => text.replacen("\"value\":", "'value' :", 1),
        };
        match read(&broken, &Keys::new(), Tolerance::Certain) {
            Read::Value(reading) => prop_assert!(same(&reading.text, &text), "{}", reading.text),
            other => prop_assert!(Tree::parse(&broken).is_ok(), "{} {:?}", broken, other),
        }
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let patterns = [
        "[",
        "{",
        "(",
        "\"",
        "\\",
        "\\\"",
        "'",
        "{\"a\":",
        "[\\\"b,",
        "['\"b,",
        "{```\"b,",
        "]a{",
        "```",
        "//",
        "/*",
        "<think>",
        "{}",
        "}{",
        "[1]",
        "\"a\",",
        "\"\n",
        "{\"a\":1}\n",
        "a ",
        "1,",
        "{\"a\":\\\"",
        "{\"k\":\"C:\\\" ",
        "[-,",
        "{'",
        "\"},\"a\":",
        "[1,],",
        "x \"y\" ",
        "{\"a\":b c\n",
    ];
    for pattern in patterns {
        let time = |size: usize| {
            let text = pattern.repeat(size / pattern.len());
            let start = Instant::now();
            let _ = read(&text, &Keys::new(), Tolerance::Likely);
            start.elapsed()
        };
        let (small, large) = (time(20_000), time(160_000));
        // Eight times the text; quadratic time would be sixty-four times as much.
        let bound = small.max(Duration::from_millis(5)) * 32;
        assert!(large < bound, "{pattern:?}: {small:?}, then {large:?}");
    }
}

#[test]
fn deep_nesting_is_answered() {
    let text = "[".repeat(100_000) + &"]".repeat(99_999);
    assert!(matches!(
        read(&text, &Keys::new(), Tolerance::Certain),
        Read::Cut { closed: Some(_), .. }
    ));
}
