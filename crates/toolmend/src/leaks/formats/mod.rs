//! The formats, one grammar a file, and the byte by which each is found.
//!
//! A grammar is tried where its first byte stands. Most need more than a byte to be refuted, none
//! more than a tag, unless the text really looks like a call.

mod bare_json;
mod body;
mod bracket_arrow;
mod bracket_named;
mod deepseek_tokens;
mod functionary;
mod gemma;
mod glm;
mod harmony;
mod hermes;
mod invoke;
pub(super) mod kimi;
mod kimi_xtml;
mod minimax_m3;
mod mistral;
mod named_tag;
mod pythonic;
mod react;
mod sequence;
mod series;
mod table;
mod tool_use;
mod wrapper;

pub(in crate::leaks) use wrapper::is_wrapper;

use super::block::Block;
use super::cursor::{Cursor, Parsed, Stop};
use super::offer::Offer;

/// Where a possible opener stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// Only white space and blocks stand before it on its line.
    pub(super) line_start: bool,
    /// Only white space, blocks and closed thinking stand before it in the message.
    pub(super) message_start: bool,
}

/// Whether a block may begin with `bytes` here. Cheap: asked at every bracket, and at the first
/// character of every line.
pub(super) fn may_begin(bytes: &[u8], place: Place) -> bool {
    let Place { line_start, message_start } = place;
    match bytes {
        [b'<' | b'[' | b']'] => true,
        [b'<', second, ..] => {
            second.is_ascii_alphabetic() || matches!(second, b'|' | b' ' | b'\t' | 0xef | 0xe2)
        }
        [b'[', second, ..] => line_start || *second == b'T',
        [b']', second, ..] => *second == b'<',
        [b'>' | b'A' | b'T' | b'a' | b'c' | b'f' | b't', ..] if line_start => true,
        [b'{' | b'`' | b'~', ..] => message_start,
        [first, ..] => message_start && first.is_ascii_alphabetic(),
        [] => false,
    }
}

/// A grammar: reads the block that begins at the cursor into an empty one.
type Grammar = for<'t> fn(&mut Cursor<'t>, Offer<'_>, &mut Block<'t>) -> Parsed<()>;

/// Where the openers of a grammar count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Anywhere,
    LineStart,
    MessageStart,
}

/// Every grammar, with how its blocks begin. Where several can read a text, the first does.
const GRAMMARS: [(&str, At, Grammar); 25] = [
    ("<|", At::Anywhere, wrapper::by_token),
    ("<s", At::Anywhere, wrapper::by_token),
    ("<|", At::Anywhere, sequence::block),
    ("<|", At::Anywhere, kimi::block),
    ("<|", At::Anywhere, harmony::block),
    ("<|", At::Anywhere, kimi_xtml::block),
    ("<|", At::Anywhere, deepseek_tokens::block),
    ("<\u{ff5c}", At::Anywhere, deepseek_tokens::block),
    ("<", At::LineStart, wrapper::orphans),
    ("<", At::Anywhere, wrapper::by_tag),
    ("<", At::LineStart, named_tag::block),
    ("[T", At::Anywhere, wrapper::by_token),
    ("[T", At::Anywhere, mistral::block),
    ("[T", At::Anywhere, bracket_arrow::block),
    ("[", At::LineStart, bracket_named::block),
    ("[", At::MessageStart, bare_json::bare),
    ("{", At::MessageStart, bare_json::bare),
    ("```", At::MessageStart, bare_json::fenced),
    ("~~~", At::MessageStart, bare_json::fenced),
    ("]<", At::Anywhere, minimax_m3::block),
    (">>>", At::LineStart, functionary::block),
    ("Action:", At::LineStart, react::block),
    ("TOOL_CALL", At::LineStart, bracket_arrow::block),
    ("func", At::LineStart, wrapper::by_token),
    ("call:", At::LineStart, wrapper::orphans),
];

/// Grammars whose blocks begin with any of some words.
const WORDS: [(At, Grammar); 3] = [
    (At::LineStart, harmony::without_tokens),
    (At::MessageStart, mistral::without_marker),
    (At::MessageStart, glm::shorthand),
];

/// Reads the block that begins at the cursor.
pub(super) fn read<'t>(cursor: Cursor<'t>, place: Place, offer: Offer<'_>) -> Parsed<Block<'t>> {
    let mut attempt = Attempt { cursor, offer, found: Err(Stop::Refuted) };
    let counts = |at| match at {
        At::Anywhere => true,
        At::LineStart => place.line_start,
        At::MessageStart => place.message_start,
    };
    for (opener, at, grammar) in GRAMMARS {
        if counts(at) && cursor.sees(opener) != Ok(false) {
            attempt.with(grammar);
        }
    }
    if cursor.rest().starts_with(|first: char| first.is_ascii_alphabetic()) {
        for (at, grammar) in WORDS {
            if counts(at) {
                attempt.with(grammar);
            }
        }
    }
    attempt.found
}

/// What trying one grammar after another came to.
struct Attempt<'t, 'o> {
    cursor: Cursor<'t>,
    offer: Offer<'o>,
    found: Parsed<Block<'t>>,
}

impl Attempt<'_, '_> {
    /// Tries a grammar, unless an earlier one has a say. One that was cut gives way to one that
    /// reads a block.
    fn with(&mut self, grammar: Grammar) {
        let pending = self.cursor.ended_or_stop().is_err();
        if match self.found {
            Ok(_) => true,
            Err(stop) => stop == Stop::Unfinished && pending,
        } {
            return;
        }
        let mut cursor = self.cursor;
        let mut block = Block::new(cursor.at());
        match grammar(&mut cursor, self.offer, &mut block) {
            Ok(()) => {
                block.span.end = cursor.at();
                self.found = Ok(block);
            }
            Err(Stop::Refuted) => {}
            Err(stop) => self.found = Err(stop),
        }
    }
}
