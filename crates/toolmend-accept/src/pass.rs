//! The pass over a text: it remembers what is open, and nothing of what was read.

use crate::shape::{Entry, Limits, Members, Plan, Row, Scalars, Shape, ShapeId};
use crate::value::space_end;
use crate::{number, text};

/// Deeper texts are not certain, so that what is open needs no memory of its own.
const MOST_DEPTH: usize = 32;

/// Is asked about each member of the root: its key as it is written, and its value's source.
pub type Watch<'a> = &'a dyn Fn(&[u8], &[u8]) -> bool;

impl Plan {
    /// Whether `text`, which is UTF-8, is certainly a JSON object that `root` accepts. If there is a
    /// `watch`, it must agree to each member.
    pub fn accepts(&self, root: ShapeId, text: &[u8], watch: Option<Watch<'_>>) -> bool {
        let open = [Open { shape: root, closer: 0, next: 0, seen: 0 }; MOST_DEPTH];
        let member = Member { key: (0, 0), value: 0 };
        let mut pass = Pass { plan: self, bytes: text, at: 0, open, depth: 0, watch, member };
        pass.skip_space();
        pass.peek() == Some(b'{') && pass.document(root).is_some()
    }

    #[inline]
    fn shape(&self, id: ShapeId) -> Option<&Shape> {
        self.shapes.get(id.0 as usize)
    }

    #[inline]
    pub(crate) fn row(&self, row: Row) -> &[Entry] {
        self.entries.get(row.start as usize..row.end as usize).unwrap_or_default()
    }
}

/// A container whose closer has not been met.
#[derive(Clone, Copy)]
struct Open {
    shape: ShapeId,
    closer: u8,
    /// The number of items before the one that is being read; in an object, the place among the
    /// names where the next key is looked for first.
    next: u32,
    /// Which named members have been met, as in [`Members::required`].
    seen: u64,
}

/// Where the key and the value of a member stand.
#[derive(Clone, Copy)]
struct Member {
    key: (usize, usize),
    value: usize,
}

/// What follows a step.
enum Next {
    /// A value, inside or beside the one before, of this shape.
    Value(ShapeId),
    /// No value: the one that was begun has ended, or the whole text has.
    End,
}

/// Each step gives `None` as soon as something is not certain.
struct Pass<'p> {
    plan: &'p Plan,
    bytes: &'p [u8],
    at: usize,
    open: [Open; MOST_DEPTH],
    depth: usize,
    watch: Option<Watch<'p>>,
    /// The member of the root that is being read.
    member: Member,
}

impl Pass<'_> {
    fn document(&mut self, root: ShapeId) -> Option<()> {
        let mut shape = root;
        loop {
            shape = match self.begin(shape)? {
                Next::Value(inner) => inner,
                Next::End => match self.end()? {
                    Next::Value(sibling) => sibling,
                    Next::End => return (self.at == self.bytes.len()).then_some(()),
                },
            }
        }
    }

    /// Reads a scalar or an empty container; of any other container what stands before its first
    /// value.
    #[inline]
    fn begin(&mut self, id: ShapeId) -> Option<Next> {
        let shape = self.plan.shape(id)?;
        let accepted = match self.peek()? {
            b'"' => {
                let texts = shape.texts.as_ref()?;
                let lexeme = text::read(self.bytes, self.at)?;
                self.at += lexeme.bytes.len();
                texts.accept(self.plan, lexeme)
            }
            b'{' => {
                let members = shape.members.as_ref()?;
                if !self.open(id, b'}')? {
                    return self.key(members).map(Next::Value);
                }
                members.required == 0
            }
            b'[' => {
                let items = shape.items.as_ref()?;
                if !self.open(id, b']')? {
                    return Some(Next::Value(items.shape));
                }
                items.count.hold((0, 0))
            }
            b't' => self.word(b"true")? && shape.scalars.has(Scalars::TRUE),
            b'f' => self.word(b"false")? && shape.scalars.has(Scalars::FALSE),
            b'n' => self.word(b"null")? && shape.scalars.has(Scalars::NULL),
            _ => {
                let lexeme = number::read(self.bytes, self.at)?;
                self.at = lexeme.end;
                let kind = if lexeme.is_integer { Scalars::INTEGER } else { Scalars::FRACTION };
                shape.scalars.has(kind)
                    && (shape.numbers == Limits::ANY || shape.numbers.hold(lexeme.between?))
            }
        };
        accepted.then_some(Next::End)
    }

    /// Opens a container. Whether it was empty, and has been closed again.
    #[inline]
    fn open(&mut self, shape: ShapeId, closer: u8) -> Option<bool> {
        self.at += 1;
        self.skip_space();
        if self.peek()? == closer {
            self.at += 1;
            return Some(true);
        }
        *self.open.get_mut(self.depth)? = Open { shape, closer, next: 0, seen: 0 };
        self.depth += 1;
        Some(false)
    }

    /// Closes what closes here, and reads what stands before the next value.
    #[inline]
    fn end(&mut self) -> Option<Next> {
        loop {
            let end = self.at;
            self.skip_space();
            let Some(depth) = self.depth.checked_sub(1) else { return Some(Next::End) };
            if depth == 0 && !self.is_agreed_to(end) {
                return None;
            }
            let open = self.open.get_mut(depth)?;
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            let shape = self.plan.shape(open.shape)?;
            let holds = if byte == b',' {
                if open.closer == b'}' {
                    self.skip_space();
                    return self.key(shape.members.as_ref()?).map(Next::Value);
                }
                open.next += 1;
                self.skip_space();
                return Some(Next::Value(shape.items.as_ref()?.shape));
            } else if byte != open.closer {
                false
            } else if byte == b'}' {
                let required = shape.members.as_ref()?.required;
                open.seen & required == required
            } else {
                let count = i64::from(open.next) + 1;
                shape.items.as_ref()?.count.hold((count, count))
            };
            holds.then_some(())?;
            self.depth = depth;
        }
    }

    /// Reads a key and what stands before its value; gives the value's shape.
    #[inline]
    fn key(&mut self, members: &Members) -> Option<ShapeId> {
        let start = self.at;
        let depth = self.depth - 1;
        let open = self.open.get_mut(depth)?;
        let names = self.plan.row(members.named);
        let (length, place) = find(names, open.next as usize, self.bytes.get(start..)?)?;
        let mut shape = members.others;
        if let Some(place) = place {
            open.next = place as u32 + 1;
            open.seen |= 1_u64.checked_shl(place as u32).unwrap_or(0);
            shape = names.get(place)?.shape;
        }
        self.at += length;
        self.skip_space();
        (self.peek()? == b':').then_some(())?;
        self.at += 1;
        self.skip_space();
        if depth == 0 {
            self.member = Member { key: (start + 1, start + length - 1), value: self.at };
        }
        Some(shape)
    }

    /// Whether nothing speaks against the member of the root that ends here.
    fn is_agreed_to(&self, end: usize) -> bool {
        let Some(watch) = self.watch else { return true };
        let Member { key: (start, key_end), value } = self.member;
        match (self.bytes.get(start..key_end), self.bytes.get(value..end)) {
            (Some(key), Some(value)) => watch(key, value),
            _ => false,
        }
    }

    /// Reads a word.
    #[inline]
    fn word(&mut self, word: &[u8]) -> Option<bool> {
        let end = self.at + word.len();
        let is_there = self.bytes.get(self.at..end)? == word;
        self.at = end;
        Some(is_there)
    }

    #[inline]
    fn skip_space(&mut self) {
        self.at = space_end(self.bytes, self.at);
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }
}

/// The length of the key that `rest` starts with, and its place among the names, if it has one.
#[inline]
fn find(names: &[Entry], guess: usize, rest: &[u8]) -> Option<(usize, Option<usize>)> {
    // Members mostly come in the order in which they are declared.
    if let Some(name) = names.get(guess).filter(|name| text::starts_with(rest, name)) {
        return Some((name.lexeme.len(), Some(guess)));
    }
    (*rest.first()? == b'"').then_some(())?;
    let key = text::read(rest, 0)?;
    let is_key =
        |name: &Entry| name.lexeme.len() == key.bytes.len() && text::starts_with(key.bytes, name);
    let place = names.iter().position(is_key);
    // With escapes it may be a name that is mostly written without.
    (key.is_plain || place.is_some()).then_some((key.bytes.len(), place))
}
