//! `bare-argument`: the value of a tool's only required argument, sent in place of the arguments.
//!
//! Certain because the tool has exactly one required argument and its schema accepts the value. A
//! text that begins like JSON is broken arguments, not the argument; a list is taken only where the
//! argument is a list, and not if its items are arguments themselves.

use super::{Certainty, Change, Context, Rule};
use crate::tree::{Kind, string};

pub(super) const RULE: Rule = Rule {
    name: "bare-argument",
    summary: "a bare value for a tool with one required argument becomes that argument",
    advice: "send the arguments as an object",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let root = context.tree.root();
    if context.node() != root {
        return None;
    }
    match context.kind() {
        Kind::Null | Kind::Object => return None,
        Kind::String => {
            let text = context.tree.string(root)?;
            if text.trim_start().starts_with(['{', '[']) || text.trim().is_empty() {
                return None;
            }
        }
        Kind::Boolean | Kind::Number | Kind::Array => {}
    }
    let properties = context.schema.properties(context.issue.position);
    let mut required = properties.iter().filter(|property| property.required);
    let (only, None) = (required.next()?, required.next()) else { return None };
    let whole = |item| context.tree.member(item, only.name).is_some();
    let of_arguments = context.kind() == Kind::Array && context.tree.children(root).any(whole);
    (!of_arguments && context.accepts(only.schema, root)).then(|| {
        let source = context.tree.source(root);
        Change::Replace(root, format!("{{{}:{source}}}", string::encode(only.name)))
    })
}
