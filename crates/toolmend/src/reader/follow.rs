//! Where a string ends: what may follow a closing quote.
//!
//! The first quote of a string is taken for the closing one whenever anything follows that could
//! follow a string, if need be after a further recovery (a missing comma, a wrong bracket). Once a
//! quote has been taken for content the rest must be flawless: only a key with its colon, an item,
//! or closers that fit the open brackets end the string then. Where the schema's keys are known,
//! only they count as keys. Code, shell commands and prose with quotes are therefore kept whole:
//! `"print("a", "b")"`, `"say "hello", he said"`.

use super::Tolerance;
use super::frame::{Frame, Kind, Role};
use super::literals::scalar;
use super::quotes::{Opening, Quote};
use super::source::{KeyAhead, LONGEST_KEY, is_closer, is_word};
use super::walk::Walk;

impl Walk<'_, '_> {
    /// Whether a string that stands as `role` can end before `after`; `inner` quotes were taken for
    /// its content already.
    pub(super) fn string_ends(&self, after: usize, role: Role, inner: u32) -> bool {
        let source = self.source;
        let next = if inner == 0 { source.glance(after) } else { source.skip_space(after) };
        let Some(byte) = source.byte(next) else { return true };
        match role {
            Role::Key => self.key_ends(after, next, byte, inner),
            Role::Root => self.root_ends(after, next, byte, inner),
            Role::Member | Role::Item => {
                if let Some(comma) = source.comma_sign(next) {
                    return match role {
                        Role::Member => self.member_follows(comma, inner),
                        _ => self.item_follows(comma, inner),
                    };
                }
                match inner {
                    0 if is_closer(byte) => self.closers_may_follow(next),
                    0 => self.goes_on(after, next, byte, role),
                    _ => is_closer(byte) && self.closers_fit(next),
                }
            }
        }
    }

    /// A key ends before its colon; the first quote also before a value, a comma or a brace.
    fn key_ends(&self, after: usize, next: usize, byte: u8, inner: u32) -> bool {
        let source = self.source;
        if source.pair_sign(next).is_some() {
            return true;
        }
        let value = Quote::opening(source, next).is_some()
            || matches!(byte, b'{' | b'[' | b',' | b'}' | b'0'..=b'9')
            || scalar(self.word(next)).is_some();
        inner == 0 && value && !self.colon_inside(after)
    }

    /// Whether the text before the quote that ends before `after` ends with a colon: `"city:"Oslo"`.
    fn colon_inside(&self, after: usize) -> bool {
        let before = self.source.slice(after.saturating_sub(4), after);
        before.trim_end_matches(['"', '\'']).trim_end().ends_with(':')
    }

    fn root_ends(&self, after: usize, next: usize, byte: u8, inner: u32) -> bool {
        let source = self.source;
        let scalar_ahead = |at: usize| {
            source.byte(at).is_none()
                || Quote::opening(source, at).is_some()
                || scalar(self.word(at)).is_some()
        };
        let line = source.slice(after, next).contains('\n');
        match byte {
            _ if inner > 0 => false,
            b'+' => Quote::opening(source, source.glance(next + 1)).is_some(),
            b'`' | b'<' => true,
            _ if line => scalar_ahead(next),
            _ => source.comma_sign(next).is_some_and(|comma| scalar_ahead(source.glance(comma))),
        }
    }

    /// What may follow the first quote of a member's value or an item, other than a comma or a
    /// closer.
    fn goes_on(&self, after: usize, next: usize, byte: u8, role: Role) -> bool {
        let source = self.source;
        let line = || source.slice(after, next).contains('\n');
        // `"-m "fix: x""`: a word glued to a quote is no key in data that is read.
        let glued = next == after && self.tolerance == Tolerance::Likely;
        match byte {
            b'/' => matches!(source.byte(next + 1), Some(b'/' | b'*')),
            b'#' => next > after,
            b'+' => Quote::opening(source, source.glance(next + 1)).is_some(),
            b'<' => matches!(source.byte(next + 1), Some(b'/' | b'|')),
            b'`' => source.fence(next).is_some(),
            b'{' | b'[' => self.opens_container(next, byte, role),
            b':' => !self.in_set(),
            _ if source.ellipsis(next) => true,
            _ if role == Role::Item => {
                let doubled =
                    next == after && matches!(source.byte(next + 1), Some(b',' | b']' | b'}'));
                (!doubled && Quote::opening(source, next).is_some())
                    || line()
                    || self.scalar_item(next)
            }
            _ => {
                source.quoted_key_ahead(next).is_some()
                    || source.bare_key_ahead(next).is_some_and(|key| !glued || self.known(key))
                    || (next > after && (self.literal_ahead(next) || self.noise_ahead(next)))
            }
        }
    }

    /// Whether the bracket at `at`, behind a string, opens a container and is no text: `"{print}"`.
    fn opens_container(&self, at: usize, byte: u8, role: Role) -> bool {
        let source = self.source;
        let inside = source.glance(at + 1);
        let Some(first) = source.byte(inside) else { return true };
        match byte {
            b'{' => first == b'}' || source.key_ahead(inside).is_some(),
            _ if role == Role::Item => {
                matches!(first, b'{' | b'[' | b']')
                    || Quote::opening(source, inside).is_some()
                    || self.scalar_item(inside)
            }
            _ => false,
        }
    }

    fn in_set(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.kind != Kind::Object && frame.closer != b']')
    }

    /// Whether a member follows the comma that ends before `comma`.
    fn member_follows(&self, comma: usize, inner: u32) -> bool {
        let source = self.source;
        let at = if inner == 0 { source.glance(comma) } else { source.skip_space(comma) };
        let Some(byte) = source.byte(at) else { return true };
        if let Some(key) = source.key_ahead(at) {
            return inner == 0 || self.known(key);
        }
        if inner == 0 && source.assignment_ahead(at) {
            return true;
        }
        if inner > 0 {
            return is_closer(byte) && self.closers_fit(at);
        }
        match byte {
            b'{' | b'[' | b',' => true,
            _ if is_closer(byte) || source.ellipsis(at) => true,
            _ if Quote::opening(source, at).is_some() => self.broken_key_ahead(at),
            _ => self.words_before_key(at),
        }
    }

    /// Whether a key counts as one behind a string with inner quotes: the schema knows it, or none
    /// are known and it is written like the member's own.
    pub(super) fn known(&self, key: KeyAhead) -> bool {
        if !self.keys.is_empty() {
            return self.keys.contains_key(key.name);
        }
        let own = self.frames.last().map_or(0, |frame| frame.key.0 as usize);
        key.quoted || self.source.byte_before(own).is_none_or(|byte| !b"\"'`".contains(&byte))
    }

    /// A key in quotes without its colon, or without its closing quote, or cut: `"b" 2`, `"b:2`.
    pub(super) fn broken_key_ahead(&self, at: usize) -> bool {
        let source = self.source;
        let Some(opening) = Quote::opening(source, at) else { return false };
        let start = opening.content;
        let word = source.rest(start).bytes().take_while(|&byte| is_word(byte)).count();
        let end = start + word;
        let Some(length) = opening.quote.closing(source, end) else {
            return (word > 0 && source.pair_sign(source.skip_space(end)).is_some())
                || self.last_quote(opening);
        };
        let next = source.glance(end + length);
        word > 0
            && (Quote::opening(source, next).is_some()
                || matches!(source.byte(next), Some(b'{' | b'[' | b',' | b'}') | None)
                || scalar(self.word(next)).is_some())
    }

    /// Whether the text ends before another quote of this kind comes.
    fn last_quote(&self, opening: Opening) -> bool {
        let rest = self.source.rest(opening.content);
        let closing = opening.quote.closing_bytes();
        rest.len() < LONGEST_KEY && !rest.bytes().any(|byte| closing.contains(&byte))
    }

    /// Words, and then a key in quotes or a colon: `REMARK "b": 2`, `Some Node: {`, `b":2`.
    fn words_before_key(&self, at: usize) -> bool {
        let source = self.source;
        let length = source
            .rest(at)
            .bytes()
            .take(LONGEST_KEY)
            .take_while(|&byte| is_word(byte) || byte == b' ')
            .count();
        let end = at + length;
        length > 0
            && (source.quoted_key_ahead(end).is_some()
                || (source.byte(end) == Some(b':') && !source.starts_with(end, "://"))
                || source.starts_with(end, "\":"))
    }

    /// Whether an item follows the comma that ends before `comma`.
    fn item_follows(&self, comma: usize, inner: u32) -> bool {
        let source = self.source;
        let at = if inner == 0 { source.glance(comma) } else { source.skip_space(comma) };
        let Some(byte) = source.byte(at) else { return true };
        if is_closer(byte) {
            return inner == 0 || self.closers_fit(at);
        }
        let container = matches!(byte, b'{' | b'[');
        if Quote::opening(source, at).is_some() || container || self.scalar_item(at) {
            return true;
        }
        let word = self.word(at);
        let next = source.glance(at + word.len());
        inner == 0
            && (matches!(source.byte(next), Some(b',' | b']' | b'}' | b')' | b'"'))
                || source.slice(at + word.len(), next).contains('\n')
                || matches!(byte, b',' | b'(' | b'/' | b'#')
                || source.ellipsis(at))
    }

    /// A literal or number at `at` with a comma, a closer or a line end behind it.
    fn scalar_item(&self, at: usize) -> bool {
        let word = self.word(at);
        let end = at + word.len();
        let next = self.source.skip_space(end);
        scalar(word).is_some()
            && (matches!(self.source.byte(next), Some(b',' | b']' | b'}' | b')') | None)
                || next > end)
    }

    /// String literals side by side up to a comma or brace, as in Python: `"a" "b"`.
    fn literal_ahead(&self, at: usize) -> bool {
        let source = self.source;
        let Some(opening) = Quote::opening(source, at) else { return false };
        let mut end = opening.content;
        while end < opening.content + LONGEST_KEY {
            match opening.quote.closing(source, end) {
                Some(length) => {
                    let next = source.glance(end + length);
                    return matches!(source.byte(next), Some(b'}' | b')'))
                        || Quote::opening(source, next).is_some()
                        || source
                            .comma_sign(next)
                            .is_some_and(|comma| source.key_ahead(source.glance(comma)).is_some());
                }
                None if source.byte(end) == Some(b'\\') => end += 1 + source.width(end + 1),
                None => end += 1,
            }
        }
        false
    }

    /// One word, and then closers and the end: `"data" AAAA }`.
    fn noise_ahead(&self, at: usize) -> bool {
        let word = self.word(at);
        let next = self.source.skip_space(at + word.len());
        !word.is_empty()
            && word.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_')
            && self.source.byte(next).is_some_and(is_closer)
            && self.closers_fit(next)
            && !self.source.rest(next).bytes().take(LONGEST_KEY).any(|byte| byte == b'"')
    }

    /// The run of bytes at `at` up to white space or punctuation.
    pub(super) fn word(&self, at: usize) -> &str {
        let rest = self.source.rest(at);
        let length = rest.bytes().take(LONGEST_KEY).take_while(|&byte| !ends_word(byte)).count();
        rest.get(..length).unwrap_or_default()
    }

    /// The containers that the closers at `at` leave open, and what follows the closers that fit.
    fn close_ahead(&self, at: usize, inner: u32) -> (&[Frame], usize) {
        let source = self.source;
        let mut open = self.frames.as_slice();
        let mut at = at;
        while let Some((frame, outer)) = open.split_last()
            && source.byte(at) == Some(frame.closer)
        {
            open = outer;
            at = if inner == 0 { source.glance(at + 1) } else { source.skip_space(at + 1) };
        }
        (open, at)
    }

    /// Whether a short rest of the text follows that has no quote, so that no string can end in it.
    fn no_quote_after(&self, at: usize) -> bool {
        let rest = self.source.rest(at);
        rest.len() < LONGEST_KEY && !rest.contains(['"', '}'])
    }

    /// Whether the closers at `at` may follow the first quote of a string. They need not match, but
    /// if they do not, nothing may come behind them that they could not stand before.
    fn closers_may_follow(&self, at: usize) -> bool {
        let source = self.source;
        let (open, mut at) = self.close_ahead(at, 0);
        let mut matched = true;
        while source.byte(at).is_some_and(is_closer) {
            matched &= open.is_empty();
            at = source.glance(at + 1);
        }
        let Some(byte) = source.byte(at) else { return true };
        if source.comma_sign(at).is_some() || matches!(byte, b'<' | b'`') {
            return true;
        }
        if !matched {
            return false;
        }
        let quote = Quote::opening(source, at);
        match open.last().map(|frame| frame.kind) {
            None => quote.is_none_or(|quote| source.skip_space(quote.content) >= source.len()),
            Some(Kind::Object) => source.key_ahead(at).is_some(),
            Some(_) => matches!(byte, b'{' | b'[') || (quote.is_some() && self.item_ahead(at)),
        }
    }

    /// Whether the closers at `at` close what is open, one by one, and nothing follows that would
    /// not fit: the end, a member in an object, an item in an array.
    fn closers_fit(&self, at: usize) -> bool {
        let source = self.source;
        let (open, at) = self.close_ahead(at, 1);
        let Some(byte) = source.byte(at) else { return true };
        let Some(frame) = open.last() else {
            return matches!(byte, b'`' | b'<' | b';') || self.no_quote_after(at);
        };
        let Some(comma) = source.comma_sign(at) else { return false };
        let next = source.glance(comma);
        match frame.kind {
            Kind::Object => source.key_ahead(next).is_some_and(|key| self.known(key)),
            Kind::Array | Kind::Group => {
                Quote::opening(source, next).is_some()
                    || matches!(source.byte(next), Some(b'{' | b'['))
                    || self.scalar_item(next)
            }
        }
    }
}

/// White space or punctuation that ends a word.
fn ends_word(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | b','
            | b';'
            | b':'
            | b'{'
            | b'}'
            | b'['
            | b']'
            | b'('
            | b')'
            | b'"'
            | b'\''
            | b'`'
            | b'<'
    )
}
