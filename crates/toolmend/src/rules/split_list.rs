//! `split-list`: numbers separated by commas in one text, in data that is read.
//!
//! Likely, not certain: a text with commas may be one item. Every part must be a number that the
//! list accepts. Never used on what will run.

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "split-list",
    summary: "numbers separated by commas in one text become a list of numbers",
    advice: "send a list",
    certainty: Certainty::Likely,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    if context.kind() != Kind::String || !types.has(Types::ARRAY) || types.has(Types::STRING) {
        return None;
    }
    let text = context.tree.string(context.node())?;
    if !text.contains(',') {
        return None;
    }
    let json = format!("[{text}]");
    context
        .accepts_json(context.issue.position, &json)
        .then(|| Change::Replace(context.node(), json))
}
