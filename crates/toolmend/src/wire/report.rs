//! Outcomes, edits and rules as JSON.

use super::write::{Writer, list};
use crate::{Edit, Issue, JsonOutcome, Outcome, Reading, RuleInfo, rules};

/// An outcome without what came in: `{"outcome", "name"?, "arguments"?, "edits", "note"?,
/// "message"?, "issues"?, "readings"?}`.
pub fn report(outcome: &Outcome) -> String {
    let mut answer = Writer::object();
    outcome_into(&mut answer, outcome, None);
    answer.end()
}

/// A list of outcomes.
pub fn reports(outcomes: &[Outcome]) -> String {
    list(outcomes, report)
}

/// An outcome of reading: `{"outcome", "text"?, "edits"}`.
pub fn json_report(outcome: &JsonOutcome) -> String {
    let mut answer = Writer::object();
    json_outcome_into(&mut answer, outcome);
    answer.end()
}

/// Every rule: `[{"name", "summary", "stage", "certain"}]`.
pub fn rules_report() -> String {
    list(&rules(), |rule: &RuleInfo| {
        let mut object = Writer::object();
        object.text("name", rule.name);
        object.text("summary", rule.summary);
        object.text("stage", rule.stage);
        object.text("certain", rule.certain);
        object.end()
    })
}

/// Adds an outcome's members. `came_in` is the name and the arguments that stand for those of an
/// outcome which changes nothing.
pub(crate) fn outcome_into(answer: &mut Writer, outcome: &Outcome, came_in: Option<(&str, &str)>) {
    answer.text("outcome", outcome.name());
    let (call, edits) = match outcome {
        Outcome::Repaired(repair) => {
            (Some((&*repair.name, &*repair.arguments)), repair.edits.as_slice())
        }
        _ => (came_in, [].as_slice()),
    };
    if let Some((name, arguments)) = call {
        answer.text("name", name);
        answer.text("arguments", arguments);
    }
    answer.json("edits", &edits_json(edits));
    match outcome {
        Outcome::Valid => {}
        Outcome::Repaired(repair) => answer.text("note", &repair.note),
        Outcome::Ambiguous { readings, message } => {
            answer.text("message", message);
            answer.json("readings", &list(readings, reading_json));
        }
        Outcome::Cut { message } => answer.text("message", message),
        Outcome::Invalid { issues, message } => {
            answer.text("message", message);
            answer.json("issues", &list(issues, issue_json));
        }
    }
}

/// Adds the members of an outcome of reading.
pub(crate) fn json_outcome_into(answer: &mut Writer, outcome: &JsonOutcome) {
    answer.text("outcome", outcome.outcome);
    if let Some(text) = &outcome.text {
        answer.text("text", text);
    }
    answer.json("edits", &edits_json(&outcome.edits));
}

pub(crate) fn edits_json(edits: &[Edit]) -> String {
    list(edits, edit_json)
}

fn edit_json(edit: &Edit) -> String {
    let mut object = Writer::object();
    let (at, path, before, after) = match edit {
        Edit::Text { before, after, .. } => ("text", None, Some(before), Some(after)),
        Edit::Value { path, before, after, .. } => {
            ("value", Some(path), before.as_ref(), after.as_ref())
        }
        Edit::Key { path, before, after, .. } => ("key", Some(path), Some(before), Some(after)),
        Edit::Name { before, after, .. } => ("name", None, Some(before), Some(after)),
    };
    object.text("at", at);
    object.text("rule", edit.rule());
    if let Edit::Text { byte, .. } = edit {
        object.json("byte", &byte.to_string());
    }
    for (name, text) in [("path", path), ("before", before), ("after", after)] {
        if let Some(text) = text {
            object.text(name, text);
        }
    }
    object.end()
}

fn issue_json(issue: &Issue) -> String {
    let mut object = Writer::object();
    object.text("path", &issue.path);
    object.text("expected", &issue.expected);
    object.text("got", &issue.got);
    object.end()
}

fn reading_json(reading: &Reading) -> String {
    let mut object = Writer::object();
    object.text("name", &reading.name);
    object.text("arguments", &reading.arguments);
    object.json("edits", &edits_json(&reading.edits));
    object.end()
}
