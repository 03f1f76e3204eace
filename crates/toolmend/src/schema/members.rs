//! The members of an object as its schema sees them.

use super::equality::keep_last;
use super::rules::ObjectRules;
use crate::tree::{NodeId, Tree};

/// The members of one object, sorted by whether the schema mentions their names. Of equal keys
/// only the last is here, as `JSON.parse` has it.
#[derive(Debug, Default)]
pub(super) struct Members {
    /// By place among the names.
    pub(super) named: Vec<Option<NodeId>>,
    others: Vec<NodeId>,
}

impl Members {
    pub(super) fn sort(&mut self, rules: &ObjectRules, tree: &Tree, object: NodeId) {
        self.named.clear();
        self.named.resize(rules.names.list().len(), None);
        self.others.clear();
        let minds_others = rules.minds_other_members();
        let mut guess = 0;
        for member in tree.children(object) {
            match rules.names.find(tree.key(member).unwrap_or_default(), guess) {
                Some(place) => {
                    self.named[place] = Some(member);
                    guess = place + 1;
                }
                None if minds_others => self.others.push(member),
                None => {}
            }
        }
        keep_last(tree, &mut self.others);
    }

    pub(super) fn named(&self, place: u32) -> Option<NodeId> {
        self.named.get(place as usize).copied().flatten()
    }

    /// Each member, and whether it is declared as a property.
    pub(super) fn each(&self, rules: &ObjectRules) -> impl Iterator<Item = (NodeId, bool)> {
        let declared = rules.names.list().iter().map(|name| name.schema.is_some());
        let named = self.named.iter().zip(declared);
        let named = named.filter_map(|(member, is_declared)| Some(((*member)?, is_declared)));
        named.chain(self.others.iter().map(|&member| (member, false)))
    }

    pub(super) fn count(&self) -> u64 {
        (self.named.iter().flatten().count() + self.others.len()) as u64
    }
}
