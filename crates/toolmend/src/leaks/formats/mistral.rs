//! Mistral: `[TOOL_CALLS] [{"name": …, "arguments": {…}}, …]` up to v7,
//! `[TOOL_CALLS]NAME[ARGS]{…}` from v11 on, and `NAME[CALL_ID]id[ARGS]{…}` in Small 3.2.
//!
//! Devstral, Ministral, Magistral, Large 3 write the second. Seen broken: `[/TOOL_CALLS]` behind
//! it, the list's bracket missing, an object without a list, `[ARGS]` missing, prose behind the
//! JSON. The marker's name in prose is followed by neither JSON nor a name with JSON.

use super::hermes::{Closers, JsonBody};
use super::series;
use super::wrapper::end_tokens;
use crate::leaks::block::{Anchor, Block, FoundCall, Part, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

const MARKER: &str = "[TOOL_CALLS]";
const CLOSER: &str = "[/TOOL_CALLS]";
const ARGUMENTS: &str = "[ARGS]";
const ID: &str = "[CALL_ID]";

/// Reads calls behind markers.
pub(super) fn block<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>) -> Parsed<Block<'t>> {
    let start = cursor.at();
    let mut parts = Vec::new();
    let mut format = "mistral_json";
    let mut cut = false;
    loop {
        let mut ahead = *cursor;
        ahead.space();
        let begin = ahead.at();
        if !parts.is_empty() && ahead.at_end()? {
            break;
        }
        let marked = ahead.take(MARKER)?;
        if !marked && (parts.is_empty() || format != "mistral_args") {
            break;
        }
        let mut found = Vec::new();
        match calls(&mut ahead, begin, offer, &mut found) {
            Ok(of) => format = of,
            Err(stop) if parts.is_empty() => return Err(stop),
            Err(Stop::Refuted) => break,
            Err(Stop::Unfinished) => {
                // A name in the prose that follows is no cut call.
                cursor.ended_or_stop()?;
                cut = marked;
                break;
            }
        }
        parts.append(&mut found);
        cursor.set(ahead.at());
    }
    if parts.is_empty() {
        return Err(Stop::Refuted);
    }
    series::take_markup(cursor, &mut parts, &[CLOSER])?;
    if let Some(tokens) = end_tokens(cursor)? {
        parts.push(Part::Markup(tokens));
    }
    let mut block = Block::new(format, start..cursor.at(), parts);
    block.cut = cut;
    Ok(block)
}

fn calls<'t>(
    cursor: &mut Cursor<'t>,
    begin: usize,
    offer: Offer<'_>,
    parts: &mut Vec<Part<'t>>,
) -> Parsed<&'static str> {
    let marker = begin..cursor.at();
    cursor.space();
    if json_span::starts_value(cursor)? {
        parts.push(Part::Markup(marker));
        JsonBody::new(offer, Closers::Tokens(&[CLOSER])).read(cursor, parts)?;
        return Ok("mistral_json");
    }
    parts.push(Part::Call(named(cursor, begin)?));
    Ok("mistral_args")
}

/// Reads `NAME[CALL_ID]id[ARGS]{…}`, of which only the name and the JSON must be there.
fn named<'t>(cursor: &mut Cursor<'t>, begin: usize) -> Parsed<FoundCall<'t>> {
    let name = cursor.word(|byte| is_name_byte(byte) || byte == b':')?;
    if name.is_empty() {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let mut id = None;
    if cursor.take(ID)? {
        id = Some(cursor.word(|byte| byte.is_ascii_alphanumeric())?);
    }
    cursor.take(ARGUMENTS)?;
    cursor.space();
    let range = json_span::arguments(cursor, &[MARKER, CLOSER])?;
    let mut call = FoundCall::json(begin..cursor.at(), name, cursor.slice(range));
    call.id = id;
    Ok(call)
}

/// Reads `NAME[ARGS]{…}` at the start of the message, where the special token was dropped.
pub(super) fn without_marker<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>) -> Parsed<Block<'t>> {
    let start = cursor.at();
    let name = cursor.word(is_name_byte)?;
    if offer.exact(name).is_none() || !(cursor.sees(ARGUMENTS)? || cursor.sees(ID)?) {
        return Err(Stop::Refuted);
    }
    cursor.set(start);
    let call = named(cursor, start)?;
    let mut block = Block::new("mistral_args", start..cursor.at(), vec![Part::Call(call)]);
    (block.anchor, block.wrapper) = (Anchor::Message, Wrapper::Missing);
    Ok(block)
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"[TOOL_CALLS] [{"name": "bash", "arguments": {"command": "ls"}}]"#,
            r#"[TOOL_CALLS] [{"name": "bash", "arguments": {"command": "ls"}}"#,
            r#"[TOOL_CALLS] {"name": "bash", "arguments": {"command": "ls"}}"#,
            r#"[TOOL_CALLS][{"name": "bash", "arguments": {"command": "ls"}}][/TOOL_CALLS]"#,
            r#"[TOOL_CALLS]bash[ARGS]{"command": "ls"}</s>"#,
            r#"[TOOL_CALLS]bash[CALL_ID]123456789[ARGS]{"command": "ls"}"#,
            r#"[TOOL_CALLS]bash{"command": "ls"}"#,
            r#"bash[ARGS]{"command": "ls"}"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            r#"[TOOL_CALLS]bash[ARGS]{"command": "ls"}[TOOL_CALLS]ping[ARGS]{}"#,
            &[r#"bash{"command":"ls"}"#, "ping{}"],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "Mistral writes [TOOL_CALLS] and a list.",
            r#"[TOOL_CALLS]bash[ARGS]{"comm"#,
            "[TOOL_CALLS]launch[ARGS]{}",
        ] {
            assert_text(text);
        }
    }
}
