//! `single-item`: a list of one value where the value itself belongs.
//!
//! Certain because the schema accepts no list here and the list holds exactly one value, of a type
//! that is accepted: nothing is lost. The arguments as a whole are taken out of a list only if they
//! are an object: `["ls"]` for a command is an argument vector, not a command.

use super::{Certainty, Change, Context, Rule, type_of};
use crate::schema::{Fault, Types};
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "single-item",
    summary: "a list of one value where that value belongs becomes the value",
    advice: "send the value itself, not a list",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let node = context.node();
    if context.kind() != Kind::Array || context.types().has(Types::ARRAY) {
        return None;
    }
    let mut items = context.tree.children(node);
    let (item, None) = (items.next()?, items.next()) else { return None };
    let is_root = node == context.tree.root() && context.tool.is_some();
    // A text may yet be unpacked: `["3"]` for a number.
    let text =
        context.tree.kind(item) == Kind::String && matches!(context.issue.fault, Fault::Type(_));
    ((text || context.types().has(type_of(context.tree, item)))
        && !(is_root && context.tree.kind(item) != Kind::Object))
        .then_some(Change::Unwrap(node, item))
}
