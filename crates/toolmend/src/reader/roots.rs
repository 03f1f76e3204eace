//! From the values that were found to the readings.
//!
//! One value is the reading; everything around it goes. Of several, those that say nothing of their
//! own go first: a `{}` beside an object, a repetition, a cut tail that repeats the value before it,
//! a footnote like `[1]` in prose. What then remains and differs are several readings.

use super::outside::{CutRoot, Document, Root, Shape};
use super::patches::Patches;
use super::recovery::Recovery;
use super::source::{Source, is_closer};
use super::{Read, Reading, Tolerance, reason};
use crate::tree::{Tree, same_value};

/// How many differing values are told apart.
const READINGS: usize = 16;

/// A value or a rest of one, as it stands in the text.
struct Piece {
    start: usize,
    end: usize,
    /// The root that is kept here, or why the piece goes.
    fate: Result<usize, Recovery>,
}

/// Turns what was found into what the reader answers.
pub(super) fn resolve(source: Source, mut document: Document, tolerance: Tolerance) -> Read {
    if tolerance == Tolerance::Certain
        && let Some((offset, reason)) = document.failure
    {
        return Read::Nothing { offset, reason };
    }
    let mut pieces = pieces(source, &document, tolerance);
    if let Some(cut) = document.cut.take() {
        let tail = source.rest(cut.start);
        let repeats = pieces
            .last()
            .is_some_and(|piece| source.slice(piece.start, piece.end).starts_with(tail.trim_end()));
        if !repeats {
            return cut_read(source, &document, &pieces, cut, tolerance);
        }
        let fate = Err(Recovery::Repeated);
        pieces.push(Piece { start: cut.start, end: source.len(), fate });
    }
    let kept: Vec<usize> = pieces.iter().filter_map(|piece| piece.fate.ok()).collect();
    match kept.as_slice() {
        [] => {
            let (offset, reason) = super::outside::nothing(&document);
            Read::Nothing { offset, reason }
        }
        [only] => {
            let root = &document.roots[*only];
            if let Some(missing) = root.missing.first() {
                return Read::Nothing { offset: missing.offset, reason: reason::MISSING_VALUE };
            }
            match finish(source, assemble(source, &document, &pieces, *only), tolerance) {
                Ok(reading) => Read::Value(reading),
                Err((offset, reason)) => Read::Nothing { offset, reason },
            }
        }
        several => {
            let readings: Vec<Reading> = several
                .iter()
                .take(READINGS)
                .filter_map(|&root| {
                    let patches = assemble(source, &document, &pieces, root);
                    finish(source, patches, tolerance).ok()
                })
                .collect();
            if readings.len() < several.len().min(READINGS) {
                return Read::Nothing { offset: 0, reason: reason::SEVERAL };
            }
            Read::Several(readings)
        }
    }
}

/// The values of the text as one list.
pub(super) fn list(source: Source, document: &Document) -> Option<Reading> {
    let pieces = pieces(source, document, Tolerance::Likely);
    let whole = document.cut.is_none() && document.roots.iter().all(|root| root.missing.is_empty());
    whole.then(|| finish(source, listed(source, document, &pieces), Tolerance::Likely).ok())?
}

/// Decides for each root whether it is kept.
fn pieces(source: Source, document: &Document, tolerance: Tolerance) -> Vec<Piece> {
    let roots = &document.roots;
    let fenced = tolerance == Tolerance::Likely && roots.iter().any(|root| root.fenced);
    let footnote = |root: &Root| root.shape == Shape::Array && root.in_prose && !root.fenced;
    let strong = roots.iter().any(|root| !footnote(root));
    let object = roots.iter().any(|root| root.shape == Shape::Object);
    let mut distinct: Vec<(usize, String)> = Vec::new();
    let alone = roots.len() == 1;
    let mut pieces = Vec::with_capacity(roots.len());
    for (index, root) in roots.iter().enumerate() {
        let fate = if (fenced && !root.fenced) || (strong && footnote(root)) {
            Err(Recovery::Outside)
        } else if object && root.shape == Shape::Nothing {
            Err(Recovery::Repeated)
        } else if alone {
            Ok(index)
        } else {
            once(source, root, index, &mut distinct)
        };
        pieces.push(Piece { start: root.start, end: root.end, fate });
    }
    pieces
}

/// Keeps the root unless it equals one before it.
fn once(
    source: Source,
    root: &Root,
    index: usize,
    distinct: &mut Vec<(usize, String)>,
) -> Result<usize, Recovery> {
    let text = own_text(source, root);
    let repeated = distinct.iter().any(|(_, other)| {
        *other == text
            || (other.len() <= 2 * text.len() + 64
                && match (Tree::parse(other), Tree::parse(&text)) {
                    (Ok(one), Ok(two)) => same_value((&one, one.root()), (&two, two.root())),
                    _ => false,
                })
    });
    if repeated {
        return Err(Recovery::Repeated);
    }
    if distinct.len() < READINGS {
        distinct.push((index, text));
    }
    Ok(index)
}

/// The mended text of one root.
fn own_text(source: Source, root: &Root) -> String {
    let mut patches = Patches::default();
    patches.push(Recovery::Outside, (0, root.start), "");
    patches.append(&root.patches);
    patches.push(Recovery::Outside, (root.end, source.len()), "");
    patches.apply(source.text).0
}

/// The patches that leave one root.
fn assemble(source: Source, document: &Document, pieces: &[Piece], kept: usize) -> Patches {
    let mut patches = Patches::default();
    let mut at = 0;
    for piece in pieces {
        remove_gap(source, (at, piece.start), &mut patches);
        match piece.fate {
            Ok(index) if index == kept => patches.append(&document.roots[index].patches),
            Ok(_) => patches.push(Recovery::Outside, (piece.start, piece.end), ""),
            Err(recovery) => patches.push(recovery, (piece.start, piece.end), ""),
        }
        at = piece.end;
    }
    remove_gap(source, (at, source.len()), &mut patches);
    patches
}

/// The patches that make a list of all kept roots.
fn listed(source: Source, document: &Document, pieces: &[Piece]) -> Patches {
    let doubt = Some(reason::SEVERAL);
    let mut patches = Patches::default();
    let (mut at, mut first) = (0, true);
    for piece in pieces {
        let Ok(index) = piece.fate else {
            remove_gap(source, (at, piece.start), &mut patches);
            patches.push(Recovery::Repeated, (piece.start, piece.end), "");
            at = piece.end;
            continue;
        };
        let gap = source.slice(at, piece.start);
        if first || gap.trim() != "," {
            remove_gap(source, (at, piece.start), &mut patches);
            let sign = if first { "[" } else { "," };
            patches.push_doubted(Recovery::List, (piece.start, piece.start), sign, doubt);
        }
        first = false;
        patches.append(&document.roots[index].patches);
        at = piece.end;
    }
    patches.push_doubted(Recovery::List, (at, at), "]", doubt);
    remove_gap(source, (at, source.len()), &mut patches);
    patches
}

/// Takes out what stands between or around values; white space may stay.
fn remove_gap(source: Source, (start, end): (usize, usize), patches: &mut Patches) {
    let gap = source.slice(start, end);
    let blank = [' ', '\t', '\n', '\r'];
    let from = start + (gap.len() - gap.trim_start_matches(blank).len());
    let text = gap.trim_matches(blank);
    if text.is_empty() {
        return;
    }
    patches.push(gap_recovery(source, from, text), (from, from + text.len()), "");
}

fn gap_recovery(source: Source, from: usize, text: &str) -> Recovery {
    let end = from + text.len();
    let only = |accepts: fn(u8) -> bool| {
        text.bytes().all(|byte| accepts(byte) || byte.is_ascii_whitespace())
    };
    if source.skip_space(from) >= end {
        Recovery::Space
    } else if only(is_closer) {
        Recovery::ExtraCloser
    } else if only(|byte| matches!(byte, b',' | b';')) {
        Recovery::ExtraComma
    } else if source.skip(from) == end {
        Recovery::Comment
    } else if source.fence(from) == Some(end) {
        Recovery::Fence
    } else {
        Recovery::Outside
    }
}

/// The answer for a text that ends inside a value.
fn cut_read(
    source: Source,
    document: &Document,
    pieces: &[Piece],
    cut: CutRoot,
    tolerance: Tolerance,
) -> Read {
    let kept = pieces.iter().filter(|piece| piece.fate.is_ok()).count();
    if kept > 0 {
        let patches = match pieces.iter().find_map(|piece| piece.fate.ok()) {
            Some(only) if kept == 1 => assemble(source, document, pieces, only),
            _ => listed(source, document, pieces),
        };
        return Read::Cut { closed: None, finished: finish(source, patches, tolerance).ok() };
    }
    let mut before = Patches::default();
    remove_gap(source, (0, cut.start), &mut before);
    let walk = cut.walk;
    let closing = |end: usize, count: usize, recovery: Recovery, doubt| {
        let mut patches = before.clone();
        patches.append(&walk.patches);
        patches.truncate(before.len() + count);
        patches.push_doubted(recovery, (end, source.len()), walk.closers.clone(), doubt);
        finish(source, patches, tolerance).ok()
    };
    if let Some(end) = walk.end
        && walk.unclosed
        && tolerance == Tolerance::Likely
        && let Some(reading) =
            closing(end, walk.end_patches, Recovery::MissingCloser, Some(reason::CUT))
    {
        return Read::Value(reading);
    }
    let closed = walk
        .end
        .filter(|_| walk.settled)
        .and_then(|end| closing(end, walk.end_patches, Recovery::Close, None));
    let finished =
        walk.complete.and_then(|(end, count)| closing(end, count, Recovery::Close, None));
    Read::Cut { closed, finished }
}

/// The reading that the patches make, if they may be trusted and the result is JSON.
pub(super) fn finish(
    source: Source,
    patches: Patches,
    tolerance: Tolerance,
) -> Result<Reading, (usize, &'static str)> {
    if tolerance != Tolerance::Likely
        && let Some(doubted) = patches.first_doubted()
    {
        return Err(doubted);
    }
    let (text, edits) = patches.apply(source.text);
    match Tree::parse(&text) {
        Ok(_) => Ok(Reading { text, edits }),
        Err(_) => Err((0, reason::NO_VALUE)),
    }
}
