//! JSON Pointers (RFC 6901) to and from nodes.

use super::{Kind, NodeId, Tree};

impl Tree<'_> {
    /// The JSON Pointer of a node; the root's is the empty text.
    pub(crate) fn pointer(&self, id: NodeId) -> String {
        let mut steps = Vec::new();
        let mut at = id;
        while let Some(parent) = self.parent(at) {
            steps.push(at);
            at = parent;
        }
        let mut pointer = String::new();
        for id in steps.into_iter().rev() {
            pointer.push('/');
            match self.key(id) {
                Some(lexeme) => push_token(&mut pointer, &super::string::decode_json(lexeme)),
                None => pointer.push_str(&self.node(id).index.to_string()),
            }
        }
        pointer
    }

    /// The node that a pointer names: of members with one key the last, as `JSON.parse` has it.
    pub(crate) fn at_pointer(&self, pointer: &str) -> Option<NodeId> {
        let mut id = self.root();
        if pointer.is_empty() {
            return Some(id);
        }
        for token in pointer.strip_prefix('/')?.split('/') {
            let token = token.replace("~1", "/").replace("~0", "~");
            id = match self.kind(id) {
                Kind::Object => self
                    .children(id)
                    .filter(|&child| {
                        self.key(child)
                            .is_some_and(|lexeme| super::string::decode_json(lexeme) == token)
                    })
                    .last()?,
                Kind::Array => {
                    let index: u32 = token.parse().ok()?;
                    self.children(id).find(|&child| self.node(child).index == index)?
                }
                _ => return None,
            };
        }
        Some(id)
    }
}

/// Appends one reference token, escaped.
pub(crate) fn push_token(pointer: &mut String, token: &str) {
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}
