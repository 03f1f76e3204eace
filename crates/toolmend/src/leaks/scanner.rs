//! The push scanner: text in, in any pieces; text and calls out.
//!
//! Text goes out as soon as it is known to stay text. What is held is white space (which goes if a
//! block follows), and everything from a block that may become a call until it is refused or the
//! message ends. The held text is walked anew when enough has come to make that worth it, so that
//! the work stays linear in the text however small the pieces are.

use super::content::{self, Gap};
use super::cursor::Effort;
use super::echo::Echo;
use super::envelope;
use super::offer::Offer;
use super::quoting::Walker;
use super::survey::{Candidate, Setting, survey};
use super::{Level, ScanEvent, ScanOptions, gate, verdict};
use crate::Tools;
use crate::reader::Keys;

/// Finds calls in a message that arrives in pieces.
pub struct Scanner {
    tools: Tools,
    keys: Keys,
    options: ScanOptions,
    echo: Echo,
    /// Text that has not gone out.
    held: String,
    /// The white space at its start, which was walked.
    blank: usize,
    /// The walk over `held`: all before it is decided.
    walker: Walker,
    /// How long `held` must be before it is walked again.
    enough: usize,
    /// Whether any text went out.
    wrote: bool,
    /// The first bytes of a character whose others are still to come.
    partial: Vec<u8>,
}

impl Scanner {
    /// A scanner for one message. `sent` are the texts of the request's user, system and tool
    /// messages: what stands there is an echo.
    pub fn new<'a>(
        tools: &Tools,
        options: ScanOptions,
        sent: impl IntoIterator<Item = &'a str>,
    ) -> Scanner {
        let mut scanner = Scanner::asking(tools, options);
        scanner.tell_sent(sent);
        scanner
    }

    /// A scanner that is told what was sent when it asks ([`Scanner::wants_sent`]): most messages
    /// hold no block, and the conversation need not be read for them.
    pub fn asking(tools: &Tools, options: ScanOptions) -> Scanner {
        let mut keys = Keys::new();
        for key in envelope::KEYS {
            keys.insert(key.to_owned(), 0);
        }
        for key in tools.tools.iter().flat_map(|tool| tool.schema.keys().keys()) {
            keys.insert(key.clone(), 0);
        }
        Scanner {
            keys,
            tools: tools.clone(),
            options,
            echo: Echo::default(),
            held: String::new(),
            blank: 0,
            walker: Walker::new(),
            enough: 0,
            wrote: false,
            partial: Vec::new(),
        }
    }

    /// Tells texts of the request's user, system and tool messages.
    pub fn tell_sent<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) {
        self.echo.tell(texts);
    }

    /// Whether a block waits only for [`Scanner::tell_sent`]; with `ended`, as if the message ended
    /// here.
    pub fn wants_sent(&self, ended: bool) -> bool {
        if ended && !self.held.is_empty() && self.options.level != Level::Off {
            self.gaps(&[]);
        }
        self.echo.wanted()
    }

    /// Whether text was pushed that did not go out.
    pub fn holds_text(&self) -> bool {
        !self.held.is_empty() || !self.partial.is_empty()
    }

    /// Takes the next piece; gives the text that can go out. No call goes out before the message has
    /// ended.
    pub fn push(&mut self, piece: &str) -> String {
        if self.options.level == Level::Off {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        if self.held.len() < self.enough {
            return String::new();
        }
        self.advance();
        self.release()
    }

    /// Takes the rest of the message at once, and ends it.
    pub fn finish_with(mut self, rest: &str) -> Vec<ScanEvent> {
        self.held.push_str(rest);
        self.finish()
    }

    /// As [`Scanner::push`], for a piece that may begin or end inside a character. Bytes that are
    /// no UTF-8 become U+FFFD.
    pub fn push_bytes(&mut self, piece: &[u8]) -> String {
        self.partial.extend_from_slice(piece);
        let bytes = std::mem::take(&mut self.partial);
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            let at_end = chunk.invalid().as_ptr_range().end == bytes.as_ptr_range().end;
            if at_end && may_be_completed(chunk.invalid()) {
                self.partial = chunk.invalid().to_vec();
            } else if !chunk.invalid().is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        self.push(&text)
    }

    /// Ends the message; gives the rest of it.
    pub fn finish(self) -> Vec<ScanEvent> {
        self.finish_beside(&[])
    }

    /// As [`Scanner::finish`], for a message that sent real calls too, by name and arguments: what
    /// repeats one of them stays text.
    pub fn finish_beside(mut self, real: &[(&str, &str)]) -> Vec<ScanEvent> {
        if !self.partial.is_empty() {
            self.partial.clear();
            self.held.push(char::REPLACEMENT_CHARACTER);
        }
        if self.options.level == Level::Off {
            return text_event(self.held);
        }
        let gaps = self.gaps(real);
        content::events(&self.held, gaps, self.wrote)
    }

    fn setting(&self) -> Setting<'_> {
        let offer = Offer { tools: &self.tools, keys: &self.keys };
        Setting { offer, options: &self.options, echo: &self.echo, effort: Effort::default() }
    }

    /// Walks on as far as can be decided.
    fn advance(&mut self) {
        let setting = self.setting();
        let survey = survey(&self.held, &self.walker, false, &setting);
        let refused = verdict::refused(&survey, &setting);
        let open = survey.candidates.iter().zip(&refused).find(|(_, refused)| !**refused);
        let walker = match open {
            Some((candidate, _)) => candidate.before.clone(),
            None => survey.walker,
        };
        // What is pending is read again when it has grown by half.
        let pending = self.held.len() - walker.at;
        self.enough = self.held.len() + pending / 2;
        self.walker = walker;
    }

    /// Lets go of the text that is decided, but for white space at its end.
    fn release(&mut self) -> String {
        let decided = self.held.get(self.blank..self.walker.at).unwrap_or_default();
        let solid = decided.trim_ascii_end().len();
        if solid == 0 {
            self.blank = self.walker.at;
            return String::new();
        }
        let length = self.blank + solid;
        let rest = self.held.split_off(length);
        let text = std::mem::replace(&mut self.held, rest);
        self.walker.shift(length);
        self.blank = self.walker.at;
        self.enough -= length;
        self.wrote = true;
        text
    }

    /// The calls of the rest of the message, with the text that they take out.
    fn gaps(&self, real: &[(&str, &str)]) -> Vec<Gap> {
        let setting = self.setting();
        let survey = survey(&self.held, &self.walker, true, &setting);
        let refused = verdict::refused(&survey, &setting);
        let mut gaps = Vec::new();
        for (candidate, refused) in survey.candidates.into_iter().zip(refused) {
            if !refused {
                push_gaps(&mut gaps, candidate, real);
            }
        }
        gaps
    }
}

/// Adds the gaps that a block leaves: its markup and the calls that are taken.
fn push_gaps(gaps: &mut Vec<Gap>, candidate: Candidate<'_>, real: &[(&str, &str)]) {
    let Candidate { block, mut calls, .. } = candidate;
    calls.retain(|(_, call)| !gate::is_beside(call, real));
    if calls.is_empty() {
        return;
    }
    calls.reverse();
    for (place, part) in block.parts.into_iter().enumerate() {
        let taken = match calls.last() {
            Some((of, _)) if *of == place => calls.pop().map(|(_, call)| call),
            _ => None,
        };
        let Some(span) = part.span_if(taken.is_some()) else { continue };
        match gaps.last_mut() {
            // Calls of one list share its span.
            Some(last) if last.span.end >= span.end => last.calls.extend(taken),
            _ => gaps.push(Gap { span, calls: Vec::from_iter(taken) }),
        }
    }
}

fn text_event(text: String) -> Vec<ScanEvent> {
    if text.is_empty() { Vec::new() } else { vec![ScanEvent::Text(text)] }
}

/// Whether bytes that end a piece are the beginning of a character.
fn may_be_completed(bytes: &[u8]) -> bool {
    let length = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => return false,
    };
    bytes.len() < length
}
