//! `key-spelling`: a declared key in another spelling.
//!
//! Certain because the object lacks the declared key, and exactly one undeclared key is alike: the
//! same but for case and separators (`old_string`, `oldString`), or for quotes and tags that stuck
//! to it (`path</arg_key>`); a plural; one letter off, and then the value must be what the declared
//! key takes. Another member with a well-known name of the same argument leaves two readings. Once an object is at fault, its optional keys are spelled right in the same step. An
//! object that already validates is never looked at: its unknown keys may be meant.

use super::{Certainty, Change, Context, Rule, likeness};
use crate::schema::{Fault, Property, SchemaId};
use crate::tree::{Kind, NodeId};

pub(super) const RULE: Rule = Rule {
    name: "key-spelling",
    summary: "a declared key in another spelling is spelled as declared",
    advice: "use the argument names of the schema",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let (object, position) = object_at_fault(context)?;
    let names = Names::of(context, object, position)?;
    let spelled = names.spelled(context);
    if !spelled.is_empty() {
        return Some(Change::Rename(spelled));
    }
    let slip = names
        .slip(context, likeness::differ_by_plural)
        .or_else(|| names.slip(context, likeness::differ_by_one_letter))?;
    Some(Change::Rename(vec![slip]))
}

/// The object with a missing or an undeclared member, and the schema that it was checked by.
pub(super) fn object_at_fault(context: &Context<'_>) -> Option<(NodeId, SchemaId)> {
    match context.issue.fault {
        Fault::Missing(_) => Some((context.node(), context.issue.position)),
        Fault::Undeclared => Some((context.tree.parent(context.node())?, context.issue.holder?)),
        _ => None,
    }
}

/// Whether the property takes the member's value, if need be in a list of one or out of one.
pub(super) fn takes(context: &Context<'_>, property: &Property<'_>, member: NodeId) -> bool {
    let accepts = |node| context.accepts(property.schema, node);
    let mut items = context.tree.children(member);
    let single = items.next().filter(|_| items.next().is_none());
    let list = || format!("[{}]", context.tree.source(member));
    accepts(member)
        || (context.tree.kind(member) == Kind::Array && single.is_some_and(accepts))
        || context.accepts_json(property.schema, &list())
}

/// The keys of an object that stand against those of its schema.
pub(super) struct Names<'a> {
    /// Members whose keys are not declared, with their keys.
    pub(super) undeclared: Vec<(NodeId, String)>,
    /// Declared properties that the object lacks.
    pub(super) absent: Vec<Property<'a>>,
}

impl<'a> Names<'a> {
    /// `None` if a key holds what no Rust string can hold.
    pub(super) fn of(
        context: &Context<'a>,
        object: NodeId,
        position: SchemaId,
    ) -> Option<Names<'a>> {
        let properties = context.schema.properties(position);
        let mut present = vec![false; properties.len()];
        let mut undeclared = Vec::new();
        for member in context.tree.children(object) {
            let key = context.tree.key_string(member)?;
            match properties.iter().position(|property| property.name == key) {
                Some(place) => present[place] = true,
                None => undeclared.push((member, key.into_owned())),
            }
        }
        let absent = properties.into_iter().zip(present).filter(|(_, present)| !present);
        Some(Names { undeclared, absent: absent.map(|(property, _)| property).collect() })
    }

    /// Every undeclared member whose key is an absent one but for case, separators and
    /// decorations, one for one.
    fn spelled(&self, context: &Context<'_>) -> Vec<(NodeId, String)> {
        let folded: Vec<String> = self
            .undeclared
            .iter()
            .map(|(_, key)| likeness::fold(likeness::undecorated(key)))
            .collect();
        let mut renames = Vec::new();
        for property in &self.absent {
            let name = likeness::fold(property.name);
            let twin = self.absent.iter().filter(|other| likeness::fold(other.name) == name);
            if twin.count() > 1 || name.is_empty() {
                continue;
            }
            let mut alike = folded.iter().enumerate().filter(|(_, key)| **key == name);
            if let (Some((place, _)), None) = (alike.next(), alike.next())
                && !self.has_rival(context, place, property)
            {
                renames.push((self.undeclared[place].0, property.name.to_owned()));
            }
        }
        renames
    }

    /// Whether another undeclared member has a well-known name of the property, and a value for it.
    fn has_rival(&self, context: &Context<'_>, place: usize, property: &Property<'_>) -> bool {
        self.undeclared.iter().enumerate().any(|(other, (member, key))| {
            other != place
                && likeness::are_equivalent(key, property.name)
                && context.accepts(property.schema, *member)
        })
    }

    /// The only undeclared member whose key is alike to the only absent one, if that takes its
    /// value; in an open object, where any key may be meant, to an absent required one.
    fn slip(
        &self,
        context: &Context<'_>,
        alike: fn(&str, &str) -> bool,
    ) -> Option<(NodeId, String)> {
        let closed = context.issue.fault == Fault::Undeclared;
        for property in self.absent.iter().filter(|property| property.required || closed) {
            let name = likeness::fold(property.name);
            let mut members = self
                .undeclared
                .iter()
                .filter(|(_, key)| alike(&likeness::fold(likeness::undecorated(key)), &name));
            let (Some((member, key)), None) = (members.next(), members.next()) else { continue };
            let key = likeness::fold(likeness::undecorated(key));
            let targets =
                self.absent.iter().filter(|other| alike(&key, &likeness::fold(other.name)));
            if targets.count() == 1 && takes(context, property, *member) {
                return Some((*member, property.name.to_owned()));
            }
        }
        None
    }
}
