//! `DeepSeek` V3, R1 and V3.1: special tokens with bars `｜` and underlines `▁` of their own.
//!
//! ```text
//! <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>NAME<｜tool▁sep｜>{…}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
//! <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME⏎```json⏎{…}⏎```<｜tool▁call▁end｜>…
//! ```
//!
//! The first is V3.1, the second V3 and R1, where the fence is part of the format. Step 3 puts
//! `<steptml:invoke …>` behind the separator. Seen broken: plain bars, `_`, a space or `\_` for
//! `▁`, outer tokens missing. The tokens' names in prose are followed by no call.

use std::ops::Range;

use super::invoke;
use super::series;
use crate::leaks::block::{Block, Part};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::markup_value::Nesting;
use crate::leaks::offer::Offer;
use crate::leaks::tag;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    CallsBegin,
    CallsEnd,
    CallBegin,
    CallEnd,
    Separator,
}

const TOKENS: [(&[&str], Token); 5] = [
    (&["tool", "calls", "begin"], Token::CallsBegin),
    (&["tool", "calls", "end"], Token::CallsEnd),
    (&["tool", "call", "begin"], Token::CallBegin),
    (&["tool", "call", "end"], Token::CallEnd),
    (&["tool", "sep"], Token::Separator),
];
const LONGEST_NAME: usize = 200;

/// Reads the token that starts here.
fn take(cursor: &mut Cursor<'_>) -> Parsed<Option<Token>> {
    let mut ahead = *cursor;
    if ahead.at_end()? || !ahead.take("<")? || !ahead.take_any(&["\u{ff5c}", "|"])? {
        return Ok(None);
    }
    let mut words = Vec::new();
    loop {
        words.push(ahead.word(|byte| byte.is_ascii_lowercase())?);
        if ahead.take_any(&["\u{ff5c}", "|"])? {
            break;
        }
        if words.len() == 3 || !ahead.take_any(&["\u{2581}", "_", "\\_", " "])? {
            return Ok(None);
        }
    }
    if !ahead.take(">")? {
        return Ok(None);
    }
    let token = TOKENS.iter().find(|(spelled, _)| **spelled == words[..]).map(|(_, token)| *token);
    if token.is_some() {
        cursor.set(ahead.at());
    }
    Ok(token)
}

/// Reads `token`, if it is next behind white space; gives where it stands.
fn take_next(cursor: &mut Cursor<'_>, token: Token) -> Parsed<Option<Range<usize>>> {
    let mut ahead = *cursor;
    ahead.space();
    let start = ahead.at();
    if take(&mut ahead)? != Some(token) {
        return Ok(None);
    }
    cursor.set(ahead.at());
    Ok(Some(start..ahead.at()))
}

/// Reads a block of calls, with or without the tokens around them.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let begin = take_next(cursor, Token::CallsBegin)?;
    let opened = begin.is_some();
    block.parts.extend(begin.map(Part::Markup));
    let begins = |ahead: &Cursor<'t>| Ok(take(&mut ahead.clone())? == Some(Token::CallBegin));
    series::calls(cursor, block, &begins, &mut |ahead, block| call(ahead, offer, block))?;
    let closer = take_next(cursor, Token::CallsEnd)?;
    series::set_wrapper(block, opened, closer.is_some());
    block.parts.extend(closer.map(Part::Markup));
    series::end_tokens(cursor, block)
}

/// Reads one call.
fn call<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    if take(cursor)? != Some(Token::CallBegin) {
        return Err(Stop::Refuted);
    }
    let before = cursor.before("<", LONGEST_NAME)?.trim();
    if take(cursor)? != Some(Token::Separator) {
        return Err(Stop::Refuted);
    }
    cursor.space();
    if json_span::starts_value(cursor)? {
        block.format = "deepseek_v31";
        let range = json_span::arguments(cursor, &[])?;
        block.json_call(0..0, before, cursor.slice(range));
    } else if cursor.byte()? == b'<' {
        block.format = "step3";
        let tag = tag::take(cursor)?.ok_or(Stop::Refuted)?;
        invoke::call(cursor, &tag, offer, &mut Nesting::Balanced, block)?;
    } else {
        block.format = "deepseek_v3";
        fenced(cursor, block)?;
    }
    take_next(cursor, Token::CallEnd)?;
    if let Some(call) = block.last_call() {
        call.span = start..cursor.at();
    }
    Ok(())
}

/// Reads the name and the JSON in its fence, which may lack its end.
fn fenced<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let name = cursor.word(is_name_byte)?;
    cursor.space();
    if cursor.take("```")? {
        cursor.word(|byte| byte.is_ascii_alphabetic())?;
        cursor.space();
    }
    cursor.byte()?;
    let range = json_span::arguments(cursor, &["```"])?;
    block.json_call(0..0, name, cursor.slice(range));
    cursor.take_next(&["```"])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"#,
            r#"<｜tool_calls_begin｜><｜tool_call_begin｜>bash<｜tool_sep｜>{"command": "ls"}<｜tool_call_end｜><｜tool_calls_end｜>"#,
            r#"<｜tool calls begin｜><｜tool call begin｜>bash<｜tool sep｜>{"command": "ls"}<｜tool call end｜><｜tool calls end｜>"#,
            r#"<｜tool\_calls\_begin｜><｜tool\_call\_begin｜>bash<｜tool\_sep｜>{"command": "ls"}<｜tool\_call\_end｜><｜tool\_calls\_end｜>"#,
            r#"<|tool▁calls▁begin|><|tool▁call▁begin|>bash<|tool▁sep|>{"command": "ls"}<|tool▁call▁end|><|tool▁calls▁end|>"#,
            r#"<｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜>"#,
            r#"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}"#,
            "<\u{ff5c}tool\u{2581}calls\u{2581}begin\u{ff5c}><\u{ff5c}tool\u{2581}call\u{2581}begin\u{ff5c}>function<\u{ff5c}tool\u{2581}sep\u{ff5c}>bash\n```json\n{\"command\": \"ls\"}\n```<\u{ff5c}tool\u{2581}call\u{2581}end\u{ff5c}><\u{ff5c}tool\u{2581}calls\u{2581}end\u{ff5c}>",
            "<\u{ff5c}tool\u{2581}calls\u{2581}begin\u{ff5c}><\u{ff5c}tool\u{2581}call\u{2581}begin\u{ff5c}>function<\u{ff5c}tool\u{2581}sep\u{ff5c}>bash\n```json\n{\"command\": \"ls\"}\n<\u{ff5c}tool\u{2581}call\u{2581}end\u{ff5c}><\u{ff5c}tool\u{2581}calls\u{2581}end\u{ff5c}>",
            r#"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>"#,
            r#"<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="bash"><steptml:parameter name="command">ls</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            r#"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"command": "ls"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>ping<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"#,
            &[r#"bash{"command":"ls"}"#, "ping{}"],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            r#"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash<｜tool▁sep｜>{"comm"#,
            "The tokens are <\u{ff5c}tool\u{2581}calls\u{2581}begin\u{ff5c}> and <\u{ff5c}tool\u{2581}sep\u{ff5c}>.",
            r#"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>bash{"command": "ls"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>"#,
        ] {
            assert_text(text);
        }
    }
}
