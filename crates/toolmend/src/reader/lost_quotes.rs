//! Quotes that are missing, doubled or on the wrong side of a sign.
//!
//! What shows a missing quote is the next one: a quote that opens a key where a string should close
//! (`{"p":"q,"r":"s"}`), one that has a colon before it (`{"city:"Oslo"}`), one at the start of a
//! line after a comma. A key is certain, being a word before a colon; a value is likely, for its
//! text could hold what looks like a key.

use super::escapes::names_drive;
use super::frame::Role;
use super::quotes::{Opening, Quote};
use super::reason::Reason;
use super::source::{LONGEST_KEY, is_word};
use super::string_end::{Inner, StringEnd};
use super::walk::Walk;

impl Walk<'_, '_> {
    /// `{"a"": 1}`: the key's closing quote is doubled.
    pub(super) fn doubled_key_end(&self, quote: Quote, after: usize) -> bool {
        quote == Quote::Double
            && self.source.byte(after) == Some(b'"')
            && self.source.pair_sign(self.source.skip_space(after + 1)).is_some()
    }

    /// The only inner quote stands right before the end: one of the two is too much.
    pub(super) fn stray_quote(
        &self,
        quote: Quote,
        content: usize,
        at: usize,
        inner: Inner,
    ) -> Option<StringEnd> {
        if quote != Quote::Double || inner.count != 1 || inner.last == content {
            return None;
        }
        let between = self.source.slice(inner.last + 1, at);
        let doubt = Some(Reason::DoubledQuote);
        let stray = StringEnd { content: inner.last, end: at + 1, inner: Inner::default(), doubt };
        between.bytes().all(|byte| byte.is_ascii_whitespace()).then_some(stray)
    }

    /// `["v1" v2", "v3"]`: two words with one quote between them are two items, the second without
    /// its opening quote. `["somet"thing here"]` is one.
    pub(super) fn split_item(
        &self,
        content: usize,
        at: usize,
        role: Role,
        inner: Inner,
    ) -> Option<StringEnd> {
        if role != Role::Item || inner.count != 1 {
            return None;
        }
        let spaced = |text: &str| text.bytes().any(|byte| byte.is_ascii_whitespace());
        let first = self.source.slice(content, inner.last);
        let second = self.source.slice(inner.last + 1, at);
        let word = second.trim_start();
        let split =
            !spaced(first) && word.len() < second.len() && !spaced(word) && !word.is_empty();
        let (content, doubt) = (inner.last, Some(Reason::MissingQuote));
        split.then(|| StringEnd { content, end: content + 1, inner: Inner::default(), doubt })
    }

    /// `{"city:"Oslo"}`: the key's closing quote is missing before the colon.
    pub(super) fn lost_key_quote(
        &self,
        content: usize,
        at: usize,
        inner: Inner,
    ) -> Option<StringEnd> {
        if inner.count > 0 {
            return None;
        }
        let text = self.source.slice(content, at);
        let name = text.get(..text.find(':')?)?.trim_end();
        if name.is_empty() || !name.bytes().all(is_word) {
            return None;
        }
        let known = self.keys.is_empty() || self.keys.contains_key(name);
        let doubt = (!known).then_some(Reason::MissingQuote);
        let end = content + name.len();
        Some(StringEnd { content: end, end, inner, doubt })
    }

    /// The quote at `at` opens the next member or item, so that the closing one is missing before
    /// it: `{"p":"q,"r":"s"}`. Returns where the content ends.
    pub(super) fn missing_end(
        &self,
        content: usize,
        at: usize,
        role: Role,
        inner: &mut Inner,
    ) -> Option<usize> {
        let source = self.source;
        if inner.count == 0
            && role != Role::Root
            && let Some(end) = self.torn_line(content, at, role)
        {
            return Some(end);
        }
        let before = source.space_start(content, at);
        let line = source.slice(before, at).contains(['\n', '\r']);
        let comma = before > content && source.byte(before - 1) == Some(b',');
        let next = match role {
            Role::Member => {
                let key = source.quoted_key_ahead(at).is_some_and(|key| self.known(key));
                key && (comma || line)
            }
            Role::Item => inner.count == 0 && (line || (comma && self.item_ahead(at))),
            Role::Key | Role::Root => false,
        };
        if !next || inner.count % 2 == 1 || inner.depth_at(source, at) > 0 {
            return None;
        }
        let end = if comma { before - 1 } else { before };
        Some(source.space_start(content, end)).filter(|&end| end > content)
    }

    /// A line that ends with a comma before a line that starts with a bracket or a quote, in the
    /// content up to `at`: `"pine,` and on the next line `[`. Returns where the content ends.
    fn torn_line(&self, content: usize, at: usize, role: Role) -> Option<usize> {
        let text = self.source.slice(content, at);
        let line = text.get(..text.find('\n')?)?.trim_end();
        let next = self.source.skip_space(content + line.len());
        let starts = match self.source.byte(next) {
            Some(b'{' | b'[') => true,
            Some(b'"') if role == Role::Member => self.source.quoted_key_ahead(next).is_some(),
            Some(b'"') => self.item_ahead(next),
            _ => false,
        };
        let end = line.strip_suffix(',')?;
        (starts && !end.is_empty()).then(|| content + end.trim_end().len())
    }

    /// Whether a string in quotes at `at` is followed by a comma or a bracket.
    pub(super) fn item_ahead(&self, at: usize) -> bool {
        let Some(opening) = Quote::opening(self.source, at) else { return false };
        let window = self.source.rest(opening.content);
        let Some(length) = window.bytes().take(LONGEST_KEY).position(|b| b == b'"') else {
            return false;
        };
        let next = self.source.glance(opening.content + length + 1);
        matches!(self.source.byte(next), Some(b',' | b']'))
    }

    /// The string ends with the quote at `quote`, although a backslash stands before it. In a
    /// Windows path the backslash ends a folder's name.
    pub(super) fn escaped_end(&self, content: usize, quote: usize) -> StringEnd {
        let path = names_drive(self.source.slice(content, quote).as_bytes());
        let doubt = (!path).then_some(Reason::EscapedEnd);
        StringEnd { content: quote, end: quote + 1, inner: Inner::default(), doubt }
    }

    /// A string that does not end by the ordinary rules: `"C:\dir\"` ends at its escaped quote, if a
    /// member or the end follows there.
    pub(super) fn second_look(&mut self, opening: Opening, role: Role) -> Option<StringEnd> {
        if opening.quote != Quote::Double {
            return None;
        }
        self.budget.second_looks = self.budget.second_looks.checked_sub(1)?;
        let text = self.source.rest(opening.content);
        let mut from = text.find(":\\")?;
        while let Some(found) = text.get(from..).and_then(|rest| rest.find("\\\"")) {
            let quote = opening.content + from + found + 1;
            if self.string_ends(quote + 1, role, 1) {
                return Some(self.escaped_end(opening.content, quote));
            }
            from += found + 2;
        }
        None
    }
}

/// Whether a key with quotes inside holds punctuation: then it is no key, but what a missing quote
/// ran together.
pub(super) fn torn_key(content: &str) -> bool {
    content.len() > LONGEST_KEY || content.contains([':', ',', '{', '}', '[', ']'])
}
