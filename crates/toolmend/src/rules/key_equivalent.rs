//! `key-equivalent`: the name that another harness gives the same argument.
//!
//! Certain because the declared key is absent, the table of equivalents (see [`super::likeness`])
//! joins it to exactly one undeclared key and that key to exactly one absent declared one, and the
//! value is what the declared key takes, or the list or the only item of that. A schema that declares both `file` and `path` leaves two
//! readings of `filepath`: refused. Names that are merely similar are not in the table.

use super::key_spelling::{Names, object_at_fault, takes};
use super::{Certainty, Change, Context, Rule, likeness};
use crate::schema::Fault;

pub(super) const RULE: Rule = Rule {
    name: "key-equivalent",
    summary: "another harness's name for an argument becomes the declared one",
    advice: "use the argument names of the schema",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let (object, position) = object_at_fault(context)?;
    let names = Names::of(context, object, position)?;
    let mut renames = Vec::new();
    for property in &names.absent {
        // An optional argument is asked for only by the closed object that refuses its other name.
        if !property.required && context.issue.fault != Fault::Undeclared {
            continue;
        }
        let mut members =
            names.undeclared.iter().filter(|(_, key)| likeness::are_equivalent(key, property.name));
        let (Some((member, key)), None) = (members.next(), members.next()) else { continue };
        let targets = names.absent.iter().filter(|other| likeness::are_equivalent(key, other.name));
        if targets.count() == 1 && takes(context, property, *member) {
            renames.push((*member, property.name.to_owned()));
        }
    }
    (!renames.is_empty()).then_some(Change::Rename(renames))
}
