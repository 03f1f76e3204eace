//! `host-command-description`: the missing `description` of dsh's `bash`.
//!
//! dsh refuses a command without a description, which it shows in its UI and which nothing else
//! depends on. The command describes itself.
//!
//! Looks alike but is not: a blank description (it is a text, and dsh takes it), a missing command,
//! and the `bash` of another host, or a custom one, that asks for no description.

use super::run_code_description::is_placeholder;
use crate::bench::Bench;
use crate::tree::{Kind, NodeId, Tree, string};

/// The rule's public name.
pub(super) const RULE: &str = "host-command-description";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "the missing description of bash's command";

/// How much of a command stands in its description.
const SHOWN: usize = 50;

/// Describes the command where no description was sent.
pub(super) fn fill(bench: &mut Bench<'_>) {
    let root = bench.tree.root();
    let Some(command) = bench.tree.member(root, "command") else { return };
    if bench.tree.string(command).is_none_or(|command| command.trim().is_empty()) {
        return;
    }
    let label = describe(&bench.tree, command);
    let description = bench.tree.member(root, "description");
    // The label is a JSON string.
    let _ = match description {
        None => bench.insert(RULE, root, "description", &label),
        Some(id) if bench.tree.kind(id) != Kind::String && is_placeholder(&bench.tree, id) => {
            bench.replace(RULE, id, &label)
        }
        Some(_) => Ok(()),
    };
}

/// The description of a command, as a JSON string.
pub(super) fn describe(tree: &Tree<'_>, command: NodeId) -> String {
    let command = tree.string(command).unwrap_or_default();
    let shown: String = command.trim().chars().take(SHOWN).collect();
    string::encode(&format!("Execute command: {}", shown.trim_end()))
}
