//! Which blocks of a message may become calls, by where they stand and what stands around them.
//!
//! Before the message has ended a block is refused only for what no text to come can change, so
//! that it can go out as text; at the end all that is not refused is accepted.

use super::block::{Anchor, Wrapper};
use super::cursor::Cursor;
use super::formats::{is_wrapper, kimi};
use super::gate::MOST_CALLS;
use super::marks::closes_thinking;
use super::offer::is_digits;
use super::survey::{Candidate, Setting, Survey};
use super::{Channel, Level, tag, wording};

/// For each candidate whether it is refused.
pub(super) fn refused(survey: &Survey<'_>, setting: &Setting<'_>) -> Vec<bool> {
    let candidates = &survey.candidates;
    let mut refused = vec![false; candidates.len()];
    // Whether only blocks follow the candidate that was judged before.
    let mut next_is_last = true;
    for (place, candidate) in candidates.iter().enumerate().rev() {
        let next = candidates.get(place + 1);
        let from = candidate.block.span.end;
        let end = next.map_or(survey.walker.at, |next| next.block.span.start);
        let behind = survey.text.get(from..end).unwrap_or_default();
        let last = behind.trim_ascii().is_empty() && next_is_last;
        let judged = Judged { survey, candidate, behind, is_final: next.is_none(), last };
        refused[place] = candidate.calls.is_empty() || judged.is_refused(setting);
        next_is_last = last && !refused[place];
    }
    let mut calls = 0;
    for (place, candidate) in candidates.iter().enumerate() {
        calls += candidate.calls.len();
        refused[place] |= calls > MOST_CALLS;
    }
    refused
}

/// One candidate and what its place says of it.
struct Judged<'j, 't> {
    survey: &'j Survey<'t>,
    candidate: &'j Candidate<'t>,
    /// The text up to the next candidate, or as far as is known.
    behind: &'j str,
    /// Whether no other candidate follows.
    is_final: bool,
    /// Whether only blocks that are not refused follow.
    last: bool,
}

impl Judged<'_, '_> {
    fn is_refused(&self, setting: &Setting<'_>) -> bool {
        let level = match setting.options.level {
            Level::Off => true,
            Level::Safe => self.is_unsafe(),
            Level::All => false,
        };
        level
            || self.candidate.quoted
            || self.candidate.before.in_quotation()
            || self.is_thought(setting.options.channel)
            || self.is_misplaced()
            || self.is_mentioned()
            || self.is_escaped()
            || self.leaves_closers()
            || (self.survey.ended && self.is_example())
            || self.is_echo(setting)
    }

    fn is_unsafe(&self) -> bool {
        let block = &self.candidate.block;
        block.wrapper != Wrapper::Whole || block.anchor == Anchor::Message || !self.last
    }

    /// Whether the block belongs to thinking that must not act. Kimi writes sections of calls into
    /// its thinking and stops; such a section at the very end is meant.
    fn is_thought(&self, channel: Channel) -> bool {
        let block = &self.candidate.block;
        let section = block.format == kimi::FORMAT && block.wrapper != Wrapper::Missing;
        if channel == Channel::Reasoning {
            return !section || !self.last;
        }
        if self.candidate.thinking_closed {
            return !section || !self.is_final || !closes_thinking(self.behind);
        }
        // Thinking that is still open is ended by a wrapper, not by an inner part.
        self.candidate.before.thinking && block.anchor != Anchor::Anywhere
    }

    fn is_misplaced(&self) -> bool {
        match self.candidate.block.anchor {
            Anchor::Anywhere | Anchor::Line => false,
            Anchor::LastLines => !self.last || self.follows_refused_wrapper(),
            Anchor::Message => !self.last || !self.is_final,
        }
    }

    /// Whether the line before ends with the opener of a wrapper, which then was quoted.
    fn follows_refused_wrapper(&self) -> bool {
        let line = self.candidate.before.text_before();
        let Some(at) = line.rfind('<') else { return false };
        let tag = tag::take(&mut Cursor::new(line, at, true));
        matches!(tag, Ok(Some(tag)) if !tag.closing && is_wrapper(&tag))
    }

    /// Whether the block is part of a sentence: text on both sides of it, or text behind it that
    /// goes on with one.
    fn is_mentioned(&self) -> bool {
        let before = &self.candidate.before;
        if before.has_text_on_line() && leads_into_quotation(&before.current_line) {
            return true;
        }
        let line = self.behind.trim_start_matches([' ', '\t']);
        let Some(next) = line.chars().next() else { return false };
        if matches!(next, '\n' | '\r') || closes_thinking(line) {
            return false;
        }
        // Another block, thinking's end and quotation marks of a table or list do not count as
        // text of a sentence, a tag does.
        let goes_on = next.is_ascii_lowercase() || next.is_ascii_punctuation() && next != '<';
        before.has_text_on_line() || goes_on
    }

    /// Whether the block is text in HTML entities. Where its opener has no `<`, that shows in the
    /// quotation marks.
    fn is_escaped(&self) -> bool {
        let block = self.survey.text.get(self.candidate.block.span.clone()).unwrap_or_default();
        let escaped = |name| block.contains(name) && !block.contains('"');
        !block.starts_with('<') && ["&quot;", "&#34;"].into_iter().any(escaped)
    }

    /// Whether closers of values are left over behind the block: one of its values ended too early.
    fn leaves_closers(&self) -> bool {
        let Some(name) = self.candidate.block.value_closer else { return false };
        let mut cursor = Cursor::new(self.behind, 0, true);
        while let Ok(at) = cursor.find("</").or_else(|_| cursor.find("< /")) {
            cursor.set(at);
            match tag::take(&mut cursor) {
                Ok(Some(tag)) if tag.closes(name) => return true,
                Ok(Some(_)) => {}
                _ => cursor.advance(),
            }
        }
        false
    }

    fn is_example(&self) -> bool {
        let first = self.behind.lines().find(|line| !line.trim().is_empty());
        wording::presents(self.candidate.before.text_before())
            || first.is_some_and(wording::disowns)
    }

    /// Whether the block, or a call in it, stands in what the model was sent.
    fn is_echo(&self, setting: &Setting<'_>) -> bool {
        let block = &self.candidate.block;
        let text =
            |span: &std::ops::Range<usize>| self.survey.text.get(span.clone()).unwrap_or_default();
        setting.echo.holds(text(&block.span))
            || block.calls().any(|call| setting.echo.holds(text(&call.span)))
    }
}

/// Whether what stands before a block on its line makes it an item, a cell, a comment, a numbered
/// line of a file, or a quotation.
fn leads_into_quotation(line: &str) -> bool {
    const BEFORE_QUOTED: [char; 21] = [
        '"', '\'', '(', '[', '{', '|', '-', '*', '+', '#', '=', ',', ';', '%', '\u{201c}',
        '\u{2018}', '\u{300c}', '\u{ab}', '\u{ff1d}', '\u{2022}', '\u{2192}',
    ];
    let line = line.trim();
    let number = line.strip_suffix(['.', ')', ':']);
    line.ends_with(BEFORE_QUOTED)
        || line.ends_with("//")
        || line.starts_with("$ ")
        || number.is_some_and(|digits| !digits.is_empty() && is_digits(digits))
}
