//! The same key twice in one object.
//!
//! In valid JSON the last one counts and nothing is said. In a text that is broken anyway a
//! repeated member is part of the breakage: if both are equal the second goes; if they differ, one
//! of them is wrong and nobody can say which.

use std::borrow::Cow;

use super::patches::Patches;
use super::recovery::Recovery;
use crate::order::sorted_by_key;
use crate::table::TextTable;
use crate::tree::{Kind, NodeId, Tree, same_value};

/// The members to take out of an object that has a key twice.
#[derive(Debug, Default)]
pub(super) struct Duplicates {
    /// Those that equal an earlier one, or all later ones: what remains has the first of each key.
    pub(super) keeping_first: Patches,
    /// As before, but of differing ones the last remains.
    pub(super) keeping_last: Patches,
    /// Some differ.
    pub(super) differ: bool,
}

/// Finds members with the same key; `None` if there are none.
pub(super) fn duplicates(tree: &Tree, text: &str) -> Option<Duplicates> {
    let mut pending = vec![tree.root()];
    let (mut later, mut earlier, mut differ) = (Vec::new(), Vec::new(), false);
    while let Some(container) = pending.pop() {
        pending.extend(tree.children(container));
        if tree.kind(container) != Kind::Object {
            continue;
        }
        if !may_repeat(tree, container) {
            continue;
        }
        let mut seen = TextTable::new();
        for member in tree.children(container) {
            let Some(key) = tree.key_string(member).map(Cow::into_owned) else { continue };
            let Some(first) = seen.get(&key).map(|&first| NodeId(first)) else {
                seen.insert(key, member.0);
                continue;
            };
            let same = same_value((tree, first), (tree, member));
            differ |= !same;
            later.push(member);
            if same {
                earlier.push(member);
            } else {
                earlier.push(first);
                seen.insert(key, member.0);
            }
        }
    }
    if later.is_empty() {
        return None;
    }
    Some(Duplicates {
        keeping_first: removals(tree, text, later),
        keeping_last: removals(tree, text, earlier),
        differ,
    })
}

/// Whether an object may have a key twice; for a small one told by its lexemes alone.
fn may_repeat(tree: &Tree, object: NodeId) -> bool {
    const SMALL: usize = 8;
    let mut keys = [""; SMALL];
    for (count, member) in tree.children(object).enumerate() {
        let key = tree.key(member).unwrap_or_default();
        if count == SMALL || key.contains('\\') || keys[..count].contains(&key) {
            return true;
        }
        keys[count] = key;
    }
    false
}

/// Takes members out, each with the comma before it or, the first, with the one behind it.
fn removals(tree: &Tree, text: &str, members: Vec<NodeId>) -> Patches {
    let mut patches = Patches::default();
    let mut covered = 0;
    for member in sorted_by_key(members, |member| member.0) {
        let (start, end) = tree.extent(member);
        if start < covered {
            continue;
        }
        let comma_before = text.as_bytes().get(start.wrapping_sub(1)) == Some(&b',');
        let comma_behind = text.as_bytes().get(end) == Some(&b',');
        let range = match (comma_before, comma_behind) {
            (true, _) => (start - 1, end),
            (false, true) => (start, end + 1),
            (false, false) => (start, end),
        };
        patches.push(Recovery::DuplicateKey, range, "");
        covered = range.1;
    }
    patches
}
