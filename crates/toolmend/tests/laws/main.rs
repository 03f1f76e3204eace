//! The laws of design.md §2 as properties, over calls made from real schemas and broken at random.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod breaking;
mod calls;
mod mutation;

use proptest::prelude::*;
use toolmend::{Arguments, Call, Options, Outcome, Tools, apply_edits, mend, mend_all};

use breaking::DEFECTS;
use calls::{TOOLS, ToolCall, arbitrary_json, tool_call};
use mutation::Rates;

fn tools() -> Tools {
    Tools::compile(TOOLS).expect("the tools are a JSON array")
}

fn text_call<'a>(name: &'a str, arguments: &'a str) -> Call<'a> {
    Call { name, arguments: Arguments::Text(arguments), ..Call::default() }
}

/// The same call where it cannot go the short way: paths inside of arguments have to be looked at,
/// though there is none here.
fn the_long_way<'a>(call: &Call<'a>) -> Call<'a> {
    let options = Options { paths: vec!["/no/where"], ..call.options.clone() };
    Call { options, ..call.clone() }
}

/// A place in `text` after so many thousandths of it, between two characters.
fn cut_at(text: &str, thousandths: usize) -> usize {
    let mut end = text.len() * thousandths / 1000;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// Laws 2 and 3, and that the edits lead from what came in to what goes out.
fn check_repair(tools: &Tools, call: &Call<'_>, outcome: &Outcome) -> Result<(), TestCaseError> {
    let Outcome::Repaired(repair) = outcome else { return Ok(()) };
    let (Arguments::Text(input) | Arguments::Value(input)) = call.arguments;
    let strict: Result<&serde_json::value::RawValue, _> = serde_json::from_str(&repair.arguments);
    let is_object = strict.is_ok_and(|source| source.get().starts_with('{'));
    prop_assert!(is_object, "not strict: {}", repair.arguments);
    let again = mend(tools, &text_call(&repair.name, &repair.arguments));
    prop_assert_eq!(again, Outcome::Valid, "mended again: {}", repair.arguments);
    let applied = apply_edits(input, &repair.edits);
    prop_assert_eq!(applied.as_ref(), Ok(&repair.arguments), "edits: {:?}", repair.edits);
    prop_assert!(!repair.edits.is_empty());
    prop_assert!(repair.note.chars().count() <= 300, "note: {}", repair.note);
    Ok(())
}

fn check_message(outcome: &Outcome) -> Result<(), TestCaseError> {
    match outcome {
        Outcome::Ambiguous { message, readings } => {
            prop_assert!((2..=4).contains(&readings.len()));
            prop_assert!(!message.is_empty() && message.len() <= 2048);
        }
        Outcome::Cut { message } | Outcome::Invalid { message, .. } => {
            prop_assert!(!message.is_empty() && message.len() <= 2048);
        }
        Outcome::Valid | Outcome::Repaired(_) => {}
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    /// Law 1: a valid call needs nothing, whatever its spacing and whatever its strings look like.
    #[test]
    fn a_valid_call_is_left_alone(call in tool_call(), finish in prop::option::of("stop|length")) {
        let tools = tools();
        let sent = Call { finish: finish.as_deref(), ..text_call(call.name, &call.text) };
        prop_assert_eq!(mend(&tools, &sent), Outcome::Valid, "{}", &call.text);
        prop_assert_eq!(mend(&tools, &the_long_way(&sent)), Outcome::Valid, "{}", &call.text);
        let parsed = Call { arguments: Arguments::Value(&call.text), ..sent };
        prop_assert_eq!(mend(&tools, &parsed), Outcome::Valid);
        prop_assert_eq!(mend_all(&tools, &parsed), vec![Outcome::Valid]);
    }

    /// Laws 2 and 3 for calls with one defect.
    #[test]
    fn what_is_repaired_is_valid(
        call in tool_call(), defect in prop::sample::select(DEFECTS), at in any::<u16>(),
    ) {
        let tools = tools();
        let Some(broken) = (defect.apply)(&call.text, usize::from(at)) else { return Ok(()) };
        let sent = text_call(call.name, &broken);
        let outcome = mend(&tools, &sent);
        check_repair(&tools, &sent, &outcome)?;
        check_message(&outcome)?;
        prop_assert_eq!(&outcome, &mend(&tools, &the_long_way(&sent)));
    }

    /// Laws 2 and 3 for values of any shape.
    #[test]
    fn any_value_is_answered(json in arbitrary_json(), tool in 0..calls::NAMES.len()) {
        let tools = tools();
        for arguments in [Arguments::Text(&json), Arguments::Value(&json)] {
            let sent = Call { name: calls::NAMES[tool], arguments, ..Call::default() };
            let outcome = mend(&tools, &sent);
            check_repair(&tools, &sent, &outcome)?;
            check_message(&outcome)?;
            prop_assert_eq!(&outcome, &mend(&tools, &the_long_way(&sent)));
        }
    }

    /// Law 6: any text at all is answered.
    #[test]
    fn any_text_is_answered(text in "[\\[\\]{}\",:'`\\\\/*#<>|a-c0-2 \\n.]{0,60}|\\PC{0,40}") {
        let tools = tools();
        for name in calls::NAMES {
            let sent = text_call(name, &text);
            let outcome = mend(&tools, &sent);
            check_repair(&tools, &sent, &outcome)?;
            check_message(&outcome)?;
        }
    }

    /// Law 5: what was cut at a limit never runs.
    #[test]
    fn cut_is_cut(call in tool_call(), keep in 0..1000_usize) {
        let tools = tools();
        let end = cut_at(&call.text, keep);
        let sent = Call { finish: Some("length"), ..text_call(call.name, &call.text[..end]) };
        let outcome = mend(&tools, &sent);
        prop_assert!(matches!(outcome, Outcome::Cut { .. }), "{:?}: {}", outcome, &call.text[..end]);
    }

    /// Law 5 without a finish reason: closers are added after a closed string, a literal or a
    /// closed container only, and nothing else changes.
    #[test]
    fn only_closers_are_added_to_a_cut_call(call in tool_call(), keep in 0..1000_usize) {
        let tools = tools();
        let end = cut_at(&call.text, keep);
        let cut = call.text[..end].trim_end();
        if let Outcome::Repaired(repair) = mend(&tools, &text_call(call.name, cut)) {
            prop_assert!(
                cut.is_empty() || cut.ends_with(['"', '}', ']']) || cut.ends_with("true")
                    || cut.ends_with("false") || cut.ends_with("null"),
                "closed after {}", cut
            );
            prop_assert!(cut.is_empty() || repair.arguments.starts_with(cut), "{}", repair.arguments);
        }
    }

    /// Law 4: every number goes out as it came in.
    #[test]
    fn numbers_keep_their_lexemes(number in "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,24})?([eE][+-]?[0-9]{1,4})?") {
        let tools = tools();
        let text = format!(r#"{{"ratio":{number},"path":"a","label":{number},}}"#);
        let sent = text_call("measure", &text);
        let outcome = mend(&tools, &sent);
        let Outcome::Repaired(repair) = &outcome else { panic!("{outcome:?}") };
        prop_assert_eq!(
            &repair.arguments,
            &format!(r#"{{"ratio":{number},"path":"a","label":"{number}"}}"#)
        );
        check_repair(&tools, &sent, &outcome)?;
    }
}

/// Law 6: depth is no danger, and neither is repetition.
#[test]
fn adversarial_texts_are_answered() {
    let tools = tools();
    let patterns = [
        "[",
        "{",
        "{\"a\":",
        "\"",
        "\\",
        "\\\"",
        "[\\\"b,",
        "]a{",
        "['\"b,",
        "```{",
        "//",
        "/*",
        "#\n",
        "<think>",
        "(",
        "'",
        "a,",
        "{a",
        "\"a\",",
        "{\"a\":{\"b\"",
        "}",
        "]",
        ",",
        ":",
        "=>",
        "...",
        "{}",
        "{\"a\":1}",
        "null",
        "1.",
        "0x",
        "+\"a\"",
        "b'",
        "\u{feff}",
        "\"\"\"",
        "&quot;",
    ];
    for pattern in patterns {
        for prefix in ["", "{\"path\":\"", "{\"paths\":["] {
            let text = format!("{prefix}{}", pattern.repeat(20_000 / pattern.len()));
            let sent = text_call("search", &text);
            check_repair(&tools, &sent, &mend(&tools, &sent)).expect(pattern);
        }
    }
}

/// Law 4: a call with one defect comes back as it was, or it is refused.
#[test]
fn a_broken_call_never_becomes_another() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let rates = Rates::measure(&tools(), DEFECTS, 300, &mut runner);
    assert!(rates.changed.is_empty(), "{}", rates.changed.join("\n"));
    assert!(rates.back_over_syntax() >= 90.0, "{rates}");
}

/// The generator makes valid calls: without this the first law would be empty.
#[test]
fn the_generator_covers_every_tool() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..400 {
        let ToolCall { name, .. } =
            tool_call().new_tree(&mut runner).expect("a call can be made").current();
        seen.insert(name);
    }
    assert_eq!(seen.len(), calls::NAMES.len());
}
