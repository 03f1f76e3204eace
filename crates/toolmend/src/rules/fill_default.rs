//! `fill-default`: a required member that the schema itself gives, in data that is read.
//!
//! Likely, not certain: a model that left a value out did not choose the default. Never used on
//! what will run: a required argument is never made up.

use super::{Certainty, Change, Context, Rule};
use crate::schema::{Fault, SchemaId};
use crate::tree::Kind;

/// The rule's public name.
pub(crate) const NAME: &str = "fill-default";

pub(super) const RULE: Rule = Rule {
    name: NAME,
    summary: "a missing required member takes its `const` or `default`",
    advice: "send every required member",
    certainty: Certainty::Likely,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let given = |schema: SchemaId| {
        let members = context.schema.members(schema);
        match members.as_deref() {
            Some([only]) => Some((*only).to_owned()),
            _ => context.schema.default(schema).map(str::to_owned),
        }
    };
    match &context.issue.fault {
        Fault::Missing(key) => {
            let properties = context.schema.properties(context.issue.position);
            let property = properties.iter().find(|property| property.name == key)?;
            Some(Change::Insert(context.node(), key.clone(), given(property.schema)?))
        }
        // A value that the reader found missing stands as `null`.
        _ if context.kind() == Kind::Null => {
            let property = context.property()?;
            Some(Change::Replace(context.node(), given(property.schema)?))
        }
        _ => None,
    }
}
