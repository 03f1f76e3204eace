//! The strict reader: RFC 8259 and nothing else, so that what it takes is what `JSON.parse` takes.

use super::{Kind, Node, NodeId, Span};

/// Where a text stops being JSON, in bytes from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) offset: usize,
}

/// Reads one JSON value. Spans in the nodes are shifted by `base`, node indices are not.
pub(super) fn parse(text: &str, base: u32) -> Result<Vec<Node>, SyntaxError> {
    let nodes = Vec::with_capacity(text.len() / 16 + 1);
    let mut parser = Parser { bytes: text.as_bytes(), at: 0, base, nodes, open: Vec::new() };
    parser.document()?;
    Ok(parser.nodes)
}

/// A container whose closer has not been met yet.
struct Open {
    id: NodeId,
    last: NodeId,
    count: u32,
}

struct Parser<'t> {
    bytes: &'t [u8],
    at: usize,
    base: u32,
    nodes: Vec<Node>,
    open: Vec<Open>,
}

impl Parser<'_> {
    fn document(&mut self) -> Result<(), SyntaxError> {
        let mut prefix_start = 0;
        loop {
            self.white_space();
            let key = if self.in_object() { self.key()? } else { Span::EMPTY };
            let id = self.begin(prefix_start, key)?;
            if self.scalar_or_empty(id)? {
                match self.after_value(id)? {
                    Some(next) => prefix_start = next,
                    None => return Ok(()),
                }
            } else {
                self.open.push(Open { id, last: NodeId::NONE, count: 0 });
                prefix_start = self.at;
            }
        }
    }

    /// Closes what closes after the value `id`. Returns where the next sibling's prefix starts, or
    /// `None` at the end of the document.
    fn after_value(&mut self, mut id: NodeId) -> Result<Option<usize>, SyntaxError> {
        loop {
            let space = self.at;
            self.white_space();
            let space = self.span(space, self.at);
            let Some(open) = self.open.last() else {
                self.node(id).suffix = space;
                return if self.at == self.bytes.len() { Ok(None) } else { Err(self.error()) };
            };
            let container = open.id;
            let closer = if self.node(container).kind == Kind::Array { b']' } else { b'}' };
            match self.peek() {
                Some(b',') => {
                    self.node(id).suffix = space;
                    self.at += 1;
                    return Ok(Some(self.at));
                }
                Some(byte) if byte == closer => {
                    self.at += 1;
                    self.open.pop();
                    let end = self.base + self.at as u32;
                    let node = self.node(container);
                    node.tail = space;
                    node.value.end = end;
                    id = container;
                }
                _ => return Err(self.error()),
            }
        }
    }

    /// Makes the node for the value that starts here and links it to its parent.
    fn begin(&mut self, prefix_start: usize, key: Span) -> Result<NodeId, SyntaxError> {
        let kind = match self.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b'-' | b'0'..=b'9') => Kind::Number,
            Some(b't' | b'f') => Kind::Boolean,
            Some(b'n') => Kind::Null,
            _ => return Err(self.error()),
        };
        let id = NodeId(self.nodes.len() as u32);
        let (mut parent, mut index, mut previous) = (NodeId::NONE, 0, NodeId::NONE);
        if let Some(open) = self.open.last_mut() {
            (parent, index, previous) = (open.id, open.count, open.last);
            open.count += 1;
            open.last = id;
        }
        if previous != NodeId::NONE {
            self.node(previous).next = id;
        } else if parent != NodeId::NONE {
            self.node(parent).first_child = id;
        }
        self.nodes.push(Node {
            kind,
            changed: false,
            removed: false,
            value: self.span(self.at, self.at),
            prefix: self.span(prefix_start, self.at),
            key,
            suffix: Span::EMPTY,
            tail: Span::EMPTY,
            parent,
            first_child: NodeId::NONE,
            next: NodeId::NONE,
            index,
        });
        Ok(id)
    }

    /// Reads a scalar or an empty container to its end; for a container with content reads the
    /// opener only and returns false.
    fn scalar_or_empty(&mut self, id: NodeId) -> Result<bool, SyntaxError> {
        let kind = self.node(id).kind;
        match kind {
            Kind::String => self.string()?,
            Kind::Number => self.number()?,
            Kind::Boolean if self.peek() == Some(b't') => self.word(b"true")?,
            Kind::Boolean => self.word(b"false")?,
            Kind::Null => self.word(b"null")?,
            Kind::Array | Kind::Object => {
                self.at += 1;
                let space = self.at;
                self.white_space();
                let closer = if kind == Kind::Array { b']' } else { b'}' };
                if self.peek() != Some(closer) {
                    self.at = space;
                    return Ok(false);
                }
                self.node(id).tail = self.span(space, self.at);
                self.at += 1;
            }
        }
        self.node(id).value.end = self.base + self.at as u32;
        Ok(true)
    }

    /// Reads a key and its colon; leaves the position at the member's value.
    fn key(&mut self) -> Result<Span, SyntaxError> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.error());
        }
        self.string()?;
        let key = self.span(start, self.at);
        self.white_space();
        if self.peek() != Some(b':') {
            return Err(self.error());
        }
        self.at += 1;
        self.white_space();
        Ok(key)
    }

    fn string(&mut self) -> Result<(), SyntaxError> {
        self.at += 1;
        loop {
            self.at += plain_length(&self.bytes[self.at..]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    self.at += 1;
                    match self.peek() {
                        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => {
                            self.at += 1;
                        }
                        Some(b'u') => {
                            self.at += 1;
                            for _ in 0..4 {
                                if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                                    return Err(self.error());
                                }
                                self.at += 1;
                            }
                        }
                        _ => return Err(self.error()),
                    }
                }
                // A control character, or the end of the text.
                _ => return Err(self.error()),
            }
        }
    }

    fn number(&mut self) -> Result<(), SyntaxError> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), SyntaxError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.error());
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), SyntaxError> {
        if self.bytes[self.at..].starts_with(word) {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.error())
        }
    }

    fn white_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn in_object(&mut self) -> bool {
        self.open.last().is_some_and(|open| self.nodes[open.id.0 as usize].kind == Kind::Object)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn node(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { start: self.base + start as u32, end: self.base + end as u32 }
    }

    fn error(&self) -> SyntaxError {
        SyntaxError { offset: self.at }
    }
}

/// How many bytes from the start of `bytes` are plain string content: no quote, no backslash, no
/// control character. Looks at eight bytes at a time, since most of a large call is one string.
fn plain_length(bytes: &[u8]) -> usize {
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let found = special_bytes(u64::from_le_bytes(*word));
        if found != 0 {
            return place * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let plain = |byte: &&u8| **byte >= 0x20 && **byte != b'"' && **byte != b'\\';
    words.len() * 8 + rest.iter().take_while(plain).count()
}

/// The top bits of the bytes that are no plain content. Right up to the first such byte; a borrow
/// may mark bytes above it.
fn special_bytes(word: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const TOPS: u64 = u64::from_le_bytes([0x80; 8]);
    let zero_in = |word: u64| word.wrapping_sub(ONES) & !word;
    let below_space = word.wrapping_sub(ONES * 0x20) & !word;
    let quote = zero_in(word ^ (ONES * u64::from(b'"')));
    let backslash = zero_in(word ^ (ONES * u64::from(b'\\')));
    (below_space | quote | backslash) & TOPS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::plain_length;

    proptest! {
        #[test]
        fn plain_content_ends_at_the_first_special_byte(bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), Just(b'"'), Just(b'\\'), 0x1e..0x24_u8], 0..40,
        )) {
            let naive = bytes
                .iter()
                .position(|&byte| byte < 0x20 || byte == b'"' || byte == b'\\')
                .unwrap_or(bytes.len());
            prop_assert_eq!(plain_length(&bytes), naive);
        }
    }
}
