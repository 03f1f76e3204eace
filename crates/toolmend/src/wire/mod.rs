//! The JSON that is ours: lists of tools and settings come in, outcomes go out.
//!
//! It is read by the same tree as the model's and written by hand, because a second reader of
//! JSON would double the WebAssembly module for a dozen fixed shapes.

mod read;
mod report;
mod settings;
mod write;

pub use crate::leaks::events_report;
pub use report::{json_report, report, reports, rules_report};
pub use settings::Settings;

pub(crate) use read::{Object, items, parse};
pub(crate) use report::{edits_json, json_outcome_into, outcome_into};
pub(crate) use write::{Writer, list};

use crate::{Edit, Error};

/// Reads a list of edits, as reports have them.
pub fn edits(json: &str) -> Result<Vec<Edit>, Error> {
    read::edits(json).map_err(|problem| Error::new(format!("edits: {problem}")))
}
