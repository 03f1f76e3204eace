//! The five outcomes.

use crate::Edit;

/// What became of a tool call. Only [`Outcome::Valid`] and [`Outcome::Repaired`] may be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The call needs nothing: use what came in, byte for byte.
    Valid,
    /// Exactly one sensible reading was left.
    Repaired(Repair),
    /// Two to four readings validate and differ; which one was meant cannot be known.
    Ambiguous {
        /// The readings.
        readings: Vec<Reading>,
        /// What to tell the model, at most 2 KB.
        message: String,
    },
    /// The model's output ends inside a value.
    Cut {
        /// What to tell the model, at most 2 KB.
        message: String,
    },
    /// There is no justified reading.
    Invalid {
        /// Everything that is wrong, by path.
        issues: Vec<Issue>,
        /// What to tell the model, at most 2 KB.
        message: String,
    },
}

impl Outcome {
    /// The outcome's name: `valid`, `repaired`, `ambiguous`, `cut` or `invalid`.
    pub fn name(&self) -> &'static str {
        match self {
            Outcome::Valid => "valid",
            Outcome::Repaired(_) => "repaired",
            Outcome::Ambiguous { .. } => "ambiguous",
            Outcome::Cut { .. } => "cut",
            Outcome::Invalid { .. } => "invalid",
        }
    }
}

/// A mended call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The offered tool.
    pub name: String,
    /// The arguments as JSON text: an object that the tool's schema accepts.
    pub arguments: String,
    /// What was changed, in order.
    pub edits: Vec<Edit>,
    /// One line for the model: what was sent, what was taken, how to send it. At most 300
    /// characters.
    pub note: String,
}

/// One of several ways in which a call can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The offered tool.
    pub name: String,
    /// The arguments as JSON text.
    pub arguments: String,
    /// What would have to be changed, in order.
    pub edits: Vec<Edit>,
}

/// One thing that is wrong with a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The JSON Pointer of the value that is wrong.
    pub path: String,
    /// What the schema asks for there, in words.
    pub expected: String,
    /// What was sent, shortened to 80 characters.
    pub got: String,
}
