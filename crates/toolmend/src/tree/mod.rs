//! A JSON document as a tree over its source text.
//!
//! Scalars keep their lexemes (`1.10` stays `1.10`), objects keep every member in the order in
//! which it was written, and white space belongs to the member that it stands before. What no
//! change touches is therefore rendered byte for byte.
//!
//! Nodes live in one `Vec` and point at each other by index. Nothing here recurses: a document may
//! be nested as deeply as memory allows.

mod change;
mod parse;
mod pointer;
mod render;
pub(crate) mod string;
#[cfg(test)]
mod tests;

pub(crate) use parse::SyntaxError;
pub(crate) use pointer::push_token;

/// The index of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    /// No node: the end of a list of siblings, the parent of the root.
    const NONE: NodeId = NodeId(u32::MAX);

    fn some(self) -> Option<NodeId> {
        (self != NodeId::NONE).then_some(self)
    }
}

/// What a JSON value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

/// A range of bytes. Offsets below the length of the source text point into it; those above point
/// into the pool of texts that changes added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    const EMPTY: Span = Span { start: 0, end: 0 };
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    /// A container whose content is no longer what `value` covers.
    changed: bool,
    /// A member or item that a change took out; skipped by every walk.
    removed: bool,
    /// The source of the value itself: `"a"`, `1.10`, `{ … }`.
    value: Span,
    /// From the end of the previous separator to the start of the value: white space and, in an
    /// object, the key and its colon.
    prefix: Span,
    /// The key's lexeme with its quotes; empty for items and the root.
    key: Span,
    /// White space between the value and the separator that follows.
    suffix: Span,
    /// In a container, the white space before its closer.
    tail: Span,
    parent: NodeId,
    first_child: NodeId,
    next: NodeId,
    /// The place among its siblings as they were parsed.
    index: u32,
}

/// A strict JSON document, its values addressed by [`NodeId`].
#[derive(Clone, Debug)]
pub(crate) struct Tree<'t> {
    text: &'t str,
    pool: String,
    nodes: Vec<Node>,
}

impl<'t> Tree<'t> {
    /// Reads `text`, which must be one JSON value by RFC 8259, exactly as `JSON.parse` takes it.
    pub(crate) fn parse(text: &'t str) -> Result<Tree<'t>, SyntaxError> {
        let nodes = parse::parse(text, 0)?;
        Ok(Tree { text, pool: String::new(), nodes })
    }

    /// As [`Tree::parse`], with a copy of the text that the tree keeps.
    pub(crate) fn parse_owned(text: &str) -> Result<Tree<'static>, SyntaxError> {
        let nodes = parse::parse(text, 0)?;
        // With no source text every span points into the pool.
        Ok(Tree { text: "", pool: text.to_owned(), nodes })
    }

    /// The document's only value.
    #[expect(clippy::unused_self, reason = "which node it is is the tree's affair")]
    pub(crate) fn root(&self) -> NodeId {
        NodeId(0)
    }

    pub(crate) fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// The source of an unchanged value, or the lexeme of a scalar. For a value that may have been
    /// changed inside use [`Tree::source`].
    pub(crate) fn lexeme(&self, id: NodeId) -> &str {
        self.slice(self.node(id).value)
    }

    /// The lexeme of a member's key with its quotes, or `None` for an item or the root.
    pub(crate) fn key(&self, id: NodeId) -> Option<&str> {
        let key = self.node(id).key;
        (key != Span::EMPTY).then(|| self.slice(key))
    }

    /// Whether a member's key, decoded, is `name`.
    pub(crate) fn key_is(&self, id: NodeId, name: &str) -> bool {
        self.key(id).is_some_and(|lexeme| string::lexeme_is(lexeme, name))
    }

    /// A string's content, decoded. `None` when the node is no string or holds a lone surrogate,
    /// which no Rust string can hold.
    pub(crate) fn string(&self, id: NodeId) -> Option<std::borrow::Cow<'_, str>> {
        (self.kind(id) == Kind::String).then(|| string::decode(self.lexeme(id))).flatten()
    }

    /// A member's key, decoded; `None` as for [`Tree::string`], and for what is no member.
    pub(crate) fn key_string(&self, id: NodeId) -> Option<std::borrow::Cow<'_, str>> {
        string::decode(self.key(id)?)
    }

    /// Where a value's source stands: a range that holds the starts of all values inside it, as
    /// they were parsed. Comparable only between values that were parsed together.
    pub(crate) fn range(&self, id: NodeId) -> std::ops::Range<u32> {
        let span = self.node(id).value;
        span.start..span.end
    }

    /// Where a member or item stands in the source, from the separator before it to the one behind.
    pub(crate) fn extent(&self, id: NodeId) -> (usize, usize) {
        let node = self.node(id);
        let end = if node.suffix == Span::EMPTY { node.value.end } else { node.suffix.end };
        (node.prefix.start as usize, end as usize)
    }

    pub(crate) fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent.some()
    }

    /// The items of an array or the members of an object, in order.
    pub(crate) fn children(&self, id: NodeId) -> Children<'_, 't> {
        Children { tree: self, next: self.node(id).first_child }
    }

    pub(crate) fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).next()
    }

    /// The next sibling that was not removed.
    pub(crate) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        Children { tree: self, next: self.node(id).next }.next()
    }

    /// The member that `JSON.parse` would keep for `name`: the last one.
    pub(crate) fn member(&self, object: NodeId, name: &str) -> Option<NodeId> {
        self.children(object).filter(|&id| self.key_is(id, name)).last()
    }

    /// Whether the container has no items or members.
    pub(crate) fn is_empty(&self, id: NodeId) -> bool {
        self.first_child(id).is_none()
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    fn slice(&self, span: Span) -> &str {
        let (start, end, length) = (span.start as usize, span.end as usize, self.text.len());
        if end <= length {
            &self.text[start..end]
        } else {
            &self.pool[start - length..end - length]
        }
    }
}

/// An iterator over the children of a container.
pub(crate) struct Children<'a, 't> {
    tree: &'a Tree<'t>,
    next: NodeId,
}

impl Iterator for Children<'_, '_> {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        while let Some(id) = self.next.some() {
            let node = self.tree.node(id);
            self.next = node.next;
            if !node.removed {
                return Some(id);
            }
        }
        None
    }
}

/// Whether two values are the same JSON value, written with the same lexemes and in the same order.
pub(crate) fn same_value(left: (&Tree, NodeId), right: (&Tree, NodeId)) -> bool {
    let ((left, left_root), (right, right_root)) = (left, right);
    let mut pending = vec![(left_root, right_root)];
    while let Some((a, b)) = pending.pop() {
        let same = left.kind(a) == right.kind(b)
            && match left.kind(a) {
                Kind::Array | Kind::Object => {
                    let (mut ours, mut theirs) = (left.children(a), right.children(b));
                    loop {
                        match (ours.next(), theirs.next()) {
                            (None, None) => break true,
                            (Some(x), Some(y)) if string::same(left.key(x), right.key(y)) => {
                                pending.push((x, y));
                            }
                            _ => break false,
                        }
                    }
                }
                Kind::String => string::same(Some(left.lexeme(a)), Some(right.lexeme(b))),
                Kind::Null | Kind::Boolean | Kind::Number => left.lexeme(a) == right.lexeme(b),
            };
        if !same {
            return false;
        }
    }
    true
}
