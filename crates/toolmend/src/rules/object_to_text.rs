//! `object-to-text`: an object or a list where a text that holds JSON belongs.
//!
//! Certain only where the text is known to be JSON: the schema says so, or a path beside it ends in
//! `.json`, so the value is the content of a JSON file. The very source slice becomes the text.
//! Elsewhere an object for a string has no one reading. A value that the host parsed may have lost
//! the spelling of its numbers: then only safe integers pass.

use super::{Certainty, Change, Context, Rule, likeness};
use crate::schema::Types;
use crate::tree::{Kind, NodeId, Tree, string};

pub(super) const RULE: Rule = Rule {
    name: "object-to-text",
    summary: "an object for the text of a JSON file becomes that text, as it was written",
    advice: "send file content as one text",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    let node = context.node();
    let kind = context.kind();
    if !matches!(kind, Kind::Array | Kind::Object)
        || !types.has(Types::STRING)
        || types.has(Types::ARRAY.union(Types::OBJECT))
    {
        return None;
    }
    let known = context.schema.holds_json(context.issue.position)
        || beside_json_path(context.tree, node)
        || (context.tool.is_none() && kind == Kind::Object);
    (known && numbers_are_faithful(context, node))
        .then(|| Change::Replace(node, string::encode(&context.tree.source(node))))
}

/// Whether a member beside the node is a path that ends in `.json`.
fn beside_json_path(tree: &Tree<'_>, node: NodeId) -> bool {
    let Some(object) = tree.parent(node) else { return false };
    tree.children(object).any(|member| {
        tree.key_string(member).is_some_and(|key| likeness::is_path_key(&key))
            && tree.string(member).is_some_and(|path| {
                let (name, extension) = path.as_bytes().split_at(path.len().saturating_sub(5));
                !name.is_empty() && extension.eq_ignore_ascii_case(b".json")
            })
    })
}

fn numbers_are_faithful(context: &Context<'_>, node: NodeId) -> bool {
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        match context.tree.kind(node) {
            Kind::Number if !context.lexeme_is_faithful(context.tree.lexeme(node)) => return false,
            Kind::Array | Kind::Object => pending.extend(context.tree.children(node)),
            _ => {}
        }
    }
    true
}
