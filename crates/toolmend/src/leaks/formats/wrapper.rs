//! Blocks that a wrapper opens: a tag such as `<tool_call>` or a token such as `[TOOL_REQUEST]`.
//!
//! Models mix the dialects up: Hermes' wrapper around Qwen's body, `MiniMax`'s closer behind
//! Hermes' JSON. So any wrapper may hold any body; the body's first characters tell which it is.
//! A wrapper's opener in prose is followed by neither.

use super::body::{self, Body};
use super::table::{TOKENS, Token};
use super::{gemma, invoke, series};
use crate::leaks::block::{Block, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::markup_value::Nesting;
use crate::leaks::offer::Offer;
use crate::leaks::tag::{self, Tag};

/// Tags that wrap calls, without prefix, suffix and sigil; case, `_` and `-` aside.
const WRAPPERS: [&str; 8] = [
    "tool_call",
    "tool_calls",
    "function_call",
    "function_calls",
    "dots_function_call",
    "longcat_tool_call",
    "tool_use",
    "tools",
];

pub(in crate::leaks) fn is_wrapper(tag: &Tag<'_>) -> bool {
    // With a sigil there are many more names in the wild: `toolcalls`, `tool`, `calls`, …
    if tag.sigil { !tag.is_any(&["invoke", "parameter"]) } else { tag.is_any(&WRAPPERS) }
}

/// How a block was opened.
pub(super) enum Opener<'t> {
    Tag(Tag<'t>),
    Token(&'static Token),
    /// The wrapper's opener is missing; the body stands alone.
    Missing,
}

impl Opener<'_> {
    /// Whether only JSON with arguments may be inside, because the tag has another use: `<tools>`
    /// around the declarations of a prompt.
    pub(super) fn is_declaration(&self) -> bool {
        matches!(self, Opener::Tag(tag) if tag.is("tools") && !tag.sigil)
    }

    pub(super) fn closers(&self) -> &'static [&'static str] {
        match self {
            Opener::Tag(_) | Opener::Missing => &[],
            Opener::Token(token) => token.closers,
        }
    }
}

/// Reads a block that starts with a wrapper's tag.
pub(super) fn by_tag<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let tag = tag::take(cursor)?.ok_or(Stop::Refuted)?;
    if tag.closing || tag.self_closing || !is_wrapper(&tag) {
        return Err(Stop::Refuted);
    }
    block.markup(tag.span.clone());
    rest(cursor, &Opener::Tag(tag), offer, block)
}

/// Reads a block that starts with a token of the table.
pub(super) fn by_token<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    for token in &TOKENS {
        if !series::take_markup(cursor, block, &[token.opener])? {
            continue;
        }
        if !token.second.is_empty() && !series::take_markup(cursor, block, token.second)? {
            return Err(Stop::Refuted);
        }
        return rest(cursor, &Opener::Token(token), offer, block);
    }
    Err(Stop::Refuted)
}

/// Reads calls whose wrapper is missing; its closers may be there.
pub(super) fn orphans<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let mut ahead = *cursor;
    let is_call = match tag::take(&mut ahead)? {
        Some(tag) => invoke::call_name(&tag).is_some(),
        None => gemma::begins(cursor)?,
    };
    if !is_call {
        return Err(Stop::Refuted);
    }
    rest(cursor, &Opener::Missing, offer, block)?;
    series::set_wrapper(block, false, false);
    Ok(())
}

/// Reads the rest of the block that `opener` opened.
fn rest<'t>(
    cursor: &mut Cursor<'t>,
    opener: &Opener<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let Body { closed, kind, nesting } = body::read(cursor, opener, offer, block)?;
    series::end_tokens(cursor, block)?;
    if nesting == Nesting::Flat && !closed {
        // Where openers inside values are text, only the last closer shows that nothing is
        // missing.
        return Err(Stop::Unfinished);
    }
    block.format = match opener {
        Opener::Tag(tag) => kind.format(Some(tag)),
        Opener::Token(token) => token.format,
        Opener::Missing => kind.format(None),
    };
    block.value_closer = kind.value_closer();
    if !closed {
        block.wrapper = Wrapper::Unclosed;
    }
    Ok(())
}

/// Reads closers of wrappers that stand here, whosever they are.
pub(super) fn stray_closers<'t>(
    cursor: &mut Cursor<'t>,
    block: &mut Block<'t>,
    extra: &dyn Fn(&Tag<'_>) -> bool,
) -> Parsed<bool> {
    let mut any = false;
    loop {
        let mut ahead = *cursor;
        ahead.space();
        if ahead.at_end()? {
            return Ok(any);
        }
        match tag::take(&mut ahead)? {
            Some(tag) if tag.closing && (is_wrapper(&tag) || extra(&tag)) => {
                any = true;
                cursor.set(ahead.at());
                block.markup(tag.span);
            }
            _ => return Ok(any),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "<|action_start|> <|plugin|>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}<|action_end|>",
            r#"<|tool_call|>[{"name": "bash", "arguments": {"command": "ls"}}]"#,
            r#"<|python_tag|>{"name": "bash", "arguments": {"command": "ls"}}<|eom_id|>"#,
            r#"<|START_ACTION|>[{"name": "bash", "arguments": {"command": "ls"}}]<|END_ACTION|><|END_OF_TURN_TOKEN|>"#,
            r#"<|tools_prefix|>[{"bash": {"command": "ls"}}]<|tools_suffix|>"#,
            r#"<|function_call|>{"name": "bash", "arguments": {"command": "ls"}}"#,
            "function call<|role_sep|>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}",
            r#"functools[{"name": "bash", "arguments": {"command": "ls"}}]"#,
            r#"[TOOL_REQUEST]{"name": "bash", "arguments": {"command": "ls"}}[TOOL_REQUEST_END]"#,
            "[TOOL_REQUEST]\nbash {\"command\": \"ls\"}\n[END_TOOL_REQUEST]",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "Wrap it in [TOOL_REQUEST] and [END_TOOL_REQUEST].",
            "from functools import wraps\nfunctools[0]",
            "The token <|python_tag|> comes first.",
            r#"See functools[{"name": "bash", "arguments": {"command": "ls"}}]"#,
        ] {
            assert_text(text);
        }
    }
}
