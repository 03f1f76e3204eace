//! Keys, colons and commas.
//!
//! A key needs no quotes to be recognised: its colon does that. A missing colon shows by two tokens
//! side by side, a missing comma by a value and a key side by side. `;`, `=` and `=>` stand for them
//! in other languages. A key without any value is no defect of syntax: something was left out.

use super::frame::{Ended, Expect, Kind, Last, Role, Step};
use super::literals::scalar;
use super::quotes::{Opening, Quote};
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{LONGEST_KEY, is_closer, is_word};
use super::walk::Walk;
use crate::tree::string::encode;

impl Walk<'_, '_> {
    /// Reads a key and the colon behind it.
    pub(super) fn key(&mut self) -> Step {
        let Some(byte) = self.source.byte(self.at) else { return Err(Ended::Cut) };
        if is_closer(byte) {
            self.expect = Expect::Separator;
            return Ok(());
        }
        if let Some(end) = self.source.comma_sign(self.at) {
            let suspect = self.frames.last().is_some_and(|frame| frame.suspect);
            let doubt = suspect.then_some(Reason::Brackets);
            self.patches.push_doubted(Recovery::ExtraComma, (self.at, end), "", doubt);
            // `{"a":{,"b":1}`: instead of one comma too many a brace may be missing.
            self.loose |= self.frames.len() > 1;
            self.at = end;
            return Ok(());
        }
        if self.source.ellipsis(self.at) {
            return self.fail(Reason::Ellipsis);
        }
        match self.key_opening() {
            Some((opening, raw)) => {
                let end = self.end_of_string(opening, Role::Key)?;
                if end.lacks_quote() && self.moved_colon(opening) {
                    return Ok(());
                }
                self.patch_whole_string(opening, raw, Role::Key, end);
                self.note_key(opening.content, end.content);
                self.at = end.end;
                self.colon()
            }
            None => self.bare_key(byte),
        }
    }

    /// The quote that opens a key. `"" key":` is no empty key but one with a doubled quote.
    fn key_opening(&self) -> Option<(Opening, bool)> {
        let (opening, raw) = self.string_opening()?;
        let source = self.source;
        let content = opening.content + 1;
        let empty = opening.quote == Quote::Double && source.starts_with(self.at, "\"\"");
        let word = source.rest(content).bytes().take(LONGEST_KEY);
        let end = content + word.take_while(|&byte| is_word(byte) || byte == b' ').count();
        if empty && end > source.skip_space(content) && source.starts_with(end, "\":") {
            return Some((Opening { quote: Quote::Doubled(b'"'), content }, raw));
        }
        Some((opening, raw))
    }

    fn note_key(&mut self, start: usize, end: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.key = (start as u32, end as u32);
            if frame.items == 0 {
                frame.first_key = frame.key;
            }
        }
    }

    /// `"city:" "Oslo"`: the colon slipped into the key's quotes.
    fn moved_colon(&mut self, opening: Opening) -> bool {
        let source = self.source;
        let start = opening.content;
        let rest = source.rest(start).bytes().take(LONGEST_KEY);
        let end = start + rest.take_while(|&byte| is_word(byte)).count();
        let quoted = end + 2;
        if end == start || opening.quote != Quote::Double || !source.starts_with(end, ":\"") {
            return false;
        }
        let value = source.skip_space(quoted);
        let word = self.word(value);
        let next = source.byte(source.skip_space(value + word.len()));
        let literal = scalar(word).is_some()
            && next.is_some_and(|byte| is_closer(byte) || matches!(byte, b',' | b';'));
        let container = matches!(source.byte(value), Some(b'{' | b'['));
        let string = value > quoted && Quote::opening(source, value).is_some();
        if !(literal || container || string) {
            return false;
        }
        self.patches.push(Recovery::Separator, (end, quoted), "\":");
        self.note_key(start, end);
        self.at = quoted;
        self.end = quoted;
        self.expect = Expect::Value;
        true
    }

    /// A key without quotes: everything up to the colon.
    fn bare_key(&mut self, byte: u8) -> Step {
        if matches!(byte, b'{' | b'[' | b':') {
            return self.fail(Reason::NoKey);
        }
        let source = self.source;
        let start = self.at;
        let found = source
            .rest(start)
            .char_indices()
            .take(LONGEST_KEY)
            .find(|&(_, sign)| ends_bare_key(sign));
        let stop = match found {
            Some((length, _)) => start + length,
            None if source.rest(start).len() < LONGEST_KEY => return Err(Ended::Cut),
            None => return self.fail(Reason::NoKey),
        };
        let name = source.slice(start, stop).trim_end();
        let end = start + name.len();
        let Some(stop_byte) = source.byte(stop) else { return Err(Ended::Cut) };
        if name.is_empty() {
            return self.fail(Reason::NoKey);
        }
        if stop_byte == b'"'
            && source.pair_sign(source.skip_space(stop + 1)).is_some()
            && end == stop
        {
            self.patches.push(Recovery::MissingQuote, (start, start), "\"");
            self.note_key(start, end);
            self.at = stop + 1;
            return self.colon();
        }
        if stop > end && source.pair_sign(stop).is_none() && source.quoted_key_ahead(stop).is_some()
        {
            let doubt = Some(Reason::Noise);
            self.patches.push_doubted(Recovery::Noise, (start, stop), "", doubt);
            self.at = stop;
            return Ok(());
        }
        let word = name.bytes().all(is_word);
        let opens = matches!(stop_byte, b'{' | b'[') || Quote::opening(source, stop).is_some();
        let value = opens && word && stop > end;
        if source.pair_sign(stop).is_none() && !value {
            return self.fail(Reason::NoColon);
        }
        let quoted = if word { ["\"", name, "\""].concat() } else { encode(name) };
        self.patches.push(Recovery::UnquotedKey, (start, end), quoted);
        self.note_key(start, end);
        self.at = end;
        self.colon()
    }

    /// The colon after a key.
    fn colon(&mut self) -> Step {
        let source = self.source;
        let key_end = self.at;
        let next = source.skip(key_end);
        let Some(byte) = source.byte(next) else { return Err(Ended::Cut) };
        self.end = key_end;
        if let Some(end) = source.pair_sign(next) {
            self.skip_trivia();
            if source.slice(next, end) != ":" {
                self.patches.push(Recovery::Separator, (next, end), ":");
            }
            self.at = end;
            self.end = end;
        } else if is_closer(byte) || source.comma_sign(next).is_some() {
            self.at = next;
            return self.fail(Reason::NoColon);
        } else {
            self.patches.push(Recovery::MissingColon, (key_end, key_end), ":");
            self.no_sign = true;
        }
        self.expect = Expect::Value;
        Ok(())
    }

    /// The comma that ends before `end`.
    pub(super) fn comma(&mut self, end: usize) {
        let source = self.source;
        let start = self.at;
        let next = source.skip(end);
        let byte = source.byte(next);
        let kind = self.frames.last().map_or(Kind::Array, |frame| frame.kind);
        let group = kind == Kind::Group;
        if byte.is_some_and(is_closer) && !group {
            // `["a", #b]`: an item without quotes, or a comma and a comment?
            let tag = kind == Kind::Array && source.hash_tag(source.skip_space(end));
            let doubt = tag.then_some(Reason::Bare);
            self.patches.push_doubted(Recovery::TrailingComma, (start, end), "", doubt);
            self.at = end;
            return;
        }
        if source.comma_sign(next).is_some() {
            let hole = (kind != Kind::Object).then_some(Reason::Hole);
            self.patches.push_doubted(Recovery::ExtraComma, (start, end), "", hole);
            self.at = end;
            return;
        }
        if kind == Kind::Object && byte == Some(b'{') && self.parent_is(Kind::Array) {
            self.close_before_comma(next);
            return;
        }
        if byte.is_some_and(is_closer) {
            self.patches.push(Recovery::TrailingComma, (start, end), "");
        } else if source.slice(start, end) != "," {
            self.patches.push(Recovery::Separator, (start, end), ",");
        }
        let closed = source.byte_before(self.end) == Some(b'}');
        if let Some(frame) = self.frames.last_mut() {
            frame.comma = true;
            frame.resumed |= closed;
        }
        self.at = end;
        self.last = Last::Open;
        self.expect = if kind == Kind::Object { Expect::Key } else { Expect::Value };
    }

    fn parent_is(&self, kind: Kind) -> bool {
        self.frames.iter().rev().nth(1).is_some_and(|frame| frame.kind == kind)
    }

    /// `[{"i":1,{"i":2}]`: the object was not closed before the comma. Certain if the next one has
    /// the same first key.
    fn close_before_comma(&mut self, next: usize) {
        let at = self.at;
        let Some(frame) = self.frames.pop() else { return };
        let source = self.source;
        let first = source.slice(frame.first_key.0 as usize, frame.first_key.1 as usize);
        let same = source.key_ahead(source.glance(next + 1)).is_some_and(|key| key.name == first);
        let doubt = (!same).then_some(Reason::Brackets);
        self.patches.push_doubted(Recovery::MissingCloser, (at, at), "}", doubt);
        self.finish_value(at, Last::Closed);
    }

    /// Neither a comma nor a closer follows a member: a key, another string, or noise.
    pub(super) fn member_without_comma(&mut self) -> Step {
        let source = self.source;
        let at = self.at;
        if source.quoted_key_ahead(at).is_some() || self.broken_key(at) {
            self.loose |= source.byte_before(self.end).is_some_and(is_closer);
            self.add_comma(None);
            self.expect = Expect::Key;
            return Ok(());
        }
        if source.bare_key_ahead(at).is_some() {
            let line = source.slice(self.end, at).contains('\n');
            let after_string = matches!(self.last, Last::String(_));
            self.add_comma((!line && after_string).then_some(Reason::InnerQuote));
            self.expect = Expect::Key;
            return Ok(());
        }
        if matches!(self.last, Last::String(_)) && Quote::opening(source, at).is_some() {
            return self.concatenate(at);
        }
        let Some(first) = source.character(at) else { return Err(Ended::Cut) };
        if first.is_ascii_alphabetic() {
            let word = self.word(at).len();
            let next = source.skip_space(at + word);
            if source.byte(next).is_some_and(is_closer) || source.quoted_key_ahead(next).is_some() {
                let doubt = Some(Reason::Noise);
                self.patches.push_doubted(Recovery::Noise, (at, at + word), "", doubt);
                self.at = at + word;
                return Ok(());
            }
        }
        self.fail(Reason::NoComma)
    }

    /// A key in quotes without its closing quote: `"days:3`.
    fn broken_key(&self, at: usize) -> bool {
        let Some(opening) = Quote::opening(self.source, at) else { return false };
        let rest = self.source.rest(opening.content);
        let word = rest.bytes().take(LONGEST_KEY).take_while(|&byte| is_word(byte)).count();
        word > 0 && self.source.byte(opening.content + word) == Some(b':')
    }

    /// `"a" + "b"`: the next string goes on where the last one ended. `from` is after the sign.
    pub(super) fn concatenate(&mut self, from: usize) -> Step {
        let Last::String(close) = self.last else { return self.fail(Reason::Expression) };
        let summed = from > self.at;
        let next = self.source.skip(from);
        if self.source.byte(next).is_none() {
            return Err(Ended::Cut);
        }
        let Some(opening) = Quote::opening(self.source, next) else {
            return self.fail(Reason::Expression);
        };
        let doubt = (!summed).then_some(Reason::Concat);
        self.last = Last::Open;
        self.patches.truncate_from(close);
        self.patches.push_doubted(Recovery::Concat, (close, opening.content), "", doubt);
        self.at = next;
        let role = self.role();
        let end = self.joined_string(opening, role)?;
        self.end_concatenation(end.end, end.content);
        Ok(())
    }

    fn end_concatenation(&mut self, end: usize, content: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.items -= 1;
        }
        self.finish_value(end, Last::String(content));
    }

    /// `["key":"value"}`, `{"a": "key": "value"}}`: the object was not opened, or the list before it
    /// was not closed: `{"a": [1, "key": 2}`.
    pub(super) fn member_without_object(&mut self) -> Step {
        let string = matches!(self.last, Last::String(_));
        let brace = self.frames.last().is_some_and(|frame| frame.closer == b'}');
        let set = brace && self.role() == Role::Item;
        if !string || set {
            return self.fail(Reason::NoKey);
        }
        let start = self.value_start;
        let (key_end, colon) = (self.end, self.at);
        let comma = self.source.space_start(0, start).saturating_sub(1);
        // `[[1],[2],"key":3}`: the list was not closed before the comma.
        let ended = self.role() == Role::Item
            && self.source.byte(comma) == Some(b',')
            && self.parent_is(Kind::Object);
        let (at, after, recovery) = if ended {
            (comma, "]", Recovery::MissingCloser)
        } else {
            (start, "{", Recovery::MissingOpener)
        };
        let (at, doubt) = (at as u32, Some(Reason::Brackets));
        let patch =
            super::patches::Patch { start: at, end: at, after: after.into(), recovery, doubt };
        self.patches.insert(patch);
        if let Some(frame) = self.frames.last_mut() {
            frame.items -= 1;
        }
        if ended {
            self.frames.pop();
        } else {
            self.open(Kind::Object, b'}', None);
        }
        self.note_key(start, key_end);
        self.at = colon + 1;
        self.end = self.at;
        self.expect = Expect::Value;
        Ok(())
    }
}

/// What a key without quotes cannot hold.
fn ends_bare_key(sign: char) -> bool {
    matches!(
        sign,
        ':' | '='
            | ','
            | ';'
            | '{'
            | '}'
            | '['
            | ']'
            | '"'
            | '\''
            | '`'
            | '\n'
            | '\r'
            | '“'
            | '”'
            | '„'
            | '‘'
            | '’'
            | '：'
            | '，'
            | '；'
    )
}
