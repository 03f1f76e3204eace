//! `string-to-number`, `string-to-boolean`, `string-to-null`: a scalar that was sent as its text.
//!
//! Certain because the schema accepts no string here and the text is exactly the JSON lexeme of a
//! value that it does accept; only white space around it and the case of `true` and `false` are
//! forgiven. The lexeme is kept: nothing is rounded. `"1.5"` is no integer, `"007"` and `"1,234"`
//! are no JSON numbers, `"yes"`, `"on"`, `"1"` are no booleans.

use std::borrow::Cow;

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::Kind;

pub(super) const NUMBER: Rule = Rule {
    name: "string-to-number",
    summary: "a number sent as text becomes the number, digit by digit",
    advice: "send numbers without quotes",
    certainty: Certainty::Certain,
    propose: |context| {
        let text = text(context, Types::NUMBER)?;
        let lexeme = text.trim();
        (lexeme.starts_with(|first: char| first == '-' || first.is_ascii_digit())
            && context.accepts_json(context.issue.position, lexeme))
        .then(|| Change::Replace(context.node(), lexeme.to_owned()))
    },
};

pub(super) const BOOLEAN: Rule = Rule {
    name: "string-to-boolean",
    summary: "`true` or `false` sent as text, in any case, becomes the boolean",
    advice: "send true and false without quotes",
    certainty: Certainty::Certain,
    propose: |context| {
        let text = text(context, Types::BOOLEAN)?;
        let word = text.trim().to_ascii_lowercase();
        (word == "true" || word == "false").then(|| Change::Replace(context.node(), word))
    },
};

pub(super) const NULL: Rule = Rule {
    name: "string-to-null",
    summary: "`null` sent as text becomes null where null is accepted",
    advice: "send null without quotes",
    certainty: Certainty::Certain,
    propose: |context| {
        let text = text(context, Types::NULL)?;
        matches!(text.trim(), "null" | "None")
            .then(|| Change::Replace(context.node(), "null".to_owned()))
    },
};

/// The node's text, where no string is accepted but a value of one of `wanted` is.
fn text<'a>(context: &'a Context<'_>, wanted: Types) -> Option<Cow<'a, str>> {
    let types = context.types();
    (context.kind() == Kind::String && types.has(wanted) && !types.has(Types::STRING))
        .then(|| context.tree.string(context.node()))
        .flatten()
}
