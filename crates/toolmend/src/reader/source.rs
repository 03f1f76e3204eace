//! The source text under the reader's eyes: bytes, white space, comments, and the bounded looks
//! ahead by which the other modules tell one reading from another.
//!
//! Everything here is pure: it takes an offset and answers, and moves nothing. Every look ahead is
//! bounded by a constant (a key has at most [`LONGEST_KEY`] bytes, comments at most [`GLANCE`]), but
//! for plain white space, so that a look at each quote of a text costs linear time.

/// The longest key, in bytes, that a look ahead recognises.
pub(super) const LONGEST_KEY: usize = 256;

/// The token that Gemma writes for a quote.
pub(super) const TOKEN_QUOTE: &str = "<|\"|>";

/// How many bytes of comments a look ahead passes over.
const GLANCE: usize = 1024;

/// What may stand between two tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trivia {
    /// White space that JSON allows.
    Space,
    /// White space that JSON does not know: no-break spaces, byte order marks.
    OddSpace,
    /// `// …`, `# …` or `/* … */`.
    Comment,
}

/// A key with its colon, seen by a look ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyAhead<'t> {
    /// The key without its quotes, undecoded.
    pub(super) name: &'t str,
    /// Whether it stands in quotes.
    pub(super) quoted: bool,
}

/// A text and the ways to look at it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'t> {
    pub(super) text: &'t str,
}

impl<'t> Source<'t> {
    pub(super) fn len(self) -> usize {
        self.text.len()
    }

    #[inline]
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The byte before `at`.
    pub(super) fn byte_before(self, at: usize) -> Option<u8> {
        self.byte(at.checked_sub(1)?)
    }

    pub(super) fn slice(self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    pub(super) fn rest(self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn starts_with(self, at: usize, what: &str) -> bool {
        self.text.as_bytes().get(at..).is_some_and(|rest| rest.starts_with(what.as_bytes()))
    }

    pub(super) fn character(self, at: usize) -> Option<char> {
        self.rest(at).chars().next()
    }

    /// The length in bytes of the character at `at`; one where there is none.
    pub(super) fn width(self, at: usize) -> usize {
        self.character(at).map_or(1, char::len_utf8)
    }

    /// The piece of trivia at `at` and where it ends. A comment that is not closed within `limit`
    /// bytes is none.
    fn trivia_within(self, at: usize, limit: usize) -> Option<(Trivia, usize)> {
        match self.byte(at)? {
            b' ' | b'\t' | b'\n' | b'\r' => Some((Trivia::Space, at + 1)),
            b'/' => match self.byte(at + 1)? {
                b'/' => Some((Trivia::Comment, self.line_end(at, limit)?)),
                b'*' => Some((Trivia::Comment, self.block_comment_end(at, limit)?)),
                _ => None,
            },
            b'#' => Some((Trivia::Comment, self.line_end(at, limit)?)),
            0x0b | 0x0c => Some((Trivia::OddSpace, at + 1)),
            0xc2.. => {
                let character = self.character(at)?;
                let odd = character.is_whitespace()
                    || matches!(
                        character,
                        '\u{feff}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{180e}'
                    );
                odd.then(|| (Trivia::OddSpace, at + character.len_utf8()))
            }
            _ => None,
        }
    }

    /// Whether a word with a `#` in front stands at `at`: it may be a value.
    pub(super) fn hash_tag(self, at: usize) -> bool {
        let word = self.byte(at + 1).is_some_and(|byte| byte.is_ascii_alphanumeric());
        word && self.byte(at) == Some(b'#')
    }

    /// The piece of trivia at `at` and where it ends; a comment may run to the end of the text.
    pub(super) fn trivia(self, at: usize) -> Option<(Trivia, usize)> {
        self.trivia_within(at, usize::MAX)
    }

    /// Where the next token starts, however far away.
    pub(super) fn skip(self, at: usize) -> usize {
        let mut at = self.skip_plain(at);
        while let Some((_, end)) = self.trivia(at) {
            at = end;
        }
        at
    }

    /// Where the next token starts, as far as a bounded look can tell. A line comment without a
    /// line end is none: it would swallow whatever follows.
    pub(super) fn glance(self, start: usize) -> usize {
        let mut at = self.skip_plain(start);
        let mut comments = 0;
        while let Some((kind, end)) = self.trivia_within(at, GLANCE) {
            if kind == Trivia::Comment {
                comments += end - at;
                if comments > GLANCE || end == self.len() {
                    return at;
                }
            }
            at = end;
        }
        at
    }

    /// Passes over the white space that JSON knows.
    pub(super) fn skip_plain(self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
    }

    /// Passes over white space only.
    pub(super) fn skip_space(self, at: usize) -> usize {
        let mut at = self.skip_plain(at);
        while let Some((Trivia::Space | Trivia::OddSpace, end)) = self.trivia_within(at, 0) {
            at = end;
        }
        at
    }

    /// Where white space before `at` starts, not before `floor`.
    pub(super) fn space_start(self, floor: usize, at: usize) -> usize {
        floor + self.slice(floor, at).trim_end().len()
    }

    fn line_end(self, at: usize, limit: usize) -> Option<usize> {
        let end = at.saturating_add(limit).min(self.len());
        let line = self.text.as_bytes().get(at..end)?;
        match line.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            Some(length) => Some(at + length),
            None => (end == self.len()).then_some(end),
        }
    }

    fn block_comment_end(self, at: usize, limit: usize) -> Option<usize> {
        let end = at.saturating_add(limit).min(self.len());
        let body = self.text.as_bytes().get(at + 2..end)?;
        match body.windows(2).position(|pair| pair == b"*/") {
            Some(length) => Some(at + 2 + length + 2),
            None => (end == self.len()).then_some(end),
        }
    }

    /// The end of a Markdown fence at `at`: three backticks or more and the word attached to them.
    pub(super) fn fence(self, at: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..)?;
        let ticks = rest.iter().take_while(|&&byte| byte == b'`').count();
        if ticks < 3 {
            return None;
        }
        let word = rest[ticks..]
            .iter()
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"_+-.#".contains(byte))
            .count();
        Some(at + ticks + word)
    }

    /// The key that stands at `at` with its colon.
    pub(super) fn key_ahead(self, at: usize) -> Option<KeyAhead<'t>> {
        self.quoted_key_ahead(at).or_else(|| self.bare_key_ahead(at))
    }

    /// The key in quotes that stands at `at` with its colon. What starts with
    /// punctuation is rather the end of a string.
    pub(super) fn quoted_key_ahead(self, at: usize) -> Option<KeyAhead<'t>> {
        match self.byte(at)? {
            sign @ (b'"' | b'\'' | b'`') => self.plain_key_ahead(at + 1, sign),
            b'<' if self.starts_with(at, TOKEN_QUOTE) => {
                self.token_key_ahead(at + TOKEN_QUOTE.len())
            }
            0xe2 => self.smart_key_ahead(at),
            _ => None,
        }
    }

    /// A key between two ASCII quotes, of which each may be doubled.
    fn plain_key_ahead(self, start: usize, sign: u8) -> Option<KeyAhead<'t>> {
        let start = start + usize::from(self.byte(start) == Some(sign));
        let mut end = start;
        loop {
            match self.byte(end)? {
                byte if byte == sign => break,
                b'\n' | b'\r' => return None,
                b'\\' => end += 2,
                _ => end += 1,
            }
            if end > start + LONGEST_KEY {
                return None;
            }
        }
        let after = end + 1;
        self.closed_key(start, end, after + usize::from(self.byte(after) == Some(sign)))
    }

    /// A key between typographic quotes.
    fn smart_key_ahead(self, at: usize) -> Option<KeyAhead<'t>> {
        let closers = match self.character(at)? {
            '“' | '”' | '„' => "“”\"",
            '‘' | '’' => "‘’'",
            _ => return None,
        };
        let start = at + 3;
        let rest = self.rest(start).char_indices().take(LONGEST_KEY);
        let mut closing = rest.skip_while(|&(_, sign)| sign != '\n' && !closers.contains(sign));
        let (length, sign) = closing.next().filter(|&(_, sign)| sign != '\n')?;
        self.closed_key(start, start + length, start + length + sign.len_utf8())
    }

    /// The key from `start` to `end`, if a colon follows its quote, which ends before `after`.
    fn closed_key(self, start: usize, end: usize, after: usize) -> Option<KeyAhead<'t>> {
        self.pair_sign(self.glance(after))?;
        let name = self.text.get(start..end)?;
        let torn = name.starts_with([',', ':', '{', '[', '}', ']']);
        (!torn).then_some(KeyAhead { name, quoted: true })
    }

    fn token_key_ahead(self, start: usize) -> Option<KeyAhead<'t>> {
        let window = self.text.as_bytes().get(start..self.len().min(start + LONGEST_KEY))?;
        let length = window.windows(5).position(|five| five == TOKEN_QUOTE.as_bytes())?;
        let end = start + length;
        self.pair_sign(self.glance(end + TOKEN_QUOTE.len()))?;
        Some(KeyAhead { name: self.slice(start, end), quoted: true })
    }

    /// The identifier that stands at `at` as a key with its colon. A colon before `//` belongs to a
    /// link, one between digits to a time.
    pub(super) fn bare_key_ahead(self, at: usize) -> Option<KeyAhead<'t>> {
        let rest = self.text.as_bytes().get(at..)?;
        let length = rest.iter().take(LONGEST_KEY).take_while(|&&byte| is_word(byte)).count();
        let colon = self.skip_space(at + length);
        if length == 0 || self.byte(colon) != Some(b':') || self.starts_with(colon, "://") {
            return None;
        }
        let digits = rest[0].is_ascii_digit();
        if digits && self.byte(colon + 1).is_some_and(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if self.starts_with(colon, ":\\") {
            return None;
        }
        Some(KeyAhead { name: self.slice(at, at + length), quoted: false })
    }

    /// An identifier at `at` that is given a value with `=`: `b = "x"`.
    pub(super) fn assignment_ahead(self, at: usize) -> bool {
        let rest = self.text.as_bytes().get(at..).unwrap_or_default();
        let length = rest.iter().take(LONGEST_KEY).take_while(|&&byte| is_word(byte)).count();
        let sign = self.skip_space(at + length);
        let Some(end) = self.pair_sign(sign) else { return false };
        let value = self.byte(self.skip_space(end));
        length > 0
            && self.byte(sign) == Some(b'=')
            && value.is_some_and(|byte| b"\"'{[-0123456789tfnTFN".contains(&byte))
    }

    /// The end of the sign between a key and its value at `at`: `:`, `=`, `=>`, `:=`, `：`.
    pub(super) fn pair_sign(self, at: usize) -> Option<usize> {
        match self.byte(at)? {
            b':' => Some(at + 1 + usize::from(self.byte(at + 1) == Some(b'='))),
            b'=' => Some(at + 1 + usize::from(self.byte(at + 1) == Some(b'>'))),
            _ => self.starts_with(at, "：").then_some(at + 3),
        }
    }

    /// The end of the sign between two members or items at `at`: `,`, `;`, `，`, `；`.
    pub(super) fn comma_sign(self, at: usize) -> Option<usize> {
        match self.byte(at)? {
            b',' | b';' => Some(at + 1),
            _ => ["，", "；"]
                .into_iter()
                .find(|sign| self.starts_with(at, sign))
                .map(|s| at + s.len()),
        }
    }

    /// Whether what stands at `at` says that something was left out.
    pub(super) fn ellipsis(self, at: usize) -> bool {
        match self.byte(at) {
            Some(b'.') => self.starts_with(at, "..."),
            Some(0xe2) => self.starts_with(at, "…"),
            _ => false,
        }
    }
}

/// A byte of an identifier-like key.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'-' | b'.') || byte >= 0x80
}

/// A closing bracket.
pub(super) fn is_closer(byte: u8) -> bool {
    matches!(byte, b'}' | b']' | b')')
}
