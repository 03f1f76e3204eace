//! `null-arguments`: `null` for the arguments of a tool that needs none.
//!
//! Certain because an empty object is accepted and `null` holds nothing that could be lost. For a
//! tool with a required argument `null` stays what it is: nothing was sent.

use super::{Certainty, Change, Context, Rule};
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "null-arguments",
    summary: "`null` for the arguments of a tool without required arguments becomes `{}`",
    advice: "send {} when a tool needs no arguments",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let root = context.tree.root();
    (context.node() == root
        && context.tool.is_some()
        && context.kind() == Kind::Null
        && context.accepts_json(context.issue.position, "{}"))
    .then(|| Change::Replace(root, "{}".to_owned()))
}
