//! Runs the rows of the table that are sequences of tokens.

use super::hermes::{Closers, JsonBody};
use super::series;
use super::table::{SEQUENCES, Sequence, Step};
use crate::leaks::block::{Block, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::envelope::Closed;
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

/// The longest name or label; in prose a token is followed by no other token so soon.
const LONGEST_WORD: usize = 200;

/// Reads a block of one of the formats.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    for sequence in &SEQUENCES {
        if !cursor.sees_any(sequence.opener)? && !cursor.sees(sequence.first)? {
            continue;
        }
        block.format = sequence.format;
        series::take_markup(cursor, block, sequence.opener)?;
        let begins = |ahead: &Cursor<'t>| ahead.sees(sequence.first);
        let mut one =
            |ahead: &mut Cursor<'t>, block: &mut Block<'t>| call(ahead, sequence, offer, block);
        series::calls(cursor, block, &begins, &mut one)?;
        let closed = series::take_markup(cursor, block, sequence.closer)?;
        if !closed && !sequence.closer.is_empty() {
            block.wrapper = Wrapper::Unclosed;
        }
        return series::end_tokens(cursor, block);
    }
    Err(Stop::Refuted)
}

/// Reads one call.
fn call<'t>(
    cursor: &mut Cursor<'t>,
    sequence: &Sequence,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    cursor.demand(sequence.first)?;
    let mut name = "";
    for (step, token) in sequence.steps {
        cursor.space();
        match step {
            Step::Name => name = cursor.before(token, LONGEST_WORD)?.trim(),
            Step::Label => {
                cursor.before(token, LONGEST_WORD)?;
            }
            Step::Arguments => {
                let range = json_span::arguments(cursor, &[token])?;
                block.json_call(start..cursor.at(), name, cursor.slice(range));
            }
            Step::Envelope => {
                let range = json_span::arguments(cursor, &[token])?;
                JsonBody::new(offer, Closers::Tokens(&[])).push(cursor, range, Closed::No, block);
            }
            Step::Token => cursor.demand(token)?,
            Step::Maybe => {
                if cursor.at_end()? {
                    block.wrapper = Wrapper::Unclosed;
                } else {
                    cursor.take(token)?;
                }
            }
        }
    }
    if let Some(call) = block.last_call() {
        call.span = start..cursor.at();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"<|tool_call:begin|>c0<|tool_call:name|>bash<|tool_call:args|>{"command": "ls"}<|tool_call:end|>"#,
            r#"<|tool_call:begin|>c0<|tool_call:name|>bash<|tool_call:args|>{"command": "ls"}"#,
            r#"<|message_model|>bash<|content_invoke_tool_json|>{"name": "bash", "args": {"command": "ls"}}<|end_message|>"#,
            r#"<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>bash<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{"command": "ls"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "<|message_model|>Hello.<|end_message|>",
            r#"<|tool_call:begin|>c0<|tool_call:name|>bash<|tool_call:args|>{"comm"#,
        ] {
            assert_text(text);
        }
    }
}
