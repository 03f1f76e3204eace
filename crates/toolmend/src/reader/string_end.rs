//! Where a string ends.
//!
//! An unescaped quote inside a string cannot be told from the closing one by itself, only by what
//! follows; see [`super::follow`]. A string with inner quotes is certain if no inner quote touches
//! punctuation or, but for white space, another quote: then no other end would leave JSON behind.
//! Otherwise it is likely.
//! A string that never ends was cut; it is not closed by guessing.
//!
//! A string with inner quotes whose content opens a bracket without closing it (`"["a", "b"]"` up to
//! the second quote) is read on to an end where the brackets are even, if there is one.

use super::frame::{Ended, Role};
use super::lost_quotes::torn_key;
use super::quotes::{Opening, Quote};
use super::reason::Reason;
use super::source::Source;
use super::walk::Walk;

/// What is known of the quotes inside a string.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inner {
    pub(super) count: u32,
    /// One of them stands beside punctuation, or has nothing but white space between it and
    /// another quote.
    touches: bool,
    /// The last one looks like an opening quote.
    opens: bool,
    /// Where the last one stands.
    pub(super) last: usize,
    /// Brackets opened and not closed in the content up to `counted`.
    depth: i32,
    counted: usize,
}

/// Where a string ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringEnd {
    /// Where the content ends.
    pub(super) content: usize,
    /// Where the string ends, behind its closing quote.
    pub(super) end: usize,
    pub(super) inner: Inner,
    /// Why this may not be the end.
    pub(super) doubt: Option<Reason>,
}

impl Walk<'_, '_> {
    /// Finds the end of the string that starts here.
    pub(super) fn end_of_string(
        &mut self,
        opening: Opening,
        role: Role,
    ) -> Result<StringEnd, Ended> {
        let found = self.string_end(opening, role);
        if found.is_none() {
            self.reached = self.source.len();
        }
        match found {
            Some(end) => Ok(end),
            None if role == Role::Key => {
                let rest = self.source.rest(opening.content);
                let lost =
                    self.lost_key_quote(opening.content, self.source.len(), Inner::default());
                match lost {
                    Some(end) => Ok(end),
                    None if rest.contains('"') => self.fail(Reason::InnerQuote),
                    None => Err(Ended::Cut),
                }
            }
            None => self.second_look(opening, role).ok_or(Ended::Cut),
        }
    }

    fn string_end(&mut self, opening: Opening, role: Role) -> Option<StringEnd> {
        let Opening { quote, content } = opening;
        let source = self.source;
        let bytes = source.text.as_bytes();
        let [first, second, third] = quote.closing_bytes();
        let mut inner = Inner::from(content);
        let mut unbalanced: Option<(StringEnd, usize)> = None;
        let mut at = content;
        let signs = |&byte: &u8| byte == first || byte == second || byte == third || byte == b'\\';
        while let Some(skipped) = bytes.get(at..).and_then(|rest| rest.iter().position(signs)) {
            at += skipped;
            let byte = bytes[at];
            if (byte == first || byte == second || byte == third)
                && let Some(length) = quote.closing(source, at)
            {
                if let Some(end) = self.end_at(opening, role, (at, length), &mut inner) {
                    if inner.count == 0 || inner.depth_at(source, at) <= 0 {
                        let doubt = unbalanced.and(Some(Reason::InnerQuote)).or(end.doubt);
                        return Some(StringEnd { doubt, ..end });
                    }
                    let limit = at + self.budget.spare;
                    unbalanced.get_or_insert((end, limit));
                }
                inner.note(source, content, at, length);
                at += length;
            } else if byte == b'\\' && !quote.is_raw() {
                at += 1 + source.width(at + 1);
            } else {
                at += 1;
            }
            if unbalanced.is_some_and(|(_, limit)| at > limit) {
                break;
            }
        }
        let (end, _) = unbalanced?;
        self.budget.spare = self.budget.spare.saturating_sub(at - end.end);
        let doubt = end.doubt.or(Some(Reason::InnerQuote));
        Some(StringEnd { doubt, ..end })
    }

    /// Whether the string ends with the closing sign at `at`.
    fn end_at(
        &self,
        opening: Opening,
        role: Role,
        (at, length): (usize, usize),
        inner: &mut Inner,
    ) -> Option<StringEnd> {
        let Opening { quote, content } = opening;
        let end = |end, doubt| StringEnd { content: at, end, inner: *inner, doubt };
        if quote.closes_at_first() {
            return Some(end(at + length, None));
        }
        if let Quote::Doubled(sign) = quote
            && self.source.byte(at + 1) == Some(sign)
            && self.string_ends(at + 2, role, inner.count)
        {
            return Some(end(at + 2, None));
        }
        if role == Role::Key && inner.count == 0 && self.doubled_key_end(quote, at + length) {
            return Some(end(at + 2 * length, None));
        }
        if self.string_ends(at + length, role, inner.count) {
            if role == Role::Key && inner.count > 0 && torn_key(self.source.slice(content, at)) {
                return None;
            }
            if let Some(split) = self.split_item(content, at, role, *inner) {
                return Some(split);
            }
            if let Some(stray) = self.stray_quote(quote, content, at, *inner) {
                return Some(stray);
            }
            return Some(end(at + length, None));
        }
        if role == Role::Key {
            return self.lost_key_quote(content, at, *inner);
        }
        let missing = self.missing_end(content, at, role, inner)?;
        if self.source.slice(content, missing).ends_with("\\\"") {
            return Some(self.escaped_end(content, missing - 1));
        }
        let doubt = Some(Reason::MissingQuote);
        Some(StringEnd { content: missing, end: missing, inner: *inner, doubt })
    }

    /// Why the end of a string with inner quotes may be another.
    pub(super) fn inner_doubt(
        &self,
        opening: Opening,
        role: Role,
        end: StringEnd,
    ) -> Option<Reason> {
        let inner = end.inner;
        if inner.count == 0 {
            return end.doubt;
        }
        let apostrophes = matches!(opening.quote, Quote::Single | Quote::SmartSingle);
        // `"\", "b"`: an escaped quote that looks like the end.
        let other_end = self.source.slice(opening.content, end.content).contains("\\\",");
        let unbalanced = !apostrophes && inner.opens && inner.count % 2 == 1;
        let cut = !self.frames.is_empty() && self.source.skip_space(end.end) >= self.source.len();
        let odd = cut || self.no_sign || role == Role::Key;
        let doubtful = inner.touches || unbalanced || other_end || odd;
        end.doubt.or_else(|| doubtful.then_some(Reason::InnerQuote))
    }
}

impl StringEnd {
    /// Whether the closing quote is missing.
    pub(super) fn lacks_quote(&self) -> bool {
        self.end == self.content
    }
}

impl Inner {
    /// No quotes yet in a content that starts at `content`.
    pub(super) fn from(content: usize) -> Inner {
        Inner { counted: content, ..Inner::default() }
    }

    /// Takes the sign at `at` for a part of the content.
    fn note(&mut self, source: Source, content: usize, at: usize, length: usize) {
        let opens = source.space_start(content, at) == content;
        let before = if opens { Some(b'"') } else { source.byte_before(at) };
        let after = source.byte(at + length);
        let mark = |byte: Option<u8>| byte.is_some_and(|byte| b",:{}[]\"".contains(&byte));
        let line = source.space_start(content, at);
        let after_comma_line = source.slice(line, at).contains('\n')
            && line > content
            && source.byte_before(line) == Some(b',');
        // `"x"⏎}"}`: the quote may close the string, the object may be complete, the rest a torn tail.
        let closes = matches!(source.byte(source.skip_space(at + length)), Some(b'}' | b']'));
        self.touches |= mark(before) || mark(after) || closes || after_comma_line;
        self.opens = before.is_some_and(|byte| byte.is_ascii_whitespace() || byte == b'(')
            && after.is_some_and(|byte| byte.is_ascii_alphanumeric());
        self.count += 1;
        self.last = at;
    }

    /// How many brackets the content opens and does not close before `at`.
    pub(super) fn depth_at(&mut self, source: Source, at: usize) -> i32 {
        for byte in source.slice(self.counted, at).bytes() {
            match byte {
                b'{' | b'[' | b'(' => self.depth += 1,
                b'}' | b']' | b')' => self.depth -= 1,
                _ => {}
            }
        }
        self.counted = at;
        self.depth
    }
}
