//! GLM: `<tool_call>NAME<arg_key>K</arg_key><arg_value>V</arg_value>…</tool_call>`.
//!
//! GLM 4.5 and 4.6 break lines between the tags, 4.7 and 5 do not; a bare name is a call without
//! arguments. Hunyuan 3 and 4 put `<tool_sep>` after the name and `:suffix` on every tag,
//! K2-Horizon writes `<ifm|arg_key>` and may say the type. Values have no types: the schema has.
//!
//! Mended, because servers drop and double these tags under load: `<arg_value>` or its closer
//! missing, `<arg_key>` doubled, missing (`bashcommand</arg_key>`) or replaced by a second
//! `<tool_call>`, a stray `</arg_value>` after a bare name, `\n` written out. A closer inside a
//! value does not close it. A name in prose after `<tool_call>` is followed by none of this.

use super::wrapper::is_wrapper;
use crate::leaks::block::{Anchor, Block, Value, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::markup_value::{
    self, Delimiters, Layout, MarkupValue, Nesting, Role, without_last_break,
};
use crate::leaks::offer::{Offer, Offered};
use crate::leaks::tag::{self, Tag};

/// Keys above this length are none.
const LONGEST_KEY: usize = 200;

fn role(tag: &Tag<'_>) -> Role {
    if tag.closes("arg_value") {
        Role::Closes
    } else if tag.opens("arg_key") {
        Role::OpensNext
    } else if is_wrapper(tag) {
        if tag.closing { Role::ClosesWrapper } else { Role::OpensWrapper }
    } else {
        Role::Text
    }
}

/// Reads the call whose name stands here, but not its wrapper's closer. False if what follows the
/// name belongs to no call.
pub(super) fn call<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    nesting: &mut Nesting,
    block: &mut Block<'t>,
) -> Parsed<bool> {
    let start = cursor.at();
    let name = cursor.word(|byte| is_name_byte(byte) || byte == b':')?;
    layout(cursor)?;
    if json_span::starts_value(cursor)? {
        let arguments = json_span::arguments(cursor, &["</"])?;
        block.json_call(start..cursor.at(), name, cursor.slice(arguments));
        return Ok(true);
    }
    let mut end = cursor.at();
    let Some(mut tag) = tag::take(cursor)? else { return Ok(false) };
    if tag.opens("tool_sep") {
        layout(cursor)?;
        end = cursor.at();
        tag = match tag::take(cursor)? {
            Some(tag) => tag,
            None => return Ok(false),
        };
    }
    let (name, first) = if tag.opens("arg_key") {
        cursor.set(end);
        (name, None)
    } else if tag.closes("arg_key") {
        let Some((name, key)) = split_glued(name, offer) else { return Ok(false) };
        (name, Some(key))
    } else if is_wrapper(&tag) && !tag.closing {
        match key_in_wrapper(cursor)? {
            Some(key) => (name, Some(key)),
            None => return Ok(false),
        }
    } else if tag.closes("arg_value") || (is_wrapper(&tag) && tag.closing) {
        if is_wrapper(&tag) {
            cursor.set(end);
        }
        block.json_call(start..cursor.at(), name, "{}");
        return Ok(true);
    } else {
        return Ok(false);
    };
    let place = block.pairs.len();
    pairs(cursor, first, offer.tool(name), nesting, block)?;
    block.pairs_call(start..cursor.at(), name.into(), place);
    Ok(true)
}

/// Reads `NAME/KEY>VALUE`, which is to be the whole message: how GLM 4.5 abbreviates a call
/// when it has lost its tags. A path or an address with `>` in it names no offered tool.
pub(super) fn shorthand<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    block.format = "glm_xml";
    (block.anchor, block.wrapper) = (Anchor::Message, Wrapper::Missing);
    let word = |byte: u8| is_name_byte(byte) && byte != b'/';
    let name = cursor.word(word)?;
    let tool = offer.exact(name).ok_or(Stop::Refuted)?;
    cursor.demand("/")?;
    let key = cursor.word(word)?;
    cursor.demand(">")?;
    if !tool.declares(key) {
        return Err(Stop::Refuted);
    }
    let begin = cursor.at();
    while !matches!(cursor.peek()?, Some(b'\n') | None) {
        cursor.advance();
    }
    block.pair(key.into(), Value::Raw(cursor.since(begin).trim().into()));
    block.pairs_call(start..cursor.at(), name.into(), 0);
    cursor.space();
    if cursor.at_end()? { Ok(()) } else { Err(Stop::Refuted) }
}

/// Reads what may stand between two tags.
fn layout(cursor: &mut Cursor<'_>) -> Parsed<()> {
    Layout::EscapedBreaks.skip(cursor)
}

/// `bashcommand` as the tool `bash` and its parameter `command`, if it is only one.
fn split_glued<'t>(glued: &'t str, offer: Offer<'_>) -> Option<(&'t str, &'t str)> {
    let mut splits = offer.all().filter_map(|tool| {
        let key = glued.strip_prefix(tool.name)?;
        tool.declares(key).then(|| (&glued[..tool.name.len()], key))
    });
    let only = splits.next()?;
    splits.next().is_none().then_some(only)
}

/// The key in `<tool_call>key</arg_key>`, which stands where `<arg_key>` should.
fn key_in_wrapper<'t>(cursor: &mut Cursor<'t>) -> Parsed<Option<&'t str>> {
    let key = cursor.word(is_name_byte)?;
    let closer = tag::take(cursor)?;
    Ok(closer.is_some_and(|tag| tag.closes("arg_key")).then_some(key))
}

/// Reads keys and values up to the wrapper's closer or the next block. `first` is a key that was
/// read with its closer.
fn pairs<'t>(
    cursor: &mut Cursor<'t>,
    first: Option<&'t str>,
    tool: Option<Offered<'_>>,
    nesting: &mut Nesting,
    block: &mut Block<'t>,
) -> Parsed<()> {
    if let Some(key) = first {
        pair(cursor, key, tool, nesting, block)?;
    }
    loop {
        layout(cursor)?;
        cursor.byte()?;
        let Some(tag) = tag::take(cursor)? else { return Err(Stop::Refuted) };
        if tag.opens("arg_key") {
            let key = key(cursor)?;
            pair(cursor, key, tool, nesting, block)?;
        } else if is_wrapper(&tag) {
            cursor.set(tag.span.start);
            return Ok(());
        } else {
            return Err(Stop::Refuted);
        }
    }
}

/// Reads a key and its closer; its opener was read.
fn key<'t>(cursor: &mut Cursor<'t>) -> Parsed<&'t str> {
    loop {
        let before = cursor.at();
        if !tag::take(cursor)?.is_some_and(|tag| tag.opens("arg_key")) {
            cursor.set(before);
            break;
        }
    }
    let key = cursor.before("<", LONGEST_KEY)?;
    loop {
        let before = cursor.at();
        if !tag::take(cursor)?.is_some_and(|tag| tag.is("arg_key")) {
            cursor.set(before);
            return Ok(key.trim());
        }
    }
}

/// Reads the value that belongs to `key`.
fn pair<'t>(
    cursor: &mut Cursor<'t>,
    key: &'t str,
    tool: Option<Offered<'_>>,
    nesting: &mut Nesting,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let before = cursor.at();
    layout(cursor)?;
    let mut tag = tag::take(cursor)?;
    if tag.as_ref().is_some_and(|tag| tag.opens("arg_type")) {
        cursor.before("<", LONGEST_KEY)?;
        tag::take(cursor)?;
        layout(cursor)?;
        tag = tag::take(cursor)?;
    }
    if !tag.is_some_and(|tag| tag.opens("arg_value")) {
        // The opener of the value is missing.
        cursor.set(before);
        layout(cursor)?;
    }
    let rest = *cursor;
    let is_next = |tag: &Tag<'_>| {
        let mut ahead = rest;
        ahead.set(tag.span.end);
        let next = ahead.until("<", LONGEST_KEY).unwrap_or_default().trim();
        next != key && tool.is_none_or(|tool| tool.declares(next))
    };
    let delimiters = Delimiters {
        sigil: false,
        role: &role,
        layout: Layout::EscapedBreaks,
        implies_end: &is_next,
    };
    let MarkupValue { text, closed } = markup_value::read(cursor, &delimiters, nesting)?;
    let text = if closed { text } else { without_last_break(text) };
    block.pair(key.into(), Value::Raw(text.into()));
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "<tool_call>bash<arg_key>command</arg_key><arg_value>ls</arg_value></tool_call>",
            "<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>",
            "<tool_call>bash\\n<arg_key>command</arg_key>\\n<arg_value>ls</arg_value>\\n</tool_call>",
            "<tool_call>bash<arg_key>command</arg_key>ls</arg_value></tool_call>",
            "<tool_call>bash<arg_key>command</arg_key><arg_value>ls</tool_call>",
            "<tool_call>bash<arg_key><arg_key>command</arg_key><arg_value>ls</arg_value></tool_call>",
            "<tool_call>bash<arg_key>command</arg_key></arg_key><arg_value>ls</arg_value></tool_call>",
            "<tool_call>bashcommand</arg_key><arg_value>ls</arg_value></tool_call>",
            "<tool_call>bash<tool_call>command</arg_key><arg_value>ls</arg_value></tool_call>",
            "<tool_calls><tool_call>bash<tool_sep><arg_key>command</arg_key><arg_value>ls</arg_value></tool_call></tool_calls>",
            "<tool_call:x>bash<tool_sep:x><arg_key:x>command</arg_key:x><arg_value:x>ls</arg_value:x></tool_call:x>",
            "<ifm|tool_call>bash\n<ifm|arg_key>command</ifm|arg_key><ifm|arg_type>string</ifm|arg_type><ifm|arg_value>ls</ifm|arg_value></ifm|tool_call>",
            "bash/command>ls",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        for text in [
            "<tool_call>ping</tool_call>",
            "<tool_call>ping\n</tool_call></tool_call>",
            "<tool_call>ping</arg_value></tool_call>",
        ] {
            assert_calls(text, &["ping{}"]);
        }
        assert_calls(
            "<tool_call>bash<arg_key>command</arg_key><arg_value>a<arg_key>timeout</arg_key><arg_value>5</arg_value></tool_call>",
            &[r#"bash{"command":"a","timeout":5}"#],
        );
        assert_calls(
            r#"<tool_call>bash<arg_key>command</arg_key><arg_value>echo "</arg_value>"</arg_value></tool_call>"#,
            &[r#"bash{"command":"echo \"</arg_value>\""}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "<tool_call>bash<arg_key>command</arg_key><arg_value>l",
            "<tool_call>ping",
            "Use <tool_call>name</tool_call> for it.",
            "<tool_call>launch<arg_key>command</arg_key><arg_value>ls</arg_value></tool_call>",
            "https://example.com/bash/command>ls",
            "bash/path>ls",
        ] {
            assert_text(text);
        }
    }
}
