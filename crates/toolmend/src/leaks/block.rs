//! What a grammar found: a block of markup with calls in it, as it stands in the text.

use std::borrow::Cow;
use std::ops::Range;

/// A stretch of text that one grammar read from its opener to its last closer.
#[derive(Clone, Debug)]
pub(super) struct Block<'t> {
    pub(super) format: &'static str,
    pub(super) span: Range<usize>,
    pub(super) parts: Vec<Part<'t>>,
    pub(super) anchor: Anchor,
    pub(super) wrapper: Wrapper,
    /// The closer of a value in this markup. Where one is left over behind the block, a value was
    /// ended too early, and the block is not to be trusted.
    pub(super) value_closer: Option<&'static str>,
    /// Whether the end of the message cut a call behind those that were read.
    pub(super) cut: bool,
}

/// Where a block of this kind must stand to be a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Anywhere, but not within a sentence.
    Anywhere,
    /// At the start of a line.
    Line,
    /// At the start of a line, and nothing but blocks may follow.
    LastLines,
    /// The block, or several in a row, are the whole message.
    Message,
}

/// How much of its wrapper a block has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrapper {
    /// All that the format asks for.
    Whole,
    /// The opener, but not every closer.
    Unclosed,
    /// None: an inner part alone.
    Missing,
}

#[derive(Clone, Debug)]
pub(super) enum Part<'t> {
    /// An opener or closer that goes when a call of the block is taken.
    Markup(Range<usize>),
    Call(FoundCall<'t>),
    /// Markup that is there but cannot be read; stays as text.
    Unreadable,
}

/// A call as the markup has it: not yet known to be one that the tools offer.
#[derive(Clone, Debug)]
pub(super) struct FoundCall<'t> {
    pub(super) span: Range<usize>,
    pub(super) name: FoundName<'t>,
    pub(super) arguments: FoundArguments<'t>,
    /// The call's id, where the format has one that matters.
    pub(super) id: Option<&'t str>,
}

#[derive(Clone, Debug)]
pub(super) enum FoundName<'t> {
    Written(Cow<'t, str>),
    /// The markup has no name; the arguments may tell which tool is meant.
    Absent,
}

#[derive(Clone, Debug)]
pub(super) enum FoundArguments<'t> {
    /// JSON, perhaps broken.
    Text(Cow<'t, str>),
    /// Keys and values of markup, whose types only the schema knows.
    Pairs(Vec<Pair<'t>>),
    /// One text that stands for the only required parameter.
    Only(Cow<'t, str>),
}

#[derive(Clone, Debug)]
pub(super) struct Pair<'t> {
    pub(super) key: Cow<'t, str>,
    pub(super) value: Value<'t>,
}

#[derive(Clone, Debug)]
pub(super) enum Value<'t> {
    /// A text without a type.
    Raw(Cow<'t, str>),
    /// A text that the markup says is a string.
    Text(Cow<'t, str>),
    /// A text that the markup says is JSON; taken as a string if it is not.
    Json(Cow<'t, str>),
}

impl Part<'_> {
    /// What goes from the text when a call of the block is taken; `taken` says whether this is it.
    pub(super) fn span_if(self, taken: bool) -> Option<Range<usize>> {
        match self {
            Part::Markup(span) => Some(span),
            Part::Call(call) if taken => Some(call.span),
            Part::Call(_) | Part::Unreadable => None,
        }
    }
}

impl<'t> FoundCall<'t> {
    pub(super) fn new(
        span: Range<usize>,
        name: impl Into<Cow<'t, str>>,
        arguments: FoundArguments<'t>,
    ) -> FoundCall<'t> {
        FoundCall { span, name: FoundName::Written(name.into()), arguments, id: None }
    }

    /// A call whose arguments are JSON text.
    pub(super) fn json(
        span: Range<usize>,
        name: impl Into<Cow<'t, str>>,
        arguments: impl Into<Cow<'t, str>>,
    ) -> FoundCall<'t> {
        FoundCall::new(span, name, FoundArguments::Text(arguments.into()))
    }
}

impl<'t> Block<'t> {
    /// A block that may stand anywhere and lacks nothing.
    pub(super) fn new(format: &'static str, span: Range<usize>, parts: Vec<Part<'t>>) -> Block<'t> {
        let (anchor, wrapper) = (Anchor::Anywhere, Wrapper::Whole);
        Block { format, span, parts, anchor, wrapper, value_closer: None, cut: false }
    }

    pub(super) fn calls(&self) -> impl Iterator<Item = &FoundCall<'t>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Call(call) => Some(call),
            Part::Markup(_) | Part::Unreadable => None,
        })
    }
}
