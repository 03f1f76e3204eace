//! Strings: where they end, and whether their length and wording are accepted.

use crate::shape::{Entry, Limits, Plan, Texts};

/// The most bytes that one code point is written with: two escapes.
const LONGEST_CHARACTER: usize = 12;

/// A string as it stands in a text, with its quotes.
#[derive(Clone, Copy)]
pub(crate) struct Lexeme<'t> {
    pub(crate) bytes: &'t [u8],
    /// Whether it has no escapes.
    pub(crate) is_plain: bool,
}

/// Reads the string that starts at `start`.
#[inline]
pub(crate) fn read(bytes: &[u8], start: usize) -> Option<Lexeme<'_>> {
    let mut is_plain = true;
    let mut at = start + 1;
    loop {
        at = plain_end(bytes, at);
        match bytes.get(at)? {
            b'"' => return Some(Lexeme { bytes: bytes.get(start..=at)?, is_plain }),
            b'\\' => at = escape_end(bytes, at)?,
            _ => return None,
        }
        is_plain = false;
    }
}

/// Where plain content ends: at a quote, a backslash, a control character or the end of the text.
/// Looks at eight bytes at a time, since most of a large call is one string.
#[inline]
fn plain_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let found = special_bytes(u64::from_le_bytes(*word));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|&byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
        at += 1;
    }
    at
}

/// The top bits of the bytes that are no plain content. Right up to the first such byte; a borrow
/// may mark bytes above it.
#[inline]
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const TOPS: u64 = u64::from_le_bytes([0x80; 8]);
    let zero_in = |word: u64| word.wrapping_sub(ONES) & !word;
    let below_space = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = zero_in(word ^ (ONES * u64::from(b'"')));
    let backslash = zero_in(word ^ (ONES * u64::from(b'\\')));
    (below_space | quote | backslash) & TOPS
}

/// Where the escape at `at` ends.
#[inline]
fn escape_end(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 2),
        b'u' => {
            let digits = bytes.get(at + 2..at + 6)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(at + 6)
        }
        _ => None,
    }
}

impl Texts {
    /// Whether a string is certainly accepted.
    #[inline]
    pub(crate) fn accept(&self, plan: &Plan, lexeme: Lexeme<'_>) -> bool {
        let is_word = self.words.is_none_or(|row| {
            let is_lexeme = |word: &Entry| starts_with(lexeme.bytes, word);
            plan.row(row).iter().any(is_lexeme)
        });
        is_word && (self.length == Limits::ANY || self.has_length(lexeme))
    }

    fn has_length(&self, Lexeme { bytes, is_plain }: Lexeme<'_>) -> bool {
        // Mostly the bounds are far off, and the number of bytes is enough.
        let most = bytes.len() - 2;
        let least = most.div_ceil(LONGEST_CHARACTER);
        let exact = || {
            let quotes = 2;
            let starts = bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() - quotes;
            (starts as i64, starts as i64)
        };
        self.length.hold((least as i64, most as i64)) || is_plain && self.length.hold(exact())
    }
}

/// Whether `bytes` start with a string, and so with one that is the entry's.
#[inline]
pub(crate) fn starts_with(bytes: &[u8], entry: &Entry) -> bool {
    let lexeme = entry.lexeme.as_bytes();
    let Some(bytes) = bytes.get(..lexeme.len()) else { return false };
    // Eight bytes at a time: `memcmp` takes them one by one in WebAssembly.
    let (words, rest) = bytes.as_chunks::<8>();
    let (others, other_rest) = lexeme.as_chunks::<8>();
    let same =
        |(one, other): (&[u8; 8], &[u8; 8])| u64::from_le_bytes(*one) == u64::from_le_bytes(*other);
    words.iter().zip(others).all(same) && rest.iter().eq(other_rest)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn plain_content_ends_at_the_first_special_byte(bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), Just(b'"'), Just(b'\\'), 0x1e..0x24_u8], 0..40,
        ), start in 0..4_usize) {
            let start = start.min(bytes.len());
            let special = |&byte: &u8| byte < 0x20 || byte == b'"' || byte == b'\\';
            let naive = bytes[start..].iter().position(special).map_or(bytes.len(), |at| start + at);
            prop_assert_eq!(plain_end(&bytes, start), naive);
        }
    }
}
