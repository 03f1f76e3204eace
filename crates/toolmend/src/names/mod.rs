//! Which offered tool a name means.

use crate::{Host, Tools};

/// What a sent name may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Resolution {
    /// The offered tools that the name may mean, by the first kind of likeness that finds any.
    /// The caller takes one only if it is the only one whose schema takes the arguments.
    pub(crate) candidates: Vec<Candidate>,
    /// Arguments that stood inside the name, to be used if none were sent.
    pub(crate) arguments: Option<String>,
    /// Up to five offered names that look like the one sent, for the message.
    pub(crate) nearest: Vec<usize>,
}

/// One offered tool that a name may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Its place in the list of tools.
    pub(crate) tool: usize,
    /// The rule that found it; `None` if the name is exactly the tool's.
    pub(crate) rule: Option<&'static str>,
}

/// Finds what `sent` means among the offered tools.
pub(crate) fn resolve(sent: &str, tools: &Tools, host: Option<Host>) -> Resolution {
    let _ = host;
    let candidates = tools
        .names()
        .position(|name| name == sent)
        .map(|tool| Candidate { tool, rule: None })
        .into_iter()
        .collect();
    Resolution { candidates, arguments: None, nearest: Vec::new() }
}
