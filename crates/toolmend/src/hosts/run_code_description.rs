//! `host-run-code-description`: the missing `description` of dsh's `run_code`.
//!
//! dsh refuses a program without a description, which it shows in its UI and which nothing else
//! depends on. The program's own first comment is one, else a fixed label.
//!
//! Looks alike but is not: a blank description (it is a text, and dsh takes it), a number (a repair
//! rule makes a text of it), and any other missing argument: a value that matters is never made up.

use super::run_code_fence::program_within;
use crate::bench::Bench;
use crate::tree::{Kind, NodeId, Tree, string};

/// The rule's public name.
pub(super) const RULE: &str = "host-run-code-description";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "the missing description of run_code's program";

/// What describes a program that says nothing about itself.
const FALLBACK: &str = "Execute code script";

/// How much of a comment becomes the description.
const SHOWN: usize = 60;

/// Describes the program where no description was sent.
pub(super) fn fill(bench: &mut Bench<'_>) {
    let root = bench.tree.root();
    let Some(code) = bench.tree.member(root, "code") else { return };
    let Some(program) = bench.tree.string(code).filter(|code| !code.trim().is_empty()) else {
        return;
    };
    let label = quoted_label(&program);
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

/// Whether a value stands for none: `null`, `""`, `{}` or `[]`.
pub(super) fn is_placeholder(tree: &Tree<'_>, id: NodeId) -> bool {
    match tree.kind(id) {
        Kind::Null => true,
        Kind::String => tree.string(id).is_some_and(|text| text.is_empty()),
        Kind::Array | Kind::Object => tree.is_empty(id),
        Kind::Boolean | Kind::Number => false,
    }
}

/// The description of a program, as a JSON string.
pub(super) fn quoted_label(code: &str) -> String {
    let program = program_within(code).unwrap_or(code);
    let first = program.lines().map(str::trim).find(|line| !line.is_empty());
    let comment: String = first.and_then(comment).unwrap_or_default().chars().take(SHOWN).collect();
    let comment = comment.trim_end();
    string::encode(if comment.is_empty() { FALLBACK } else { comment })
}

/// The text of a line that is a comment and nothing else.
fn comment(line: &str) -> Option<&str> {
    if let Some(text) = line.strip_prefix("//") {
        return Some(text.trim_start_matches('/').trim());
    }
    if let Some(text) = line.strip_prefix("/*") {
        let text = match text.split_once("*/") {
            Some((text, after)) if after.trim().is_empty() => text,
            Some(_) => return None,
            None => text,
        };
        return Some(text.trim_matches('*').trim());
    }
    line.strip_prefix('#').filter(|text| !text.starts_with('!')).map(str::trim)
}
