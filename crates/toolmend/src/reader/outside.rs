//! What stands around a value: fences, prose, markup, further values.
//!
//! The scan looks for values from the start of the text. At the very start anything may be one;
//! after prose only what looks like a real object (a key with a colon) or list counts, so that
//! `{braces}` and `[link](…)` in a sentence are passed over, and so is a whole `<think>` block. Each
//! value is walked; the scan goes on behind it.

use super::frame::{Budget, Ended, Expect, Last, Missing};
use super::patches::Patches;
use super::quotes::Quote;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{KeyAhead, Source};
use super::walk::Walk;
use super::{Keys, Tolerance, literals};

/// A value that was found, with its patches.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "marks that are independent of each other")]
pub(super) struct Root {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) patches: Patches,
    pub(super) missing: Vec<Missing>,
    pub(super) shape: Shape,
    /// It stands in a Markdown fence.
    pub(super) fenced: bool,
    /// Prose stands before it on its line.
    pub(super) in_prose: bool,
    /// A comma was missing behind a closer or stood behind an opener: a bracket may be wrong there.
    pub(super) loose: bool,
    /// It was closed where the next value starts.
    pub(super) glued: bool,
}

/// What a root is, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Object,
    Array,
    Scalar,
    /// `{}`.
    Nothing,
}

/// A value that the end of the text cuts, and how far the walk over it came.
#[derive(Debug)]
pub(super) struct CutRoot {
    pub(super) start: usize,
    pub(super) patches: Patches,
    /// The closers of all that is open.
    pub(super) closers: String,
    /// The end of the last value and the number of patches up to there, if nothing but a comma or
    /// a closer was expected after it.
    pub(super) end: Option<(usize, usize)>,
    /// That value cannot go on.
    pub(super) settled: bool,
    /// Up to where the content is complete, and the number of patches up to there.
    pub(super) complete: Option<(usize, usize)>,
    /// The text never had the root's last closer: its opener is missing too, or it came too early.
    pub(super) unclosed: bool,
}

/// All that was found in a text.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) roots: Vec<Root>,
    pub(super) cut: Option<CutRoot>,
    /// The first value that could not be read.
    pub(super) failure: Option<(usize, Reason)>,
}

/// How many values that could not be read are searched for others inside.
const SEARCHED_INSIDE: u32 = 8;

/// Blocks whose content is not meant as the answer.
const THOUGHTS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
];

/// The text behind the last block of thoughts.
pub(super) fn after_thoughts(text: &str) -> &str {
    let ends = THOUGHTS.iter().filter_map(|(_, close)| Some(text.rfind(close)? + close.len()));
    text.get(ends.max().unwrap_or(0)..).unwrap_or(text)
}

/// Finds the values of a text.
pub(super) struct Scan<'t, 'k> {
    source: Source<'t>,
    keys: &'k Keys,
    tolerance: Tolerance,
    at: usize,
    fenced: bool,
    failures: u32,
    /// Where the last value ended.
    gap: usize,
    /// Thoughts that are not closed in the rest of the text; not searched again.
    unclosed: [bool; THOUGHTS.len()],
    budget: Budget,
    document: Document,
}

impl<'t, 'k> Scan<'t, 'k> {
    pub(super) fn new(source: Source<'t>, keys: &'k Keys, tolerance: Tolerance) -> Scan<'t, 'k> {
        let document = Document::default();
        let unclosed = [false; THOUGHTS.len()];
        Scan {
            source,
            keys,
            tolerance,
            at: 0,
            fenced: false,
            failures: 0,
            gap: 0,
            budget: Budget::of(source),
            unclosed,
            document,
        }
    }

    pub(super) fn run(mut self) -> Document {
        self.at_start();
        while self.document.cut.is_none()
            && let Some(start) = self.next_candidate()
        {
            self.walk(start, true);
        }
        if self.document.roots.is_empty() && self.document.cut.is_none() {
            self.scalars();
        }
        self.document
    }

    /// The value with which the text starts, if it starts with one.
    fn at_start(&mut self) {
        let start = self.source.skip(0);
        match self.source.byte(start) {
            Some(b'[') if self.is_tag(start) => {}
            Some(b'{' | b'[') => self.walk(start, !self.looks_like_prose(start)),
            Some(b'(') => self.whole(start),
            Some(_) if self.unopened_object(start) => {
                let mut walk = self.begin(start);
                let ended = walk.run_unopened();
                self.take(start, walk, &ended, true);
            }
            Some(b'"') if self.quoted_whole(start) => {}
            Some(b'"') => self.whole(start),
            Some(_) if self.real_ahead(start) => {}
            Some(_) if Quote::opening(self.source, start).is_some() => self.whole(start),
            _ => {}
        }
    }

    /// A document between quotes, its own quotes unescaped: `"{"a":1}"`.
    fn quoted_whole(&self, start: usize) -> bool {
        let inside = self.source.skip_space(start + 2);
        matches!(self.source.byte(start + 1), Some(b'{' | b'['))
            && matches!(self.source.byte(inside), Some(b'"' | b'{'))
            && self.looks_real(start + 1)
            && self.source.text.trim_end().ends_with('"')
    }

    /// `[TOOL_CALLS]` before the value.
    fn is_tag(&self, start: usize) -> bool {
        let word = self.source.rest(start + 1).bytes().take(64);
        let end = start + 1 + word.take_while(|&byte| super::source::is_word(byte)).count();
        end > start + 1 && self.source.byte(end) == Some(b']') && self.real_ahead(end)
    }

    /// `{braces}` with nothing but words.
    fn looks_like_prose(&self, at: usize) -> bool {
        let inside = self.source.glance(at + 1);
        self.source.byte(inside).is_some_and(|byte| byte.is_ascii_alphabetic())
            && !self.looks_real(at)
    }

    /// `"key": …` or `key": …` at the start of the text.
    fn unopened_object(&self, start: usize) -> bool {
        if self.source.quoted_key_ahead(start).is_some() {
            return true;
        }
        let word = self.source.rest(start).bytes().take(256);
        let end = start + word.take_while(|&byte| super::source::is_word(byte)).count();
        let text = self.source.rest(start).trim_end();
        let closed =
            text.ends_with('}') && !text.contains('{') && self.source.byte(end) == Some(b':');
        end > start && (closed || self.source.starts_with(end, "\":"))
    }

    /// A value that counts only if nothing but a semicolon follows it.
    fn whole(&mut self, start: usize) {
        let mut walk = self.begin(start);
        let ended = walk.run();
        let counts = match ended {
            Ended::Complete(end) => {
                let rest = self.source.rest(self.source.skip(end)).trim_end();
                matches!(rest, "" | ";" | ",") || rest.starts_with("```") || rest.starts_with('<')
            }
            Ended::Cut => !self.real_ahead(start),
            Ended::Failed { .. } => false,
        };
        if counts {
            self.take(start, walk, &ended, true);
        }
    }

    /// Whether something that looks like an object or a list comes later.
    fn real_ahead(&self, from: usize) -> bool {
        let braces = self.source.rest(from).match_indices(['{', '[']);
        braces.take(64).any(|(at, _)| self.looks_real(from + at))
    }

    fn walk(&mut self, start: usize, real: bool) {
        let mut walk = self.begin(start);
        let ended = walk.run();
        self.take(start, walk, &ended, real);
    }

    fn begin(&self, start: usize) -> Walk<'t, 'k> {
        Walk::new(self.source, start, self.keys, self.tolerance, self.budget)
    }

    /// Keeps what a walk from `start` found.
    fn take(&mut self, start: usize, walk: Walk, ended: &Ended, real: bool) {
        self.budget = walk.budget;
        match *ended {
            Ended::Complete(end) => {
                self.at = end.max(start + 1);
                let shape = self.shape(start, end, walk.patches.len());
                let gap = self.source.slice(self.gap, start);
                let line = gap.rsplit('\n').next().unwrap_or_default();
                let in_prose = line.bytes().any(|byte| byte.is_ascii_alphabetic());
                self.gap = end;
                let alone = self.source.skip_space(end) >= self.source.len();
                let loose = !alone && (walk.loose || walk.last_string_depth() > 0);
                self.document.roots.push(Root {
                    start,
                    end,
                    patches: walk.patches,
                    missing: walk.missing,
                    shape,
                    fenced: self.fenced,
                    in_prose,
                    loose,
                    glued: walk.glued,
                });
            }
            Ended::Cut => self.document.cut = Some(cut_root(start, walk)),
            Ended::Failed { offset, reason } => {
                self.failures += 1;
                let inside = self.failures <= SEARCHED_INSIDE;
                self.at = if inside { start + 1 } else { offset.max(walk.reached).max(start + 1) };
                if real {
                    self.document.failure.get_or_insert((offset, reason));
                }
            }
        }
    }

    fn shape(&self, start: usize, end: usize, patches: usize) -> Shape {
        let text = self.source.slice(start, end);
        let bare =
            if text.len() <= 64 { text.replace([' ', '\n', '\t'], "") } else { String::new() };
        let empty =
            patches == 0 && (bare == "{}" || bare == "[]" && self.tolerance == Tolerance::Likely);
        match text.as_bytes().first() {
            Some(b'{' | b'[') if empty => Shape::Nothing,
            Some(b'{') => Shape::Object,
            Some(b'[' | b'(') => Shape::Array,
            _ if text.contains(':') => Shape::Object,
            _ => Shape::Scalar,
        }
    }

    /// The next place that looks like a value.
    fn next_candidate(&mut self) -> Option<usize> {
        while let Some(byte) = self.source.byte(self.at) {
            match byte {
                b'{' | b'[' if self.looks_real(self.at) => return Some(self.at),
                b'<' => self.skip_thought(),
                b'`' => match self.source.fence(self.at) {
                    Some(end) => {
                        self.fenced = !self.fenced;
                        self.at = end;
                        let inside = self.source.skip_space(end);
                        if self.fenced && matches!(self.source.byte(inside), Some(b'(' | b'[')) {
                            return Some(inside);
                        }
                    }
                    None => self.at += 1,
                },
                b'/' if self.comment_here() => {
                    self.at = self.source.trivia(self.at).map_or(self.at + 1, |(_, end)| end);
                }
                _ => self.at += 1,
            }
        }
        None
    }

    /// A block comment, or a line comment at the start of its line or behind a value.
    fn comment_here(&self) -> bool {
        let space = self.source.space_start(self.gap, self.at);
        let line = space == self.gap || self.source.slice(space, self.at).contains('\n');
        match self.source.byte(self.at + 1) {
            Some(b'*') => true,
            Some(b'/') => line,
            _ => false,
        }
    }

    fn skip_thought(&mut self) {
        let from = self.at;
        self.at += 1;
        for ((open, close), unclosed) in THOUGHTS.iter().zip(&mut self.unclosed) {
            if !*unclosed && self.source.starts_with(from, open) {
                match self.source.rest(from).find(close) {
                    Some(length) => self.at = from + length + close.len(),
                    None => *unclosed = true,
                }
                return;
            }
        }
    }

    /// Whether the bracket at `at` opens a value and is no punctuation.
    fn looks_real(&self, at: usize) -> bool {
        let source = self.source;
        let inside = source.glance(at + 1);
        match source.byte(at) {
            Some(b'{') => {
                self.fenced
                    || matches!(source.byte(inside), Some(b'}' | b'{'))
                    || source.key_ahead(inside).is_some_and(|key| self.plausible(at, key))
                    || source.starts_with(inside, "\\\"")
                    || (source.byte(inside).is_none() && source.skip_space(0) == at)
            }
            Some(b'[') => match source.byte(inside) {
                Some(b'{') => self.looks_real(inside),
                Some(b'[') => true,
                Some(b']') => !matches!(source.byte(at + 2), Some(b'(')),
                Some(_) => {
                    let word = source.rest(inside).split([',', ']', ' ', '\n']).next();
                    Quote::opening(source, inside).is_some()
                        || literals::scalar(word.unwrap_or_default()).is_some()
                }
                None => source.skip_space(0) == at,
            },
            _ => false,
        }
    }

    /// A bare word and a colon are no object where the brace is glued to a word before it.
    fn plausible(&self, at: usize, key: KeyAhead) -> bool {
        key.quoted || !self.source.byte_before(at).is_some_and(|byte| byte.is_ascii_alphanumeric())
    }

    /// A text that is nothing but scalars: one word, or several literals with commas or line ends.
    fn scalars(&mut self) {
        let source = self.source;
        let mut at = source.skip(0);
        let mut roots = Vec::new();
        while at < source.len() {
            let mut walk = self.begin(at);
            let before = self.document.roots.len();
            let Ended::Complete(end) = walk.run() else { return };
            let first_line = source.skip_space(end);
            let next = source.comma_sign(first_line).map_or(first_line, |comma| source.skip(comma));
            let alone = roots.is_empty() && next >= source.len();
            let literal = walk.last != Last::Open || walk.patches.first_doubted().is_none();
            let word = source.slice(at, end).bytes().any(|byte| byte.is_ascii_whitespace());
            let separate = next > first_line || source.slice(end, next).contains('\n');
            if !(literal && (separate || next >= source.len()) || alone && !word) {
                return;
            }
            self.take(at, walk, &Ended::Complete(end), true);
            roots.extend(self.document.roots.drain(before..));
            at = next;
        }
        self.document.roots = roots;
        if !self.document.roots.is_empty() {
            self.document.failure = None;
        }
    }
}

/// What can be made of a walk that ran into the end of the text.
fn cut_root(start: usize, walk: Walk) -> CutRoot {
    let closers = walk.frames.iter().rev().map(super::brackets::right_closer).collect();
    let after_value = walk.expect == Expect::Separator && !walk.frames.is_empty();
    let unclosed = matches!(walk.frames.as_slice(), [frame] if frame.unopened || frame.reopened);
    // A comment at the very end may have swallowed what comes after the value.
    let comment = walk.patches.iter().skip(walk.end_patches).any(|patch| {
        patch.recovery == Recovery::Comment && patch.end as usize == walk.source.len()
    });
    let torn = matches!(walk.last, Last::String(_)) && walk.last_string_depth() < 0;
    let suspect = walk.frames.iter().any(|frame| frame.suspect);
    CutRoot {
        start,
        closers,
        end: after_value.then_some((walk.end, walk.end_patches)),
        settled: walk.last != Last::Open && !comment && !suspect && !torn && !walk.loose,
        complete: walk.frames.last().map(|frame| {
            let (end, patches) = frame.complete;
            (end as usize, patches as usize)
        }),
        unclosed,
        patches: walk.patches,
    }
}
