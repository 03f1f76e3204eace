//! `host-line-range`: a pair of lines that is fractional, below 1, or in the wrong order.
//!
//! dsh's editor refuses such a `view_range` whole. Its first line is where the model wants to look:
//! it is made a line as by [`super::line_number`]. An end before it is made the same line; what was
//! meant by it cannot be known, and the model sees which lines it got.
//!
//! Looks alike but is not: an end of -1 (to the end of the file), an end behind the file's (its
//! length is not known here), a list of another length, and a range beside another command than
//! `view`, where it is not looked at.

use super::line_number::Number;
use crate::bench::Bench;
use crate::tree::{Kind, NodeId, Tree};

/// The rule's public name.
pub(super) const RULE: &str = "host-line-range";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a range of lines that is fractional, below 1 or reversed";

/// Corrects the range at `id`.
pub(super) fn correct(bench: &mut Bench<'_>, id: NodeId) {
    let items: Vec<NodeId> = bench.tree.children(id).collect();
    let [first, last] = items[..] else { return };
    let number = |id| match bench.tree.kind(id) {
        Kind::Number => Number::read(bench.tree.lexeme(id)),
        _ => None,
    };
    let (Some(start), Some(end)) = (number(first), number(last)) else { return };
    if !is_beside_view(&bench.tree, id) {
        return;
    }
    let start_line = start.floor.max(1);
    let end_line = if end.is(-1) { -1 } else { end.floor.max(start_line) };
    for (id, sent, line) in [(first, start, start_line), (last, end, end_line)] {
        if !sent.is(line) {
            // A number is JSON as it is written.
            let _ = bench.replace(RULE, id, &line.to_string());
        }
    }
}

/// Whether the command beside the range is the one that looks at it.
fn is_beside_view(tree: &Tree<'_>, range: NodeId) -> bool {
    let command = tree.parent(range).and_then(|arguments| tree.member(arguments, "command"));
    command.is_some_and(|command| tree.string(command).is_some_and(|text| text == "view"))
}
