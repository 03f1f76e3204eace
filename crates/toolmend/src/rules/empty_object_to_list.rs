//! `empty-object-to-list`: `{}` where a list belongs.
//!
//! Models that serialise from languages in which an empty table is both send `{}` for an empty
//! list. Certain because nothing stands in either. An object with members is no list, and a list
//! that must have items is not made of `{}`.

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "empty-object-to-list",
    summary: "`{}` where a list belongs becomes `[]`",
    advice: "send [] for an empty list",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    (context.kind() == Kind::Object
        && context.tree.is_empty(context.node())
        && types.has(Types::ARRAY)
        && !types.has(Types::OBJECT)
        && context.accepts_json(context.issue.position, "[]"))
    .then(|| Change::Replace(context.node(), "[]".to_owned()))
}
