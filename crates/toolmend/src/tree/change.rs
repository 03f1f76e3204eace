//! The changes a tree can take. Each costs no more than the part of the document that it names.

use super::{Kind, Node, NodeId, Span, SyntaxError, Tree, parse, string};

impl Tree<'_> {
    /// Puts the JSON value `json` in the place of `id`, which keeps its key and its place.
    pub(crate) fn replace(&mut self, id: NodeId, json: &str) -> Result<(), SyntaxError> {
        let new = self.append(json.trim_matches([' ', '\t', '\n', '\r']))?;
        self.take_value(id, new);
        Ok(())
    }

    /// Makes `id` an array whose only item is the value that it had.
    pub(crate) fn wrap_in_array(&mut self, id: NodeId) {
        let item = NodeId(self.nodes.len() as u32);
        let mut node = self.node(id).clone();
        node.prefix = Span::EMPTY;
        node.key = Span::EMPTY;
        node.suffix = Span::EMPTY;
        node.parent = id;
        node.next = NodeId::NONE;
        node.index = 0;
        self.nodes.push(node);
        self.adopt_children(item);
        let outer = self.node_mut(id);
        outer.kind = Kind::Array;
        outer.changed = true;
        outer.tail = Span::EMPTY;
        outer.first_child = item;
        self.mark_changed_above(id);
    }

    /// Puts the value of `inner`, somewhere below `id`, in the place of `id`.
    pub(crate) fn unwrap(&mut self, id: NodeId, inner: NodeId) {
        self.take_value(id, inner);
    }

    /// Takes a member out of its object.
    pub(crate) fn remove(&mut self, id: NodeId) {
        self.node_mut(id).removed = true;
        self.mark_changed_above(id);
    }

    /// Gives a member another key; its value and its place stay.
    pub(crate) fn rename(&mut self, id: NodeId, key: &str) {
        let node = self.node(id);
        let before = Span { start: node.prefix.start, end: node.key.start };
        let after = Span { start: node.key.end, end: node.prefix.end };
        let lexeme = string::encode(key);
        let prefix = format!("{}{lexeme}{}", self.slice(before), self.slice(after));
        let lead = before.end - before.start;
        let prefix = self.pool_text(&prefix);
        let start = prefix.start + lead;
        let node = self.node_mut(id);
        node.prefix = prefix;
        node.key = Span { start, end: start + lexeme.len() as u32 };
        self.mark_changed_above(id);
    }

    /// Adds a member at the end of an object.
    pub(crate) fn insert(
        &mut self,
        object: NodeId,
        key: &str,
        json: &str,
    ) -> Result<NodeId, SyntaxError> {
        let last = self.children(object).last();
        let id = self.append(json)?;
        let lexeme = string::encode(key);
        // The spacing of the member before it is the author's style; it serves for this one too.
        let style = last.map(|last| {
            let node = self.node(last);
            let before = Span { start: node.prefix.start, end: node.key.start };
            let after = Span { start: node.key.end, end: node.prefix.end };
            (self.slice(before).to_owned(), self.slice(after).to_owned())
        });
        let (before, after) = style.unwrap_or_else(|| (String::new(), ":".to_owned()));
        let prefix = self.pool_text(&format!("{before}{lexeme}{after}"));
        let start = prefix.start + before.len() as u32;
        let tail = self.all_children(object).last();
        let index = tail.map_or(0, |tail| self.node(tail).index + 1);
        let node = self.node_mut(id);
        node.prefix = prefix;
        node.key = Span { start, end: start + lexeme.len() as u32 };
        node.parent = object;
        node.index = index;
        match tail {
            Some(tail) => self.node_mut(tail).next = id,
            None => self.node_mut(object).first_child = id,
        }
        self.mark_changed_above(id);
        Ok(id)
    }

    /// Parses `json` into the pool and returns the node of its value, not yet linked anywhere.
    fn append(&mut self, json: &str) -> Result<NodeId, SyntaxError> {
        let base = self.text.len() as u32 + self.pool.len() as u32;
        let first = self.nodes.len() as u32;
        let mut nodes = parse::parse(json, base)?;
        self.pool.push_str(json);
        let shift = |id: &mut NodeId| {
            if *id != NodeId::NONE {
                id.0 += first;
            }
        };
        for node in &mut nodes {
            shift(&mut node.parent);
            shift(&mut node.first_child);
            shift(&mut node.next);
        }
        self.nodes.append(&mut nodes);
        Ok(NodeId(first))
    }

    fn pool_text(&mut self, text: &str) -> Span {
        let start = (self.text.len() + self.pool.len()) as u32;
        self.pool.push_str(text);
        Span { start, end: start + text.len() as u32 }
    }

    fn take_value(&mut self, id: NodeId, from: NodeId) {
        let Node { kind, changed, value, tail, first_child, .. } = *self.node(from);
        let node = self.node_mut(id);
        node.kind = kind;
        node.changed = changed;
        node.value = value;
        node.tail = tail;
        node.first_child = first_child;
        self.adopt_children(id);
        self.mark_changed_above(id);
    }

    fn adopt_children(&mut self, id: NodeId) {
        let mut next = self.node(id).first_child;
        while let Some(child) = next.some() {
            let child = self.node_mut(child);
            child.parent = id;
            next = child.next;
        }
    }

    fn mark_changed_above(&mut self, id: NodeId) {
        let mut next = self.node(id).parent;
        while let Some(above) = next.some() {
            let above = self.node_mut(above);
            if above.changed {
                return;
            }
            above.changed = true;
            next = above.parent;
        }
    }

    /// The children, those included that were taken out.
    fn all_children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(self.node(id).first_child.some(), |&id| self.node(id).next.some())
    }
}
