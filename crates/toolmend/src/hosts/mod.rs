//! Host rules: what a schema allows but a host's tool is known to refuse or misuse.

use crate::Options;
use crate::bench::Bench;

/// Corrects the arguments of `tool`, which its schema accepts already. Every change is recorded
/// on the bench. Does nothing where `options` names neither a host nor paths.
pub(crate) fn correct(tool: &str, bench: &mut Bench<'_>, options: &Options<'_>) {
    let _ = (tool, bench, options);
}

/// Gives arguments that a host's tool would refuse for their shape alone the shape it takes,
/// before the schema is asked: dsh's `run_code` (a command or a bare text for its program).
pub(crate) fn reshape(tool: &str, bench: &mut Bench<'_>, options: &Options<'_>) {
    let _ = (tool, bench, options);
}

/// Whether arguments that are no JSON at all are this tool's argument as a bare text (dsh's
/// `run_code`); then the rule that says so. The caller makes a JSON string of the text and hands it
/// to [`reshape`].
pub(crate) fn bare_text(tool: &str, options: &Options<'_>) -> Option<&'static str> {
    let _ = (tool, options);
    None
}
