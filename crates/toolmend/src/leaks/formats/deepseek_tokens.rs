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

use super::invoke;
use super::series;
use super::wrapper::end_tokens;
use crate::leaks::block::{Anchor, Block, FoundCall, Part, Wrapper};
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

/// Reads `token`, if it is next behind white space.
fn take_next(cursor: &mut Cursor<'_>, token: Token) -> Parsed<bool> {
    let mut ahead = *cursor;
    ahead.space();
    let is_next = take(&mut ahead)? == Some(token);
    if is_next {
        cursor.set(ahead.at());
    }
    Ok(is_next)
}

/// Reads a block of calls, with or without the tokens around them.
pub(super) fn block<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>) -> Parsed<Block<'t>> {
    let start = cursor.at();
    let mut parts = Vec::new();
    let mut nesting = Nesting::Balanced;
    let wrapped = match take(cursor)? {
        Some(Token::CallsBegin) => {
            parts.push(Part::Markup(start..cursor.at()));
            cursor.space();
            true
        }
        Some(Token::CallBegin) => {
            cursor.set(start);
            false
        }
        _ => return Err(Stop::Refuted),
    };
    let (call, mut format) = one(cursor, offer, &mut nesting)?;
    parts.push(Part::Call(call));
    let begins = |ahead: &Cursor<'t>| Ok(take(&mut ahead.clone())? == Some(Token::CallBegin));
    let cut = series::rest(cursor, &mut parts, &begins, &mut |ahead| {
        let (call, of) = one(ahead, offer, &mut nesting)?;
        format = of;
        Ok(call)
    })?;
    let before = cursor.at();
    let closed = take_next(cursor, Token::CallsEnd)?;
    if closed {
        parts.push(Part::Markup(before..cursor.at()));
    }
    if let Some(tokens) = end_tokens(cursor)? {
        parts.push(Part::Markup(tokens));
    }
    let mut block = Block::new(format, start..cursor.at(), parts);
    block.cut = cut;
    (block.anchor, block.wrapper) = match (wrapped, closed) {
        (true, true) => (Anchor::Anywhere, Wrapper::Whole),
        (true, false) => (Anchor::Anywhere, Wrapper::Unclosed),
        (false, _) => (Anchor::LastLines, Wrapper::Missing),
    };
    Ok(block)
}

/// Reads one call.
fn one<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    nesting: &mut Nesting,
) -> Parsed<(FoundCall<'t>, &'static str)> {
    let start = cursor.at();
    if take(cursor)? != Some(Token::CallBegin) {
        return Err(Stop::Refuted);
    }
    let before = cursor.until("<", LONGEST_NAME)?.trim();
    cursor.set(cursor.at() - 1);
    if take(cursor)? != Some(Token::Separator) {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let (mut call, format) = if json_span::starts_value(cursor)? {
        let range = json_span::arguments(cursor, &[])?;
        (FoundCall::json(0..0, before, cursor.slice(range)), "deepseek_v31")
    } else if cursor.byte()? == b'<' {
        let tag = tag::take(cursor)?.ok_or(Stop::Refuted)?;
        (invoke::call(cursor, &tag, offer, nesting)?, "step3")
    } else {
        (fenced(cursor)?, "deepseek_v3")
    };
    take_next(cursor, Token::CallEnd)?;
    call.span = start..cursor.at();
    Ok((call, format))
}

/// Reads the name and the JSON in its fence, which may lack its end.
fn fenced<'t>(cursor: &mut Cursor<'t>) -> Parsed<FoundCall<'t>> {
    let name = cursor.word(is_name_byte)?;
    cursor.space();
    if cursor.take("```")? {
        cursor.word(|byte| byte.is_ascii_alphabetic())?;
        cursor.space();
    }
    cursor.byte()?;
    let range = json_span::arguments(cursor, &["```"])?;
    let text = cursor.slice(range);
    cursor.take_next(&["```"])?;
    Ok(FoundCall::json(0..0, name, text))
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
