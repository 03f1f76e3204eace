//! Containers: objects, lists, and what other languages write for a list.
//!
//! Python's tuple is a list; parentheses around one value without a comma are nothing, as in Python.
//! Braces around strings without colons are a set. With a single string they may also be an object
//! whose value is missing.

use super::Tolerance;
use super::frame::{Expect, Frame, Kind, Last, Step};
use super::quotes::{Opening, Quote};
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::LONGEST_KEY;
use super::walk::Walk;

/// What braces hold.
enum Braces {
    Members,
    Items,
    OneItem,
}

impl Walk<'_, '_> {
    /// Passes over the container at the current place, if it is JSON as it stands and what follows
    /// it is what follows a value here: most of a long text with one defect is.
    pub(super) fn whole_container(&mut self) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        if self.no_sign || self.budget.unwhole == 0 || frame.kind == Kind::Group {
            return false;
        }
        let Some(end) = toolmend_accept::value_end(self.source.text.as_bytes(), self.at) else {
            self.budget.unwhole -= 1;
            return false;
        };
        let source = self.source;
        let next = source.skip_plain(end);
        let is_next = match source.byte(next) {
            // A member behind an item, or an item behind a member, says that a bracket is wrong.
            Some(b',') => {
                let after = source.skip_plain(next + 1);
                let is_key = source.quoted_key_ahead(after).is_some();
                is_key == (frame.kind == Kind::Object)
            }
            byte => byte == Some(frame.closer),
        };
        if is_next {
            self.finish_value(end, Last::Closed);
        }
        is_next
    }

    /// Opens the object or set whose brace stands at the current place.
    pub(super) fn open_brace(&mut self) {
        let start = self.at;
        let inside = self.source.glance(start + 1);
        self.at += 1;
        if self.source.byte(inside) == Some(b'{') {
            self.patches.push(Recovery::ExtraOpener, (start, start + 1), "");
            return;
        }
        let doubt = match self.braces(inside) {
            Braces::Members => return self.open(Kind::Object, b'}', None),
            Braces::Items => None,
            Braces::OneItem => Some(Reason::Set),
        };
        self.patches.push_doubted(Recovery::Set, (start, start + 1), "[", doubt);
        self.open(Kind::Array, b'}', Some(self.patches.len() - 1));
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

    /// What the brace before `inside` opens: a set if its first item is a string without a colon.
    fn braces(&self, inside: usize) -> Braces {
        let source = self.source;
        let Some(end) = self.short_string_end(inside) else { return Braces::Members };
        let next = source.glance(end);
        match source.byte(next) {
            Some(b'}') => Braces::OneItem,
            Some(b',') => {
                let second = source.glance(next + 1);
                let item = Quote::opening(source, second).is_some()
                    && source.quoted_key_ahead(second).is_none();
                if item { Braces::Items } else { Braces::Members }
            }
            _ => Braces::Members,
        }
    }

    /// The end of the string at `start`, by its first closing sign, if it is short.
    fn short_string_end(&self, start: usize) -> Option<usize> {
        let Opening { quote, content } = Quote::opening(self.source, start)?;
        let mut at = content;
        while at <= content + LONGEST_KEY {
            if self.source.byte(at)? == b'\\' {
                at += 1 + self.source.width(at + 1);
            } else if let Some(length) = quote.closing(self.source, at) {
                return Some(at + length);
            } else {
                at += 1;
            }
        }
        None
    }
}
