//! Hermes: `<tool_call>\n{"name": …, "arguments": {…}}\n</tool_call>`.
//!
//! Hermes 2 and 3, Qwen 2.5 and 3, `SmolLM` 3, Granite 4, ERNIE 4.5 (`<response>` aside), `LongCat`
//! (`<longcat_tool_call>`), Nemotron (`<TOOLCALL>[…]</TOOLCALL>`), `MiniMax` M1, Jamba, Hunyuan-A13B
//! (`<tool_calls>` around lines or a list), Granite 3.1 and 20B (no closer), Qwen2.5-Coder
//! (`<tools>`), and the JSON that other formats put between their own tokens.
//!
//! Mended: another format's closer or none, the wrapper twice, braces doubled as in a template,
//! a brace too many, a fence inside the tag, and whatever the reader of broken JSON can mend.
//! A closer inside a JSON string does not close. Not a call: a declaration inside `<tools>`, two
//! envelopes in one object, prose beside the JSON.

use std::borrow::Cow;
use std::ops::Range;

use super::wrapper::is_wrapper;
use crate::leaks::block::{Block, FoundArguments, Part};
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::envelope::{self, Closed};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;
use crate::leaks::tag::{self, Tag};
use crate::tree::Tree;

/// JSON in the markup of one format.
#[derive(Clone, Copy)]
pub(super) struct JsonBody<'o> {
    pub(super) offer: Offer<'o>,
    pub(super) closers: Closers,
    /// Whether a name alone is no call here.
    pub(super) needs_arguments: bool,
}

impl<'o> JsonBody<'o> {
    pub(super) fn new(offer: Offer<'o>, closers: Closers) -> JsonBody<'o> {
        JsonBody { offer, closers, needs_arguments: false }
    }

    /// Reads the JSON values that stand here one after another: a list, an object, or objects with
    /// white space, commas or semicolons between them.
    pub(super) fn read<'t>(&self, cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
        loop {
            match one_value(cursor, self.closers)? {
                End::Sound(range) => self.push(cursor, range, Closed::No, block),
                End::ByCloser(range) if self.ends_sooner(cursor, &range)? => {
                    self.push(cursor, range.start..cursor.at(), Closed::ByMarkup, block);
                    return Ok(());
                }
                End::ByCloser(range) => {
                    let surplus = range.end..cursor.at();
                    self.push(cursor, range, Closed::ByMarkup, block);
                    block.markup(surplus);
                }
                End::Hidden(range) => {
                    self.push(cursor, range, Closed::ByMarkup, block);
                    return Ok(());
                }
            }
            let mut ahead = *cursor;
            ahead.skip_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b',' | b';'));
            if ahead.at_end()? || !json_span::starts_value(&ahead)? {
                return Ok(());
            }
            block.markup(cursor.at()..ahead.at());
            cursor.set(ahead.at());
        }
    }

    /// Whether broken JSON whose quotation marks pair up with those of the next call is a whole call
    /// up to the first closer. The cursor then stands before that closer.
    fn ends_sooner(&self, cursor: &mut Cursor<'_>, range: &Range<usize>) -> Parsed<bool> {
        let end = cursor.at();
        cursor.set(range.start);
        let first = self.closers.find(cursor).filter(|&at| at < range.end);
        cursor.set(end);
        let Some(first) = first else { return Ok(false) };
        if Tree::parse(cursor.slice(range.clone())).is_ok() {
            return Ok(false);
        }
        let text = cursor.slice(range.start..first);
        let sooner = envelope::read(text, self.offer.keys, Closed::ByMarkup).is_some();
        cursor.retry(if sooner { first } else { end })?;
        Ok(sooner)
    }

    /// Adds the calls that the JSON at `range` holds, or the range as unreadable.
    pub(super) fn push<'t>(
        &self,
        cursor: &Cursor<'t>,
        range: Range<usize>,
        closed: Closed,
        block: &mut Block<'t>,
    ) {
        let text = cursor.slice(range.clone());
        let found = envelope::read(text, self.offer.keys, closed).filter(|found| {
            !self.needs_arguments || found.iter().all(|call| call.arguments.is_some())
        });
        let Some(found) = found else {
            block.parts.push(Part::Unreadable);
            return;
        };
        for call in found {
            let arguments = call.arguments.map_or(Cow::Borrowed("{}"), Cow::Owned);
            // All calls of one value share its range: they are taken or left together.
            block.call(range.clone(), call.name.into(), FoundArguments::Text(arguments));
        }
    }
}

/// How the end of a JSON value was found.
enum End {
    /// By its brackets, and the value is sound or nothing closes it.
    Sound(Range<usize>),
    /// By its brackets, and a closer follows.
    ByCloser(Range<usize>),
    /// By the first closer of the markup, since brackets and quotes do not match.
    Hidden(Range<usize>),
}

fn one_value(cursor: &mut Cursor<'_>, closers: Closers) -> Parsed<End> {
    let start = cursor.at();
    match json_span::value(cursor) {
        Ok(range) => {
            let mut ahead = *cursor;
            // A bracket too many.
            ahead.skip_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b'}' | b']'));
            if !ahead.at_end()? && closers.see(&ahead)? {
                cursor.set(ahead.at());
                return Ok(End::ByCloser(range));
            }
            if ahead.at_end()? || Tree::parse(cursor.slice(range.clone())).is_ok() {
                return Ok(End::Sound(range));
            }
        }
        Err(Stop::Refuted) => return Err(Stop::Refuted),
        Err(Stop::Unfinished) => cursor.ended_or_stop()?,
    }
    cursor.retry(start)?;
    let end = match closers.find(cursor) {
        Some(end) => end,
        None => end_of_list(cursor)?,
    };
    cursor.set(end);
    Ok(End::Hidden(start..end))
}

/// Where a list ends whose `]` the end of the message cut: its calls are complete if the last is.
fn end_of_list(cursor: &Cursor<'_>) -> Parsed<usize> {
    cursor.ended_or_stop()?;
    let text = cursor.rest().trim_end();
    let complete = text.starts_with('[') && text.ends_with('}');
    if complete && Tree::parse(&format!("{text}]")).is_ok() {
        Ok(cursor.at() + text.len())
    } else {
        Err(Stop::Unfinished)
    }
}

/// What closes the markup around JSON.
#[derive(Clone, Copy)]
pub(super) enum Closers {
    /// The closing tag of a wrapper.
    Tag,
    Tokens(&'static [&'static str]),
}

impl Closers {
    /// Whether a closer stands here, be it another format's.
    fn see(self, cursor: &Cursor<'_>) -> Parsed<bool> {
        match self {
            Closers::Tag => {
                Ok(tag::take(&mut cursor.clone())?.is_some_and(|tag| is_json_closer(&tag)))
            }
            Closers::Tokens(tokens) => cursor.sees_any(tokens),
        }
    }

    /// Where the first closer from here on stands.
    fn find(self, cursor: &Cursor<'_>) -> Option<usize> {
        match self {
            Closers::Tokens(tokens) => cursor.find_any(tokens),
            Closers::Tag => {
                let mut ahead = *cursor;
                loop {
                    ahead.set(ahead.find("</").ok()?);
                    let at = ahead.at();
                    match tag::take(&mut ahead).ok()? {
                        Some(tag) if is_wrapper(&tag) => return Some(at),
                        Some(_) => {}
                        None => ahead.advance(),
                    }
                }
            }
        }
    }
}

/// Whether a tag ends a block of JSON: its wrapper's closer, or one that models put there.
pub(super) fn is_json_closer(tag: &Tag<'_>) -> bool {
    const FOREIGN: [&str; 5] = ["invoke", "function", "parameter", "arg_value", "response"];
    tag.closing && (is_wrapper(tag) || tag.is_any(&FOREIGN))
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "<tool_call>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n</tool_call>",
            r#"<tool_call><tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call></tool_call>"#,
            "<tool_call>\n```json\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n```\n</tool_call>",
            r#"<tool_call>{"name": "bash", "arguments": {"command": "ls"}}}</tool_call>"#,
            r#"<tool_call>{"name": "bash", "arguments": {"command": "ls"}</tool_call>"#,
            r#"<tool_call>{{"name": "bash", "arguments": {{"command": "ls"}}}}</tool_call>"#,
            "<tool_call>{'name': 'bash', 'arguments': {'command': 'ls'}}</tool_call>",
            r#"<tool_call>{"name": "bash", "arguments": {"command": "ls"}}"#,
            r#"<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</invoke>"#,
            r#"<toolcall>{"name": "bash", "arguments": {"command": "ls"}}</toolcall>"#,
            r#"<TOOLCALL>[{"name": "bash", "arguments": {"command": "ls"}}]</TOOLCALL>"#,
            r#"<tools>{"name": "bash", "arguments": {"command": "ls"}}</tools>"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        for text in [
            "<tool_calls>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n{\"name\": \"ping\", \"arguments\": {}}\n</tool_calls>",
            r#"<tool_call>{"name": "bash", "arguments": {"command": "ls"}}<tool_call>{"name": "ping", "arguments": {}}</tool_call>"#,
            r#"<function_call> {"name": "bash", "arguments": {"command": "ls"}} <function_call> {"name": "ping", "arguments": {}}"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#, "ping{}"]);
        }
        // The quotation marks that are too many pair up with those of the next call.
        let inner_quote =
            r#"<tool_call>{"name": "bash", "arguments": {"command": "it"s"}}</tool_call>"#;
        assert_calls(&inner_quote.repeat(3), &[r#"bash{"command":"it\"s"}"#; 3]);
        assert_calls(
            r#"<tool_call>{"name": "bash", "arguments": {"command": "echo </tool_call>",}}</tool_call>"#,
            &[r#"bash{"command":"echo </tool_call>"}"#],
        );
        assert_calls(
            r#"<tool_call>{"name": "bash", "arguments": {"command": "echo </tool_call>"}}</tool_call>"#,
            &[r#"bash{"command":"echo </tool_call>"}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            r#"Say <tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call> to list."#,
            "Use <tool_call> to call tools.",
            "<tool_call>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"l",
            r#"<tool_call>{"name": "bash", "arguments": {"command": "ls""#,
            r#"<tool_call>{"name": "launch", "arguments": {}}</tool_call>"#,
            "<tools>\n{\"name\": \"ping\"}\n</tools>",
            r#"<tools>Like this: {"name": "bash", "arguments": {"command": "ls"}}</tools>"#,
            r#"<tool_call>{"name": "ping", "arguments": {}, "function": {"name": "bash"}}</tool_call>"#,
            r#"&lt;tool_call&gt;{"name": "bash", "arguments": {"command": "ls"}}&lt;/tool_call&gt;"#,
            "<tool_call></tool_call>",
            "<TOOLCALL>[...]</TOOLCALL>",
        ] {
            assert_text(text);
        }
    }
}
