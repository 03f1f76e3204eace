//! The signs that open and close strings.
//!
//! JSON knows one. Python and JavaScript have single quotes, backticks and triple quotes; chat
//! models write typographic quotes; Gemma has a token for a quote. A sign opens a string only where
//! a string may stand: inside a string opened by another sign it is content.

use super::source::{Source, TOKEN_QUOTE, is_closer};

/// How a string is quoted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quote {
    /// `"a"`.
    Double,
    /// `""a""` or `''a''`: each quote written twice, as in CSV.
    Doubled(u8),
    /// `\"a\"`: the quote of a document that was escaped in places.
    Escaped,
    /// `'a'`.
    Single,
    /// `` `a` `` or `` `a´ ``.
    Backtick,
    /// `“a”`, `„a“`, or one of them closed by `"`.
    Smart,
    /// `‘a’`.
    SmartSingle,
    /// `"""a"""`.
    TripleDouble,
    /// `'''a'''`.
    TripleSingle,
    /// ```` ```a``` ````: a fence that quotes a value.
    Fence,
    /// `<|"|>a<|"|>`.
    Token,
}

/// A quote that opens a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub(super) quote: Quote,
    /// Where the content starts.
    pub(super) content: usize,
}

impl Quote {
    /// The sign that opens a string at `at`.
    pub(super) fn opening(source: Source, at: usize) -> Option<Opening> {
        let (quote, length) = match source.byte(at)? {
            b'"' if opens_triple(source, at, "\"\"\"") => (Quote::TripleDouble, 3),
            b'"' if source.byte(at + 1) == Some(b'"') && starts_content(source, at + 2) => {
                (Quote::Doubled(b'"'), 2)
            }
            b'"' => (Quote::Double, 1),
            b'\'' if opens_triple(source, at, "'''") => (Quote::TripleSingle, 3),
            b'\'' if source.byte(at + 1) == Some(b'\'') && starts_content(source, at + 2) => {
                (Quote::Doubled(b'\''), 2)
            }
            b'\'' => (Quote::Single, 1),
            b'`' if source.fence(at).is_some() => return None,
            b'`' => (Quote::Backtick, 1),
            b'\\' if source.byte(at + 1) == Some(b'"') => (Quote::Escaped, 2),
            b'<' if source.starts_with(at, TOKEN_QUOTE) => (Quote::Token, TOKEN_QUOTE.len()),
            0xc2.. => match source.character(at)? {
                sign @ ('“' | '”' | '„' | '‟' | '＂') => (Quote::Smart, sign.len_utf8()),
                sign @ ('‘' | '’' | '‚' | '‛' | '´') => {
                    (Quote::SmartSingle, sign.len_utf8())
                }
                _ => return None,
            },
            _ => return None,
        };
        Some(Opening { quote, content: at + length })
    }

    /// The length of the sign at `at` if it can close a string quoted so.
    pub(super) fn closing(self, source: Source, at: usize) -> Option<usize> {
        match self {
            Quote::Double => source.starts_with(at, "\"").then_some(1),
            Quote::Doubled(quote) => (source.byte(at) == Some(quote)).then_some(1),
            Quote::Escaped => source.starts_with(at, "\\\"").then_some(2),
            Quote::Single => source.starts_with(at, "'").then_some(1),
            Quote::Backtick if source.starts_with(at, "\u{b4}") => Some(2),
            Quote::Backtick => source.starts_with(at, "`").then_some(1),
            Quote::Smart => match source.character(at)? {
                '"' => Some(1),
                sign @ ('“' | '”' | '‟' | '＂') => Some(sign.len_utf8()),
                _ => None,
            },
            Quote::SmartSingle => match source.character(at)? {
                '\'' => Some(1),
                sign @ ('‘' | '’' | '‛' | '´') => Some(sign.len_utf8()),
                _ => None,
            },
            Quote::TripleDouble => triple(source, at, b'"'),
            Quote::TripleSingle => triple(source, at, b'\''),
            Quote::Fence => triple(source, at, b'`'),
            Quote::Token => source.starts_with(at, TOKEN_QUOTE).then_some(TOKEN_QUOTE.len()),
        }
    }

    /// The bytes with which a closing sign can start.
    pub(super) fn closing_bytes(self) -> [u8; 3] {
        match self {
            Quote::Double | Quote::TripleDouble => *b"\"\"\"",
            Quote::Doubled(quote) => [quote; 3],
            Quote::Escaped => *b"\\\\\\",
            Quote::Single | Quote::TripleSingle => *b"'''",
            Quote::Backtick => *b"``\xc2",
            Quote::Fence => *b"```",
            Quote::Smart => *b"\"\xe2\xef",
            Quote::SmartSingle => *b"'\xe2\xc2",
            Quote::Token => *b"<<<",
        }
    }

    /// Whether the closing sign is so peculiar that its first occurrence is the end.
    pub(super) fn closes_at_first(self) -> bool {
        matches!(self, Quote::TripleDouble | Quote::TripleSingle | Quote::Fence | Quote::Token)
    }

    /// Whether backslashes in the content stand for themselves.
    pub(super) fn is_raw(self) -> bool {
        matches!(self, Quote::Token | Quote::Fence)
    }
}

/// Three quotes that open a string. Before a comma or a closer they are a string that holds a quote.
fn opens_triple(source: Source, at: usize, sign: &str) -> bool {
    let next = source.byte(source.skip_space(at + 3));
    source.starts_with(at, sign) && !next.is_some_and(|byte| byte == b',' || is_closer(byte))
}

/// Three quotes at `at` that end a string; of four the first belongs to the content.
fn triple(source: Source, at: usize, quote: u8) -> Option<usize> {
    let closes = (0..3).all(|offset| source.byte(at + offset) == Some(quote));
    (closes && source.byte(at + 3) != Some(quote)).then_some(3)
}

/// Whether the text after two quotes goes on as the content of a string does, so that the two are
/// not an empty string.
fn starts_content(source: Source, at: usize) -> bool {
    match source.byte(at) {
        Some(0x80..) => {
            let sign = source.character(at).is_some_and(|sign| "“”„‟＂‘’‚‛´：，；".contains(sign));
            !sign && source.trivia(at).is_none()
        }
        Some(b'/') => source.trivia(at).is_none(),
        Some(byte) => byte.is_ascii_alphanumeric() || b"_.-$@*~(".contains(&byte),
        None => false,
    }
}
