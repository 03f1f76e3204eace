//! Mends a language model's broken tool call where exactly one sensible reading is left.
//!
//! Open models send tool calls that are slightly wrong: `null` for an optional argument, a list as
//! text, a trailing comma, `read_file` for `read`. [`mend`] takes such a call and the offered
//! [`Tools`], and answers with one of five [`Outcome`]s: the call is valid and untouched, repaired
//! with every [`Edit`] listed, ambiguous, cut off, or invalid with a message that a model can act
//! on. [`mend_json`] reads broken JSON that is data and will not be run.
//!
//! Data flows one way, and no module reaches back:
//!
//! ```text
//! text ─ tree (strict) ──────────┐
//!   └─── reader (tolerant) ─ tree ─ schema (issues) ─ repair (rules) ─ hosts ─ outcome
//! ```
//!
//! Everything here is pure: no I/O, no clock, no global state, no recursion on input.

// The module is built without what `{:?}` needs: see `crates/bindgen/src/silence.rs`.
#![cfg_attr(not(test), warn(clippy::use_debug))]

mod accept;
mod bench;
mod call;
mod edit;
mod hosts;
mod json;
mod leaks;
pub mod lines;
mod mend;
mod names;
mod order;
mod outcome;
mod reader;
mod registry;
mod repair;
mod report;
mod rules;
mod schema;
mod table;
mod tools;
mod tree;
pub mod wire;

pub use call::{Arguments, Call, Host, Options, Platform};
pub use edit::{Edit, EditError, apply_edits};
pub use json::{JsonOutcome, mend_json, mend_json_with};
pub use leaks::{Channel, Level, Recovered, ScanEvent, ScanOptions, Scanned, Scanner, scan};
pub use mend::{mend, mend_all};
pub use outcome::{Issue, Outcome, Reading, Repair};
pub use registry::{RuleInfo, rules};
pub use schema::{AnyPattern, Patterns, schema_accepts};
pub use tools::{Error, Tools};
