//! `unwrap-arguments`: the arguments inside a wrapper: `{"arguments": {…}}`, or the whole call
//! (`{"name": …, "parameters": {…}}`) in the place of the arguments.
//!
//! Certain because the wrapper's key is not declared, the only other members are the call's own
//! labels, a name among them is this tool's, and what was inside is all that there is. Wrappers
//! inside wrappers come off in one step, since models nest them deeper with each retry. A tool that
//! declares a key called `arguments` or `input` keeps it.

use super::{Certainty, Change, Context, Rule, likeness};
use crate::schema::Fault;
use crate::tree::{Kind, NodeId};

pub(super) const RULE: Rule = Rule {
    name: "unwrap-arguments",
    summary: "arguments inside a wrapper are taken out of it",
    advice: "send the arguments themselves, without a wrapper",
    certainty: Certainty::Certain,
    propose,
};

/// Keys under which models put the arguments, folded.
const WRAPPERS: [&str; 13] = [
    "arguments",
    "args",
    "argument",
    "parameters",
    "params",
    "input",
    "inputs",
    "kwargs",
    "toolinput",
    "toolargs",
    "toolarguments",
    "function",
    "functioncall",
];
/// Keys that name the tool, folded.
const NAMES: [&str; 6] = ["name", "tool", "toolname", "function", "functionname", "recipientname"];
/// Keys that label a call and say nothing about it, folded.
const LABELS: [&str; 4] = ["type", "id", "callid", "toolcallid"];

fn propose(context: &Context<'_>) -> Option<Change> {
    let root = context.tree.root();
    if !matches!(context.issue.fault, Fault::Missing(_) | Fault::Undeclared) {
        return None;
    }
    let properties = context.schema.properties(context.schema.root());
    let mut object = root;
    let mut wrapped = None;
    while let Some(inner) = wrapped_value(context, object) {
        let key = context.tree.key_string(inner)?;
        if properties.iter().any(|property| property.name == key) {
            break;
        }
        wrapped = Some(inner);
        if context.tree.kind(inner) != Kind::Object {
            break;
        }
        object = inner;
    }
    // A text is unpacked in the next step.
    Some(Change::Unwrap(root, wrapped?))
}

/// The value of the wrapper, if an object is nothing but one.
fn wrapped_value(context: &Context<'_>, object: NodeId) -> Option<NodeId> {
    let mut wrapped = None;
    for member in context.tree.children(object) {
        let key = likeness::fold(&context.tree.key_string(member)?);
        let kind = context.tree.kind(member);
        let text = context.tree.string(member);
        let opens = |text: &str| text.trim_start().starts_with(['{', '"']);
        let holds = kind == Kind::Object || text.as_deref().is_some_and(opens);
        if holds && WRAPPERS.contains(&key.as_str()) {
            if wrapped.replace(member).is_some() {
                return None;
            }
        } else if NAMES.contains(&key.as_str()) && kind == Kind::String {
            let own = |tool| likeness::fold(tool) == likeness::fold(text.as_deref().unwrap_or(""));
            if !context.tool.is_none_or(own) {
                return None;
            }
        } else if !LABELS.contains(&key.as_str()) {
            return None;
        }
    }
    wrapped
}
