//! Kimi K2: `<|tool_calls_section_begin|><|tool_call_begin|>functions.NAME:3`
//! `<|tool_call_argument_begin|>{…}<|tool_call_end|>…<|tool_calls_section_end|>`.
//!
//! K2, K2-Thinking, K2.5, Kimi-Linear. The id holds the name and counts the calls of the
//! conversation; the model relies on ids staying as they are. Seen broken: the section's tokens in
//! the singular, one or both missing, white space between tokens, an id without `functions.` or
//! without a counter, and an id that is only a counter: then the arguments must fit one offered
//! tool alone. The tokens' names in prose are followed by no id.

use super::series;
use crate::leaks::block::{Block, FoundName};
use crate::leaks::cursor::{Cursor, Parsed};
use crate::leaks::json_span;
use crate::leaks::offer::{Offer, is_digits};

pub(in super::super) const FORMAT: &str = "kimi_k2";

const SECTION_BEGIN: [&str; 2] = ["<|tool_calls_section_begin|>", "<|tool_call_section_begin|>"];
const SECTION_END: [&str; 2] = ["<|tool_calls_section_end|>", "<|tool_call_section_end|>"];
const CALL_BEGIN: &str = "<|tool_call_begin|>";
const ARGUMENTS_BEGIN: &str = "<|tool_call_argument_begin|>";
const CALL_END: &str = "<|tool_call_end|>";
const LONGEST_ID: usize = 200;

/// Reads a section, or calls without one.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    _: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    block.format = FORMAT;
    let opened = series::take_markup(cursor, block, &SECTION_BEGIN)?;
    series::calls(cursor, block, &|ahead| ahead.sees(CALL_BEGIN), &mut call)?;
    let mut closed = false;
    while series::take_markup(cursor, block, &SECTION_END)? {
        closed = true;
    }
    series::set_wrapper(block, opened, closed);
    series::end_tokens(cursor, block)
}

fn call<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    cursor.demand(CALL_BEGIN)?;
    let id = cursor.before("<", LONGEST_ID)?.trim();
    cursor.demand(ARGUMENTS_BEGIN)?;
    cursor.space();
    let range = json_span::arguments(cursor, &[CALL_END, SECTION_END[0], SECTION_END[1]])?;
    cursor.take_next(&[CALL_END])?;
    block.json_call(start..cursor.at(), id, cursor.slice(range));
    if let Some(call) = block.last_call() {
        call.id = Some(id);
        if is_digits(id.strip_prefix("functions.").unwrap_or(id).trim_start_matches(':')) {
            call.name = FoundName::Absent;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>"#,
            r#"<|tool_calls_section_begin|> <|tool_call_begin|> functions.bash:0 <|tool_call_argument_begin|> {"command": "ls"} <|tool_call_end|> <|tool_calls_section_end|>"#,
            r#"<|tool_calls_section_begin|><|tool_call_begin|>bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>"#,
            r#"<|tool_calls_section_begin|><|tool_call_begin|>0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>"#,
            r#"<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|>"#,
            r#"<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_calls_section_end|>"#,
            r#"<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}"#,
            r#"<|tool_call_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_call_section_end|>"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            r#"<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|><|tool_call_begin|>functions.ping:1<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>"#,
            &[r#"bash{"command":"ls"}"#, "ping{}"],
        );
        assert_calls(
            "<|tool_calls_section_begin|><|tool_call_begin|>functions.ping:0<|tool_call_argument_begin|><|tool_call_end|><|tool_calls_section_end|>",
            &["ping{}"],
        );
        assert_calls(
            r#"<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "echo <|tool_call_end|>"}<|tool_call_end|><|tool_calls_section_end|>"#,
            &[r#"bash{"command":"echo <|tool_call_end|>"}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            r#"<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"comm"#,
            "Kimi emits <|tool_calls_section_begin|> before <|tool_call_begin|>.",
            r#"<|tool_calls_section_begin|><|tool_call_begin|>0<|tool_call_argument_begin|>{"filePath": "a", "content": "b", "x": 1}<|tool_call_end|><|tool_calls_section_end|>"#,
            "<|tool_calls_section_begin|><|tool_call_begin|>0<|tool_call_argument_begin|>{}<|tool_call_end|><|tool_calls_section_end|>",
            r#"<think><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{"command": "ls"}<|tool_call_end|></think>"#,
            "<think><|tool_calls_section_begin|><|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{\"command\": \"ls\"}<|tool_call_end|><|tool_calls_section_end|></think>\nDone.",
        ] {
            assert_text(text);
        }
    }
}
