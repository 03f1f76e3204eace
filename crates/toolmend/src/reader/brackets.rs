//! Brackets that do not match.
//!
//! A closer that fits nothing may be one too many, one of the wrong kind, or show that another is
//! missing before it. Which one is decided by what follows: each possibility is played through over
//! the closers that come next and the first thing behind them (a member needs an open object, an
//! item an open list, the end nothing open). If one possibility needs fewer mendings than the
//! others it is certain, otherwise likely.

use super::frame::{Ended, Expect, Frame, Kind, Last, Step};
use super::quotes::Quote;
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::is_closer;
use super::walk::Walk;

/// What may be done about a closer that does not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mending {
    /// Add the closers that are missing before it.
    Insert(usize),
    /// Exchange it for the one that fits.
    Replace,
    /// Take it out.
    Drop,
}

/// What stands behind a run of closers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clue {
    End,
    Member,
    Item,
    Other,
}

/// How many closers and open brackets are played through.
const HORIZON: usize = 8;

impl Walk<'_, '_> {
    /// A closer stands at the current place.
    pub(super) fn closer(&mut self, byte: u8) -> Step {
        let Some(frame) = self.frames.last() else { return Err(Ended::Complete(self.end)) };
        if frame.closer != byte {
            self.mismatch(byte);
            return Ok(());
        }
        if frame.kind == Kind::Object && self.closes_too_early() {
            self.reopen();
            return Ok(());
        }
        if frame.kind == Kind::Array && self.row_not_opened() {
            return Ok(());
        }
        self.close();
        Ok(())
    }

    fn mismatch(&mut self, byte: u8) {
        let (mending, mut sure) = self.choose(byte);
        if mending == Mending::Drop {
            // Behind anything but another closer an opener may be missing as well.
            sure &= self.source.byte_before(self.end).is_some_and(is_closer) && !self.loose;
        }
        let doubt = (!sure).then_some(Reason::Brackets);
        let (start, end) = (self.at, self.at + 1);
        match mending {
            Mending::Insert(count) => {
                for _ in 0..count {
                    self.insert_closer(doubt);
                }
            }
            Mending::Replace => {
                let Some(frame) = self.frames.pop() else { return };
                let doubt = doubt.or(self.doubted_frame(&frame).then_some(Reason::Brackets));
                let right = right_closer(&frame);
                self.patches.push_doubted(Recovery::WrongCloser, (start, end), right, doubt);
                self.finish_value(end, Last::Closed);
            }
            Mending::Drop => {
                self.patches.push_doubted(Recovery::ExtraCloser, (start, end), "", doubt);
                self.at = end;
            }
        }
    }

    /// Adds the closer of the innermost container at the current place.
    fn insert_closer(&mut self, doubt: Option<Reason>) {
        let Some(frame) = self.frames.pop() else { return };
        let doubt = doubt.or(self.doubted_frame(&frame).then_some(Reason::Brackets));
        let place = (self.at, self.at);
        self.patches.push_doubted(Recovery::MissingCloser, place, right_closer(&frame), doubt);
        let at = self.at;
        self.finish_value(at, Last::Closed);
    }

    /// Whether the opener of a container without its closer may be what is wrong: it stands where
    /// another sign is missing, it opens a set, or it is an item with nothing inside.
    fn doubted_frame(&self, frame: &Frame) -> bool {
        let set = frame.kind == Kind::Array && frame.closer == b'}';
        let listed = self.frames.last().is_some_and(|outer| outer.kind != Kind::Object);
        let torn = matches!(self.last, Last::String(_)) && self.last_string_depth() < 0;
        frame.suspect || set || torn || (frame.items == 0 && listed)
    }

    /// The cheapest mending, and whether it is cheaper than every other.
    fn choose(&self, byte: u8) -> (Mending, bool) {
        let (closers, clue) = self.closers_ahead();
        let missing = self.frames.iter().rev().take(HORIZON).position(|f| f.closer == byte);
        let insert = missing.map(Mending::Insert);
        let others = [Mending::Replace, Mending::Drop];
        let mut cheapest = (usize::MAX, Mending::Drop);
        let mut sure = false;
        for mending in insert.into_iter().chain(others) {
            let cost = self.cost(mending, &closers, clue);
            if cost < cheapest.0 {
                (cheapest, sure) = ((cost, mending), true);
            } else if cost == cheapest.0 {
                sure = false;
            }
        }
        (cheapest.1, sure)
    }

    /// The closers from the current place on, and what follows them.
    fn closers_ahead(&self) -> (Vec<u8>, Clue) {
        let source = self.source;
        let mut closers = Vec::with_capacity(HORIZON);
        let mut at = self.at;
        while let Some(byte) = source.byte(at)
            && is_closer(byte)
            && closers.len() < HORIZON
        {
            closers.push(byte);
            at = source.glance(at + 1);
        }
        let comma = source.comma_sign(at);
        let next = comma.map_or(at, |comma| source.glance(comma));
        let clue = match source.byte(next) {
            None => Clue::End,
            _ if source.quoted_key_ahead(next).is_some() => Clue::Member,
            Some(b'`' | b'<') if comma.is_none() => Clue::End,
            _ if comma.is_some() && source.bare_key_ahead(next).is_some() => Clue::Member,
            Some(b'{' | b'[') => Clue::Item,
            _ if comma.is_some() || Quote::opening(source, next).is_some() => Clue::Item,
            _ => Clue::Other,
        };
        (closers, clue)
    }

    /// How many mendings a possibility needs, as far as can be seen.
    fn cost(&self, mending: Mending, closers: &[u8], clue: Clue) -> usize {
        let mut open = self.frames.as_slice();
        let mut closers = closers;
        let mut cost = 1;
        match mending {
            Mending::Insert(count) => {
                open = &open[..open.len() - count];
                cost = count;
            }
            Mending::Replace => {
                open = &open[..open.len() - 1];
                closers = &closers[1..];
            }
            Mending::Drop => {
                // The container that it could close will lack a closer.
                cost +=
                    usize::from(open.iter().rev().take(HORIZON).any(|f| f.closer == closers[0]));
                closers = &closers[1..];
            }
        }
        for &closer in closers {
            let Some((top, outer)) = open.split_last() else {
                cost += 1;
                continue;
            };
            if top.closer == closer {
                open = outer;
            } else {
                cost += 1;
                if outer.last().is_some_and(|frame| frame.closer == closer) {
                    open = &outer[..outer.len() - 1];
                }
            }
        }
        cost + misfit(open, clue)
    }

    /// Whether the closing brace at the current place comes too early: a member follows, and the
    /// object stands where no member can.
    fn closes_too_early(&self) -> bool {
        let outer = self.frames.iter().rev().nth(1).map(|frame| frame.kind);
        if outer == Some(Kind::Object) {
            return false;
        }
        let source = self.source;
        let next = source.glance(self.at + 1);
        let member = source.comma_sign(next).map_or(next, |comma| source.glance(comma));
        source.quoted_key_ahead(member).is_some()
            || (member > next && outer.is_none() && source.bare_key_ahead(member).is_some())
    }

    /// Takes the closing brace out; the object goes on. Certain only if no other brace could be the
    /// early one and the object is closed again later.
    fn reopen(&mut self) {
        let nested = self.frames.len() > 1;
        let Some(frame) = self.frames.last_mut() else { return };
        let doubtful = nested || frame.resumed || frame.reopened || self.loose;
        frame.reopened = true;
        let doubt = doubtful.then_some(Reason::EarlyClose);
        self.patches.push_doubted(Recovery::ExtraCloser, (self.at, self.at + 1), "", doubt);
        self.at += 1;
    }

    /// `[["a","b"],"c","d"],["e","f"]]` as a member: the row before the closer was not opened.
    fn row_not_opened(&mut self) -> bool {
        let outer = self.frames.iter().rev().nth(1).map(|frame| frame.kind);
        let Some(loose) = self.frames.last().and_then(|frame| frame.loose) else { return false };
        let source = self.source;
        let next = source.glance(self.at + 1);
        let row = source.byte(next) == Some(b',')
            && source.byte(source.glance(next + 1)) == Some(b'[')
            && outer == Some(Kind::Object);
        if !row {
            return false;
        }
        let patch = super::patches::Patch {
            start: loose,
            end: loose,
            after: "[".into(),
            recovery: Recovery::MissingOpener,
            doubt: Some(Reason::Brackets),
        };
        self.patches.insert(patch);
        let end = self.at + 1;
        self.finish_value(end, Last::Closed);
        if let Some(frame) = self.frames.last_mut() {
            frame.loose = None;
        }
        true
    }

    /// `[{"i":1{"i":2}]`: an object where a comma or a closer should be. The one before it was not
    /// closed.
    pub(super) fn object_after_member(&mut self) -> Step {
        let listed = self.frames.iter().rev().nth(1).is_some_and(|f| f.kind == Kind::Array);
        if !listed && self.frames.len() > 1 {
            return self.fail(Reason::Brackets);
        }
        if !listed {
            self.glued = true;
            return self.end_here();
        }
        let (at, end, count) = (self.at, self.end, self.end_patches);
        self.frames.pop();
        self.patches.insert_at(count, Recovery::MissingCloser, (end, end), "},", None);
        self.finish_value(end, Last::Closed);
        self.at = at;
        self.no_sign = true;
        self.expect = Expect::Value;
        Ok(())
    }

    /// Ends the walk after the root, unless a sum of strings goes on. Also ends it at markup or a
    /// closing fence after any value: what is still open was not closed.
    pub(super) fn stop_after_value(&mut self) -> Step {
        let source = self.source;
        let at = source.skip_space(self.at);
        if self.frames.is_empty() {
            let sum = matches!(self.last, Last::String(_))
                && source.byte(at) == Some(b'+')
                && Quote::opening(source, source.glance(at + 1)).is_some();
            return if sum { Ok(()) } else { Err(Ended::Complete(self.end)) };
        }
        if !matches!(source.byte(at), Some(b'<' | b'`')) {
            return Ok(());
        }
        let markup = source.starts_with(at, "</") || source.starts_with(at, "<|");
        let fence = source.fence(at).is_some_and(|end| {
            let next = source.byte(source.skip_space(end));
            !next.is_some_and(|byte| is_closer(byte) || byte == b',')
        });
        if !markup && !fence {
            return Ok(());
        }
        self.end_here()
    }

    /// Closes all that is open after the last value.
    fn end_here(&mut self) -> Step {
        self.patches.truncate(self.end_patches);
        while !self.frames.is_empty() {
            self.at = self.end;
            self.insert_closer(None);
        }
        Err(Ended::Complete(self.end))
    }
}

/// The closer that belongs to a container in the output.
pub(super) fn right_closer(frame: &Frame) -> &'static str {
    if frame.kind == Kind::Object { "}" } else { "]" }
}

/// How badly what follows fits what is still open.
fn misfit(open: &[Frame], clue: Clue) -> usize {
    match (clue, open.last().map(|frame| frame.kind)) {
        (Clue::End | Clue::Other, _) => open.len().min(HORIZON),
        (Clue::Member, Some(Kind::Object)) | (Clue::Item, Some(Kind::Array | Kind::Group)) => 0,
        (Clue::Item, None) => 1,
        _ => 2,
    }
}
