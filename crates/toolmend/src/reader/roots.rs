//! From the values that were found to what the reader answers.
//!
//! One value is the reading; everything around it goes. Of several, those that say nothing of their
//! own go first: a `{}` beside an object, a repetition, a cut tail that repeats the value before it,
//! a footnote like `[1]` in prose. What then remains and differs are several readings.

use super::assembly::{Piece, assemble, finish, listed, one, remove_gap};
use super::outside::{CutRoot, Document, Root, Shape};
use super::patches::Patches;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::Source;
use super::{Read, Reading, Tolerance};
use crate::table::TextTable;

/// How many differing values are told apart.
const READINGS: usize = 16;

/// Turns what was found into what the reader answers.
pub(super) fn resolve(source: Source, mut document: Document, tolerance: Tolerance) -> Read {
    // What stands inside or behind a broken value is not the answer, but for a fence's content.
    let fenced = tolerance == Tolerance::Likely && document.roots.iter().any(|root| root.fenced);
    if let Some((offset, reason)) = document.failure
        && !fenced
    {
        return Read::nothing(offset, reason);
    }
    let mut pieces = pieces(source, &document, tolerance);
    if let Some(cut) = document.cut.take() {
        let tail = source.rest(cut.start).trim_end();
        let repeats = |piece: &Piece| source.slice(piece.start, piece.end).starts_with(tail);
        if !pieces.last().is_some_and(repeats) {
            return cut_read(source, &document, &pieces, cut, tolerance);
        }
        let fate = Err(Recovery::Repeated);
        pieces.push(Piece { start: cut.start, end: source.len(), fate });
    }
    let kept: Vec<usize> = pieces.iter().filter_map(|piece| piece.fate.ok()).collect();
    match kept.as_slice() {
        [] => Read::nothing(0, Reason::NoValue),
        [only] => only_root(source, document, &pieces, *only, tolerance),
        several => several_roots(source, &document, &pieces, several, tolerance),
    }
}

fn only_root(
    source: Source,
    mut document: Document,
    pieces: &[Piece],
    index: usize,
    tolerance: Tolerance,
) -> Read {
    let own = std::mem::take(&mut document.roots[index].patches);
    let root = &document.roots[index];
    let repeated = pieces.iter().any(|piece| piece.fate == Err(Recovery::Repeated));
    if root.glued && !repeated && tolerance == Tolerance::Certain {
        return Read::nothing(root.end, Reason::Brackets);
    }
    if let Some(missing) = root.missing.first() {
        return Read::nothing(missing.offset, Reason::MissingValue);
    }
    one(source, assemble(source, pieces, (index, root), own), tolerance)
}

fn several_roots(
    source: Source,
    document: &Document,
    pieces: &[Piece],
    kept: &[usize],
    tolerance: Tolerance,
) -> Read {
    let mut readings: Vec<Reading> = Vec::new();
    for &index in kept.iter().take(READINGS) {
        let root = &document.roots[index];
        let patches = assemble(source, pieces, (index, root), root.patches.clone());
        match finish(source, patches, tolerance) {
            Ok(reading) => readings.push(reading),
            Err((offset, _)) => return Read::nothing(offset, Reason::Several),
        }
    }
    Read::Several(readings)
}

/// The values of the text as one list.
pub(super) fn list(source: Source, document: &Document) -> Option<Reading> {
    let whole = document.cut.is_none() && document.roots.iter().all(|root| root.missing.is_empty());
    if !whole {
        return None;
    }
    let pieces = pieces(source, document, Tolerance::Likely);
    finish(source, listed(source, document, &pieces), Tolerance::Likely).ok()
}

/// Decides for each root whether it is kept.
fn pieces(source: Source, document: &Document, tolerance: Tolerance) -> Vec<Piece> {
    let roots = &document.roots;
    let fenced = tolerance == Tolerance::Likely && roots.iter().any(|root| root.fenced);
    let footnote = |root: &Root| root.shape == Shape::Array && root.in_prose && !root.fenced;
    let strong = roots.iter().any(|root| !footnote(root));
    let object = roots.iter().any(|root| root.shape == Shape::Object);
    let passed_over = |root: &Root| {
        (fenced && !root.fenced)
            || (strong && footnote(root))
            || (object && root.shape == Shape::Nothing)
    };
    let mut seen = TextTable::new();
    let fate = |(index, root): (usize, &Root)| {
        if passed_over(root) {
            Err(Recovery::Outside)
        } else if roots.len() == 1 || seen.insert(compact(source, root), 0).is_none() {
            Ok(index)
        } else {
            Err(Recovery::Repeated)
        }
    };
    let fates: Vec<_> = roots.iter().enumerate().map(fate).collect();
    let piece = |(root, fate): (&Root, _)| Piece { start: root.start, end: root.end, fate };
    roots.iter().zip(fates).map(piece).collect()
}

/// The mended text of a root without the white space between its tokens.
fn compact(source: Source, root: &Root) -> String {
    let text = root.patches.apply_within(source.text, (root.start, root.end));
    let mut compact = String::with_capacity(text.len());
    let (mut quoted, mut escaped) = (false, false);
    for character in text.chars() {
        if quoted {
            quoted = escaped || character != '"';
            escaped = !escaped && character == '\\';
        } else if character.is_ascii_whitespace() {
            continue;
        } else {
            quoted = character == '"';
        }
        compact.push(character);
    }
    compact
}

/// The answer for a text that ends inside a value: closed where closers alone complete it, for a
/// call that may run; what is finished, for reading.
fn cut_read(
    source: Source,
    document: &Document,
    pieces: &[Piece],
    cut: CutRoot,
    tolerance: Tolerance,
) -> Read {
    let likely = tolerance == Tolerance::Likely;
    let whole: Vec<usize> = pieces.iter().filter_map(|piece| piece.fate.ok()).collect();
    if let Some(&first) = whole.first() {
        let root = &document.roots[first];
        let patches = if whole.len() == 1 {
            assemble(source, pieces, (first, root), root.patches.clone())
        } else {
            listed(source, document, pieces)
        };
        let finished = finish(source, patches, tolerance).ok().filter(|_| likely);
        return Read::Cut { closed: None, finished };
    }
    let closing = |(end, count): (usize, usize), recovery: Recovery, doubt| {
        let mut patches = Patches::default();
        remove_gap(source, (0, cut.start), &mut patches);
        let length = patches.len() + count;
        patches.append(cut.patches);
        patches.truncate(length);
        patches.push_doubted(recovery, (end, source.len()), cut.closers, doubt);
        finish(source, patches, tolerance).ok()
    };
    match (cut.end, cut.complete) {
        (Some(end), _) if likely && cut.unclosed => {
            match closing(end, Recovery::MissingCloser, Some(Reason::Cut)) {
                Some(reading) => Read::Value(reading),
                None => Read::Cut { closed: None, finished: None },
            }
        }
        (_, Some(complete)) if likely => {
            Read::Cut { closed: None, finished: closing(complete, Recovery::Close, None) }
        }
        (Some(end), _) if cut.settled && !likely => {
            Read::Cut { closed: closing(end, Recovery::Close, None), finished: None }
        }
        _ => Read::Cut { closed: None, finished: None },
    }
}
