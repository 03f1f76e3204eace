//! What JavaScript is told of an outcome.

use serde::Serialize;
use toolmend::{Edit, Issue, Outcome, Reading};

/// An outcome in one shape, without what came in; the same words as the command line's answers.
#[derive(Serialize)]
pub(crate) struct Report<'a> {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<&'a str>,
    edits: &'a [Edit],
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issues: Option<&'a [Issue]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<&'a [Reading]>,
}

impl<'a> Report<'a> {
    pub(crate) fn of(outcome: &'a Outcome) -> Report<'a> {
        let report = Report {
            outcome: outcome.name(),
            name: None,
            arguments: None,
            edits: &[],
            note: None,
            message: None,
            issues: None,
            readings: None,
        };
        match outcome {
            Outcome::Valid => report,
            Outcome::Repaired(repair) => Report {
                name: Some(&repair.name),
                arguments: Some(&repair.arguments),
                edits: &repair.edits,
                note: Some(&repair.note),
                ..report
            },
            Outcome::Ambiguous { readings, message } => {
                Report { message: Some(message), readings: Some(readings), ..report }
            }
            Outcome::Cut { message } => Report { message: Some(message), ..report },
            Outcome::Invalid { issues, message } => {
                Report { message: Some(message), issues: Some(issues), ..report }
            }
        }
    }
}
