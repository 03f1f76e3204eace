//! Strings: finding the end, and noting what makes a JSON string of it.
//!
//! An unescaped quote inside a string cannot be told from the closing one by itself, only by what
//! follows; see [`super::follow`]. A string with inner quotes is certain if no inner quote touches
//! punctuation or another quote: then no other end would leave JSON behind. Otherwise it is likely.
//! A string that never ends was cut; it is not closed by guessing.
//!
//! A string with inner quotes whose content opens a bracket without closing it (`"["a", "b"]"` up to
//! the second quote) is read on to an end where the brackets are even, if there is one.

use super::escapes::{Content, names_drive, patch_content};
use super::quotes::{Opening, Quote};
use super::reason::Reason;
use super::recovery::Recovery;
use super::source::{LONGEST_KEY, Source, is_word};
use super::walk::{Ended, Last, Role, Step, Walk};

/// What is known of the quotes inside a string.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Inner {
    pub(super) count: u32,
    /// One of them stands beside punctuation or another quote.
    touches: bool,
    /// The last one looks like an opening quote.
    opens: bool,
    /// Where the last one stands.
    last: usize,
    /// Brackets opened and not closed in the content up to `counted`.
    depth: i32,
    counted: usize,
}

/// Where a string ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct StringEnd {
    content: usize,
    pub(super) end: usize,
    inner: Inner,
    doubt: Option<Reason>,
}

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
        Inner { counted: start, ..Inner::default() }.depth_at(self.source, end)
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

    /// Finds the end of the string that starts here.
    pub(super) fn end_of_string(
        &mut self,
        opening: Opening,
        role: Role,
    ) -> Result<StringEnd, Ended> {
        let found = self.string_end(opening, role);
        if found.is_none() {
            self.reached = self.source.len();
        }
        match found {
            Some(end) => Ok(end),
            None if role == Role::Key => {
                let rest = self.source.rest(opening.content);
                let lost =
                    self.lost_key_quote(opening.content, self.source.len(), Inner::default());
                match lost {
                    Some(end) => Ok(end),
                    None if rest.contains('"') => self.fail(Reason::InnerQuote),
                    None => Err(Ended::Cut),
                }
            }
            None => self.second_look(opening, role).ok_or(Ended::Cut),
        }
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

    /// Why the end of a string with inner quotes may be another.
    fn inner_doubt(&self, opening: Opening, role: Role, end: StringEnd) -> Option<Reason> {
        let inner = end.inner;
        if inner.count == 0 {
            return end.doubt;
        }
        let apostrophes = matches!(opening.quote, Quote::Single | Quote::SmartSingle);
        let unbalanced = !apostrophes && inner.opens && inner.count % 2 == 1;
        let cut = !self.frames.is_empty() && self.source.skip_space(end.end) >= self.source.len();
        let odd = cut || self.no_sign || role == Role::Key;
        let doubtful = inner.touches || unbalanced || odd;
        end.doubt.or_else(|| doubtful.then_some(Reason::InnerQuote))
    }

    fn string_end(&mut self, opening: Opening, role: Role) -> Option<StringEnd> {
        let Opening { quote, content } = opening;
        let source = self.source;
        let bytes = source.text.as_bytes();
        let [first, second, third] = quote.closing_bytes();
        let mut inner = Inner { counted: content, ..Inner::default() };
        let mut unbalanced: Option<(StringEnd, usize)> = None;
        let mut at = content;
        let signs = |&byte: &u8| byte == first || byte == second || byte == third || byte == b'\\';
        while let Some(skipped) = bytes.get(at..).and_then(|rest| rest.iter().position(signs)) {
            at += skipped;
            let byte = bytes[at];
            if (byte == first || byte == second || byte == third)
                && let Some(length) = quote.closing(source, at)
            {
                if let Some(end) = self.end_at(opening, role, (at, length), &mut inner) {
                    if inner.count == 0 || inner.depth_at(source, at) <= 0 {
                        let doubt = unbalanced.and(Some(Reason::InnerQuote)).or(end.doubt);
                        return Some(StringEnd { doubt, ..end });
                    }
                    let limit = at + self.budget.spare;
                    unbalanced.get_or_insert((end, limit));
                }
                inner.note(source, content, at, length);
                at += length;
            } else if byte == b'\\' && !quote.is_raw() {
                at += 1 + source.width(at + 1);
            } else {
                at += 1;
            }
            if unbalanced.is_some_and(|(_, limit)| at > limit) {
                break;
            }
        }
        let (end, _) = unbalanced?;
        self.budget.spare = self.budget.spare.saturating_sub(at - end.end);
        let doubt = end.doubt.or(Some(Reason::InnerQuote));
        Some(StringEnd { doubt, ..end })
    }

    /// Whether the string ends with the closing sign at `at`.
    fn end_at(
        &self,
        opening: Opening,
        role: Role,
        (at, length): (usize, usize),
        inner: &mut Inner,
    ) -> Option<StringEnd> {
        let Opening { quote, content } = opening;
        let end = |end, doubt| StringEnd { content: at, end, inner: *inner, doubt };
        if quote.closes_at_first() {
            return Some(end(at + length, None));
        }
        if let Quote::Doubled(sign) = quote
            && self.source.byte(at + 1) == Some(sign)
            && self.string_ends(at + 2, role, inner.count)
        {
            return Some(end(at + 2, None));
        }
        if role == Role::Key && inner.count == 0 && self.doubled_key_end(quote, at + length) {
            return Some(end(at + 2 * length, None));
        }
        if self.string_ends(at + length, role, inner.count) {
            if role == Role::Key && inner.count > 0 && torn_key(self.source.slice(content, at)) {
                return None;
            }
            if let Some(split) = self.split_item(content, at, role, *inner) {
                return Some(split);
            }
            if let Some(stray) = self.stray_quote(quote, content, at, *inner) {
                return Some(stray);
            }
            return Some(end(at + length, None));
        }
        if role == Role::Key {
            return self.lost_key_quote(content, at, *inner);
        }
        let missing = self.missing_end(content, at, role, inner)?;
        if self.source.slice(content, missing).ends_with("\\\"") {
            return Some(self.escaped_end(content, missing - 1));
        }
        let doubt = Some(Reason::MissingQuote);
        Some(StringEnd { content: missing, end: missing, inner: *inner, doubt })
    }

    /// `{"a"": 1}`: the key's closing quote is doubled.
    fn doubled_key_end(&self, quote: Quote, after: usize) -> bool {
        quote == Quote::Double
            && self.source.byte(after) == Some(b'"')
            && self.source.pair_sign(self.source.skip_space(after + 1)).is_some()
    }

    /// The only inner quote stands right before the end: one of the two is too much.
    fn stray_quote(
        &self,
        quote: Quote,
        content: usize,
        at: usize,
        inner: Inner,
    ) -> Option<StringEnd> {
        if quote != Quote::Double || inner.count != 1 || inner.last == content {
            return None;
        }
        let between = self.source.slice(inner.last + 1, at);
        let doubt = Some(Reason::DoubledQuote);
        let stray = StringEnd { content: inner.last, end: at + 1, inner: Inner::default(), doubt };
        between.bytes().all(|byte| byte.is_ascii_whitespace()).then_some(stray)
    }

    /// `["v1" v2", "v3"]`: two words with one quote between them are two items, the second without
    /// its opening quote. `["somet"thing here"]` is one.
    fn split_item(&self, content: usize, at: usize, role: Role, inner: Inner) -> Option<StringEnd> {
        if role != Role::Item || inner.count != 1 {
            return None;
        }
        let spaced = |text: &str| text.bytes().any(|byte| byte.is_ascii_whitespace());
        let first = self.source.slice(content, inner.last);
        let second = self.source.slice(inner.last + 1, at);
        let word = second.trim_start();
        let split =
            !spaced(first) && word.len() < second.len() && !spaced(word) && !word.is_empty();
        let (content, doubt) = (inner.last, Some(Reason::MissingQuote));
        split.then(|| StringEnd { content, end: content + 1, inner: Inner::default(), doubt })
    }

    /// `{"city:"Oslo"}`: the key's closing quote is missing before the colon.
    fn lost_key_quote(&self, content: usize, at: usize, inner: Inner) -> Option<StringEnd> {
        if inner.count > 0 {
            return None;
        }
        let text = self.source.slice(content, at);
        let name = text.get(..text.find(':')?)?.trim_end();
        if name.is_empty() || !name.bytes().all(is_word) {
            return None;
        }
        let known = self.keys.is_empty() || self.keys.contains(name);
        let doubt = (!known).then_some(Reason::MissingQuote);
        let end = content + name.len();
        Some(StringEnd { content: end, end, inner, doubt })
    }

    /// The quote at `at` opens the next member or item, so that the closing one is missing before
    /// it: `{"p":"q,"r":"s"}`. Returns where the content ends.
    fn missing_end(
        &self,
        content: usize,
        at: usize,
        role: Role,
        inner: &mut Inner,
    ) -> Option<usize> {
        let source = self.source;
        if inner.count == 0
            && role != Role::Root
            && let Some(end) = self.torn_line(content, at)
        {
            return Some(end);
        }
        let before = source.space_start(content, at);
        let line = source.slice(before, at).contains(['\n', '\r']);
        let comma = before > content && source.byte(before - 1) == Some(b',');
        let next = match role {
            Role::Member => source.quoted_key_ahead(at).is_some() && (comma || line),
            Role::Item => inner.count == 0 && (line || (comma && self.item_ahead(at))),
            Role::Key | Role::Root => false,
        };
        if !next || inner.count % 2 == 1 || inner.depth_at(source, at) > 0 {
            return None;
        }
        let end = if comma { before - 1 } else { before };
        Some(source.space_start(content, end)).filter(|&end| end > content)
    }

    /// A line that ends with a comma before a line that starts with a bracket or a quote, in the
    /// content up to `at`: `"pine,` and on the next line `[`. Returns where the content ends.
    fn torn_line(&self, content: usize, at: usize) -> Option<usize> {
        let text = self.source.slice(content, at);
        let line = text.get(..text.find('\n')?)?.trim_end();
        let next = self.source.skip_space(content + line.len());
        let starts = matches!(self.source.byte(next), Some(b'{' | b'[' | b'"'));
        let end = line.strip_suffix(',')?;
        (starts && !end.is_empty()).then(|| content + end.trim_end().len())
    }

    /// Whether a string in quotes at `at` is followed by a comma or a bracket.
    pub(super) fn item_ahead(&self, at: usize) -> bool {
        let Some(opening) = Quote::opening(self.source, at) else { return false };
        let window = self.source.rest(opening.content);
        let Some(length) = window.bytes().take(LONGEST_KEY).position(|b| b == b'"') else {
            return false;
        };
        let next = self.source.glance(opening.content + length + 1);
        matches!(self.source.byte(next), Some(b',' | b']'))
    }

    /// The string ends with the quote at `quote`, although a backslash stands before it. In a
    /// Windows path the backslash ends a folder's name.
    fn escaped_end(&self, content: usize, quote: usize) -> StringEnd {
        let path = names_drive(self.source.slice(content, quote).as_bytes());
        let doubt = (!path).then_some(Reason::EscapedEnd);
        StringEnd { content: quote, end: quote + 1, inner: Inner::default(), doubt }
    }

    /// A string that does not end by the ordinary rules: `"C:\dir\"` ends at its escaped quote, if a
    /// member or the end follows there.
    fn second_look(&mut self, opening: Opening, role: Role) -> Option<StringEnd> {
        if opening.quote != Quote::Double {
            return None;
        }
        self.budget.second_looks = self.budget.second_looks.checked_sub(1)?;
        let text = self.source.rest(opening.content);
        let mut from = text.find(":\\")?;
        while let Some(found) = text.get(from..).and_then(|rest| rest.find("\\\"")) {
            let quote = opening.content + from + found + 1;
            if self.string_ends(quote + 1, role, 1) {
                return Some(self.escaped_end(opening.content, quote));
            }
            from += found + 2;
        }
        None
    }
}

/// Whether a key with quotes inside holds punctuation: then it is no key, but what a missing quote
/// ran together.
fn torn_key(content: &str) -> bool {
    content.len() > LONGEST_KEY || content.contains([':', ',', '{', '}', '[', ']'])
}

impl StringEnd {
    /// Whether the closing quote is missing.
    pub(super) fn lacks_quote(&self) -> bool {
        self.end == self.content
    }

    /// Where the content ends.
    pub(super) fn content_end(&self) -> usize {
        self.content
    }
}

impl Inner {
    /// Takes the sign at `at` for a part of the content.
    fn note(&mut self, source: Source, content: usize, at: usize, length: usize) {
        let before = if at > content { source.byte_before(at) } else { Some(b'"') };
        let after = source.byte(at + length);
        let mark = |byte: Option<u8>| byte.is_some_and(|byte| b",:{}[]\"".contains(&byte));
        let line = source.space_start(content, at);
        let after_comma_line = source.slice(line, at).contains('\n')
            && line > content
            && source.byte_before(line) == Some(b',');
        self.touches |= mark(before) || mark(after) || after_comma_line;
        self.opens = before.is_some_and(|byte| byte.is_ascii_whitespace() || byte == b'(')
            && after.is_some_and(|byte| byte.is_ascii_alphanumeric());
        self.count += 1;
        self.last = at;
    }

    /// How many brackets the content opens and does not close before `at`.
    fn depth_at(&mut self, source: Source, at: usize) -> i32 {
        for byte in source.slice(self.counted, at).bytes() {
            match byte {
                b'{' | b'[' | b'(' => self.depth += 1,
                b'}' | b']' | b')' => self.depth -= 1,
                _ => {}
            }
        }
        self.counted = at;
        self.depth
    }
}
