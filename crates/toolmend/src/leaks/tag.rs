//! One tag of the XML-like dialects, in every spelling that models give it.
//!
//! ```text
//! <tool_call>  </tool_call>  <minimax:tool_call>  <ifm|tool_call>  <tool_calls:suffix>
//! <function=read>  <invoke name="read">  <invoke name='read'>  <invoke name=read />
//! <｜DSML｜invoke name="read">  </｜DSML｜invoke>  <｜DSML｜ invoke …>   DeepSeek's sigil
//! <｜｜DSML｜｜invoke …>  <|DSML|invoke …>  < | DSML | invoke …>  <‖DSML‖invoke …>   the same, damaged
//! ```
//!
//! Entities are not decoded: models write values as they are. A `<` of prose or code is followed
//! by something else, or its tag has attributes without values.

use std::ops::Range;

use super::cursor::{Cursor, Parsed, Stop};

#[derive(Clone, Debug)]
pub(super) struct Tag<'t> {
    pub(super) span: Range<usize>,
    pub(super) closing: bool,
    /// Whether the name has a sigil such as `｜DSML｜` before it.
    pub(super) sigil: bool,
    /// The name without sigil, prefix and suffix.
    pub(super) name: &'t str,
    /// What stands before the name and `:` or `|`.
    pub(super) prefix: &'t str,
    /// The value of `<function=value>`.
    pub(super) value: Option<&'t str>,
    pub(super) attributes: Vec<(&'t str, &'t str)>,
    pub(super) self_closing: bool,
}

/// Values of attributes above this length are not read: tags are short.
const LONGEST_VALUE: usize = 1_000;

impl<'t> Tag<'t> {
    pub(super) fn attribute(&self, name: &str) -> Option<&'t str> {
        self.attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// Whether the name is `name`, case, `_` and `-` aside.
    pub(super) fn is(&self, name: &str) -> bool {
        let plain = |byte: &u8| !matches!(byte, b'_' | b'-');
        let folded = self.name.bytes().filter(plain).map(|byte| byte.to_ascii_lowercase());
        folded.eq(name.bytes().filter(plain))
    }

    pub(super) fn is_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.is(name))
    }

    /// Whether this opens `name`.
    pub(super) fn opens(&self, name: &str) -> bool {
        !self.closing && self.is(name)
    }

    /// Whether this closes `name`.
    pub(super) fn closes(&self, name: &str) -> bool {
        self.closing && self.is(name)
    }
}

/// Reads the tag that starts here. The cursor stays where there is none; a tag that the end of the
/// message cuts is none.
pub(super) fn take<'t>(cursor: &mut Cursor<'t>) -> Parsed<Option<Tag<'t>>> {
    let mut ahead = *cursor;
    match read(&mut ahead) {
        Ok(Some(tag)) => {
            cursor.set(ahead.at());
            Ok(Some(tag))
        }
        Ok(None) | Err(Stop::Refuted) => Ok(None),
        Err(Stop::Unfinished) => cursor.ended_or_stop().map(|()| None),
    }
}

fn read<'t>(cursor: &mut Cursor<'t>) -> Parsed<Option<Tag<'t>>> {
    let start = cursor.at();
    if cursor.peek()? != Some(b'<') {
        return Ok(None);
    }
    cursor.advance();
    let closing = cursor.take("/")?;
    let Some(sigil) = take_sigil(cursor)? else { return Ok(None) };
    let mut name = cursor.word(is_tag_byte)?;
    let mut prefix = "";
    if !name.is_empty() && matches!(cursor.peek()?, Some(b':' | b'|')) {
        let before = cursor.at();
        cursor.advance();
        let second = cursor.word(is_tag_byte)?;
        if second.is_empty() {
            cursor.set(before);
        } else if is_suffix(name) {
            // `<tool_call:suffix>`: what follows is no part of the name.
        } else {
            (prefix, name) = (name, second);
        }
    }
    if name.is_empty() || !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return Ok(None);
    }
    let mut tag = Tag {
        span: start..start,
        closing,
        sigil,
        name,
        prefix,
        value: None,
        attributes: Vec::new(),
        self_closing: false,
    };
    if cursor.peek()? == Some(b'=') {
        cursor.advance();
        match value(cursor, true)? {
            Some(value) => tag.value = Some(value),
            None => return Ok(None),
        }
    }
    let attributed = if closing { true } else { take_attributes(cursor, &mut tag)? };
    if !attributed || !take_end(cursor, &mut tag)? {
        return Ok(None);
    }
    tag.span.end = cursor.at();
    Ok(Some(tag))
}

fn is_tag_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// Whether a tag's first word is its name, so that what follows a `:` is a suffix.
fn is_suffix(name: &str) -> bool {
    const NAMES: [&str; 5] = ["tool_call", "tool_calls", "tool_sep", "arg_key", "arg_value"];
    NAMES.contains(&name)
}

fn take_bar(cursor: &mut Cursor<'_>) -> Parsed<bool> {
    cursor.take_any(&["\u{ff5c}", "|", "\u{2016}"])
}

/// Reads bars and spaces; whether there was a bar.
fn take_bars(cursor: &mut Cursor<'_>) -> Parsed<bool> {
    let mut any = false;
    loop {
        cursor.blanks();
        if !take_bar(cursor)? {
            return Ok(any);
        }
        any = true;
    }
}

/// Reads `｜DSML｜` or another word of capitals between bars. `None` if this can be no tag.
fn take_sigil(cursor: &mut Cursor<'_>) -> Parsed<Option<bool>> {
    let start = cursor.at();
    if !take_bars(cursor)? {
        // White space after `<` belongs to a sigil or to no tag at all.
        return Ok((cursor.at() == start).then_some(false));
    }
    let word = cursor.word(|byte| byte.is_ascii_uppercase())?;
    Ok((word.len() >= 2 && take_bars(cursor)?).then_some(true))
}

/// Reads the attributes. False if they are none.
fn take_attributes<'t>(cursor: &mut Cursor<'t>, tag: &mut Tag<'t>) -> Parsed<bool> {
    loop {
        let before = cursor.at();
        cursor.space();
        match cursor.peek()? {
            Some(byte) if byte.is_ascii_alphabetic() && cursor.at() > before => {}
            _ => {
                // White space before `>` belongs to the tag, else to what follows.
                if !matches!(cursor.peek()?, Some(b'>' | b'/')) {
                    cursor.set(before);
                }
                return Ok(true);
            }
        }
        let key = cursor.word(is_tag_byte)?;
        if !cursor.take("=")? {
            // Not an attribute: text after a tag that lacks its `>`.
            cursor.set(before);
            return Ok(true);
        }
        match value(cursor, false)? {
            Some(value) => tag.attributes.push((key, value)),
            None => return Ok(false),
        }
    }
}

/// Reads a value in quotes of either kind or none.
fn value<'t>(cursor: &mut Cursor<'t>, shorthand: bool) -> Parsed<Option<&'t str>> {
    for quote in ["\"", "'"] {
        if cursor.take(quote)? {
            let value = cursor.until(quote, LONGEST_VALUE)?;
            return Ok((!value.contains('\n')).then_some(value));
        }
    }
    let start = cursor.at();
    loop {
        match cursor.peek()? {
            Some(b'>' | b'<' | b'\n' | b'\r' | b'"' | b'\'') | None => break,
            Some(b' ' | b'\t') if !shorthand => break,
            Some(b'/') if cursor.sees("/>")? => break,
            _ if cursor.at() - start > LONGEST_VALUE => return Ok(None),
            _ => cursor.advance(),
        }
    }
    let value = cursor.since(start).trim();
    Ok((!value.is_empty()).then_some(value))
}

/// Reads `>` or `/>`. A line break or the next tag may stand in its place.
fn take_end(cursor: &mut Cursor<'_>, tag: &mut Tag<'_>) -> Parsed<bool> {
    if tag.closing {
        cursor.blanks();
    }
    if cursor.take("/>")? {
        tag.self_closing = true;
        return Ok(true);
    }
    if cursor.take(">")? {
        return Ok(true);
    }
    match cursor.peek()? {
        None => Ok(tag.closing),
        Some(b'\n' | b'\r' | b'<') => Ok(true),
        Some(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(text: &str) -> Option<Tag<'_>> {
        take(&mut Cursor::new(text, 0, true)).ok().flatten()
    }

    #[test]
    fn reads_every_spelling_of_a_tag() {
        for text in [
            "<invoke name=\"read\">",
            "<invoke name='read'>",
            "<invoke name=read>",
            "<invoke name=\"read\">",
            "<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">",
            "<\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}invoke name=\"read\">",
            "<\u{ff5c}DSML\u{ff5c} invoke name=\"read\">",
            "<|DSML|invoke name=\"read\">",
            "< | DSML | invoke name=\"read\">",
            "<\u{2016}DSML\u{2016}invoke name=\"read\">",
        ] {
            let read = tag(text);
            assert!(read.as_ref().is_some_and(|tag| tag.opens("invoke")), "{text}");
            let name = read.as_ref().and_then(|tag| tag.attribute("name"));
            assert_eq!(name, Some("read"), "{text}");
            assert_eq!(read.map(|tag| tag.span), Some(0..text.len()), "{text}");
        }
        assert_eq!(tag("<function=\"read\">").and_then(|tag| tag.value), Some("read"));
        assert_eq!(tag("<ifm|arg_key>").map(|tag| tag.name), Some("arg_key"));
        assert_eq!(tag("<tool_calls:open>").map(|tag| tag.name), Some("tool_calls"));
        assert_eq!(tag("</function\n</tool_call>").map(|tag| tag.span), Some(0..10));
        assert!(tag("<toolcall>").is_some_and(|tag| tag.opens("tool_call")));
    }

    #[test]
    fn leaves_what_is_no_tag() {
        for text in ["a", "<", "< b", "<tool than y", "<3>", "<|start|>", "<a b>", "<=>", "<a"] {
            assert!(tag(text).is_none(), "{text}");
        }
    }
}
