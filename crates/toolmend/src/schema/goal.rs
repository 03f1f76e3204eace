//! `anyOf`, `oneOf`, `not`, `if` and `contains`: what they try next, and what follows from it.

use super::rules::{Combination, Contains};
use super::{Schema, SchemaId, Types};
use crate::tree::{NodeId, Tree};

/// Whether a value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    /// Valid as far as the schema is understood.
    Maybe,
    No,
}

impl Answer {
    pub(super) fn held(in_doubt: bool) -> Answer {
        if in_doubt { Answer::Maybe } else { Answer::Yes }
    }
}

/// The keywords that go on after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combinator {
    AnyOf,
    OneOf,
    Not,
    If,
    Contains,
}

/// A combinator at work on a value: its attempts may fail.
#[derive(Debug)]
pub(super) struct Goal {
    combinator: Combinator,
    schema: SchemaId,
    node: NodeId,
    /// How many tasks were there before.
    pub(super) base: usize,
    /// Whether what was there before is in doubt.
    pub(super) outer_doubt: bool,
    /// The next branch to try.
    branch: usize,
    /// The next item to try.
    item: Option<NodeId>,
    /// How many branches or items held.
    held: u64,
    /// How many more held in doubt.
    in_doubt: u64,
}

/// What a combinator does next.
pub(super) enum Move {
    /// See whether the value is valid against the schema.
    Try(SchemaId, NodeId),
    /// The combinator holds if this does.
    Need(SchemaId, NodeId),
    Answer(Answer),
}

impl Goal {
    pub(super) fn new(
        combinator: Combinator,
        (schema, node): (SchemaId, NodeId),
        item: Option<NodeId>,
        base: usize,
        outer_doubt: bool,
    ) -> Goal {
        Goal { combinator, schema, node, base, outer_doubt, branch: 0, item, held: 0, in_doubt: 0 }
    }

    /// The next move after an attempt, or at the start.
    pub(super) fn next_move(
        &mut self,
        schema: &Schema,
        tree: &Tree,
        attempt: Option<Answer>,
    ) -> Move {
        match attempt {
            Some(Answer::Yes) => self.held += 1,
            Some(Answer::Maybe) => self.in_doubt += 1,
            Some(Answer::No) | None => {}
        }
        let subschema = schema.subschema(self.schema);
        if self.combinator == Combinator::Contains {
            let contains = subschema.array.as_ref().and_then(|rules| rules.contains);
            return contains
                .map_or(Move::Answer(Answer::Yes), |contains| self.next_item(contains, tree));
        }
        let Some(combination) = &subschema.combination else { return Move::Answer(Answer::Yes) };
        match self.combinator {
            Combinator::AnyOf => self.next_branch(&combination.any_of, schema, tree),
            Combinator::OneOf => self.next_branch(&combination.one_of, schema, tree),
            Combinator::Not => self.not(combination, attempt),
            Combinator::If => self.consequence(combination, attempt),
            Combinator::Contains => Move::Answer(Answer::Yes),
        }
    }

    /// Passes over the branches that cannot accept the value's type, and leaves no goal behind for
    /// the last one that can.
    fn next_branch(&mut self, branches: &[SchemaId], schema: &Schema, tree: &Tree) -> Move {
        let is_exclusive = self.combinator == Combinator::OneOf;
        match self.held {
            0 => {}
            1 if is_exclusive => {}
            1 => return Move::Answer(Answer::Yes),
            _ => return Move::Answer(Answer::No),
        }
        let types = Types::of(tree, self.node);
        let mut left = (self.branch..branches.len())
            .filter(|&branch| schema.subschema(branches[branch]).accepted.has(types));
        match (left.next(), left.next()) {
            (Some(only), None) if self.held + self.in_doubt == 0 => {
                Move::Need(branches[only], self.node)
            }
            (Some(branch), _) => {
                self.branch = branch + 1;
                Move::Try(branches[branch], self.node)
            }
            (None, _) => Move::Answer(match (self.held, self.in_doubt) {
                (0, 0) => Answer::No,
                (_, 0) => Answer::Yes,
                _ => Answer::Maybe,
            }),
        }
    }

    fn not(&self, combination: &Combination, attempt: Option<Answer>) -> Move {
        match (attempt, combination.not) {
            (None, Some(schema)) => Move::Try(schema, self.node),
            (Some(Answer::Yes), _) => Move::Answer(Answer::No),
            (Some(Answer::Maybe), _) => Move::Answer(Answer::Maybe),
            _ => Move::Answer(Answer::Yes),
        }
    }

    fn consequence(&self, combination: &Combination, attempt: Option<Answer>) -> Move {
        let Some(condition) = combination.condition else { return Move::Answer(Answer::Yes) };
        let schema = match attempt {
            None => return Move::Try(condition.test, self.node),
            Some(Answer::Yes) => condition.then,
            Some(Answer::No) => condition.otherwise,
            Some(Answer::Maybe) => return Move::Answer(Answer::Maybe),
        };
        schema.map_or(Move::Answer(Answer::Yes), |schema| Move::Need(schema, self.node))
    }

    fn next_item(&mut self, contains: Contains, tree: &Tree) -> Move {
        let count = contains.count;
        let is_settled = count.most.is_none() && self.held >= count.least;
        if let Some(item) = self.item.filter(|_| !is_settled) {
            self.item = tree.next_sibling(item);
            return Move::Try(contains.schema, item);
        }
        let at_most = self.held + self.in_doubt;
        Move::Answer(if at_most < count.least || count.most.is_some_and(|most| self.held > most) {
            Answer::No
        } else if self.held >= count.least && count.most.is_none_or(|most| at_most <= most) {
            Answer::Yes
        } else {
            Answer::Maybe
        })
    }
}
