//! What a mending changed, in the order in which it was done.

mod apply;

use std::borrow::Cow;

pub use apply::{EditError, apply_edits};

/// One change to a tool call. Applying a call's edits one after another to what came in gives what
/// goes out; see [`crate::apply_edits`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// A slice of the arguments' text was exchanged.
    Text {
        /// The rule's public name.
        rule: Cow<'static, str>,
        /// Where the slice starts, in UTF-8 bytes of the text as it stands at this edit.
        byte: usize,
        /// The slice.
        before: String,
        /// What took its place.
        after: String,
    },
    /// A value was exchanged, added or removed.
    Value {
        /// The rule's public name.
        rule: Cow<'static, str>,
        /// The value's JSON Pointer at this edit.
        path: String,
        /// The JSON source of what was there; absent when the value was added.
        before: Option<String>,
        /// The JSON source of what is there now; absent when the value was removed.
        after: Option<String>,
    },
    /// A member got another key.
    Key {
        /// The rule's public name.
        rule: Cow<'static, str>,
        /// The member's JSON Pointer before the edit.
        path: String,
        /// The key that was sent.
        before: String,
        /// The key that was taken.
        after: String,
    },
    /// The tool's name was exchanged.
    Name {
        /// The rule's public name.
        rule: Cow<'static, str>,
        /// The name that was sent.
        before: String,
        /// The name that was taken.
        after: String,
    },
}

impl Edit {
    /// The public name of the rule that made the edit.
    pub fn rule(&self) -> &str {
        match self {
            Edit::Text { rule, .. }
            | Edit::Value { rule, .. }
            | Edit::Key { rule, .. }
            | Edit::Name { rule, .. } => rule,
        }
    }
}
