//! Unions whose branch neither a tag nor the value's type picks: each branch is tried.
//!
//! A branch survives if the value can be mended to fit it. One result is taken, several that differ
//! make the call ambiguous: the fork carries each on to its end.

use super::{Failure, Frame, repair};
use crate::Edit;
use crate::bench::Bench;
use crate::schema::SchemaId;
use crate::tree::{NodeId, Tree, same_value};

/// Branches that are tried at one node.
const TRIALS: usize = 16;
/// Readings that are reported at most.
const READINGS: usize = 4;

/// A value that fits a branch, and what led there.
struct Survivor {
    json: String,
    edits: Vec<Edit>,
}

/// Tries the branches at `node` and takes the only result. Returns whether there was one.
pub(super) fn take<'t>(
    bench: &mut Bench<'t>,
    node: NodeId,
    branches: &[SchemaId],
    position: SchemaId,
    frame: &Frame<'_>,
) -> Result<bool, Failure<'t>> {
    let Some(trials) = frame.trials.checked_sub(1) else { return Ok(false) };
    let inner = Frame { trials, ..*frame };
    let survivors = survivors(&bench.tree.source(node), branches, &inner);
    match survivors.as_slice() {
        [] => Ok(false),
        [only] => {
            adopt(bench, node, only);
            Ok(true)
        }
        several => {
            let mut readings = Vec::new();
            for survivor in several.iter().take(READINGS) {
                let mut reading = bench.clone();
                adopt(&mut reading, node, survivor);
                if repair(&mut reading, position, &inner).is_ok() {
                    readings.push(reading);
                }
            }
            if readings.len() < 2 { Ok(false) } else { Err(Failure::Fork(readings)) }
        }
    }
}

fn survivors(source: &str, branches: &[SchemaId], frame: &Frame<'_>) -> Vec<Survivor> {
    let mut survivors: Vec<Survivor> = Vec::new();
    for &branch in branches.iter().take(TRIALS) {
        let Ok(tree) = Tree::parse(source) else { break };
        let mut bench = Bench::new(tree);
        if repair(&mut bench, branch, frame).is_err() {
            continue;
        }
        let json = bench.tree.render();
        let is_new = survivors.iter().all(|other| !same_json(&other.json, &json));
        if is_new {
            survivors.push(Survivor { json, edits: bench.edits });
        }
    }
    survivors
}

fn same_json(left: &str, right: &str) -> bool {
    match (Tree::parse(left), Tree::parse(right)) {
        (Ok(left), Ok(right)) => same_value((&left, left.root()), (&right, right.root())),
        _ => left == right,
    }
}

/// Puts a survivor in the place of `node` with its edits, whose paths begin at the node.
fn adopt(bench: &mut Bench<'_>, node: NodeId, survivor: &Survivor) {
    let pointer = bench.tree.pointer(node);
    if bench.tree.replace(node, &survivor.json).is_err() {
        return;
    }
    bench.edits.extend(survivor.edits.iter().cloned().map(|edit| match edit {
        Edit::Value { rule, path, before, after } => {
            Edit::Value { rule, path: format!("{pointer}{path}"), before, after }
        }
        Edit::Key { rule, path, before, after } => {
            Edit::Key { rule, path: format!("{pointer}{path}"), before, after }
        }
        other => other,
    }));
}
