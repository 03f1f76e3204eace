//! What people and models read: notes on mended calls, messages on refused ones.

use crate::rules::RULES;
use crate::schema::{Fault, Patterns, Schema};
use crate::tools::Tool;
use crate::tree::{Tree, string};
use crate::{Edit, Issue, Reading, Tools};

/// The most characters of a note.
const NOTE: usize = 300;
/// The most bytes of a message.
const MESSAGE: usize = 2048;
/// The most characters of a value that is shown.
const VALUE: usize = 80;
/// The most characters of a value that is shown in a note.
const NOTE_VALUE: usize = 32;

/// A text of at most 80 characters for one that may be long.
pub(crate) fn shorten(text: &str) -> String {
    limit(text, VALUE)
}

fn limit(text: &str, most: usize) -> String {
    if text.char_indices().nth(most).is_none() {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most - 1).collect();
    short.push('…');
    short
}

/// A reason with the text at which it holds.
pub(crate) fn near(text: &str, offset: usize, reason: &str) -> String {
    let found: String = text.get(offset..).unwrap_or_default().chars().take(NOTE_VALUE).collect();
    if found.trim().is_empty() {
        return reason.to_owned();
    }
    format!("{reason}, at {}", string::encode(&found))
}

/// Cuts a message that grew over 2 KB at a character's edge.
fn bounded(mut message: String) -> String {
    if message.len() > MESSAGE {
        let mut end = MESSAGE - '…'.len_utf8();
        while !message.is_char_boundary(end) {
            end -= 1;
        }
        message.truncate(end);
        message.push('…');
    }
    message
}

/// Everything that the schema says against the document, by path.
pub(crate) fn issues(tree: &Tree<'_>, schema: &Schema, patterns: &dyn Patterns) -> Vec<Issue> {
    let issues = schema.issues(schema.root(), tree, tree.root(), patterns);
    issues.iter().map(|issue| described(issue, tree, schema)).collect()
}

fn described(issue: &crate::schema::Issue, tree: &Tree<'_>, schema: &Schema) -> Issue {
    let mut path = tree.pointer(issue.node);
    let got = shorten(&tree.source(issue.node));
    match &issue.fault {
        Fault::Missing(key) => {
            let properties = schema.properties(issue.position);
            let declared = properties.iter().find(|property| property.name == key);
            let expected = declared
                .map_or_else(|| "a value".to_owned(), |property| schema.describe(property.schema));
            path.push('/');
            crate::tree::push_token(&mut path, key);
            Issue { path, expected, got: "nothing".to_owned() }
        }
        Fault::Undeclared => {
            let names: Vec<&str> = issue
                .holder
                .map(|holder| schema.properties(holder))
                .unwrap_or_default()
                .iter()
                .map(|property| property.name)
                .collect();
            let expected = format!("no such key (declared: {})", limit(&names.join(", "), 200));
            Issue { path, expected, got }
        }
        Fault::Other(words) => Issue { path, expected: words.clone(), got },
        Fault::Type(_) | Fault::Enum | Fault::NoBranch(_) => {
            Issue { path, expected: schema.describe(issue.position), got }
        }
    }
}

/// The issues with the reader's reason, where the text could not be read at all.
pub(crate) fn with_reason(mut issues: Vec<Issue>, reason: Option<&str>) -> Vec<Issue> {
    if let Some(reason) = reason {
        let (path, expected) = (String::new(), "a JSON object".to_owned());
        issues.push(Issue { path, expected, got: reason.to_owned() });
    }
    issues
}

/// The message for a call that has no justified reading.
pub(crate) fn invalid(sent: &str, tool: &Tool, issues: &[Issue], reason: Option<&str>) -> String {
    let name = &tool.name;
    let mut message = format!("The call of {name} was not run");
    if sent != name {
        message.push_str(&format!(" (there is no tool {})", string::encode(&shorten(sent))));
    }
    if let Some(reason) = reason {
        message.push_str(": ");
        message.push_str(reason);
        message.push('.');
    }
    if !issues.is_empty() {
        message.push_str(match issues.len() {
            1 => ": one argument is wrong.",
            _ => ": these arguments are wrong.",
        });
        for issue in issues {
            let path = if issue.path.is_empty() { "(arguments)" } else { &issue.path };
            message
                .push_str(&format!("\n- {path}: expected {}, got {}", issue.expected, issue.got));
        }
    }
    message.push_str("\nSend the whole call again with these corrected.");
    bounded(message)
}

/// The message for a call whose output was cut.
pub(crate) fn cut(tool: &str) -> String {
    format!(
        "Your output was cut off inside the arguments of {tool}, so nothing was run. \
         Send the call again; if it is long, split it into several smaller calls."
    )
}

/// The message for a call with several readings.
pub(crate) fn ambiguous(tool: &str, readings: &[Reading]) -> String {
    let mut message =
        format!("The call of {tool} was not run: it can be read in {} ways.", readings.len());
    for reading in readings {
        message.push_str("\n- ");
        message.push_str(&limit(reading.arguments.trim(), 4 * VALUE));
    }
    message.push_str("\nSend the one that you mean, as one JSON object.");
    bounded(message)
}

/// The message for a name that no offered tool has.
pub(crate) fn unknown(sent: &str, nearest: &[&str], tools: &Tools) -> String {
    let mut message =
        format!("There is no tool {}, so nothing was run.", string::encode(&shorten(sent)));
    if nearest.is_empty() {
        let names: Vec<&str> = tools.names().collect();
        if !names.is_empty() {
            message.push_str(&format!(" Offered are: {}.", limit(&names.join(", "), 1500)));
        }
    } else {
        message.push_str(&format!(" Did you mean: {}?", nearest.join(", ")));
    }
    bounded(message)
}

/// One line for the model on a mended call: what was sent, what was taken, how to send it. Each
/// rule is named once, by its first edit.
pub(crate) fn note(edits: &[Edit]) -> String {
    let mut note = String::from("Mended before it ran:");
    let mut told: Vec<&str> = Vec::new();
    for edit in edits {
        if told.contains(&edit.rule()) {
            continue;
        }
        let separator = if told.is_empty() { " " } else { "; " };
        told.push(edit.rule());
        let clause = format!("{separator}{}", clause(edit));
        // Room is left for the closing "; …".
        if note.chars().count() + clause.chars().count() > NOTE - 4 {
            note.push_str("; …");
            break;
        }
        note.push_str(&clause);
    }
    note.push('.');
    note
}

fn clause(edit: &Edit) -> String {
    let show = |text: &str| limit(text, NOTE_VALUE);
    let (what, advice) = match edit {
        Edit::Name { before, after, .. } => {
            (format!("the tool {} is called {after}", string::encode(&show(before))), "")
        }
        Edit::Key { path, before, after, .. } => {
            let place = path.rsplit_once('/').map_or("", |(place, _)| place);
            let place =
                if place.is_empty() { String::new() } else { format!(" in {}", show(place)) };
            (format!("{} was taken as {after}{place}", string::encode(&show(before))), "")
        }
        Edit::Value { rule, path, before, after } => {
            let what = match (before, after) {
                (Some(before), Some(after)) => {
                    format!("{} {} was taken as {}", place(path), show(before), show(after))
                }
                (Some(before), None) => format!("{} {} was left out", place(path), show(before)),
                (None, after) => {
                    let after = after.as_deref().unwrap_or_default();
                    format!("{} was added as {}", place(path), show(after))
                }
            };
            (what, advice(rule))
        }
        Edit::Text { rule, before, after, .. } => {
            let defect = rule.trim_start_matches("json-").replace('-', " ");
            let what = if before.is_empty() {
                format!("not valid JSON ({defect}: added {})", show(after))
            } else if after.is_empty() {
                format!("not valid JSON ({defect}: took out {})", show(before))
            } else {
                format!("not valid JSON ({defect}: {} read as {})", show(before), show(after))
            };
            (what, "")
        }
    };
    if advice.is_empty() { what } else { format!("{what} ({advice})") }
}

fn place(path: &str) -> String {
    if path.is_empty() { "the arguments".to_owned() } else { limit(path, 2 * NOTE_VALUE) }
}

fn advice(rule: &str) -> &'static str {
    RULES.iter().find(|known| known.name == rule).map_or("", |known| known.advice)
}
