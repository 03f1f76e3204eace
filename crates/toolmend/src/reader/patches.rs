//! Patches: slices of the source with what takes their place.
//!
//! The walk only ever looks at the source and notes patches in its coordinates, in order and
//! without overlap. That makes giving up a reading cheap (the list is cut back) and keeps every
//! byte that no patch covers. At the end the patches become text edits, whose offsets are those of
//! the text as it stands at each edit.

use std::borrow::Cow;

use super::reason::Reason;
use super::recovery::Recovery;
use crate::Edit;

/// One defect: the slice `start..end` of the source and what takes its place.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) after: Cow<'static, str>,
    pub(super) recovery: Recovery,
    /// Why this is only likely, in words for the model; `None` when it is certain.
    pub(super) doubt: Option<Reason>,
}

/// A sorted list of patches.
#[derive(Clone, Debug, Default)]
pub(super) struct Patches {
    list: Vec<Patch>,
}

/// Beyond so many patches neighbours of the same kind are reported as one edit, so that the report
/// on a hostile text stays a small multiple of the text.
const REPORTED_ONE_BY_ONE: usize = 10_000;

impl Patches {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> std::slice::Iter<'_, Patch> {
        self.list.iter()
    }

    /// Notes a certain patch.
    pub(super) fn push(
        &mut self,
        recovery: Recovery,
        range: (usize, usize),
        after: impl Into<Cow<'static, str>>,
    ) {
        self.push_doubted(recovery, range, after, None);
    }

    /// Notes a patch that is only likely if there is a doubt.
    pub(super) fn push_doubted(
        &mut self,
        recovery: Recovery,
        (start, end): (usize, usize),
        after: impl Into<Cow<'static, str>>,
        doubt: Option<Reason>,
    ) {
        let (start, end) = (start as u32, end as u32);
        self.list.push(Patch { start, end, after: after.into(), recovery, doubt });
    }

    /// Lets a removal that ends at `at` go on to `end`; false if the last patch is no such removal.
    pub(super) fn extend_last(&mut self, recovery: Recovery, at: usize, end: usize) -> bool {
        match self.list.last_mut() {
            Some(last)
                if last.end as usize == at
                    && last.recovery == recovery
                    && last.after.is_empty()
                    && last.doubt.is_none() =>
            {
                last.end = end as u32;
                true
            }
            _ => false,
        }
    }

    /// Notes a patch that lies before patches noted already.
    pub(super) fn insert(&mut self, patch: Patch) {
        let at = self.list.partition_point(|other| other.end <= patch.start);
        self.list.insert(at, patch);
    }

    /// Notes a patch before those from `index` on.
    pub(super) fn insert_at(
        &mut self,
        index: usize,
        recovery: Recovery,
        (start, end): (usize, usize),
        after: &'static str,
        doubt: Option<Reason>,
    ) {
        let (start, end) = (start as u32, end as u32);
        let patch = Patch { start, end, after: after.into(), recovery, doubt };
        self.list.insert(index.min(self.list.len()), patch);
    }

    /// Gives up all patches but the first `length`.
    pub(super) fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
    }

    /// Gives up the patches that start at or after `offset`.
    pub(super) fn truncate_from(&mut self, offset: usize) {
        while self.list.last().is_some_and(|patch| patch.start as usize >= offset) {
            self.list.pop();
        }
    }

    /// The patch at `index`, to be changed.
    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Patch> {
        self.list.get_mut(index)
    }

    /// Appends the patches of a later part of the source.
    pub(super) fn append(&mut self, mut later: Patches) {
        if self.list.is_empty() {
            self.list = later.list;
        } else {
            self.list.append(&mut later.list);
        }
    }

    /// The first patch that is only likely.
    pub(super) fn first_doubted(&self) -> Option<(usize, Reason)> {
        self.list.iter().find_map(|patch| Some((patch.start as usize, patch.doubt?)))
    }

    /// The mended text of a part of the source in which all patches lie.
    pub(super) fn apply_within(&self, source: &str, (start, end): (usize, usize)) -> String {
        let mut text = String::with_capacity(end - start);
        let mut copied = start;
        for patch in &self.list {
            text.push_str(source.get(copied..patch.start as usize).unwrap_or_default());
            text.push_str(&patch.after);
            copied = patch.end as usize;
        }
        text.push_str(source.get(copied..end).unwrap_or_default());
        text
    }

    /// The mended text and the edits that lead to it one after another.
    pub(super) fn apply(mut self, source: &str) -> (String, Vec<Edit>) {
        if self.list.len() > REPORTED_ONE_BY_ONE {
            self.join_neighbours(source);
        }
        let mut text = String::with_capacity(source.len() + self.list.len());
        let mut edits = Vec::with_capacity(self.list.len());
        let mut copied = 0;
        for patch in self.list {
            let (start, end) = (patch.start as usize, patch.end as usize);
            text.push_str(source.get(copied..start).unwrap_or_default());
            let before = source.get(start..end).unwrap_or_default().to_owned();
            let (rule, after) = (patch.recovery.name().into(), patch.after.into_owned());
            let byte = text.len();
            text.push_str(&after);
            edits.push(Edit::Text { rule, byte, before, after });
            copied = end;
        }
        text.push_str(source.get(copied..).unwrap_or_default());
        (text, edits)
    }

    /// Joins patches that stand beside each other: of the same kind, and behind the first twenty
    /// thousand of whatever kind.
    fn join_neighbours(&mut self, source: &str) {
        let mut joined: Vec<Patch> = Vec::new();
        for patch in self.list.drain(..) {
            let full = joined.len() >= 2 * REPORTED_ONE_BY_ONE;
            match joined.last_mut() {
                Some(last) if full || last.recovery == patch.recovery => {
                    let between = last.end as usize..patch.start as usize;
                    let after = last.after.to_mut();
                    after.push_str(source.get(between).unwrap_or_default());
                    after.push_str(&patch.after);
                    last.end = patch.end;
                }
                _ => joined.push(patch),
            }
        }
        self.list = joined;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay(source: &str, edits: &[Edit]) -> String {
        let mut text = source.to_owned();
        for edit in edits {
            if let Edit::Text { byte, before, after, .. } = edit {
                assert_eq!(text.get(*byte..byte + before.len()), Some(before.as_str()));
                text.replace_range(*byte..byte + before.len(), after);
            }
        }
        text
    }

    #[test]
    fn edits_stand_where_the_text_has_moved_to() {
        let mut patches = Patches::default();
        patches.push(Recovery::UnquotedKey, (1, 2), "\"a\"");
        patches.push(Recovery::TrailingComma, (4, 5), "");
        let (text, edits) = patches.apply("{a:1,}");
        assert_eq!(text, "{\"a\":1}");
        assert_eq!(replay("{a:1,}", &edits), text);
    }

    #[test]
    fn very_many_defects_of_one_kind_are_joined() {
        let source = "[".to_owned() + &"1 ".repeat(REPORTED_ONE_BY_ONE + 10) + "1]";
        let mut patches = Patches::default();
        for at in 0..REPORTED_ONE_BY_ONE + 10 {
            patches.push(Recovery::MissingComma, (2 * at + 2, 2 * at + 2), ",");
        }
        let (text, edits) = patches.apply(&source);
        assert_eq!(edits.len(), 1);
        assert_eq!(replay(&source, &edits), text);
    }
}
