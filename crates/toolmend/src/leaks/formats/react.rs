//! `ReAct`: `Action: NAME\nAction Input: {…}` at the start of a line, and Command R+'s
//! ```` Action: ```json [{"tool_name": …, "parameters": {…}}] ``` ````.
//!
//! Prompt-only agents. The name must be offered, exactly. Input that is no JSON is one text, taken
//! only for a tool with one required string. An `Observation:` that the model made up stays text,
//! as does what it concluded from it.

use std::borrow::Cow;

use super::hermes::{Closers, JsonBody};
use super::series;
use crate::leaks::block::{Anchor, Block, FoundArguments, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;
use crate::tree::{Kind, Tree, string};

const ACTION: &str = "Action:";
const INPUT: &str = "Action Input:";

pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    block.format = "react";
    (block.anchor, block.wrapper) = (Anchor::Line, Wrapper::Missing);
    cursor.demand(ACTION)?;
    cursor.blanks();
    if cursor.byte()? == b'`' {
        return command_r(cursor, offer, block);
    }
    let name = cursor.word(is_name_byte)?;
    if offer.exact(name).is_none() {
        return Err(Stop::Refuted);
    }
    cursor.space();
    cursor.demand(INPUT)?;
    cursor.blanks();
    let arguments = if json_span::starts_value(cursor)? {
        let range = json_span::arguments(cursor, &["Observation:"])?;
        FoundArguments::Text(cursor.slice(range).into())
    } else {
        FoundArguments::Only(unquoted(text(cursor)?))
    };
    block.call(start..cursor.at(), name.into(), arguments);
    Ok(())
}

/// Reads the rest of the line. More lines, unless they go on with the protocol, make it unclear
/// where the input ends.
fn text<'t>(cursor: &mut Cursor<'t>) -> Parsed<&'t str> {
    let start = cursor.at();
    while !matches!(cursor.peek()?, Some(b'\n') | None) {
        cursor.advance();
    }
    let text = cursor.since(start).trim();
    let mut ahead = *cursor;
    ahead.space();
    let ends = ahead.at_end()? || ahead.sees_any(&["Observation:", "Thought:", ACTION])?;
    if ends && !text.is_empty() { Ok(text) } else { Err(Stop::Refuted) }
}

/// A text that is a JSON string, decoded.
fn unquoted(text: &str) -> Cow<'_, str> {
    let quoted = Tree::parse(text).is_ok_and(|tree| tree.kind(tree.root()) == Kind::String);
    let decoded = quoted.then(|| string::decode(text)).flatten();
    decoded.unwrap_or(Cow::Borrowed(text))
}

/// Command R+'s list in a fence.
fn command_r<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>, block: &mut Block<'t>) -> Parsed<()> {
    block.format = "command_r_plus";
    cursor.demand("```")?;
    cursor.word(|byte| byte.is_ascii_alphabetic())?;
    cursor.space();
    block.markup(block.span.start..cursor.at());
    cursor.byte()?;
    JsonBody::new(offer, Closers::Tokens(&["```"])).read(cursor, block)?;
    cursor.space();
    if cursor.at_end()? || series::take_markup(cursor, block, &["```"])? {
        Ok(())
    } else {
        Err(Stop::Refuted)
    }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "Action: bash\nAction Input: {\"command\": \"ls\"}",
            "Action: bash\nAction Input: ls",
            "Action: bash\nAction Input: \"ls\"",
            "Action: ```json\n[{\"tool_name\": \"bash\", \"parameters\": {\"command\": \"ls\"}}]\n```",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "Action: launch\nAction Input: {}",
            "Action: write\nAction Input: a",
            "Action: bash the thing",
            "My Action: bash\nAction Input: ls",
            "Action: bash\nAction Input: ls\nand more",
            "Action: ```json\n[{\"tool_name\": \"directly_answer\", \"parameters\": {}}]\n```",
        ] {
            assert_text(text);
        }
    }
}
