//! `boolean-to-string`: `true` or `false` where a text belongs.
//!
//! Certain because the schema accepts strings and no booleans, often just the two words. A number is
//! never made of a boolean.

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::{Kind, string};

pub(super) const RULE: Rule = Rule {
    name: "boolean-to-string",
    summary: "`true` or `false` where a text belongs becomes the text",
    advice: "send this value in quotes",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    (context.kind() == Kind::Boolean && types.has(Types::STRING) && !types.has(Types::BOOLEAN))
        .then(|| {
            Change::Replace(context.node(), string::encode(context.tree.lexeme(context.node())))
        })
}
