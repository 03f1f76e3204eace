//! `number-to-string`: a number where a text belongs.
//!
//! Certain because the schema accepts strings and no numbers, and the text is the number exactly as
//! the model wrote it (`1.10` stays `1.10`). From a value that the host parsed only safe integers
//! are taken: any other number may have been written differently.

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::{Kind, string};

pub(super) const RULE: Rule = Rule {
    name: "number-to-string",
    summary: "a number where a text belongs becomes the text, as it was written",
    advice: "send this value in quotes",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    let lexeme = context.tree.lexeme(context.node());
    (context.kind() == Kind::Number
        && types.has(Types::STRING)
        && !types.has(Types::NUMBER)
        && context.lexeme_is_faithful(lexeme))
    .then(|| Change::Replace(context.node(), string::encode(lexeme)))
}
