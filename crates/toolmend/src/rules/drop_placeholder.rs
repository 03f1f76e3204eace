//! `drop-placeholder`: `null`, `""`, `{}` or `[]` for an optional argument that does not take it.
//!
//! Certain because the argument is declared and optional, its schema refuses the value, and the
//! value says nothing: leaving the argument out is what the model meant. The words `null`, `None`
//! and `undefined` count where neither a string nor null is accepted. A required argument is never dropped (the
//! value is missing then, not empty), nor one that accepts the value (`""` clears a field).

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "drop-placeholder",
    summary: "an empty placeholder for an optional argument that does not accept it is left out",
    advice: "leave out optional arguments that you do not set",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let property = context.property()?;
    if property.required {
        return None;
    }
    let node = context.node();
    let empty = match context.kind() {
        Kind::Null => true,
        Kind::Array | Kind::Object => context.tree.is_empty(node),
        Kind::String => match context.tree.string(node)?.trim() {
            "" => true,
            "null" | "None" | "undefined" => {
                let types = context.schema.types(property.schema);
                !types.has(Types::STRING.union(Types::NULL))
            }
            _ => false,
        },
        Kind::Boolean | Kind::Number => false,
    };
    (empty && !context.accepts(property.schema, node)).then_some(Change::Remove(node))
}
