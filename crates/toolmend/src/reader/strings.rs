//! Strings: noting what makes a JSON string of another.
//!
//! Where a string ends is decided in [`super::string_end`], what becomes of its content in
//! [`super::escapes`].

use super::escapes::{Content, patch_content};
use super::frame::{Ended, Last, Role, Step};
use super::quotes::{Opening, Quote};
use super::reason::Reason;
use super::recovery::Recovery;
use super::string_end::{Inner, StringEnd};
use super::walk::Walk;

impl Walk<'_, '_> {
    /// The quote that opens a string here, and whether a prefix says that its backslashes are raw.
    pub(super) fn string_opening(&self) -> Option<(Opening, bool)> {
        if let Some(opening) = Quote::opening(self.source, self.at) {
            return Some((opening, opening.quote.is_raw()));
        }
        if let Some(fence) = self.source.fence(self.at) {
            return Some((
                Opening { quote: Quote::Fence, content: self.fence_content(fence) },
                true,
            ));
        }
        if !matches!(self.source.byte(self.at)?, b'b' | b'B' | b'r' | b'R' | b'u' | b'U') {
            return None;
        }
        let prefix = (1..=2).find(|&length| {
            matches!(self.source.byte(self.at + length), Some(b'"' | b'\''))
                && self
                    .source
                    .slice(self.at, self.at + length)
                    .bytes()
                    .all(|b| b"bBrRuU".contains(&b))
        })?;
        let opening = Quote::opening(self.source, self.at + prefix)?;
        // `[a, b", "c"]`: the quote closes a word that lacks its opening one.
        if matches!(self.source.byte(opening.content), Some(b',' | b':' | b']' | b'}')) {
            return None;
        }
        let letters = self.source.slice(self.at, self.at + prefix);
        Some((opening, letters.contains(['r', 'R'])))
    }

    /// After a fence that quotes a value: the content starts on the next line.
    fn fence_content(&self, fence: usize) -> usize {
        let line = self.source.rest(fence);
        let blank = line.len() - line.trim_start_matches([' ', '\t', '\r']).len();
        fence + blank + usize::from(self.source.byte(fence + blank) == Some(b'\n'))
    }

    /// Reads the string that starts here as a value.
    pub(super) fn string_value(&mut self, opening: Opening, raw: bool) -> Step {
        let role = self.role();
        if opening.quote == Quote::Fence && self.tolerance == super::Tolerance::Embedded {
            return self.fail(Reason::Bare);
        }
        let end = self.string(opening, raw, role)?;
        self.last_string = (opening.content, end.content);
        self.finish_value(end.end, Last::String(end.content));
        Ok(())
    }

    /// By how many brackets the last string opens more than it closes. A bracket that stands on the
    /// wrong side of a closing quote unbalances the string as well as the document.
    pub(super) fn last_string_depth(&self) -> i32 {
        let (start, end) = self.last_string;
        Inner::from(start).depth_at(self.source, end)
    }

    /// Reads the string that starts here and notes its patches.
    pub(super) fn string(
        &mut self,
        opening: Opening,
        raw: bool,
        role: Role,
    ) -> Result<StringEnd, Ended> {
        let end = self.end_of_string(opening, role)?;
        self.patch_whole_string(opening, raw, role, end);
        Ok(end)
    }

    /// Notes the patches of the string that starts here.
    pub(super) fn patch_whole_string(
        &mut self,
        opening: Opening,
        raw: bool,
        role: Role,
        end: StringEnd,
    ) {
        let opener = opening.content - self.opening_length(opening);
        if opener > self.at {
            self.patches.push(Recovery::Prefix, (self.at, opener), "");
        }
        self.patch_string((opening, Some(opener)), raw, role, end);
    }

    /// Reads a string that goes on where the last one ended: its opening quote is patched already.
    pub(super) fn joined_string(
        &mut self,
        opening: Opening,
        role: Role,
    ) -> Result<StringEnd, Ended> {
        let end = self.end_of_string(opening, role)?;
        self.patch_string((opening, None), opening.quote.is_raw(), role, end);
        Ok(end)
    }

    fn patch_string(
        &mut self,
        (opening, opener): (Opening, Option<usize>),
        raw: bool,
        role: Role,
        end: StringEnd,
    ) {
        let Opening { quote, content } = opening;
        let single_end = end.end.saturating_sub(end.content) < 2;
        let doubled = matches!(quote, Quote::Doubled(_));
        let inner_doubt = self.inner_doubt(opening, role, end);
        let (recovery, doubt) = match quote {
            Quote::Doubled(_) if role == Role::Key && end.inner.count == 0 => {
                self.doubled |= !single_end;
                (Recovery::DoubledQuote, None)
            }
            Quote::Doubled(_) => {
                let consistent = self.doubled && !single_end && end.inner.count == 0;
                (Recovery::DoubledQuote, (!consistent).then_some(Reason::DoubledQuote))
            }
            Quote::Fence => (Recovery::Quotes, Some(Reason::FenceValue)),
            _ => (Recovery::Quotes, inner_doubt),
        };
        let keeps_first = doubled && single_end && end.inner.count > 0;
        let start = if keeps_first { content - 1 } else { content };
        if let Some(opener) = opener
            && self.source.slice(opener, start) != "\""
        {
            self.patches.push_doubted(recovery, (opener, start), "\"", doubt);
        }
        let inside = Content { start, end: end.content, quote, raw, doubt: inner_doubt };
        patch_content(self.source, &inside, &mut self.patches);
        if end.end == end.content {
            let place = (end.end, end.end);
            self.patches.push_doubted(Recovery::MissingQuote, place, "\"", end.doubt);
        } else if self.source.slice(end.content, end.end) != "\"" {
            let recovery = if quote == Quote::Double { Recovery::DoubledQuote } else { recovery };
            let doubt = end.doubt.or(doubt);
            self.patches.push_doubted(recovery, (end.content, end.end), "\"", doubt);
        }
    }

    fn opening_length(&self, opening: Opening) -> usize {
        let mut start = self.at;
        while start < opening.content {
            if Quote::opening(self.source, start).is_some() || self.source.fence(start).is_some() {
                return opening.content - start;
            }
            start += 1;
        }
        0
    }
}
