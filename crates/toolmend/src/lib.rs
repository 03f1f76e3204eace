//! Mends a language model's broken tool call where exactly one sensible reading is left.
#![allow(dead_code)]

mod bench;
mod call;
mod edit;
mod hosts;
mod json;
pub mod lines;
mod mend;
mod names;
mod outcome;
mod reader;
mod repair;
mod report;
mod rules;
mod schema;
mod tools;
mod tree;

pub use call::{Arguments, Call, Host, Options, Platform};
pub use edit::{Edit, EditError, apply_edits};
pub use json::{JsonOutcome, mend_json, mend_json_with};
pub use mend::{mend, mend_all};
pub use outcome::{Issue, Outcome, Reading, Repair};
pub use schema::{AnyPattern, Patterns, schema_accepts};
pub use tools::{Error, Tools};
