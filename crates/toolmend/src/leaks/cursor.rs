//! A reading position in a text that may go on.
//!
//! A grammar never decides on what it has not seen: where the answer hangs on text that has yet to
//! come, it stops with [`Stop::Unfinished`] and is tried again later. What is refuted on a prefix
//! is therefore refuted for good, and any way to split a message gives the same calls.

use std::cell::Cell;
use std::ops::Range;

/// Why a grammar stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// This is not a call, whatever follows.
    Refuted,
    /// The text ended first. At the end of the message: the call was cut.
    Unfinished,
}

pub(super) type Parsed<T> = Result<T, Stop>;

/// What reading one block costs.
#[derive(Debug, Default)]
pub(super) struct Effort {
    /// How far the text was read.
    pub(super) reached: Cell<usize>,
    /// How often a value was read again in another way.
    retries: Cell<u8>,
}

impl Effort {
    /// Begins with the block at `at`.
    pub(super) fn restart(&self, at: usize) {
        self.reached.set(at);
        self.retries.set(0);
    }
}

/// How many values of one block are read again: each may have been read to the end of the message,
/// and a block may hold any number of them.
const MOST_RETRIES: u8 = 16;

/// A position in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// Whether the text is the whole rest of the message.
    ended: bool,
    /// What this cursor and its copies cost, if it is counted.
    effort: Option<&'t Effort>,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, at: usize, ended: bool) -> Cursor<'t> {
        Cursor { text, at, ended, effort: None }
    }

    /// The cursor, with a note of what it and its copies cost.
    pub(super) fn noting(self, effort: &'t Effort) -> Cursor<'t> {
        Cursor { effort: Some(effort), ..self }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Moves to `at`, which is a character boundary: one that a method of the cursor gave.
    pub(super) fn set(&mut self, at: usize) {
        debug_assert!(self.text.is_char_boundary(at));
        self.note(at);
        self.at = at;
    }

    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &'t str {
        self.text.get(range).unwrap_or_default()
    }

    /// The length of the text from `start` on, white space at its end aside.
    pub(super) fn length_from(&self, start: usize) -> usize {
        self.text.get(start..).unwrap_or_default().trim_end().len()
    }

    /// What was read since `start`.
    pub(super) fn since(&self, start: usize) -> &'t str {
        self.slice(start..self.at)
    }

    /// Whether the message ends here.
    pub(super) fn at_end(&self) -> Parsed<bool> {
        Ok(self.peek()?.is_none())
    }

    /// Notes that all of the text was looked through in vain.
    pub(super) fn looked_through(&self) {
        self.note(self.text.len());
    }

    fn note(&self, at: usize) {
        if let Some(effort) = self.effort {
            effort.reached.set(effort.reached.get().max(at));
        }
    }

    /// Goes back to `start`, to look for the end of a value in another way. Where that was done
    /// too often, the rest of the block counts as cut.
    pub(super) fn retry(&mut self, start: usize) -> Parsed<()> {
        self.set(start);
        let Some(effort) = self.effort else { return Ok(()) };
        let retries = effort.retries.get();
        effort.retries.set(retries.saturating_add(1));
        if retries < MOST_RETRIES { Ok(()) } else { Err(Stop::Unfinished) }
    }

    /// Goes on only if no more text can come.
    pub(super) fn ended_or_stop(&self) -> Parsed<()> {
        if self.ended { Ok(()) } else { Err(Stop::Unfinished) }
    }

    /// The next byte; nothing at the end of the message.
    pub(super) fn peek(&self) -> Parsed<Option<u8>> {
        match self.text.as_bytes().get(self.at) {
            Some(&byte) => Ok(Some(byte)),
            None if self.ended => Ok(None),
            None => Err(Stop::Unfinished),
        }
    }

    /// The next byte, where the message must not end.
    pub(super) fn byte(&self) -> Parsed<u8> {
        self.text.as_bytes().get(self.at).copied().ok_or(Stop::Unfinished)
    }

    /// Whether the text goes on with `literal`.
    pub(super) fn sees(&self, literal: &str) -> Parsed<bool> {
        let rest = self.rest();
        if rest.len() < literal.len() && !self.ended && literal.starts_with(rest) {
            return Err(Stop::Unfinished);
        }
        Ok(rest.starts_with(literal))
    }

    /// Reads `literal` if it is next.
    pub(super) fn take(&mut self, literal: &str) -> Parsed<bool> {
        let seen = self.sees(literal)?;
        if seen {
            self.at += literal.len();
        }
        Ok(seen)
    }

    /// Reads the first of `literals` that is next. None may be a prefix of a later one.
    pub(super) fn take_any(&mut self, literals: &[&str]) -> Parsed<bool> {
        for literal in literals {
            if self.take(literal)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads one of `literals`, if it is next behind white space; gives where it stands.
    pub(super) fn take_next(&mut self, literals: &[&str]) -> Parsed<Option<Range<usize>>> {
        let mut ahead = *self;
        ahead.space();
        let start = ahead.at;
        if ahead.at_end()? || !ahead.take_any(literals)? {
            return Ok(None);
        }
        self.at = ahead.at;
        Ok(Some(start..ahead.at))
    }

    /// Whether one of `literals` is next.
    pub(super) fn sees_any(&self, literals: &[&str]) -> Parsed<bool> {
        let mut ahead = *self;
        ahead.take_any(literals)
    }

    /// Where the first of `literals` stands, from here on.
    pub(super) fn find_any(&self, literals: &[&str]) -> Option<usize> {
        let rest = self.rest().as_bytes();
        let stands =
            |at: &usize| literals.iter().any(|literal| rest[*at..].starts_with(literal.as_bytes()));
        (0..rest.len()).find(stands).map(|at| self.at + at)
    }

    /// Reads `literal`, without which this is no call.
    pub(super) fn demand(&mut self, literal: &str) -> Parsed<()> {
        if self.take(literal)? { Ok(()) } else { Err(Stop::Refuted) }
    }

    /// Reads white space.
    pub(super) fn space(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace());
    }

    /// Reads white space within a line.
    pub(super) fn blanks(&mut self) {
        self.skip_while(|byte| byte == b' ' || byte == b'\t');
    }

    /// Reads ASCII bytes as long as `takes` says so.
    pub(super) fn skip_while(&mut self, takes: fn(u8) -> bool) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(|&byte| byte.is_ascii() && takes(byte)) {
            self.at += 1;
        }
    }

    /// Reads ASCII bytes as long as `takes` says so; the word is known to be whole.
    pub(super) fn word(&mut self, takes: fn(u8) -> bool) -> Parsed<&'t str> {
        let start = self.at;
        self.skip_while(takes);
        self.peek()?;
        Ok(self.since(start))
    }

    /// Reads past one character.
    pub(super) fn advance(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Where `literal` stands next, from here on.
    pub(super) fn find(&self, literal: &str) -> Parsed<usize> {
        self.rest().find(literal).map(|at| self.at + at).ok_or(Stop::Unfinished)
    }

    /// Reads up to `quote` and past it, skipping what a backslash escapes.
    pub(super) fn until_escaped(&mut self, quote: &str) -> Parsed<&'t str> {
        let start = self.at;
        loop {
            if self.byte()? == b'\\' {
                self.advance();
                self.byte()?;
                self.advance();
            } else if self.take(quote)? {
                return Ok(self.slice(start..self.at - quote.len()));
            } else {
                self.advance();
            }
        }
    }

    /// As [`Cursor::until`], but stays before `literal`.
    pub(super) fn before(&mut self, literal: &str, most: usize) -> Parsed<&'t str> {
        let text = self.until(literal, most)?;
        self.at -= literal.len();
        Ok(text)
    }

    /// Reads up to `literal` and past it; gives what stands before it. Refuted if that would be
    /// longer than `most` bytes: what a header holds is short.
    pub(super) fn until(&mut self, literal: &str, most: usize) -> Parsed<&'t str> {
        let rest = self.rest();
        let window = rest.len().min(most + literal.len());
        let window = (window..=rest.len()).find(|&end| rest.is_char_boundary(end));
        let window = rest.get(..window.unwrap_or(rest.len())).unwrap_or(rest);
        match window.find(literal) {
            Some(length) => {
                self.at += length + literal.len();
                Ok(&window[..length])
            }
            None if window.len() < rest.len() => Err(Stop::Refuted),
            None => Err(Stop::Unfinished),
        }
    }
}

/// Whether a byte can stand in a tool's or parameter's name.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'$')
}
