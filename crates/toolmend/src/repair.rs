//! The rule loop: from a tree that its schema refuses to one that it accepts.
//!
//! One round lists every issue and applies at each the first rule that proposes a change; the next
//! round checks again. Issues inside a value that a change exchanged wait for the next round. The
//! number of rounds is bounded, because each peels off one layer of encoding, and each round is
//! linear: so is the whole.

mod branches;

use crate::Options;
use crate::bench::Bench;
use crate::rules::{Certainty, Change, Context, RULES, Rule};
use crate::schema::{Fault, Issue, Patterns, Schema, SchemaId};
use crate::tree::{NodeId, Tree};

/// Layers of encoding that are peeled off at most. Three are the most that was ever reported.
const ROUNDS: usize = 16;

/// Branches of a union are tried inside branches of a union this many times.
const TRIAL_DEPTH: u8 = 3;

/// What stays the same during one repair.
#[derive(Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) patterns: &'a dyn Patterns,
    pub(crate) options: &'a Options<'a>,
    /// The tool's name; `None` when data is read, where likely rules may run.
    pub(crate) tool: Option<&'a str>,
    /// Whether the host parsed the value.
    pub(crate) parsed: bool,
    trials: u8,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(
        schema: &'a Schema,
        patterns: &'a dyn Patterns,
        options: &'a Options<'a>,
        tool: Option<&'a str>,
        parsed: bool,
    ) -> Frame<'a> {
        Frame { schema, patterns, options, tool, parsed, trials: TRIAL_DEPTH }
    }

    /// The tool's name; empty when data is read.
    pub(crate) fn tool_name(&self) -> &'a str {
        self.tool.unwrap_or_default()
    }

    /// Whether the schema accepts the document.
    pub(crate) fn accepts(&self, tree: &Tree<'_>) -> bool {
        self.schema.accepts(self.schema.root(), tree, tree.root(), self.patterns)
    }

    fn allows(&self, rule: &Rule) -> bool {
        let default = rule.certainty == Certainty::Certain || self.tool.is_none();
        self.options.allows(rule.name, default)
    }
}

/// Why a repair failed.
pub(crate) enum Failure<'t> {
    /// Something is left that no rule mends.
    Stuck,
    /// Several readings validate and differ.
    Fork(Vec<Bench<'t>>),
}

/// Mends the document on the bench until `position` accepts it.
pub(crate) fn repair<'t>(
    bench: &mut Bench<'t>,
    position: SchemaId,
    frame: &Frame<'_>,
) -> Result<(), Failure<'t>> {
    for _ in 0..ROUNDS {
        let root = bench.tree.root();
        let issues = frame.schema.issues(position, &bench.tree, root, frame.patterns);
        if issues.is_empty() {
            return Ok(());
        }
        if !round(bench, &issues, position, frame)? {
            return Err(Failure::Stuck);
        }
    }
    Err(Failure::Stuck)
}

/// Takes one step at each issue. Returns whether any was taken.
fn round<'t>(
    bench: &mut Bench<'t>,
    issues: &[Issue],
    position: SchemaId,
    frame: &Frame<'_>,
) -> Result<bool, Failure<'t>> {
    let only_undeclared = issues.iter().all(|issue| issue.fault == Fault::Undeclared);
    let mut progress = false;
    let mut done = Done::default();
    for issue in issues {
        if done.covers(&bench.tree, issue.node) {
            continue;
        }
        if let Some((rule, change)) = proposal(&bench.tree, issue, only_undeclared, frame) {
            done.note(&bench.tree, &change);
            change.apply(rule.name, bench).map_err(|_| Failure::Stuck)?;
            progress = true;
        } else if let Fault::NoBranch(branches) = &issue.fault {
            let range = bench.tree.range(issue.node);
            if branches::take(bench, issue.node, branches, position, frame)? {
                done.ranges.push(range);
                progress = true;
            }
        }
    }
    Ok(progress)
}

/// The first rule that has something to propose.
fn proposal(
    tree: &Tree<'_>,
    issue: &Issue,
    only_undeclared: bool,
    frame: &Frame<'_>,
) -> Option<(&'static Rule, Change)> {
    let context = Context {
        tree,
        schema: frame.schema,
        patterns: frame.patterns,
        issue,
        tool: frame.tool,
        parsed: frame.parsed,
        only_undeclared,
    };
    RULES.iter().filter(|rule| frame.allows(rule)).find_map(|&rule| {
        let change = (rule.propose)(&context)?;
        Some((rule, change))
    })
}

/// The parts of the document that this round exchanged. Issues come in document order, so only the
/// last part can cover the next issue.
#[derive(Default)]
struct Done {
    ranges: Vec<std::ops::Range<u32>>,
    renamed: Vec<NodeId>,
}

impl Done {
    fn note(&mut self, tree: &Tree<'_>, change: &Change) {
        match change {
            Change::Replace(node, _)
            | Change::Wrap(node)
            | Change::Unwrap(node, _)
            | Change::Remove(node) => {
                self.ranges.push(tree.range(*node));
            }
            Change::Rename(members) => {
                self.renamed.extend(members.iter().map(|(member, _)| member));
            }
            Change::Insert(..) => {}
        }
    }

    fn covers(&self, tree: &Tree<'_>, node: NodeId) -> bool {
        let start = tree.range(node).start;
        self.ranges.last().is_some_and(|range| range.contains(&start))
            || self.renamed.last() == Some(&node)
    }
}
