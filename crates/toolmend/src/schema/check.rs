//! Whether a value is valid: yes or no, as quickly as possible.
//!
//! A schema is mostly a conjunction: everything that it asks for must hold, in any order. So the
//! check is a stack of *tasks* that must all succeed. Only `anyOf`, `oneOf`, `not`, `if` and
//! `contains` go on after a failure; each of them opens a [`Goal`], a stack of tasks on top of the
//! stack whose failure is an answer. No call recurses, on the input or on the schema.
//!
//! A schema that several others refer to may meet one value more than once, in the branches of a
//! recursive `anyOf` at every level. What was found out about such a pair is remembered, which keeps
//! the check linear. A pair that is met again while it is still being checked (a `$ref` that comes
//! back without having consumed any input) holds.
//!
//! What is not understood holds too, but in *doubt*: under `not`, or as the second branch of a
//! `oneOf`, it must not be what makes a value invalid.

use super::assertion::Assertion;
use super::equality::Hashes;
use super::goal::{Answer, Combinator, Goal, Move};
use super::members::Members;
use super::rules::{ArrayRules, ObjectRules, Subschema};
use super::{Patterns, Schema, SchemaId};
use crate::table::{NumberTable, pair};
use crate::tree::{Kind, NodeId, Tree};

/// A check in progress, and what it remembers from one question to the next.
pub(super) struct Checker<'a, 't> {
    schema: &'a Schema,
    tree: &'a Tree<'t>,
    patterns: &'a dyn Patterns,
    tasks: Vec<Task>,
    goals: Vec<Goal>,
    /// Whether something that is not understood was taken to hold, since the innermost goal or
    /// shared schema was begun.
    doubt: bool,
    /// By pair of schema and node, as [`Verdict`]'s numbers.
    memory: NumberTable,
    hashes: Hashes,
    members: Members,
}

/// What has to hold.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// The value's children and combinations; its assertions were looked at before.
    Visit(SchemaId, NodeId),
    Combine(Combinator, SchemaId, NodeId),
    /// All tasks of a shared schema at a value have succeeded; with the doubt from before them.
    Conclude(SchemaId, NodeId, bool),
}

#[derive(Clone, Copy, Debug)]
enum Verdict {
    InProgress,
    Known(Answer),
}

impl Verdict {
    fn number(self) -> u64 {
        match self {
            Verdict::InProgress => 0,
            Verdict::Known(Answer::Yes) => 1,
            Verdict::Known(Answer::Maybe) => 2,
            Verdict::Known(Answer::No) => 3,
        }
    }

    fn of(number: u64) -> Verdict {
        match number {
            0 => Verdict::InProgress,
            1 => Verdict::Known(Answer::Yes),
            2 => Verdict::Known(Answer::Maybe),
            _ => Verdict::Known(Answer::No),
        }
    }
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
            doubt: false,
            memory: NumberTable::default(),
            hashes: Hashes::default(),
            members: Members::default(),
        }
    }

    /// Whether the value is valid against the schema.
    pub(super) fn answer(&mut self, schema: SchemaId, node: NodeId) -> Answer {
        self.doubt = false;
        let begun = self.begin(schema, node);
        self.run(begun)
    }

    /// Whether the value is valid, in doubt or not.
    pub(super) fn accepts(&mut self, schema: SchemaId, node: NodeId) -> bool {
        self.answer(schema, node) != Answer::No
    }

    /// Whether one combinator of the schema holds at the value.
    pub(super) fn holds(&mut self, which: Combinator, schema: SchemaId, node: NodeId) -> bool {
        self.doubt = false;
        self.tasks.push(Task::Combine(which, schema, node));
        self.run(true) != Answer::No
    }

    pub(super) fn all_distinct(&mut self, array: NodeId) -> bool {
        self.hashes.all_distinct(self.tree, array)
    }

    /// Whether the key of a member, as a string, is valid against the schema.
    pub(super) fn key_is_valid(&self, schema: SchemaId, member: NodeId) -> Answer {
        // No keyword on strings looks at keys, so this goes no deeper.
        let Some(Ok(key)) = self.tree.key(member).map(Tree::parse) else { return Answer::Maybe };
        Checker::new(self.schema, &key, self.patterns).answer(schema, key.root())
    }

    fn run(&mut self, mut success: bool) -> Answer {
        loop {
            if !success && !self.fail() {
                return Answer::No;
            }
            let base = self.goals.last().map_or(0, |goal| goal.base);
            success = match (self.tasks.len() > base).then(|| self.tasks.pop()).flatten() {
                Some(Task::Visit(schema, node)) => self.visit(schema, node),
                Some(Task::Combine(combinator, schema, node)) => {
                    self.combine(combinator, schema, node)
                }
                Some(Task::Conclude(schema, node, outer_doubt)) => {
                    let answer = Answer::held(self.doubt);
                    self.remember(schema, node, Verdict::Known(answer));
                    self.doubt |= outer_doubt;
                    true
                }
                None => match self.goals.pop() {
                    Some(goal) => self.settle(goal, Answer::held(self.doubt)),
                    None => return Answer::held(self.doubt),
                },
            };
        }
    }

    fn remember(&mut self, schema: SchemaId, node: NodeId, verdict: Verdict) {
        self.memory.insert(pair(schema.0, node.0), verdict.number());
    }

    /// Gives up the innermost goal, and those around it that fall with it. Returns whether one is
    /// left that goes on.
    fn fail(&mut self) -> bool {
        loop {
            let goal = self.goals.pop();
            let base = goal.as_ref().map_or(0, |goal| goal.base);
            // The pairs that have not been concluded are those around the failure.
            for task in self.tasks.drain(base..) {
                if let Task::Conclude(schema, node, _) = task {
                    self.memory.insert(pair(schema.0, node.0), Verdict::Known(Answer::No).number());
                }
            }
            let Some(goal) = goal else { return false };
            if self.settle(goal, Answer::No) {
                return true;
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
        let certain = schema.assert(subschema, (self.tree, node), self.patterns, &mut complain);
        self.doubt |= !certain;
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
            match self.memory.get(&pair(id.0, node.0)).copied().map(Verdict::of) {
                Some(Verdict::InProgress) => return true,
                Some(Verdict::Known(answer)) => {
                    self.doubt |= answer == Answer::Maybe;
                    return answer != Answer::No;
                }
                None => {
                    self.remember(id, node, Verdict::InProgress);
                    self.tasks.push(Task::Conclude(id, node, self.doubt));
                    self.doubt = false;
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
        let holds = self.named_members_hold(rules, &members)
            && self.dependents_hold(rules, &members, object)
            && self.other_members_hold(rules, &members);
        self.members = members;
        holds
    }

    fn named_members_hold(&mut self, rules: &ObjectRules, members: &Members) -> bool {
        rules.names.list().iter().zip(&members.named).all(|(name, &member)| {
            match (member, name.schema) {
                (Some(member), Some(schema)) => self.begin(schema, member),
                (None, _) => !name.required,
                (Some(_), None) => true,
            }
        })
    }

    fn dependents_hold(&mut self, rules: &ObjectRules, members: &Members, object: NodeId) -> bool {
        let is_there = |place: u32| members.named(place).is_some();
        rules.dependents.iter().filter(|dependent| is_there(dependent.trigger)).all(|dependent| {
            dependent.required.iter().all(|&place| is_there(place))
                && dependent.schema.is_none_or(|schema| self.begin(schema, object))
        })
    }

    /// What is asked of members by their keys' form, and of their number.
    fn other_members_hold(&mut self, rules: &ObjectRules, members: &Members) -> bool {
        if !rules.minds_other_members() {
            return true;
        }
        let minds_keys = !rules.patterns.is_empty() || rules.keys.is_some();
        rules.count.has(members.count())
            && members
                .each(rules)
                .filter(|&(_, is_declared)| minds_keys || !is_declared)
                .all(|(member, is_declared)| self.key_holds(rules, member, is_declared))
    }

    fn key_holds(&mut self, rules: &ObjectRules, member: NodeId, is_declared: bool) -> bool {
        let mut is_matched = is_declared;
        for (pattern, schema) in &rules.patterns {
            let answer = pattern.matches_key(self.tree, member, self.patterns);
            self.doubt |= answer == Answer::Maybe;
            is_matched |= answer != Answer::No;
            if answer == Answer::Yes && !self.begin(*schema, member) {
                return false;
            }
        }
        let additional = rules.additional.filter(|_| !is_matched);
        if additional.is_some_and(|additional| !self.begin(additional, member)) {
            return false;
        }
        let answer = rules.keys.map_or(Answer::Yes, |keys| self.key_is_valid(keys, member));
        self.doubt |= answer == Answer::Maybe;
        answer != Answer::No
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
        let first_item = self.tree.first_child(node);
        let goal = Goal::new(combinator, (schema, node), first_item, self.tasks.len(), self.doubt);
        self.play(goal, None)
    }

    /// Tells a goal how its attempt ended.
    fn settle(&mut self, goal: Goal, answer: Answer) -> bool {
        self.play(goal, Some(answer))
    }

    /// Makes the moves of a goal until one needs tasks to be done first.
    fn play(&mut self, mut goal: Goal, mut attempt: Option<Answer>) -> bool {
        loop {
            match goal.next_move(self.schema, self.tree, attempt) {
                Move::Try(schema, node) => {
                    self.doubt = false;
                    let begun = self.begin(schema, node);
                    if begun && self.tasks.len() > goal.base {
                        self.goals.push(goal);
                        return true;
                    }
                    attempt = Some(if begun { Answer::held(self.doubt) } else { Answer::No });
                }
                Move::Need(schema, node) => {
                    self.doubt = goal.outer_doubt;
                    return self.begin(schema, node);
                }
                Move::Answer(answer) => {
                    self.doubt = goal.outer_doubt || answer == Answer::Maybe;
                    return answer != Answer::No;
                }
            }
        }
    }
}
