//! What a grammar found: a block of markup with calls in it, as it stands in the text.

use std::borrow::Cow;
use std::ops::Range;

/// A stretch of text that one grammar read from its opener to its last closer.
#[derive(Clone, Debug)]
pub(super) struct Block<'t> {
    pub(super) format: &'static str,
    pub(super) span: Range<usize>,
    pub(super) parts: Vec<Part<'t>>,
    /// The keys and values of all calls.
    pub(super) pairs: Vec<Pair<'t>>,
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
    /// Keys and values of markup, whose types only the schema knows: some of [`Block::pairs`].
    Pairs(Range<usize>),
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

impl<'t> Block<'t> {
    /// A block that begins at `start`: empty, of a kind that may stand anywhere and lacks nothing.
    pub(super) fn new(start: usize) -> Block<'t> {
        Block {
            format: "",
            span: start..start,
            parts: Vec::new(),
            pairs: Vec::new(),
            anchor: Anchor::Anywhere,
            wrapper: Wrapper::Whole,
            value_closer: None,
            cut: false,
        }
    }

    pub(super) fn markup(&mut self, span: Range<usize>) {
        self.parts.push(Part::Markup(span));
    }

    /// Adds a call whose arguments are JSON text.
    pub(super) fn json_call(&mut self, span: Range<usize>, name: &'t str, arguments: &'t str) {
        self.call(span, name.into(), FoundArguments::Text(arguments.into()));
    }

    /// Adds a call whose arguments are the pairs from the one at `first` on.
    pub(super) fn pairs_call(&mut self, span: Range<usize>, name: Cow<'t, str>, first: usize) {
        let pairs = first..self.pairs.len();
        self.call(span, name, FoundArguments::Pairs(pairs));
    }

    pub(super) fn call(
        &mut self,
        span: Range<usize>,
        name: Cow<'t, str>,
        arguments: FoundArguments<'t>,
    ) {
        let name = FoundName::Written(name);
        self.parts.push(Part::Call(FoundCall { span, name, arguments, id: None }));
    }

    /// The call that was added last.
    pub(super) fn last_call(&mut self) -> Option<&mut FoundCall<'t>> {
        match self.parts.last_mut() {
            Some(Part::Call(call)) => Some(call),
            _ => None,
        }
    }

    pub(super) fn pair(&mut self, key: Cow<'t, str>, value: Value<'t>) {
        self.pairs.push(Pair { key, value });
    }

    pub(super) fn calls(&self) -> impl Iterator<Item = &FoundCall<'t>> {
        self.parts.iter().filter_map(|part| match part {
            Part::Call(call) => Some(call),
            Part::Markup(_) | Part::Unreadable => None,
        })
    }
}
