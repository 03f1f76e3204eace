//! Values without quotes.
//!
//! A bare word is a literal or a number of some language, or a text whose quotes were forgotten. A
//! text runs up to a comma, a closing bracket or the end of its line; its backslashes are literal
//! (`D:\dev\notes.md`). What else could end it makes it doubtful: a comma that no member follows, a
//! quote, a bracket of its own. In a string that was unpacked a bare text is refused: `[not json]`
//! is a text in brackets, not a list.

use super::Tolerance;
use super::frame::{Ended, Kind, Last, Role, Step};
use super::literals::{almost_literal, is_number, scalar};
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{is_closer, is_word};
use super::walk::Walk;
use crate::tree::string::encode;

/// A run of text without quotes.
#[derive(Clone, Copy, Debug)]
struct Run {
    end: usize,
    /// What ended it, or stands in it, leaves the end open to doubt.
    doubtful: bool,
    /// The run ends before a quote that closes it; the opening one is missing.
    closed: bool,
}

impl Walk<'_, '_> {
    /// Reads the value without quotes that starts here.
    pub(super) fn bare_value(&mut self) -> Step {
        let source = self.source;
        let start = self.at;
        if let Some((end, last)) = self.plain_scalar() {
            self.finish_value(end, last);
            return Ok(());
        }
        if let Some(open) = self.constructor() {
            let doubt = Some(Reason::Constructor);
            self.patches.push_doubted(Recovery::Constructor, (start, open), "", doubt);
            self.at = open;
            return self.open_group(doubt);
        }
        let role = self.role();
        let run = if source.byte(start) == Some(b'/') {
            self.regex_end().map_or_else(
                || self.run_end(role),
                |end| Run { end, doubtful: false, closed: false },
            )
        } else {
            self.run_end(role)
        };
        let text = source.slice(start, run.end).trim_end();
        if text.is_empty() {
            return self.fail(Reason::NoComma);
        }
        if run.closed {
            self.close_run(run.end);
            return Ok(());
        }
        if let Some(done) = self.scalar_value(text) {
            return done;
        }
        if source.skip(run.end) >= source.len() && self.may_be_cut() {
            return Err(Ended::Cut);
        }
        if self.tolerance == Tolerance::Embedded {
            return self.fail(Reason::Bare);
        }
        let doubt = if role == Role::Root {
            Some(Reason::Bare)
        } else {
            let torn = self.no_sign
                || text.contains(": ")
                || text.ends_with([':', '"'])
                || text.trim_matches('\\').is_empty()
                || almost_literal(text);
            (run.doubtful || torn).then_some(Reason::BarePhrase)
        };
        let end = start + text.len();
        self.patches.push_doubted(Recovery::UnquotedValue, (start, end), encode(text), doubt);
        self.finish_value(end, Last::Open);
        Ok(())
    }

    /// The end of a scalar that is JSON as it stands and has a comma or a closer behind it.
    fn plain_scalar(&self) -> Option<(usize, Last)> {
        let word = self.word(self.at);
        let end = self.at + word.len();
        let next = self.source.byte(self.source.skip_space(end))?;
        let grouped = next == b',' && self.thousands(end + 1) && self.role() != Role::Item;
        if grouped || (next != b',' && !is_closer(next)) {
            return None;
        }
        match word {
            "true" | "false" | "null" => Some((end, Last::Closed)),
            _ => is_number(word).then_some((end, Last::Open)),
        }
    }

    /// A literal or number: the whole run, or its first word where more values follow.
    fn scalar_value(&mut self, text: &str) -> Option<Step> {
        let start = self.at;
        let (word, found) = if let Some(found) = scalar(text) {
            (text, found)
        } else {
            let (word, rest) = text.split_once(|c: char| c.is_ascii_whitespace())?;
            let next = start + (text.len() - rest.trim_start().len());
            let more = match self.role() {
                Role::Item => {
                    let digit = self.source.byte(next).is_some_and(|byte| byte.is_ascii_digit());
                    digit || scalar(self.word(next)).is_some()
                }
                Role::Member => {
                    // `1 and "b": 2`: a word of noise.
                    let noise = self.source.skip_space(next + self.word(next).len());
                    self.source.bare_key_ahead(next).is_some()
                        || self.source.quoted_key_ahead(noise).is_some()
                }
                Role::Root | Role::Key => false,
            };
            (word, scalar(word).filter(|_| more)?)
        };
        let end = start + word.len();
        if found.is_number && end >= self.source.len() && self.may_be_cut() {
            return Some(Err(Ended::Cut));
        }
        if let Some(recovery) = found.recovery {
            self.patches.push_doubted(recovery, (start, end), found.text, found.doubt);
        }
        let last = if found.is_number { Last::Open } else { Last::Closed };
        self.finish_value(end, last);
        Some(Ok(()))
    }

    /// Whether a number or word at the end of the text may have lost its end. Members without any
    /// braces around them have no other end.
    fn may_be_cut(&self) -> bool {
        match self.frames.as_slice() {
            [] => false,
            [frame] => !(frame.unopened || frame.reopened) || self.tolerance != Tolerance::Likely,
            _ => true,
        }
    }

    /// `foo","b"`: the run's closing quote is there, the opening one is missing.
    fn close_run(&mut self, quote: usize) {
        let start = self.at;
        let doubt = Some(Reason::MissingQuote);
        self.patches.push_doubted(Recovery::MissingQuote, (start, start), "\"", doubt);
        let content = super::escapes::Content {
            start,
            end: quote,
            quote: super::quotes::Quote::Double,
            raw: false,
            doubt,
        };
        super::escapes::patch_content(self.source, &content, &mut self.patches);
        self.finish_value(quote + 1, Last::String(quote));
    }

    /// `ObjectId(`, `new Date(`: where the parenthesis stands.
    fn constructor(&self) -> Option<usize> {
        let source = self.source;
        let start = if source.starts_with(self.at, "new ") { self.at + 4 } else { self.at };
        let rest = source.rest(start).as_bytes();
        if self.role() == Role::Root || !rest.first()?.is_ascii_alphabetic() {
            return None;
        }
        let name = rest.iter().take(64).take_while(|&&byte| is_word(byte) && byte != b'-').count();
        let open = start + name;
        let inside = source.skip_space(open + 1);
        let word = self.word(inside);
        let argument = super::quotes::Quote::opening(source, inside).is_some()
            || matches!(source.byte(inside), Some(b'{' | b'['))
            || (is_number(word)
                && source.byte(source.skip_space(inside + word.len())) == Some(b')'));
        (source.byte(open) == Some(b'(') && argument).then_some(open)
    }

    /// The end of a regular expression between slashes.
    fn regex_end(&self) -> Option<usize> {
        let source = self.source;
        let mut at = self.at + 1;
        while at < self.at + 1024 {
            match source.byte(at)? {
                b'\n' => return None,
                b'\\' => at += 1 + source.width(at + 1),
                b'/' => {
                    let flags = source.rest(at + 1).bytes().take_while(u8::is_ascii_alphabetic);
                    let end = at + 1 + flags.count();
                    let next = source.byte(source.skip_space(end));
                    let ends = next.is_none_or(|byte| byte == b',' || is_closer(byte));
                    return ends.then_some(end);
                }
                _ => at += 1,
            }
        }
        None
    }

    /// Where the text that starts here ends.
    fn run_end(&self, role: Role) -> Run {
        let source = self.source;
        if role == Role::Root
            && let Some(end) = self.root_scalar_end()
        {
            return Run { end, doubtful: false, closed: false };
        }
        let markup = source.byte(self.at) == Some(b'<');
        let (mut at, mut depth, mut doubtful) = (self.at, 0_u32, false);
        let mut word = true;
        let run = |end, doubtful| Run { end, doubtful, closed: false };
        while let Some(byte) = source.byte(at) {
            match byte {
                b',' | b';' | 0xef if depth == 0 && role != Role::Root => {
                    if self.run_ends_at_comma(at, role) {
                        return run(at, doubtful);
                    }
                    doubtful |= byte != 0xef;
                }
                b'\n' | b'\r' if depth == 0 => {
                    if role != Role::Member || self.run_ends_at_line(at) {
                        return run(at, doubtful);
                    }
                    doubtful = true;
                    word = false;
                }
                b'{' | b'[' if self.is_scalar(at) => return run(at, doubtful),
                b'{' | b'[' => {
                    depth += 1;
                    doubtful = true;
                }
                b'(' => depth += 1,
                b')' if depth == 0 && !self.in_group() && !self.is_scalar(at) => {}
                b'}' | b']' | b')' if depth == 0 && role != Role::Root => return run(at, doubtful),
                b'}' | b']' | b')' => depth = depth.saturating_sub(1),
                b'\\' if source.byte(at + 1) == Some(b'"') => at += 1,
                b'"' => {
                    match self.run_ends_at_quote(at, role, word) {
                        Some(true) => return Run { end: at, doubtful: true, closed: true },
                        // `1 and "b": 2`: which words are the value's?
                        Some(false) => return run(at, true),
                        None => doubtful = true,
                    }
                    word = false;
                }
                b'<' if !markup && matches!(source.byte(at + 1), Some(b'|' | b'/')) => {
                    return run(at, true);
                }
                b'`' if source.fence(at).is_some() => return run(at, doubtful),
                b'/' | b'#' if self.comment_starts(at) => return run(at, doubtful),
                b'/' if self.source.trivia(at).is_some() && self.is_scalar(at) => {
                    return run(at, doubtful);
                }
                _ => {}
            }
            at += 1;
        }
        run(at, doubtful)
    }

    /// A root that is a literal or number before a comma: one of several. `31,415` is one number.
    fn root_scalar_end(&self) -> Option<usize> {
        let word = self.word(self.at);
        let end = self.at + word.len();
        let rest = self.source.rest(self.source.skip_space(end));
        let group = self.thousands(end + 1);
        let several = rest.starts_with(',') && !(group && is_number(word));
        (several && scalar(word).is_some()).then_some(end)
    }

    fn in_group(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.kind == Kind::Group)
    }

    /// A comment inside a run needs white space before it, `#` also behind it.
    fn comment_starts(&self, at: usize) -> bool {
        let space = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_whitespace());
        let next = self.source.byte(at + 1);
        at > self.at
            && space(self.source.byte_before(at))
            && match self.source.byte(at) {
                Some(b'#') => space(next),
                _ => matches!(next, Some(b'/' | b'*')),
            }
    }

    /// Whether the text up to `end` is a literal or a number.
    fn is_scalar(&self, end: usize) -> bool {
        end < self.at + 64 && scalar(self.source.slice(self.at, end).trim_end()).is_some()
    }

    /// Whether exactly three digits stand at `at`: `1,234` is one number.
    fn thousands(&self, at: usize) -> bool {
        let digits = self.source.rest(at).bytes().take(4).take_while(u8::is_ascii_digit);
        digits.count() == 3
    }

    /// Whether the comma at `at` ends the run: an item always, a member's value if a member or the
    /// end follows, or if it is complete as a literal. `1,234` is one number.
    fn run_ends_at_comma(&self, at: usize, role: Role) -> bool {
        let source = self.source;
        let Some(comma) = source.comma_sign(at) else { return false };
        let scalar = self.is_scalar(at);
        if role == Role::Item {
            return scalar || source.byte(at) != Some(0xef);
        }
        let next = source.glance(comma);
        (scalar && !self.thousands(comma))
            || source.byte(next).is_none_or(|byte| is_closer(byte) || byte == b',' || byte == b'{')
            || source.key_ahead(next).is_some()
            || source.assignment_ahead(next)
            || source.ellipsis(next)
            || self.broken_key_ahead(next)
    }

    /// Whether the line end at `at` ends a member's value: a member, a closer or a comma follows.
    fn run_ends_at_line(&self, at: usize) -> bool {
        let source = self.source;
        let next = source.glance(at);
        source.byte(next).is_none_or(is_closer)
            || source.comma_sign(next).is_some()
            || source.key_ahead(next).is_some()
            || source.fence(next).is_some()
    }

    /// What the quote at `at` means for a run: `Some(true)` closes it, `Some(false)` starts the next
    /// token, `None` belongs to the text. Only the first quote of a line can close a run.
    fn run_ends_at_quote(&self, at: usize, role: Role, first: bool) -> Option<bool> {
        let source = self.source;
        let spaced = source.byte_before(at).is_some_and(|byte| byte.is_ascii_whitespace());
        let strict = u32::from(role != Role::Item);
        if !spaced && first && self.string_ends(at + 1, role, strict) {
            return Some(true);
        }
        let next = match role {
            Role::Member => source.quoted_key_ahead(at).is_some(),
            Role::Item => spaced,
            Role::Root | Role::Key => false,
        };
        next.then_some(false)
    }
}
