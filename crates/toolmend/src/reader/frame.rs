//! What a walk knows of its place: what it expects, what is open, how it may end.

use super::reason::Reason;
use super::source::Source;

/// How a walk ended.
#[derive(Clone, Debug)]
pub(super) enum Ended {
    /// The value is complete and ends before this offset.
    Complete(usize),
    /// The text ends inside the value.
    Cut,
    /// There is no sensible reading.
    Failed { offset: usize, reason: Reason },
}

/// One step: `Err` ends the walk.
pub(super) type Step = Result<(), Ended>;

/// What the walk expects at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    Value,
    Key,
    /// What follows a value: a comma or a closer.
    Separator,
}

/// Where a value stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Root,
    Key,
    Member,
    Item,
}

/// What a frame will be in the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    /// Parentheses: a list of several items, or nothing but the one value inside.
    Group,
}

/// A container that is open. Offsets are kept in 32 bits: a hostile text is nothing but openers.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "marks that are independent of each other")]
pub(super) struct Frame {
    pub(super) kind: Kind,
    /// The closing bracket as the source has it.
    pub(super) closer: u8,
    /// A comma stood after an item.
    pub(super) comma: bool,
    /// A nested object was followed by a member.
    pub(super) resumed: bool,
    /// A closing brace of this object was taken out as one too early.
    pub(super) reopened: bool,
    /// Its opening brace is missing in the source.
    pub(super) unopened: bool,
    /// Its opener, or one inside it, stands where another sign is missing: it may be that sign.
    pub(super) suspect: bool,
    /// The patch of the opening bracket, where it may have to change once more.
    pub(super) opener: Option<u32>,
    pub(super) items: u32,
    /// Where items that are no arrays follow one that is.
    pub(super) loose: Option<u32>,
    /// The key of the current member and of the first, in the source.
    pub(super) key: (u32, u32),
    pub(super) first_key: (u32, u32),
    /// Up to where the content is complete, and the number of patches up to there.
    pub(super) complete: (u32, u32),
}

/// The last token of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    /// Nothing, or what could go on: a number, a bare word.
    Open,
    /// A string; its closing quote stands at this offset.
    String(usize),
    /// `true`, `false`, `null` or a closed container.
    Closed,
}

/// A place where a value is missing.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    pub(super) offset: usize,
    pub(super) pointer: String,
}

/// What all walks over one text may spend on reading the same bytes again, so that the time stays
/// linear in the text.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Budget {
    /// How many bytes strings may be read on in vain.
    pub(super) spare: usize,
    /// How many strings that do not end may be read again.
    pub(super) second_looks: u32,
    /// How many containers may be looked through in vain to see whether they are whole.
    pub(super) unwhole: u32,
}

impl Budget {
    pub(super) fn of(source: Source) -> Budget {
        Budget { spare: 2 * source.len(), second_looks: 4, unwhole: 8 }
    }
}
