//! The walk: one pass over one value, with an explicit stack.
//!
//! The walk knows what it expects next (a value, a key, or what follows a value) and notes a patch
//! for everything that stands there instead and has a sensible reading. It decides by what follows,
//! in looks ahead that are bounded, and does not come back: its time is linear in the text.
//!
//! The parts are in files of their own: strings in [`super::strings`], where they end in
//! [`super::follow`], values without quotes in [`super::bare`], keys in [`super::members`], brackets
//! that do not match in [`super::brackets`].

use super::patches::Patches;
use super::quotes::Quote;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{Source, Trivia, is_closer};
use super::{Keys, Tolerance};

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
}

impl Budget {
    pub(super) fn of(source: Source) -> Budget {
        Budget { spare: 2 * source.len(), second_looks: 4 }
    }
}

/// A walk in progress.
pub(super) struct Walk<'t, 'k> {
    pub(super) source: Source<'t>,
    pub(super) keys: &'k Keys,
    pub(super) tolerance: Tolerance,
    pub(super) at: usize,
    pub(super) expect: Expect,
    pub(super) frames: Vec<Frame>,
    pub(super) patches: Patches,
    pub(super) last: Last,
    /// The end of the last value, and the number of patches up to there.
    pub(super) end: usize,
    pub(super) end_patches: usize,
    /// Where the last value started.
    pub(super) value_start: usize,
    /// A key was written with doubled quotes.
    pub(super) doubled: bool,
    /// The sign before the value that comes next is missing.
    pub(super) no_sign: bool,
    /// A comma was missing behind a closer.
    pub(super) loose: bool,
    /// The root was closed where another value starts.
    pub(super) glued: bool,
    /// The content of the last string value.
    pub(super) last_string: (usize, usize),
    pub(super) budget: Budget,
    pub(super) missing: Vec<Missing>,
    /// The end of the text, once a string was read up to there in vain.
    pub(super) reached: usize,
    /// How many steps may still be taken.
    steps: usize,
}

/// More steps than any text needs for each of its bytes: should a step ever fail to move on, the
/// walk ends all the same.
const STEPS_PER_BYTE: usize = 8;

/// How many missing values are told apart.
const MISSING_TOLD: usize = 16;

impl<'t, 'k> Walk<'t, 'k> {
    pub(super) fn new(
        source: Source<'t>,
        at: usize,
        keys: &'k Keys,
        tolerance: Tolerance,
        budget: Budget,
    ) -> Walk<'t, 'k> {
        Walk {
            source,
            keys,
            tolerance,
            at,
            expect: Expect::Value,
            frames: Vec::new(),
            patches: Patches::default(),
            last: Last::Open,
            end: at,
            end_patches: 0,
            value_start: at,
            doubled: false,
            no_sign: false,
            loose: false,
            glued: false,
            last_string: (at, at),
            budget,
            missing: Vec::new(),
            reached: at,
            steps: (source.len() + 8) * STEPS_PER_BYTE,
        }
    }

    /// Reads the value at the current place.
    pub(super) fn run(&mut self) -> Ended {
        while self.steps > 0 {
            self.steps -= 1;
            if let Err(ended) = self.step() {
                return ended;
            }
        }
        Ended::Failed { offset: self.at, reason: Reason::NoValue }
    }

    /// Reads the members of an object whose opening brace is missing.
    pub(super) fn run_unopened(&mut self) -> Ended {
        self.patches.push(Recovery::MissingOpener, (self.at, self.at), "{");
        self.open(Kind::Object, b'}', None);
        if let Some(frame) = self.frames.last_mut() {
            frame.unopened = true;
        }
        self.run()
    }

    fn step(&mut self) -> Step {
        if self.expect == Expect::Separator {
            self.stop_after_value()?;
        }
        self.skip_trivia();
        match self.expect {
            Expect::Value => self.value(),
            Expect::Key => self.key(),
            Expect::Separator => self.separator(),
        }
    }

    /// Passes over what stands between tokens and notes what JSON does not allow there.
    pub(super) fn skip_trivia(&mut self) {
        loop {
            self.at = self.source.skip_plain(self.at);
            if self.expect == Expect::Value && self.source.byte(self.at) == Some(b'#') {
                let next = self.source.byte(self.at + 1);
                if next.is_some_and(|byte| byte.is_ascii_alphanumeric()) {
                    return;
                }
            }
            match self.source.trivia(self.at) {
                Some((Trivia::Space, end)) => self.at = end,
                Some((Trivia::OddSpace, end)) => {
                    let blank = self.source.character(self.at).is_some_and(char::is_whitespace);
                    let after = if blank { " " } else { "" };
                    self.patches.push(Recovery::Space, (self.at, end), after);
                    self.at = end;
                }
                Some((Trivia::Comment, end)) => {
                    let quotes = self.source.slice(self.at, end).matches('"').count();
                    let doubt = (quotes % 2 == 1).then_some(Reason::Comment);
                    self.patches.push_doubted(Recovery::Comment, (self.at, end), "", doubt);
                    self.at = end;
                }
                None => match self.source.fence(self.at) {
                    Some(end) if !self.frames.is_empty() && !self.fence_quotes(end) => {
                        self.patches.push(Recovery::Fence, (self.at, end), "");
                        self.at = end;
                    }
                    _ => return,
                },
            }
        }
    }

    /// Whether a fence that ends before `end` is the quote of a member's value.
    fn fence_quotes(&self, end: usize) -> bool {
        let next = self.source.byte(self.source.skip_space(end));
        self.expect == Expect::Value
            && self.role() == Role::Member
            && !matches!(next, Some(b'{' | b'['))
    }

    /// Where the value that is read now stands.
    pub(super) fn role(&self) -> Role {
        match self.frames.last().map(|frame| frame.kind) {
            None => Role::Root,
            Some(Kind::Object) => Role::Member,
            Some(Kind::Array | Kind::Group) => Role::Item,
        }
    }

    fn value(&mut self) -> Step {
        let Some(byte) = self.source.byte(self.at) else { return Err(Ended::Cut) };
        self.value_start = self.at;
        match byte {
            b'{' => self.open_brace(),
            b'[' => {
                self.at += 1;
                self.open(Kind::Array, b']', None);
                Ok(())
            }
            b'(' => self.open_group(None),
            b',' | b'}' | b']' | b')' => self.no_value(byte),
            b':' if self.role() == Role::Member => {
                self.patches.push(Recovery::Separator, (self.at, self.at + 1), "");
                self.at += 1;
                Ok(())
            }
            _ if self.source.ellipsis(self.at) => self.fail(Reason::Ellipsis),
            _ => match self.string_opening() {
                Some((opening, raw)) => self.string_value(opening, raw),
                None => self.bare_value(),
            },
        }
    }

    fn open_brace(&mut self) -> Step {
        let start = self.at;
        let inside = self.source.glance(start + 1);
        self.at += 1;
        if self.source.byte(inside) == Some(b'{') {
            self.patches.push(Recovery::ExtraOpener, (start, start + 1), "");
        } else if let Some(doubt) = self.is_set(inside) {
            self.patches.push_doubted(Recovery::Set, (start, start + 1), "[", doubt);
            self.open(Kind::Array, b'}', Some(self.patches.len() - 1));
        } else {
            self.open(Kind::Object, b'}', None);
        }
        Ok(())
    }

    /// Opens parentheses, which the source has at the current place.
    pub(super) fn open_group(&mut self, doubt: Option<Reason>) -> Step {
        if self.tolerance == Tolerance::Embedded && doubt.is_some() {
            return self.fail(Reason::Bare);
        }
        self.patches.push_doubted(Recovery::Tuple, (self.at, self.at + 1), "[", doubt);
        self.at += 1;
        self.open(Kind::Group, b')', Some(self.patches.len() - 1));
        Ok(())
    }

    pub(super) fn open(&mut self, kind: Kind, closer: u8, opener: Option<usize>) {
        let at = self.at as u32;
        self.frames.push(Frame {
            kind,
            closer,
            comma: false,
            resumed: false,
            reopened: false,
            unopened: false,
            suspect: std::mem::take(&mut self.no_sign),
            opener: opener.map(|index| index as u32),
            items: 0,
            loose: None,
            key: (at, at),
            first_key: (at, at),
            complete: (at, self.patches.len() as u32),
        });
        self.expect = if kind == Kind::Object { Expect::Key } else { Expect::Value };
        self.last = Last::Open;
    }

    /// There is a comma or a closer where a value should be.
    fn no_value(&mut self, byte: u8) -> Step {
        match self.role() {
            Role::Root => self.fail(Reason::NoValue),
            Role::Member | Role::Key => {
                if self.missing.len() < MISSING_TOLD {
                    let pointer = self.pointer();
                    self.missing.push(Missing { offset: self.at, pointer });
                }
                let place = (self.end, self.end);
                let doubt = Some(Reason::MissingValue);
                self.patches.push_doubted(Recovery::MissingValue, place, " null", doubt);
                self.finish_value(self.end, Last::Closed);
                Ok(())
            }
            Role::Item if byte == b',' => {
                self.patches.push(Recovery::ExtraComma, (self.at, self.at + 1), "");
                self.at += 1;
                Ok(())
            }
            Role::Item => {
                self.expect = Expect::Separator;
                Ok(())
            }
        }
    }

    /// Notes that a value is complete that ends before `end`.
    pub(super) fn finish_value(&mut self, end: usize, last: Last) {
        self.at = end;
        self.end = end;
        self.last = last;
        self.no_sign = false;
        self.expect = Expect::Separator;
        let patches = self.patches.len();
        self.end_patches = patches;
        let start = self.value_start;
        if let Some(frame) = self.frames.last_mut() {
            frame.items += 1;
            frame.complete = (end as u32, patches as u32);
            if frame.kind == Kind::Array && last != Last::Closed && frame.items > 1 {
                frame.loose.get_or_insert(start as u32);
            }
        }
    }

    /// What follows a value.
    fn separator(&mut self) -> Step {
        let source = self.source;
        let Some(frame) = self.frames.last() else { return self.concatenate(self.at + 1) };
        let kind = frame.kind;
        let Some(byte) = self.source.byte(self.at) else { return Err(Ended::Cut) };
        if let Some(end) = self.source.comma_sign(self.at) {
            return self.comma(end);
        }
        match byte {
            _ if is_closer(byte) => self.closer(byte),
            b'+' => self.concatenate(self.at + 1),
            b':' if kind != Kind::Group => self.member_without_object(),
            b'{' if kind == Kind::Object => self.object_after_member(),
            _ if self.source.ellipsis(self.at) => self.fail(Reason::Ellipsis),
            _ if kind != Kind::Object => {
                self.loose |= source.byte_before(self.end).is_some_and(is_closer);
                let torn = byte == b'"' && self.source.byte(self.at + 1) == Some(b',');
                self.add_comma(torn.then_some(Reason::NoComma));
                if let Some(frame) = self.frames.last_mut() {
                    frame.suspect |= matches!(byte, b'[' | b'{');
                }
                self.expect = Expect::Value;
                Ok(())
            }
            _ => self.member_without_comma(),
        }
    }

    /// Notes the comma that is missing after the last value.
    pub(super) fn add_comma(&mut self, doubt: Option<Reason>) {
        // `"5," "b"`: the comma slipped into the quotes before it.
        let slipped = matches!(self.last, Last::String(close)
            if self.source.byte_before(close) == Some(b','));
        let doubt = doubt.or(slipped.then_some(Reason::NoComma));
        let place = (self.end, self.end);
        self.patches.insert_at(self.end_patches, Recovery::MissingComma, place, ",", doubt);
        if let Some(frame) = self.frames.last_mut() {
            frame.comma = true;
        }
    }

    /// The closer of the innermost container stands at the current place.
    pub(super) fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let (start, end) = (self.at, self.at + 1);
        match frame.kind {
            Kind::Group if frame.items == 1 && !frame.comma => {
                if let Some(opener) = frame.opener.and_then(|at| self.patches.get_mut(at as usize))
                {
                    opener.after = "".into();
                }
                self.patches.push(Recovery::Tuple, (start, end), "");
            }
            Kind::Group => self.patches.push(Recovery::Tuple, (start, end), "]"),
            Kind::Array if frame.closer == b'}' => {
                self.patches.push(Recovery::Set, (start, end), "]");
            }
            Kind::Array | Kind::Object => {}
        }
        self.finish_value(end, Last::Closed);
    }

    pub(super) fn fail<T>(&self, reason: Reason) -> Result<T, Ended> {
        Err(Ended::Failed { offset: self.at, reason })
    }

    /// The JSON Pointer of the current member or item, its keys as they stand in the source.
    fn pointer(&self) -> String {
        let mut pointer = String::new();
        for frame in &self.frames {
            pointer.push('/');
            if frame.kind == Kind::Object {
                let key = self.source.slice(frame.key.0 as usize, frame.key.1 as usize);
                pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
            } else {
                pointer.push_str(&frame.items.to_string());
            }
        }
        pointer
    }

    /// Whether the brace before `inside` opens a Python set: its first item has no colon.
    fn is_set(&self, inside: usize) -> Option<Option<Reason>> {
        let opening = Quote::opening(self.source, inside)?;
        let mut at = opening.content;
        let limit = at + super::source::LONGEST_KEY;
        let length = loop {
            match self.source.byte(at)? {
                _ if at > limit => return None,
                b'\\' => at += 1 + self.source.width(at + 1),
                _ => match opening.quote.closing(self.source, at) {
                    Some(length) => break length,
                    None => at += 1,
                },
            }
        };
        let next = self.source.glance(at + length);
        match self.source.byte(next)? {
            b'}' => Some(Some(Reason::Set)),
            b',' => {
                let second = self.source.glance(next + 1);
                let item = Quote::opening(self.source, second).is_some()
                    && self.source.quoted_key_ahead(second).is_none();
                item.then_some(None)
            }
            _ => None,
        }
    }
}
