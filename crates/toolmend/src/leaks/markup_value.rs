//! Where a value between tags ends.
//!
//! A value may hold the markup's own closers: a file about tool calls, a shell command that greps
//! for a tag. So a closer counts only if what follows goes on with the markup, and markup of a
//! whole call inside the value, opener and closer, is passed over. What cannot be told apart
//! leaves the call unread: a value that ends too early would run.

use super::cursor::{Cursor, Parsed, Stop, is_name_byte};
use super::tag::{self, Tag};

/// What a tag means inside a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Ends the value.
    Closes,
    /// Opens the next key or value.
    OpensNext,
    /// Opens a call: an inner one, or the next.
    OpensCall,
    OpensWrapper,
    /// Closes a call: an inner one, or this one, with the value's closer left out.
    ClosesCall,
    ClosesWrapper,
    /// Is text.
    Text,
}

/// How the values of a dialect are delimited.
pub(super) struct Delimiters<'a> {
    /// Whether the dialect's tags have a sigil; tags of the other kind are text.
    pub(super) sigil: bool,
    pub(super) role: &'a dyn Fn(&Tag<'_>) -> Role,
    /// What may stand between two tags.
    pub(super) layout: Layout,
    /// Whether the opener of the next key ends a value that lacks its closer. It must be sure not
    /// to be the value's own text.
    pub(super) implies_end: &'a dyn Fn(&Tag<'_>) -> bool,
}

/// What stands between tags and means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    WhiteSpace,
    /// White space, and line breaks that a server wrote out as `\n`.
    EscapedBreaks,
}

impl Layout {
    pub(super) fn skip(self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        cursor.space();
        while self == Layout::EscapedBreaks && !cursor.at_end()? && cursor.take("\\n")? {
            cursor.space();
        }
        Ok(())
    }
}

/// A value's text, and how it ended.
pub(super) struct MarkupValue<'t> {
    pub(super) text: &'t str,
    /// Whether its own closer ended it.
    pub(super) closed: bool,
}

/// How much the markup inside values may be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nesting {
    /// Calls inside values come with their closers.
    Balanced,
    /// A value mentions an opener that nothing closes; openers in values are text.
    Flat,
}

/// Reads the value that starts here and its closer.
pub(super) fn read<'t>(
    cursor: &mut Cursor<'t>,
    delimiters: &Delimiters<'_>,
    nesting: &mut Nesting,
) -> Parsed<MarkupValue<'t>> {
    let start = cursor.at();
    let mut scan = Scan { delimiters, nesting: *nesting, open: Vec::new(), passed_closer: false };
    let read = scan.value(cursor);
    if *nesting == Nesting::Flat || scan.open.is_empty() {
        return read;
    }
    match read {
        Ok(value) => return Ok(value),
        Err(Stop::Unfinished) => {
            cursor.ended_or_stop()?;
            cursor.looked_through();
        }
        Err(Stop::Refuted) => {}
    }
    *nesting = Nesting::Flat;
    cursor.set(start);
    Scan { delimiters, nesting: *nesting, open: Vec::new(), passed_closer: false }.value(cursor)
}

/// The search for a value's end.
struct Scan<'d> {
    delimiters: &'d Delimiters<'d>,
    nesting: Nesting,
    /// What is open inside the value.
    open: Vec<Inner>,
    /// Whether a closer of values was taken for text.
    passed_closer: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Inner {
    Call,
    Wrapper,
}

impl Scan<'_> {
    /// Reads the value. Refuted if what it holds is not balanced.
    fn value<'t>(&mut self, cursor: &mut Cursor<'t>) -> Parsed<MarkupValue<'t>> {
        let start = cursor.at();
        skip_character_data(cursor)?;
        loop {
            let at = cursor.find("<")?;
            cursor.set(at);
            let tag = match tag::take(cursor)? {
                Some(tag) if tag.sigil == self.delimiters.sigil => tag,
                Some(_) => continue,
                None => {
                    cursor.advance();
                    continue;
                }
            };
            let role = (self.delimiters.role)(&tag);
            if self.is_inner(role, cursor)? {
                continue;
            }
            let closed = match role {
                Role::Closes if self.goes_on(cursor)? => true,
                Role::Closes => {
                    self.passed_closer = true;
                    continue;
                }
                Role::OpensNext if (self.delimiters.implies_end)(&tag) => false,
                Role::ClosesCall | Role::ClosesWrapper if self.goes_on(cursor)? => false,
                _ => continue,
            };
            if !closed && self.passed_closer {
                // The value has closers that do not close, and then has none.
                return Err(Stop::Refuted);
            }
            if !closed {
                cursor.set(at);
            }
            return Ok(MarkupValue { text: cursor.slice(start..at), closed });
        }
    }

    /// Whether a tag belongs to a call inside the value.
    fn is_inner(&mut self, role: Role, behind: &Cursor<'_>) -> Parsed<bool> {
        match role {
            Role::OpensCall | Role::OpensWrapper => {
                if self.nesting == Nesting::Balanced && self.opens(behind)? {
                    let call = role == Role::OpensCall;
                    self.open.push(if call { Inner::Call } else { Inner::Wrapper });
                }
                Ok(true)
            }
            Role::ClosesCall => match self.open.last() {
                Some(Inner::Call) => {
                    self.open.pop();
                    Ok(true)
                }
                Some(Inner::Wrapper) => Err(Stop::Refuted),
                None => Ok(false),
            },
            Role::ClosesWrapper => match self.open.iter().rposition(|open| *open == Inner::Wrapper)
            {
                Some(place) => {
                    self.open.truncate(place);
                    Ok(true)
                }
                None if self.open.is_empty() => Ok(false),
                None => Err(Stop::Refuted),
            },
            Role::Closes | Role::OpensNext | Role::Text => Ok(!self.open.is_empty()),
        }
    }

    /// Whether an opener inside a value opens a call, rather than being mentioned: markup follows
    /// it, perhaps behind a name.
    fn opens(&self, behind: &Cursor<'_>) -> Parsed<bool> {
        let mut ahead = *behind;
        self.delimiters.layout.skip(&mut ahead)?;
        ahead.word(is_name_byte)?;
        Ok(!ahead.at_end()? && self.goes_on(&ahead)?)
    }

    /// Whether the markup goes on here, or the message ends.
    fn goes_on(&self, cursor: &Cursor<'_>) -> Parsed<bool> {
        let mut ahead = *cursor;
        self.delimiters.layout.skip(&mut ahead)?;
        if ahead.at_end()? {
            return Ok(true);
        }
        Ok(tag::take(&mut ahead)?.is_some_and(|tag| {
            tag.sigil == self.delimiters.sigil
                && !matches!((self.delimiters.role)(&tag), Role::Text | Role::Closes)
        }))
    }
}

const CHARACTER_DATA: [&str; 2] = ["<![CDATA[", "]]>"];

fn skip_character_data(cursor: &mut Cursor<'_>) -> Parsed<()> {
    let mut ahead = *cursor;
    ahead.space();
    if ahead.take(CHARACTER_DATA[0])? {
        let end = ahead.find(CHARACTER_DATA[1])?;
        cursor.set(end);
    }
    Ok(())
}

/// What `<![CDATA[…]]>` holds, or the text itself.
pub(super) fn character_data(text: &str) -> &str {
    let inner = text.trim().strip_prefix(CHARACTER_DATA[0]);
    inner.and_then(|inner| inner.strip_suffix(CHARACTER_DATA[1])).unwrap_or(text)
}

/// `text` without one line break at its start.
pub(super) fn without_first_break(text: &str) -> &str {
    text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')).unwrap_or(text)
}

/// `text` without one line break at its end.
pub(super) fn without_last_break(text: &str) -> &str {
    text.strip_suffix("\r\n").or_else(|| text.strip_suffix('\n')).unwrap_or(text)
}
