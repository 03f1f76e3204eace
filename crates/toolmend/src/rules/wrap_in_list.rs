//! `wrap-in-list`: one value where a list of such values belongs.
//!
//! Certain because the schema accepts a list and no such value, and a list of one is the only list
//! that the value makes. Not wrapped are placeholders, and texts that begin like JSON: those were
//! meant as a list, which [`super::unpack_string`] could not read.

use super::{Certainty, Change, Context, Rule, type_of};
use crate::schema::Types;
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "wrap-in-list",
    summary: "one value where a list belongs becomes a list of that value",
    advice: "send a list, also for one value",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let node = context.node();
    let types = context.types();
    let own = type_of(context.tree, node);
    if !types.has(Types::ARRAY) || types.has(own) {
        return None;
    }
    if node == context.tree.root() && context.tool.is_some() {
        return None;
    }
    let whole = match context.kind() {
        Kind::Null | Kind::Array => false,
        Kind::Boolean | Kind::Number => true,
        Kind::String => {
            let text = context.tree.string(node)?;
            let text = text.trim_start();
            !text.is_empty() && !text.starts_with(['[', '{'])
        }
        Kind::Object => !context.tree.is_empty(node),
    };
    let item = context.schema.item(context.issue.position, 0);
    let item_types = item.map_or(Types::ALL, |item| context.schema.types(item));
    // A scalar of another type can still be mended inside the list; an object cannot.
    let fits = item_types.has(own) || !matches!(context.kind(), Kind::Object);
    (whole && fits).then_some(Change::Wrap(node))
}
