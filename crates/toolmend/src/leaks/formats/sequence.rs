//! Runs the rows of the table that are sequences of tokens.

use super::hermes::{Closers, JsonBody};
use super::series;
use super::table::{SEQUENCES, Sequence, Step};
use super::wrapper::end_tokens;
use crate::leaks::block::{Block, FoundCall, Part, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::envelope::Closed;
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

/// The longest name or label; in prose a token is followed by no other token so soon.
const LONGEST_WORD: usize = 200;

/// Reads a block of one of the formats.
pub(super) fn block<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>) -> Parsed<Block<'t>> {
    let start = cursor.at();
    for sequence in &SEQUENCES {
        let mut parts = Vec::new();
        if let Some([opener, _]) = sequence.outer
            && cursor.take(opener)?
        {
            parts.push(Part::Markup(start..cursor.at()));
            cursor.space();
        }
        if starts_again(cursor, sequence)? {
            return calls(cursor, start, sequence, parts, offer);
        }
        cursor.set(start);
    }
    Err(Stop::Refuted)
}

/// Reads the calls behind the outer opener.
fn calls<'t>(
    cursor: &mut Cursor<'t>,
    start: usize,
    sequence: &Sequence,
    mut parts: Vec<Part<'t>>,
    offer: Offer<'_>,
) -> Parsed<Block<'t>> {
    let mut wrapper = Wrapper::Whole;
    loop {
        let found = call(cursor, sequence, offer, &mut wrapper)?;
        parts.extend(found);
        let mut ahead = *cursor;
        ahead.space();
        if ahead.at_end()? || !starts_again(&ahead, sequence)? {
            break;
        }
        cursor.set(ahead.at());
    }
    close(cursor, sequence, &mut parts, &mut wrapper)?;
    let mut block = Block::new(sequence.format, start..cursor.at(), parts);
    block.wrapper = wrapper;
    Ok(block)
}

fn starts_again(cursor: &Cursor<'_>, sequence: &Sequence) -> Parsed<bool> {
    match sequence.steps.first() {
        Some(Step::Token(token)) => cursor.sees(token),
        _ => Ok(false),
    }
}

fn close(
    cursor: &mut Cursor<'_>,
    sequence: &Sequence,
    parts: &mut Vec<Part<'_>>,
    wrapper: &mut Wrapper,
) -> Parsed<()> {
    if let Some([_, closer]) = sequence.outer
        && !series::take_markup(cursor, parts, &[closer])?
    {
        *wrapper = Wrapper::Unclosed;
    }
    if let Some(tokens) = end_tokens(cursor)? {
        parts.push(Part::Markup(tokens));
    }
    Ok(())
}

/// Reads one call.
fn call<'t>(
    cursor: &mut Cursor<'t>,
    sequence: &Sequence,
    offer: Offer<'_>,
    wrapper: &mut Wrapper,
) -> Parsed<Vec<Part<'t>>> {
    let start = cursor.at();
    let mut name = "";
    let mut arguments = None;
    let mut parts = Vec::new();
    for (place, step) in sequence.steps.iter().enumerate() {
        cursor.space();
        let next = sequence.steps.get(place + 1..).into_iter().flatten();
        let tokens: Vec<&str> = next
            .filter_map(|step| match step {
                Step::Token(token) | Step::Maybe(token) => Some(*token),
                _ => None,
            })
            .collect();
        match step {
            Step::Token(token) => cursor.demand(token)?,
            Step::Maybe(token) => {
                if cursor.at_end()? {
                    *wrapper = Wrapper::Unclosed;
                } else {
                    cursor.take(token)?;
                }
            }
            Step::Name | Step::Label => {
                let token = tokens.first().copied().unwrap_or_default();
                let word = cursor.until(token, LONGEST_WORD)?;
                cursor.set(cursor.at() - token.len());
                if matches!(step, Step::Name) {
                    name = word.trim();
                }
            }
            Step::Arguments => {
                let range = json_span::arguments(cursor, &tokens)?;
                arguments = Some(cursor.slice(range));
            }
            Step::Envelope => {
                let range = json_span::arguments(cursor, &tokens)?;
                JsonBody::new(offer, Closers::Tokens(&[])).push(
                    cursor,
                    range,
                    Closed::No,
                    &mut parts,
                );
            }
        }
    }
    let span = start..cursor.at();
    match arguments {
        Some(text) => parts.push(Part::Call(FoundCall::json(span, name, text))),
        None => widen(&mut parts, &span),
    }
    if parts.is_empty() { Err(Stop::Refuted) } else { Ok(parts) }
}

/// Lets the only part cover the markup around it.
fn widen(parts: &mut [Part<'_>], span: &std::ops::Range<usize>) {
    if let [Part::Call(call)] = parts {
        call.span = span.clone();
    }
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
