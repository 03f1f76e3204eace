//! Harmony, the format of gpt-oss: `<|start|>assistant<|channel|>commentary to=functions.NAME`
//! `<|constrain|>json<|message|>{…}<|call|>`.
//!
//! The header's parts come in any order, and all but the recipient may be missing; so may `<|call|>`
//! at the end. Servers that drop special tokens leave `commentary to=functions.NAME json{…}` or
//! `to=functions.NAME {…}`, taken at the start of a line. A header without recipient is text.

use super::series;
use crate::leaks::block::Block;
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

const FORMAT: &str = "harmony";
const START: &str = "<|start|>";
const CHANNEL: &str = "<|channel|>";
const CONSTRAIN: &str = "<|constrain|>";
const MESSAGE: &str = "<|message|>";
const ENDS: [&str; 3] = ["<|call|>", "<|end|>", START];
const CHANNELS: [&str; 3] = ["commentary", "analysis", "final"];

/// Reads the messages to tools that begin with a token here.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    _: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    block.format = FORMAT;
    if !cursor.sees_any(&[START, CHANNEL])? {
        return Err(Stop::Refuted);
    }
    let begins = |ahead: &Cursor<'t>| ahead.sees_any(&[START, CHANNEL]);
    series::calls(cursor, block, &begins, &mut |ahead, block| message(ahead, block, true))
}

/// Reads one message that lost its tokens.
pub(super) fn without_tokens<'t>(
    cursor: &mut Cursor<'t>,
    _: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    block.format = FORMAT;
    series::set_wrapper(block, false, false);
    message(cursor, block, false)
}

/// Reads a header with a recipient, and its JSON.
fn message<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>, tokens: bool) -> Parsed<()> {
    let start = cursor.at();
    let mut recipient = None;
    loop {
        cursor.space();
        if cursor.take("to=")? {
            let name = cursor.word(is_name_byte)?;
            if name.is_empty() || recipient.replace(name).is_some() {
                return Err(Stop::Refuted);
            }
        } else if cursor.take(MESSAGE)? || (recipient.is_some() && cursor.byte()? == b'{') {
            break;
        } else if !header_word(cursor, tokens, recipient.is_some())? {
            return Err(Stop::Refuted);
        }
    }
    let name = recipient.ok_or(Stop::Refuted)?;
    cursor.space();
    let range = json_span::arguments(cursor, &ENDS)?;
    block.json_call(start..cursor.at(), name, cursor.slice(range));
    series::end_tokens(cursor, block)
}

/// Reads a word or token of a header that is no recipient.
fn header_word(cursor: &mut Cursor<'_>, tokens: bool, named: bool) -> Parsed<bool> {
    if tokens && cursor.take_any(&[START, CHANNEL, CONSTRAIN])? {
        return Ok(true);
    }
    if cursor.take("assistant")? || cursor.take_any(&CHANNELS)? {
        return Ok(true);
    }
    Ok(named && cursor.take_any(&["json", "code"])?)
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"<|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command": "ls"}<|call|>"#,
            r#"<|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command": "ls"}"#,
            r#"<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command": "ls"}<|call|>"#,
            r#"<|start|>assistant<|channel|>commentary to=functions.bash <|message|>{"command": "ls"}<|call|>"#,
            r#"<|start|>assistant<|channel|>analysis to=functions.bash <|constrain|>json<|message|>{"command": "ls"}<|call|>"#,
            r#"<|start|>assistant to=functions.bash<|channel|>commentary<|message|>{"command": "ls"}<|call|>"#,
            r#"<|channel|>commentary to=functions.bash<|channel|>commentary <|constrain|>json<|message|>{"command": "ls"}<|call|>"#,
            r#"commentary to=functions.bash json{"command": "ls"}"#,
            r#"assistantcommentary to=functions.bash json{"command": "ls"}"#,
            r#"to=functions.bash {"command": "ls"}"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            r#"<|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command": "ls"}<|call|><|start|>assistant<|channel|>commentary to=functions.ping<|message|>{}<|call|>"#,
            &[r#"bash{"command":"ls"}"#, "ping{}"],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "<|channel|>commentary<|message|>I list the files next.<|end|>",
            r#"<|channel|>final<|message|>{"command": "ls"}<|end|>"#,
            r#"It goes to=functions.bash {"command": "ls"} then."#,
            "commentary on that",
            "to=functions.bash",
            r#"<|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command""#,
        ] {
            assert_text(text);
        }
    }
}
