//! Reading data: JSON that will be read, not run.

use serde::Serialize;

use crate::Edit;

/// What became of a text that should be JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonOutcome {
    /// `valid`, `repaired`, `ambiguous`, `cut` or `invalid`.
    pub outcome: &'static str,
    /// Strict JSON: the repaired text, or for `cut` what is finished. Absent for the others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What was changed, in order.
    pub edits: Vec<Edit>,
}

/// Reads `text` as JSON, and against a JSON Schema if one is given.
pub fn mend_json(text: &str, schema: Option<&str>) -> JsonOutcome {
    let _ = (text, schema);
    JsonOutcome { outcome: "invalid", text: None, edits: Vec::new() }
}
