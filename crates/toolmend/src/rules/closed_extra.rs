//! `closed-extra`: an argument that a closed tool does not know.
//!
//! Certain because everything else validates, so the call is complete without it. Never dropped are
//! a boolean (a switch means something), a name that restricts what the call does (`dry_run`,
//! `limit`, `exclude`), and a key that resembles a declared one: it may be that one, misspelled.

use super::{Certainty, Change, Context, Rule, likeness};
use crate::schema::Fault;
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "closed-extra",
    summary: "an argument that a closed tool does not declare is left out when all else is right",
    advice: "send only arguments that the schema declares",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    if context.issue.fault != Fault::Undeclared || !context.only_undeclared {
        return None;
    }
    let node = context.node();
    let key = context.tree.key_string(node)?;
    let name = likeness::fold(likeness::undecorated(&key));
    let resembles = context.schema.properties(context.issue.holder?).iter().any(|property| {
        likeness::resemble(&likeness::fold(property.name), &name)
            || likeness::are_equivalent(&key, property.name)
    });
    (context.kind() != Kind::Boolean && !resembles && !likeness::is_restriction(&key))
        .then_some(Change::Remove(node))
}
