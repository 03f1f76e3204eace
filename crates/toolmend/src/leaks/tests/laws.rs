//! The laws of the scanner, over all cases and over texts made of the pieces of all formats.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use super::{all, tools};
use crate::leaks::{Level, ScanOptions, Scanned, Scanner, scan};
use crate::{Arguments, Call, Outcome, Tools, mend};

const CASES: &str = include_str!("../../../../../tests/cases/leaked.json");

/// Scans `text` in pieces that end at the byte offsets `cuts`.
fn in_pieces(tools: &Tools, text: &str, options: ScanOptions, cuts: &BTreeSet<usize>) -> Scanned {
    let mut scanner = Scanner::new(tools, options, []);
    let mut whole = Scanned::default();
    let mut from = 0;
    for &cut in cuts.iter().filter(|cut| **cut < text.len()).chain([&text.len()]) {
        whole.content.push_str(&scanner.push_bytes(&text.as_bytes()[from..cut]));
        from = cut;
    }
    whole.extend(scanner.finish());
    whole
}

fn cases() -> Vec<(Tools, String)> {
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("a JSON array");
    cases
        .iter()
        .map(|case| {
            let tools = Tools::compile(&case["line"]["tools"].to_string()).expect("tools");
            (tools, case["line"]["text"].as_str().expect("a text").to_owned())
        })
        .collect()
}

#[test]
fn any_split_of_a_case_gives_the_same() {
    for (tools, text) in cases() {
        let whole = scan(&tools, &text, all());
        for cut in 0..text.len() {
            let cuts = BTreeSet::from([cut]);
            assert_eq!(in_pieces(&tools, &text, all(), &cuts), whole, "{cut} {text}");
        }
        for level in [Level::All, Level::Safe] {
            let options = || ScanOptions { level, ..ScanOptions::default() };
            let singly = (1..text.len()).collect();
            let whole = scan(&tools, &text, options());
            assert_eq!(in_pieces(&tools, &text, options(), &singly), whole, "{text}");
        }
    }
}

#[test]
fn a_prefix_of_a_case_gives_the_same_in_any_split() {
    for (tools, text) in cases() {
        for (end, _) in text.char_indices().step_by(7) {
            let (prefix, singly) = (&text[..end], (1..end).collect());
            let whole = scan(&tools, prefix, all());
            assert_eq!(in_pieces(&tools, prefix, all(), &singly), whole, "{prefix}");
        }
    }
}

/// Texts made of pieces of the cases: markup where it does not belong.
fn texts() -> impl Strategy<Value = String> {
    let mut pieces: BTreeSet<String> = [
        "`",
        "```",
        "```json\n",
        "~~~\n",
        "\n",
        "\n\n",
        "    ",
        "> ",
        "a word ",
        "For example: ",
        "<think>",
        "</think>",
        "\\n",
        "\"",
        "'",
        "{",
        "}",
        "[",
        "]",
        "中文",
        "&lt;",
        "\r\n",
        "\t",
    ]
    .map(str::to_owned)
    .into();
    for (_, text) in cases() {
        let mut from = 0;
        for (at, _) in text.match_indices(['<', '>', '{', '}', '[', ']', '\n', '"']) {
            pieces.insert(text[from..at].to_owned());
            pieces.insert(text[from..=at].to_owned());
            from = at;
        }
        pieces.insert(text);
    }
    let pieces: Vec<String> = pieces.into_iter().filter(|piece| !piece.is_empty()).collect();
    prop::collection::vec(prop::sample::select(pieces), 0..24).prop_map(|parts| parts.concat())
}

#[test]
fn any_split_of_any_text_gives_the_same() {
    let tools = tools();
    let cuts = prop::collection::btree_set(0_usize..600, 0..40);
    let mut runner = TestRunner::new(ProptestConfig { cases: 1_500, ..ProptestConfig::default() });
    let levels = prop::sample::select(vec![Level::All, Level::Safe]);
    let strategy = (texts(), cuts, levels);
    runner
        .run(&strategy, |(text, cuts, level)| {
            let options = ScanOptions { level, ..ScanOptions::default() };
            let whole = scan(&tools, &text, options.clone());
            prop_assert_eq!(in_pieces(&tools, &text, options, &cuts), whole);
            Ok(())
        })
        .expect("the property holds");
}

#[test]
fn text_without_calls_keeps_its_bytes() {
    let tools = tools();
    let mut runner = TestRunner::new(ProptestConfig { cases: 1_000, ..ProptestConfig::default() });
    runner
        .run(&texts(), |text| {
            let scanned = scan(&tools, &text, all());
            prop_assert!(!scanned.calls.is_empty() || scanned.content == text);
            for call in scanned.calls {
                let arguments = Arguments::Text(&call.arguments);
                let sent = Call { name: &call.name, arguments, ..Call::default() };
                prop_assert_eq!(mend(&tools, &sent), Outcome::Valid);
            }
            Ok(())
        })
        .expect("the property holds");
}
