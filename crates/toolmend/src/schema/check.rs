//! Whether a value is valid: yes or no, as quickly as possible.
//!
//! A schema is mostly a conjunction: everything that it asks for must hold, in any order. So the
//! check is a stack of *tasks* that must all succeed. Only `anyOf`, `oneOf`, `not`, `if` and
//! `contains` go on after a failure; each of them opens a *goal*, a stack of tasks on top of the
//! stack whose failure is an answer. No call recurses, on the input or on the schema.
//!
//! A schema that several others refer to may meet one value more than once, in the branches of a
//! recursive `anyOf` at every level. What was found out about such a pair is remembered, which keeps
//! the check linear. A pair that is met again while it is still being checked (a `$ref` that comes
//! back without having consumed any input) holds.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::assertion::Assertion;
use super::equality::{Hashes, keep_last};
use super::rules::{ArrayRules, Combination, ObjectRules, Subschema};
use super::{Patterns, Schema, SchemaId, Types};
use crate::tree::{Kind, NodeId, Tree, string};

/// A check in progress, and what it remembers from one question to the next.
pub(super) struct Checker<'a, 't> {
    schema: &'a Schema,
    tree: &'a Tree<'t>,
    patterns: &'a dyn Patterns,
    tasks: Vec<Task>,
    goals: Vec<Goal>,
    memory: HashMap<(SchemaId, NodeId), Verdict, BuildHasherDefault<PairHasher>>,
    hashes: Hashes,
    members: Members,
}

/// What has to hold.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// The value's children and combinations; its assertions were looked at before.
    Visit(SchemaId, NodeId),
    Combine(Combinator, SchemaId, NodeId),
    /// All tasks of a shared schema at a value have succeeded.
    Conclude(SchemaId, NodeId),
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

/// An attempt whose failure is an answer.
#[derive(Debug)]
struct Goal {
    /// How many tasks were there before.
    base: usize,
    combinator: Combinator,
    schema: SchemaId,
    node: NodeId,
    /// The next branch to try.
    branch: usize,
    /// The next item to try.
    item: Option<NodeId>,
    /// How many branches or items held.
    held: u64,
}

/// What a combinator does next.
enum Move {
    /// Its answer depends on this pair.
    Try(SchemaId, NodeId),
    /// It holds if this pair does.
    Need(SchemaId, NodeId),
    Holds,
    Fails,
}

#[derive(Clone, Copy, Debug)]
enum Verdict {
    InProgress,
    Holds,
    Fails,
}

impl<'a, 't> Checker<'a, 't> {
    pub(super) fn new(
        schema: &'a Schema,
        tree: &'a Tree<'t>,
        patterns: &'a dyn Patterns,
    ) -> Checker<'a, 't> {
        Checker {
            schema,
            tree,
            patterns,
            tasks: Vec::new(),
            goals: Vec::new(),
            memory: HashMap::default(),
            hashes: Hashes::default(),
            members: Members::default(),
        }
    }

    /// Whether the value is valid against the schema.
    pub(super) fn accepts(&mut self, schema: SchemaId, node: NodeId) -> bool {
        let begun = self.begin(schema, node);
        self.run(begun)
    }

    /// Whether one combinator of the schema holds at the value.
    pub(super) fn holds(&mut self, which: Combinator, schema: SchemaId, node: NodeId) -> bool {
        self.tasks.push(Task::Combine(which, schema, node));
        self.run(true)
    }

    pub(super) fn all_distinct(&mut self, array: NodeId) -> bool {
        self.hashes.all_distinct(self.tree, array)
    }

    /// Whether every key of the object is valid against the schema.
    pub(super) fn key_is_valid(&self, schema: SchemaId, member: NodeId) -> bool {
        // Keywords on strings have no subschemas of keys, so this goes no deeper.
        let Some(Ok(key)) = self.tree.key(member).map(Tree::parse) else { return true };
        Checker::new(self.schema, &key, self.patterns).accepts(schema, key.root())
    }

    fn run(&mut self, mut success: bool) -> bool {
        loop {
            if !success && !self.fail() {
                return false;
            }
            let base = self.goals.last().map_or(0, |goal| goal.base);
            success = match (self.tasks.len() > base).then(|| self.tasks.pop()).flatten() {
                Some(Task::Visit(schema, node)) => self.visit(schema, node),
                Some(Task::Combine(combinator, schema, node)) => {
                    self.combine(combinator, schema, node)
                }
                Some(Task::Conclude(schema, node)) => {
                    self.memory.insert((schema, node), Verdict::Holds);
                    true
                }
                None => match self.goals.pop() {
                    Some(goal) => self.settle(goal, true),
                    None => return true,
                },
            };
        }
    }

    /// Gives up the innermost goal, and those around it that fall with it. Returns whether one is
    /// left that goes on.
    fn fail(&mut self) -> bool {
        loop {
            let goal = self.goals.pop();
            let base = goal.as_ref().map_or(0, |goal| goal.base);
            // The pairs that have not been concluded are those around the failure.
            for task in self.tasks.drain(base..) {
                if let Task::Conclude(schema, node) = task {
                    self.memory.insert((schema, node), Verdict::Fails);
                }
            }
            match goal {
                None => return false,
                Some(goal) => {
                    if self.settle(goal, false) {
                        return true;
                    }
                }
            }
        }
    }

    /// Checks the assertions at once, and leaves the rest for later if there is any.
    fn begin(&mut self, id: SchemaId, node: NodeId) -> bool {
        let schema = self.schema;
        let subschema = schema.subschema(id);
        let kind = self.tree.kind(node);
        if subschema.nullable && kind == Kind::Null {
            return true;
        }
        let mut holds = true;
        let mut complain = |_: Assertion| holds = false;
        schema.assert(subschema, (self.tree, node), self.patterns, &mut complain);
        let has_rest = subschema.combination.is_some()
            || match kind {
                Kind::Array => subschema.array.is_some(),
                Kind::Object => subschema.object.is_some(),
                _ => false,
            };
        if holds && has_rest {
            self.tasks.push(Task::Visit(id, node));
        }
        holds
    }

    fn visit(&mut self, id: SchemaId, node: NodeId) -> bool {
        let schema = self.schema;
        let subschema = schema.subschema(id);
        if subschema.shared {
            match self.memory.get(&(id, node)) {
                Some(Verdict::Fails) => return false,
                Some(Verdict::Holds | Verdict::InProgress) => return true,
                None => {
                    self.memory.insert((id, node), Verdict::InProgress);
                    self.tasks.push(Task::Conclude(id, node));
                }
            }
        }
        let children_hold = match (self.tree.kind(node), &subschema.array, &subschema.object) {
            (Kind::Array, Some(rules), _) => self.visit_items(rules, id, node),
            (Kind::Object, _, Some(rules)) => self.visit_members(rules, node),
            _ => true,
        };
        children_hold && self.visit_combination(subschema, id, node)
    }

    fn visit_items(&mut self, rules: &ArrayRules, id: SchemaId, array: NodeId) -> bool {
        let mut count = 0;
        for item in self.tree.children(array) {
            if rules.item(count).is_some_and(|schema| !self.begin(schema, item)) {
                return false;
            }
            count += 1;
        }
        if rules.contains.is_some() {
            self.tasks.push(Task::Combine(Combinator::Contains, id, array));
        }
        rules.count.has(count as u64) && (!rules.unique || self.all_distinct(array))
    }

    fn visit_members(&mut self, rules: &ObjectRules, object: NodeId) -> bool {
        let mut members = std::mem::take(&mut self.members);
        members.sort(rules, self.tree, object);
        let holds = self.named_members_hold(rules, &members, object)
            && self.other_members_hold(rules, &members);
        self.members = members;
        holds
    }

    fn named_members_hold(
        &mut self,
        rules: &ObjectRules,
        members: &Members,
        object: NodeId,
    ) -> bool {
        let each_holds =
            rules.names.list().iter().zip(&members.named).all(|(name, &member)| {
                match (member, name.schema) {
                    (Some(member), Some(schema)) => self.begin(schema, member),
                    (None, _) => !name.required,
                    (Some(_), None) => true,
                }
            });
        let is_there = |place: u32| members.named(place).is_some();
        each_holds
            && rules.dependents.iter().filter(|dependent| is_there(dependent.trigger)).all(
                |dependent| {
                    dependent.required.iter().all(|&place| is_there(place))
                        && dependent.schema.is_none_or(|schema| self.begin(schema, object))
                },
            )
    }

    /// What is asked of members by their keys' form, and of their number.
    fn other_members_hold(&mut self, rules: &ObjectRules, members: &Members) -> bool {
        if !rules.minds_other_members() {
            return true;
        }
        members.each(rules).all(|(member, is_declared)| {
            let schema = self.schema;
            let mut is_matched = is_declared;
            for &(ref pattern, id) in &rules.patterns {
                let key = self.tree.key_string(member);
                if key.is_some_and(|key| pattern.accepts(&key, self.patterns)) {
                    is_matched = true;
                    if !self.begin(id, member) {
                        return false;
                    }
                }
            }
            let additional = rules.additional.filter(|_| !is_matched);
            additional.is_none_or(|additional| {
                !schema.subschema(additional).is_nothing() && self.begin(additional, member)
            }) && rules.keys.is_none_or(|keys| self.key_is_valid(keys, member))
        }) && rules.count.has(members.count())
    }

    fn visit_combination(&mut self, subschema: &Subschema, id: SchemaId, node: NodeId) -> bool {
        let Some(combination) = &subschema.combination else { return true };
        for (combinator, is_there) in [
            (Combinator::AnyOf, !combination.any_of.is_empty()),
            (Combinator::OneOf, !combination.one_of.is_empty()),
            (Combinator::Not, combination.not.is_some()),
            (Combinator::If, combination.condition.is_some()),
        ] {
            if is_there {
                self.tasks.push(Task::Combine(combinator, id, node));
            }
        }
        combination.all.iter().all(|&schema| self.begin(schema, node))
    }

    fn combine(&mut self, combinator: Combinator, schema: SchemaId, node: NodeId) -> bool {
        let item =
            if combinator == Combinator::Contains { self.tree.first_child(node) } else { None };
        let base = self.tasks.len();
        let mut goal = Goal { base, combinator, schema, node, branch: 0, item, held: 0 };
        let next = self.next_move(&mut goal, None);
        self.play(goal, next)
    }

    /// Tells a goal how its attempt ended.
    fn settle(&mut self, mut goal: Goal, held: bool) -> bool {
        let next = self.next_move(&mut goal, Some(held));
        self.play(goal, next)
    }

    /// Makes moves until one needs tasks to be done first.
    fn play(&mut self, mut goal: Goal, mut next: Move) -> bool {
        loop {
            match next {
                Move::Holds => return true,
                Move::Fails => return false,
                Move::Need(schema, node) => return self.begin(schema, node),
                Move::Try(schema, node) => {
                    let begun = self.begin(schema, node);
                    if begun && self.tasks.len() > goal.base {
                        self.goals.push(goal);
                        return true;
                    }
                    next = self.next_move(&mut goal, Some(begun));
                }
            }
        }
    }

    /// The next move of a goal, after an attempt that held or failed, or at the start.
    fn next_move(&self, goal: &mut Goal, attempt: Option<bool>) -> Move {
        goal.held += u64::from(attempt == Some(true));
        if goal.combinator == Combinator::Contains {
            return self.next_item(goal);
        }
        let Some(combination) = &self.schema.subschema(goal.schema).combination else {
            return Move::Holds;
        };
        match goal.combinator {
            Combinator::AnyOf => self.next_branch(goal, &combination.any_of),
            Combinator::OneOf => self.next_branch(goal, &combination.one_of),
            Combinator::Not => match (attempt, combination.not) {
                (None, Some(schema)) => Move::Try(schema, goal.node),
                (Some(true), _) => Move::Fails,
                _ => Move::Holds,
            },
            Combinator::If => next_of_condition(goal, combination, attempt),
            Combinator::Contains => Move::Holds,
        }
    }

    /// Passes over the branches that cannot accept the value's type, and leaves no goal behind for
    /// the last one that can.
    fn next_branch(&self, goal: &mut Goal, branches: &[SchemaId]) -> Move {
        let is_exclusive = goal.combinator == Combinator::OneOf;
        match goal.held {
            0 => {}
            1 if is_exclusive => {}
            1 => return Move::Holds,
            _ => return Move::Fails,
        }
        let types = Types::of(self.tree, goal.node);
        let mut left = (goal.branch..branches.len())
            .filter(|&branch| self.schema.subschema(branches[branch]).accepted.has(types));
        match (left.next(), left.next()) {
            (Some(only), None) if goal.held == 0 => Move::Need(branches[only], goal.node),
            (Some(branch), _) => {
                goal.branch = branch + 1;
                Move::Try(branches[branch], goal.node)
            }
            (None, _) if goal.held == 1 => Move::Holds,
            (None, _) => Move::Fails,
        }
    }

    fn next_item(&self, goal: &mut Goal) -> Move {
        let rules = self.schema.subschema(goal.schema).array.as_ref();
        let Some(contains) = rules.and_then(|rules| rules.contains) else { return Move::Holds };
        let is_settled = contains.count.most.is_none() && goal.held >= contains.count.least;
        match goal.item.filter(|_| !is_settled) {
            Some(item) => {
                goal.item = self.tree.next_sibling(item);
                Move::Try(contains.schema, item)
            }
            None if contains.count.has(goal.held) => Move::Holds,
            None => Move::Fails,
        }
    }
}

fn next_of_condition(goal: &Goal, combination: &Combination, attempt: Option<bool>) -> Move {
    let Some(condition) = combination.condition else { return Move::Holds };
    let consequence = match attempt {
        None => return Move::Try(condition.test, goal.node),
        Some(true) => condition.then,
        Some(false) => condition.otherwise,
    };
    consequence.map_or(Move::Holds, |schema| Move::Need(schema, goal.node))
}

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
        for member in tree.children(object) {
            let key = string::decode_json(tree.key(member).unwrap_or_default());
            match rules.names.find(&key) {
                Some(place) => self.named[place] = Some(member),
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

/// Hashes a pair of indices. They are ours and not the model's, so that nobody can make them clash.
#[derive(Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, index: u32) {
        self.0 = (self.0.rotate_left(26) ^ u64::from(index)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}
