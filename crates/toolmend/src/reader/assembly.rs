//! From patches to readings: what goes around a value, and the proof that the result is JSON.

use super::duplicates::duplicates;
use super::outside::{Document, Root, after_thoughts};
use super::patches::Patches;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{Source, is_closer};
use super::{Read, Reading, Tolerance};
use crate::Edit;
use crate::tree::Tree;

/// A value or a rest of one, as it stands in the text.
pub(super) struct Piece {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The root that may be kept here, or why the piece goes.
    pub(super) fate: Result<usize, Recovery>,
}

/// Why there is no reading, and where.
type Refusal = (usize, Reason);

/// The patches that leave one root, whose `own` patches are given.
pub(super) fn assemble(
    source: Source,
    pieces: &[Piece],
    (kept, root): (usize, &Root),
    own: Patches,
) -> Patches {
    let mut patches = Patches::default();
    let mut own = Some(own);
    let mut at = 0;
    for piece in pieces {
        match piece.fate {
            Ok(index) if index == kept => {
                remove_gap(source, (at, piece.start), &mut patches);
                patches.append(own.take().unwrap_or_default());
            }
            fate => {
                let recovery = fate.err().unwrap_or(Recovery::Outside);
                remove_piece(source, (at, piece), recovery, &mut patches);
            }
        }
        at = piece.end;
    }
    let before = patches.len();
    remove_gap(source, (at, source.len()), &mut patches);
    if root.loose
        && let Some(last) = patches.get_mut(before)
        && last.recovery == Recovery::ExtraCloser
        && source.slice(at, source.len()).contains(['}', ']'])
    {
        last.doubt = Some(Reason::Brackets);
    }
    patches
}

/// The patches that make a list of all roots that may be kept.
pub(super) fn listed(source: Source, document: &Document, pieces: &[Piece]) -> Patches {
    let doubt = Some(Reason::Several);
    let mut patches = Patches::default();
    let (mut at, mut first) = (0, true);
    for piece in pieces {
        let Ok(index) = piece.fate else {
            remove_piece(source, (at, piece), Recovery::Repeated, &mut patches);
            at = piece.end;
            continue;
        };
        if first || source.slice(at, piece.start).trim() != "," {
            remove_gap(source, (at, piece.start), &mut patches);
            let sign = if first { "[" } else { "," };
            patches.push_doubted(Recovery::List, (piece.start, piece.start), sign, doubt);
        }
        first = false;
        patches.append(document.roots[index].patches.clone());
        at = piece.end;
    }
    patches.push_doubted(Recovery::List, (at, at), "]", doubt);
    remove_gap(source, (at, source.len()), &mut patches);
    patches
}

/// Takes out a value that is not kept, and the gap before it, which ends the last value at `at`.
/// Neighbours that go for the same reason go together.
fn remove_piece(
    source: Source,
    (at, piece): (usize, &Piece),
    recovery: Recovery,
    patches: &mut Patches,
) {
    if patches.extend_last(recovery, at, piece.end) {
        return;
    }
    remove_gap(source, (at, piece.start), patches);
    patches.push(recovery, (piece.start, piece.end), "");
}

/// Takes out what stands between or around values; white space may stay.
pub(super) fn remove_gap(source: Source, (start, end): (usize, usize), patches: &mut Patches) {
    let gap = source.slice(start, end);
    let blank = [' ', '\t', '\n', '\r'];
    let from = start + (gap.len() - gap.trim_start_matches(blank).len());
    let text = gap.trim_matches(blank);
    if text.is_empty() {
        return;
    }
    let recovery = gap_recovery(source, from, text);
    let doubt = match recovery {
        Recovery::Outside if start > 0 && torn_off(source, from, text, from > start) => {
            Some(Reason::Torn)
        }
        Recovery::Outside if after_thoughts(text).contains("\":") => Some(Reason::Around),
        _ => None,
    };
    patches.push_doubted(recovery, (from, from + text.len()), "", doubt);
}

/// Whether a text behind a value looks like a part that was torn from it: it goes on
/// with a comma and a value, is glued to the value, or ends with a string and a bracket.
fn torn_off(source: Source, from: usize, text: &str, apart: bool) -> bool {
    let glued = !apart && text.starts_with(|first: char| first.is_ascii_alphanumeric());
    let last = text.trim_end_matches(|last: char| "}]".contains(last) || last.is_whitespace());
    let ends_string =
        last.len() < text.len() && (text.contains('"') || last.ends_with(['\'', '`']));
    let next = source.byte(source.skip(from + 1));
    let value = next.is_some_and(|byte| b"\"'{[}]".contains(&byte));
    let comma = text.starts_with(',') && value && source.skip(from + 1) < from + text.len();
    comma || glued || ends_string
}

/// The kind of what stands in a gap.
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

/// The answer for the only value of a text, whose members may repeat each other.
pub(super) fn one(source: Source, patches: Patches, tolerance: Tolerance) -> Read {
    let (text, edits) = match trusted(source, patches, tolerance) {
        Ok(applied) => applied,
        Err((offset, reason)) => return Read::nothing(offset, reason),
    };
    let Ok(tree) = Tree::parse(&text) else {
        return Read::nothing(0, Reason::NoValue);
    };
    let Some(found) = duplicates(&tree, &text) else {
        return Read::Value(Reading { text, edits });
    };
    let keep = |patches: Patches| {
        let (kept, more) = patches.apply(&text);
        let edits = edits.iter().cloned().chain(more).collect();
        Tree::parse(&kept).is_ok().then_some(Reading { text: kept, edits })
    };
    let first = keep(found.keeping_first);
    let last = if found.differ { keep(found.keeping_last) } else { None };
    match (first, last) {
        (Some(first), None) if !found.differ => Read::Value(first),
        (Some(first), Some(last)) => Read::Duplicates(vec![first, last]),
        _ => Read::nothing(0, Reason::DuplicateKey),
    }
}

/// The reading that the patches make, if they may be trusted and the result is JSON.
pub(super) fn finish(
    source: Source,
    patches: Patches,
    tolerance: Tolerance,
) -> Result<Reading, Refusal> {
    let (text, edits) = trusted(source, patches, tolerance)?;
    match Tree::parse(&text) {
        Ok(_) => Ok(Reading { text, edits }),
        Err(_) => Err((0, Reason::NoValue)),
    }
}

/// Applies patches, if they may be trusted: for reading all but those that tear a value apart.
fn trusted(
    source: Source,
    patches: Patches,
    tolerance: Tolerance,
) -> Result<(String, Vec<Edit>), Refusal> {
    let doubted = if tolerance == Tolerance::Likely {
        let torn = patches.iter().find(|patch| patch.doubt == Some(Reason::Torn));
        torn.map(|patch| (patch.start as usize, Reason::Torn))
    } else {
        patches.first_doubted()
    };
    match doubted {
        Some(doubted) => Err(doubted),
        None => Ok(patches.apply(source.text)),
    }
}
