//! Mistral: `[TOOL_CALLS] [{"name": …, "arguments": {…}}, …]` up to v7,
//! `[TOOL_CALLS]NAME[ARGS]{…}` from v11 on, and `NAME[CALL_ID]id[ARGS]{…}` in Small 3.2.
//!
//! Devstral, Ministral, Magistral, Large 3 write the second. Seen broken: `[/TOOL_CALLS]` behind
//! it, the list's bracket missing, an object without a list, `[ARGS]` missing, prose behind the
//! JSON. The marker's name in prose is followed by neither JSON nor a name with JSON.

use super::hermes::{Closers, JsonBody};
use super::series;
use crate::leaks::block::{Anchor, Block, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

const MARKER: &str = "[TOOL_CALLS]";
const CLOSER: &str = "[/TOOL_CALLS]";
const ARGUMENTS: &str = "[ARGS]";
const ID: &str = "[CALL_ID]";

/// Reads calls behind markers.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let begins = |ahead: &Cursor<'t>| ahead.sees(MARKER);
    series::calls(cursor, block, &begins, &mut |ahead, block| calls(ahead, offer, block))?;
    series::take_markup(cursor, block, &[CLOSER])?;
    series::end_tokens(cursor, block)
}

/// Reads a marker and what follows it.
fn calls<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    cursor.demand(MARKER)?;
    let marker = start..cursor.at();
    cursor.space();
    if json_span::starts_value(cursor)? {
        block.format = "mistral_json";
        block.markup(marker);
        return JsonBody::new(offer, Closers::Tokens(&[CLOSER])).read(cursor, block);
    }
    block.format = "mistral_args";
    named(cursor, start, block)
}

/// Reads `NAME[CALL_ID]id[ARGS]{…}`, of which only the name and the JSON must be there.
fn named<'t>(cursor: &mut Cursor<'t>, start: usize, block: &mut Block<'t>) -> Parsed<()> {
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
    block.json_call(start..cursor.at(), name, cursor.slice(range));
    if let Some(call) = block.last_call() {
        call.id = id;
    }
    Ok(())
}

/// Reads `NAME[ARGS]{…}` at the start of the message, where the special token was dropped.
pub(super) fn without_marker<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    let name = cursor.word(is_name_byte)?;
    if offer.exact(name).is_none() || !cursor.sees_any(&[ARGUMENTS, ID])? {
        return Err(Stop::Refuted);
    }
    cursor.set(start);
    block.format = "mistral_args";
    (block.anchor, block.wrapper) = (Anchor::Message, Wrapper::Missing);
    named(cursor, start, block)
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
