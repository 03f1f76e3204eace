//! The walk: one pass over one value, with an explicit stack.
//!
//! The walk knows what it expects next (a value, a key, or what follows a value) and notes a patch
//! for everything that stands there instead and has a sensible reading. It decides by what follows,
//! in looks ahead that are bounded, and does not come back: its time is linear in the text.
//!
//! Its parts are in files of their own, each an `impl Walk`; see the list in [`super`].

use super::frame::{Budget, Ended, Expect, Frame, Kind, Last, Missing, Role, Step};
use super::patches::Patches;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{LONGEST_KEY, Source, Trivia, is_closer};
use super::{Keys, Tolerance};

/// A walk in progress.
#[expect(clippy::struct_excessive_bools, reason = "marks that are independent of each other")]
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
    /// A comma was missing behind a closer or stood behind an opener: a bracket may be wrong there.
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
            if self.expect == Expect::Value && self.source.hash_tag(self.at) {
                return;
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
                    let end = self.comment_end(end);
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

    /// Where the comment that starts here ends: in data that is read, one on the last line ends
    /// before the closers that it would swallow, `{"a": "b" # c }`.
    fn comment_end(&self, end: usize) -> usize {
        let comment = self.source.slice(self.at, end);
        let swallows = self.tolerance == Tolerance::Likely
            && end == self.source.len()
            && comment.len() < LONGEST_KEY
            && !self.frames.is_empty()
            && comment.trim_end().ends_with(['}', ']']);
        let closer = comment.find(['}', ']']).filter(|_| swallows);
        closer.map_or(end, |length| self.at + length)
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
            b'{' | b'[' if self.whole_container() => Ok(()),
            b'{' => {
                self.open_brace();
                Ok(())
            }
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
        let Some(frame) = self.frames.last() else { return self.concatenate(self.at + 1) };
        let kind = frame.kind;
        let Some(byte) = self.source.byte(self.at) else { return Err(Ended::Cut) };
        if let Some(end) = self.source.comma_sign(self.at) {
            self.comma(end);
            return Ok(());
        }
        match byte {
            _ if is_closer(byte) => self.closer(byte),
            b'+' => self.concatenate(self.at + 1),
            b':' if kind != Kind::Group => self.member_without_object(),
            b'{' if kind == Kind::Object => self.object_after_member(),
            _ if self.source.ellipsis(self.at) => self.fail(Reason::Ellipsis),
            _ if kind != Kind::Object => {
                self.item_without_comma(byte);
                Ok(())
            }
            _ => self.member_without_comma(),
        }
    }

    /// An item stands where a comma or a closer should be. What makes it doubtful: a container glued
    /// to a string, or a string that starts with the comma.
    fn item_without_comma(&mut self, byte: u8) {
        let container = matches!(byte, b'[' | b'{');
        let after_string = matches!(self.last, Last::String(_));
        let torn = (container && after_string)
            || (byte == b'"' && self.source.byte(self.at + 1) == Some(b','));
        self.loose |= self.source.byte_before(self.end).is_some_and(is_closer);
        self.add_comma(torn.then_some(Reason::NoComma));
        if let Some(frame) = self.frames.last_mut() {
            frame.suspect |= container;
        }
        self.expect = Expect::Value;
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
}
