//! `nest-under-key`: the value of an object's only required member in place of the object, in data
//! that is read.
//!
//! Likely, not certain: the members may belong beside the missing one. Never used on what will run.

use super::{Certainty, Change, Context, Rule};
use crate::schema::Fault;
use crate::tree::{Kind, string};

pub(super) const RULE: Rule = Rule {
    name: "nest-under-key",
    summary: "an object that is the value of the only required member becomes that member",
    advice: "send the object with its outer key",
    certainty: Certainty::Likely,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let Fault::Missing(key) = &context.issue.fault else { return None };
    let node = context.node();
    if context.kind() != Kind::Object || context.tree.is_empty(node) {
        return None;
    }
    let properties = context.schema.properties(context.issue.position);
    let mut required = properties.iter().filter(|property| property.required);
    let (only, None) = (required.next()?, required.next()) else { return None };
    (only.name == key && context.accepts(only.schema, node)).then(|| {
        let source = context.tree.source(node);
        Change::Replace(node, format!("{{{}:{source}}}", string::encode(key)))
    })
}
