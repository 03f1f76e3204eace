//! Which parts of a message are quoted: fences, indented code, block quotes, inline code, elements
//! that hold a tool's result or an example, thinking.
//!
//! A walker goes through the text and stops where a block may begin. It knows Markdown only as far
//! as is needed to tell quoted from said, and where a line is unsure (an inline code span that is
//! still open), it takes the rest of the line for quoted. Text in HTML entities needs no rule: no
//! opener begins with `&`.

use super::cursor::{Cursor, Parsed, Stop};
use super::fence::Fence;
use super::formats::{Place, may_begin};
use super::marks::{self, Mark};

/// Where the walk has come, and what is open there.
#[derive(Clone, Debug)]
pub(super) struct Walker {
    /// The position, a character boundary of the text that is walked.
    pub(super) at: usize,
    /// Whether the walk is inside thinking.
    pub(super) thinking: bool,
    /// The bytes of the message before the text that is walked.
    passed: usize,
    /// The bytes that were read in vain, to be read again.
    wasted: usize,
    /// The last line before this one that holds text.
    pub(super) previous_line: String,
    /// What stands on this line so far.
    pub(super) current_line: String,
    line: Line,
    fence: Option<Fence>,
    code_span: Option<CodeSpan>,
    /// The closer of an element whose content is quoted.
    quotation: Option<&'static str>,
    /// Whether an indented line would be code: unless it goes on with a paragraph.
    may_indent: bool,
    /// Whether only white space and closed thinking came so far.
    message_start: bool,
    /// A position at which no block begins.
    refuted: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// At its start.
    Start,
    /// Behind white space and blocks only.
    Empty,
    /// Behind text.
    Text,
    /// In a line that is quoted to its end.
    Quoted,
}

/// Backticks that may open inline code.
#[derive(Clone, Copy, Debug)]
struct CodeSpan {
    length: usize,
    on_this_line: bool,
}

/// Why the walk stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A block may begin here.
    Opener(Place),
    /// Backticks of an earlier line turned out to open inline code, or not to.
    CodeSpan { closed: bool },
    /// Thinking began or ended.
    Thinking { open: bool },
    /// The text is walked as far as can be told.
    End,
}

/// The bytes that may be read in vain whatever the message, beside a multiple of what it has.
const WASTE: usize = 256 * 1024;

/// How much of a line is kept.
const KEPT: usize = 240;

impl Walker {
    pub(super) fn new() -> Walker {
        Walker {
            at: 0,
            thinking: false,
            passed: 0,
            wasted: 0,
            previous_line: String::new(),
            current_line: String::new(),
            line: Line::Start,
            fence: None,
            code_span: None,
            quotation: None,
            may_indent: true,
            message_start: true,
            refuted: None,
        }
    }

    /// Whether backticks of an earlier line may yet turn out to open inline code.
    pub(super) fn in_code_span(&self) -> bool {
        self.code_span.is_some()
    }

    /// Whether the walk is inside an element that quotes.
    pub(super) fn in_quotation(&self) -> bool {
        self.quotation.is_some()
    }

    pub(super) fn has_text_on_line(&self) -> bool {
        self.line == Line::Text
    }

    /// Takes `length` bytes off the front of the text.
    pub(super) fn shift(&mut self, length: usize) {
        self.at -= length;
        self.passed += length;
        self.refuted = self.refuted.and_then(|at| at.checked_sub(length));
    }

    /// Passes over a block that was read.
    pub(super) fn pass_block(&mut self, text: &str, end: usize) {
        if text.get(self.at..end).is_some_and(|block| block.contains('\n')) {
            self.line = Line::Empty;
        }
        self.at = end;
        self.message_start = false;
    }

    /// Notes that reading on from here took `bytes` and led to nothing that needs not be read again.
    pub(super) fn waste(&mut self, bytes: usize) {
        self.wasted += bytes;
    }

    /// Whether so much was read in vain that no more blocks are read. This keeps the time linear in
    /// the text; no model's message comes near it.
    pub(super) fn is_exhausted(&self) -> bool {
        self.wasted > WASTE + 4 * (self.passed + self.at)
    }

    /// No block begins here.
    pub(super) fn refute(&mut self) {
        self.refuted = Some(self.at);
    }

    /// Goes on to where something happens: before it, but behind a marker of thinking.
    pub(super) fn next(&mut self, text: &str, ended: bool) -> Event {
        loop {
            let step = match self.line {
                Line::Start => self.line_start(text, ended),
                Line::Quoted => self.quoted_line(text),
                Line::Empty => self.first_of_line(text, ended),
                Line::Text => self.within_line(text, ended),
            };
            match step {
                Ok(None) => {}
                Ok(Some(event)) => return event,
                Err(_) => return Event::End,
            }
        }
    }

    /// Passes the white space that starts a line, and sees whether the line is quoted.
    fn line_start(&mut self, text: &str, ended: bool) -> Parsed<Option<Event>> {
        let line = rest(text, self.at);
        let indent = line.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let content = &line[indent..];
        let first = content.bytes().next().ok_or(Stop::Unfinished)?;
        if first == b'\n' || content.starts_with("\r\n") {
            return Ok(self.blank_line(text));
        }
        if first == b'\r' && content.len() == 1 && !ended {
            return Err(Stop::Unfinished);
        }
        if let Some(fence) = self.fence {
            if fence.is_closed_by(line, indent, ended)? {
                self.fence = None;
            }
            self.line = Line::Quoted;
            return Ok(None);
        }
        let width: usize =
            line[..indent].bytes().map(|byte| if byte == b'\t' { 4 } else { 1 }).sum();
        if self.may_indent && width >= 4 {
            self.line = Line::Quoted;
            return Ok(None);
        }
        self.at += indent;
        self.line = Line::Empty;
        Ok(None)
    }

    fn blank_line(&mut self, text: &str) -> Option<Event> {
        let line = rest(text, self.at);
        self.at += line.find('\n').map_or(line.len(), |at| at + 1);
        self.may_indent = true;
        let dropped = self.fence.is_none() && self.code_span.take().is_some();
        dropped.then_some(Event::CodeSpan { closed: false })
    }

    fn quoted_line(&mut self, text: &str) -> Parsed<Option<Event>> {
        let line = rest(text, self.at);
        let length = line.find('\n').unwrap_or(line.len());
        self.pass(text, length);
        if length == line.len() { Err(Stop::Unfinished) } else { Ok(self.end_line()) }
    }

    /// The first character of a line, or what follows blocks on it.
    fn first_of_line(&mut self, text: &str, ended: bool) -> Parsed<Option<Event>> {
        let line = rest(text, self.at);
        let first = line.bytes().next().ok_or(Stop::Unfinished)?;
        match first {
            b'\n' => return Ok(self.end_line()),
            b' ' | b'\t' | b'\r' => {
                self.at += 1;
                return Ok(None);
            }
            b'`' | b'~' => {
                if self.message_start && self.refuted != Some(self.at) {
                    return Ok(Some(self.opener()));
                }
                let before = text.get(..self.at).unwrap_or_default();
                let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
                self.fence = Fence::opened_by(line, indent, ended)?;
                if self.fence.is_some() {
                    self.line = Line::Quoted;
                    return Ok(None);
                }
            }
            b'>' => {
                let session = Cursor::new(text, self.at, ended).sees(">>>")?;
                if session && self.refuted != Some(self.at) {
                    return Ok(Some(self.opener()));
                }
                self.line = Line::Quoted;
                return Ok(None);
            }
            // What is found within a line too is found there.
            b'<' | b'[' | b']' => {}
            _ if self.refuted != Some(self.at) && may_begin(line.as_bytes(), self.place()) => {
                return Ok(Some(self.opener()));
            }
            _ => self.line = Line::Text,
        }
        self.within_line(text, ended)
    }

    /// Passes text up to a byte that means something, and what that byte begins.
    fn within_line(&mut self, text: &str, ended: bool) -> Parsed<Option<Event>> {
        let line = rest(text, self.at);
        let means_nothing = |byte: &u8| !matches!(byte, b'\n' | b'`' | b'<' | b'[' | b']');
        let plain = line.bytes().take_while(|byte| means_nothing(byte)).count();
        if plain > 0 {
            self.pass(text, plain);
            self.line = Line::Text;
        }
        match rest(text, self.at).bytes().next().ok_or(Stop::Unfinished)? {
            b'\n' => Ok(self.end_line()),
            b'`' => self.backticks(text, ended),
            _ => self.bracket(text, ended),
        }
    }

    /// Backticks open inline code, or close it if they are as many.
    fn backticks(&mut self, text: &str, ended: bool) -> Parsed<Option<Event>> {
        let run = rest(text, self.at).bytes().take_while(|&byte| byte == b'`').count();
        if self.at + run == text.len() && !ended {
            return Err(Stop::Unfinished);
        }
        self.pass(text, run);
        self.line = Line::Text;
        match self.code_span {
            None => self.code_span = Some(CodeSpan { length: run, on_this_line: true }),
            Some(span) if span.length == run => {
                self.code_span = None;
                let event = Event::CodeSpan { closed: true };
                return Ok((!span.on_this_line).then_some(event));
            }
            Some(_) => {}
        }
        Ok(None)
    }

    /// `<`, `[` or `]`: a mark, a block perhaps, or text.
    fn bracket(&mut self, text: &str, ended: bool) -> Parsed<Option<Event>> {
        let in_code = self.code_span.is_some_and(|span| span.on_this_line);
        if in_code || self.refuted == Some(self.at) {
            self.pass(text, 1);
            self.line = Line::Text;
            return Ok(None);
        }
        let mut cursor = Cursor::new(text, self.at, ended);
        let Some(mark) = marks::take(&mut cursor, self.quotation)? else {
            if may_begin(cursor.rest().as_bytes(), self.place()) {
                return Ok(Some(self.opener()));
            }
            self.refuted = Some(self.at);
            return Ok(None);
        };
        self.pass(text, cursor.at() - self.at);
        self.line = Line::Text;
        match mark {
            Mark::Quotation { closer } => self.quotation = Some(closer),
            Mark::QuotationEnd => self.quotation = None,
            Mark::Thinking { open } => {
                self.thinking = open;
                self.message_start |= !open;
                self.line = Line::Empty;
                return Ok(Some(Event::Thinking { open }));
            }
        }
        Ok(None)
    }

    fn place(&self) -> Place {
        let line_start = self.line == Line::Empty;
        Place { line_start, message_start: line_start && self.message_start && !self.thinking }
    }

    fn opener(&self) -> Event {
        Event::Opener(self.place())
    }

    /// Passes text of this line.
    fn pass(&mut self, text: &str, length: usize) {
        let passed = rest(text, self.at).get(..length).unwrap_or_default();
        if !self.thinking && !passed.trim_ascii().is_empty() {
            self.message_start = false;
        }
        self.current_line.push_str(passed);
        if self.current_line.len() > 8 * KEPT {
            let kept = last(&self.current_line, 2 * KEPT).to_owned();
            self.current_line = kept;
        }
        self.at += length;
    }

    /// Passes the line break that stands here.
    fn end_line(&mut self) -> Option<Event> {
        self.at += 1;
        self.may_indent = self.line != Line::Text;
        self.line = Line::Start;
        if let Some(span) = &mut self.code_span {
            span.on_this_line = false;
        }
        let line = std::mem::take(&mut self.current_line);
        if !line.trim_ascii().is_empty() {
            self.previous_line = line;
        }
        None
    }

    /// The end of the text of this line, or of the last one that has any.
    pub(super) fn text_before(&self) -> &str {
        let here = self.current_line.trim_ascii();
        let text = if here.is_empty() { self.previous_line.trim_ascii() } else { here };
        last(text, KEPT)
    }
}

fn rest(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// The last `length` bytes of `text`, or a little less, so as not to cut a character.
fn last(text: &str, length: usize) -> &str {
    let start = text.len().saturating_sub(length);
    let start = (start..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    &text[start..]
}
