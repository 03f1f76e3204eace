//! Everything that is wrong with a value, in document order.
//!
//! The value's nodes are met one by one, each with all the schemas that look at it. Where the
//! answer of `anyOf` and the like is needed, the [`Checker`] gives it. Into a branch that the value
//! is evidently meant for, the listing goes on; see [`super::branch`].

use super::assertion::Assertion;
use super::check::Checker;
use super::goal::{Answer, Combinator};
use super::members::Members;
use super::rules::{ArrayRules, Combination, ObjectRules, Subschema};
use super::{Fault, Issue, Patterns, Schema, SchemaId};
use crate::order::sorted_by_key;
use crate::tree::{Kind, NodeId, Tree};

/// Lists what is wrong with the value at `node`.
pub(super) fn list(
    schema: &Schema,
    root: SchemaId,
    tree: &Tree,
    node: NodeId,
    patterns: &dyn Patterns,
) -> Vec<Issue> {
    let mut checker = Checker::new(schema, tree, patterns);
    if checker.accepts(root, node) {
        return Vec::new();
    }
    let view = View { schema: root, position: root, holder: None };
    let mut lister = Lister {
        schema,
        tree,
        patterns,
        checker,
        members: Members::default(),
        issues: Vec::new(),
        pending: vec![Entry::Look(node, view)],
    };
    lister.run();
    // Only a schema that denies itself (`not` around a `$ref` back to it) can be refused without a
    // reason.
    if lister.issues.is_empty() {
        let fault = Fault::Other(schema.describe(root));
        lister.issues.push(view.issue(node, fault));
    }
    lister.issues
}

/// A schema that looks at a node, and where that schema stands.
#[derive(Clone, Copy, Debug)]
struct View {
    schema: SchemaId,
    position: SchemaId,
    holder: Option<SchemaId>,
}

impl View {
    fn issue(&self, node: NodeId, fault: Fault) -> Issue {
        Issue { node, schema: self.schema, position: self.position, holder: self.holder, fault }
    }
}

enum Entry {
    Look(NodeId, View),
    Complain(Issue),
}

impl Entry {
    /// Siblings' indices ascend in document order. A complaint about a node comes before what is
    /// found inside it.
    fn order(&self) -> u32 {
        match self {
            Entry::Complain(issue) => issue.node.0 << 1,
            Entry::Look(node, _) => node.0 << 1 | 1,
        }
    }
}

struct Lister<'a, 't> {
    schema: &'a Schema,
    tree: &'a Tree<'t>,
    patterns: &'a dyn Patterns,
    checker: Checker<'a, 't>,
    members: Members,
    issues: Vec<Issue>,
    /// What is still to be met; the next in document order is the last.
    pending: Vec<Entry>,
}

impl Lister<'_, '_> {
    fn run(&mut self) {
        while let Some(entry) = self.pending.pop() {
            match entry {
                Entry::Complain(issue) => self.issues.push(issue),
                Entry::Look(node, view) => {
                    let mut views = vec![view];
                    while let Some(Entry::Look(same, view)) = self
                        .pending
                        .pop_if(|next| matches!(next, Entry::Look(same, _) if *same == node))
                    {
                        debug_assert_eq!(same, node);
                        views.push(view);
                    }
                    self.look(node, views);
                }
            }
        }
    }

    /// Meets a node with the schemas that look at it; the list grows by those that these refer to.
    fn look(&mut self, node: NodeId, mut views: Vec<View>) {
        let mut children = Vec::new();
        let mut at = 0;
        while let Some(&view) = views.get(at) {
            at += 1;
            let is_repeated = views[..at - 1].iter().any(|seen| seen.schema == view.schema);
            let subschema = self.schema.subschema(view.schema);
            let is_null = self.tree.kind(node) == Kind::Null;
            if is_repeated || (subschema.nullable && is_null) {
                continue;
            }
            self.list_assertions(subschema, view, node);
            match (self.tree.kind(node), &subschema.array, &subschema.object) {
                (Kind::Array, Some(rules), _) => {
                    self.look_at_items(rules, (view, subschema), node, &mut children);
                }
                (Kind::Object, _, Some(rules)) => {
                    self.look_at_members(rules, (view, subschema), node, &mut children);
                    self.look_at_dependents(rules, view, node, &mut views);
                }
                _ => {}
            }
            if let Some(combination) = &subschema.combination {
                self.look_at_combination(combination, view, node, &mut views);
            }
        }
        self.pending.extend(sorted_by_key(children, Entry::order).into_iter().rev());
    }

    fn list_assertions(&mut self, subschema: &Subschema, view: View, node: NodeId) {
        let (schema, issues) = (self.schema, &mut self.issues);
        let mut complain = |assertion| {
            issues.push(view.issue(node, schema.fault(subschema, assertion)));
        };
        schema.assert(subschema, (self.tree, node), self.patterns, &mut complain);
    }

    fn complain(&mut self, (view, subschema): (View, &Subschema), node: NodeId, what: Assertion) {
        self.issues.push(view.issue(node, self.schema.fault(subschema, what)));
    }

    fn look_at_items(
        &mut self,
        rules: &ArrayRules,
        of: (View, &Subschema),
        array: NodeId,
        children: &mut Vec<Entry>,
    ) {
        let mut count = 0;
        for item in self.tree.children(array) {
            if let Some(schema) = rules.item(count) {
                let view = View { schema, position: schema, holder: None };
                children.push(Entry::Look(item, view));
            }
            count += 1;
        }
        if !rules.count.has(count as u64) {
            self.complain(of, array, Assertion::ItemCount);
        }
        if rules.unique && !self.checker.all_distinct(array) {
            self.complain(of, array, Assertion::UniqueItems);
        }
        let Some(contains) = rules.contains else { return };
        if !self.checker.holds(Combinator::Contains, of.0.schema, array) {
            let what = self.schema.describe(contains.schema);
            let words = format!("an array {} like this: {what}", contains.count.words("item"));
            self.issues.push(of.0.issue(array, Fault::Other(words)));
        }
    }

    fn look_at_members(
        &mut self,
        rules: &ObjectRules,
        of: (View, &Subschema),
        object: NodeId,
        children: &mut Vec<Entry>,
    ) {
        let view = of.0;
        let mut members = std::mem::take(&mut self.members);
        members.sort(rules, self.tree, object);
        for (name, member) in rules.names.list().iter().zip(&members.named) {
            match (member, name.schema) {
                (&Some(member), Some(schema)) => {
                    children.push(Entry::Look(member, view.of_member(schema)));
                }
                (None, _) if name.required => {
                    self.issues.push(view.issue(object, Fault::Missing(name.text.to_string())));
                }
                _ => {}
            }
        }
        if rules.minds_other_members() {
            for (member, is_declared) in members.each(rules) {
                self.look_at_key(rules, view, (member, is_declared), children);
            }
            if !rules.count.has(members.count()) {
                self.complain(of, object, Assertion::MemberCount);
            }
        }
        self.members = members;
    }

    fn look_at_key(
        &mut self,
        rules: &ObjectRules,
        view: View,
        (member, is_declared): (NodeId, bool),
        children: &mut Vec<Entry>,
    ) {
        let mut is_matched = is_declared;
        for (pattern, schema) in &rules.patterns {
            let answer = pattern.matches_key(self.tree, member, self.patterns);
            is_matched |= answer != Answer::No;
            if answer == Answer::Yes {
                children.push(Entry::Look(member, view.of_member(*schema)));
            }
        }
        if let Some(additional) = rules.additional.filter(|_| !is_matched) {
            let holder = Some(view.position);
            children.push(if self.schema.subschema(additional).is_nothing() {
                let issue = view.issue(member, Fault::Undeclared);
                Entry::Complain(Issue { position: additional, holder, ..issue })
            } else {
                Entry::Look(member, view.of_member(additional))
            });
        }
        if let Some(keys) = rules.keys
            && self.checker.key_is_valid(keys, member) == Answer::No
        {
            let words = format!("a key that is {}", self.schema.describe(keys));
            let issue = view.of_member(keys).issue(member, Fault::Other(words));
            children.push(Entry::Complain(issue));
        }
    }

    fn look_at_dependents(
        &mut self,
        rules: &ObjectRules,
        view: View,
        object: NodeId,
        views: &mut Vec<View>,
    ) {
        let is_there = |place: u32| self.members.named(place).is_some();
        for dependent in rules.dependents.iter().filter(|dependent| is_there(dependent.trigger)) {
            for &place in dependent.required.iter().filter(|&&place| !is_there(place)) {
                let name = rules.names.list().get(place as usize);
                let missing = name.filter(|name| !name.required).map(|name| name.text.to_string());
                self.issues.extend(missing.map(|text| view.issue(object, Fault::Missing(text))));
            }
            views.extend(dependent.schema.map(|schema| View { schema, ..view }));
        }
    }

    fn look_at_combination(
        &mut self,
        combination: &Combination,
        view: View,
        node: NodeId,
        views: &mut Vec<View>,
    ) {
        views.extend(combination.all.iter().map(|&schema| View { schema, ..view }));
        for (combinator, branches) in
            [(Combinator::AnyOf, &combination.any_of), (Combinator::OneOf, &combination.one_of)]
        {
            let is_refused =
                !branches.is_empty() && !self.checker.holds(combinator, view.schema, node);
            if is_refused {
                self.look_at_branches(branches, view, node, views);
            }
        }
        if let Some(not) = combination.not
            && !self.checker.holds(Combinator::Not, view.schema, node)
        {
            let words = format!("anything but {}", self.schema.describe(not));
            self.issues.push(view.issue(node, Fault::Other(words)));
        }
        if let Some(condition) = combination.condition {
            let schema = match self.checker.answer(condition.test, node) {
                Answer::Yes => condition.then,
                Answer::Maybe => None,
                Answer::No => condition.otherwise,
            };
            views.extend(schema.map(|schema| View { schema, ..view }));
        }
    }

    /// What is wrong where the branches of an `anyOf` or `oneOf` were refused.
    fn look_at_branches(
        &mut self,
        branches: &[SchemaId],
        view: View,
        node: NodeId,
        views: &mut Vec<View>,
    ) {
        let taking = branches.iter().filter(|&&branch| self.checker.accepts(branch, node)).count();
        let fault = if taking > 1 {
            Fault::Other(format!("what fits only one of {} alternatives", branches.len()))
        } else if let Some(branch) = self.schema.meant_branch(branches, self.tree, node) {
            views.push(View { schema: branch, position: branch, ..view });
            return;
        } else if branches.iter().all(|&branch| self.schema.members(branch).is_some()) {
            Fault::Enum
        } else {
            Fault::NoBranch(branches.to_vec())
        };
        self.issues.push(view.issue(node, fault));
    }
}

impl View {
    /// The view of a member of the object that this one looks at.
    fn of_member(&self, schema: SchemaId) -> View {
        View { schema, position: schema, holder: Some(self.position) }
    }
}
