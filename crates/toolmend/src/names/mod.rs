//! Which offered tool a name means.
//!
//! Kinds of likeness are tried from the surest down, and the first that finds a tool decides:
//!
//! 1. the very name;
//! 2. [`fold`]: the name in another case or with other separators;
//! 3. [`decoration`]: the name with namespaces, suffixes, tokens or quotes around it;
//! 4. [`server`]: the name with or without its server's;
//! 5. [`equivalent`]: a well-known name of the same tool.
//!
//! [`arguments`] that stand inside a name are taken out first; what is left goes the same way. How
//! far two names are apart never decides: `delete_x` is not `update_x`.

mod arguments;
mod decoration;
mod equivalent;
mod fold;
mod markup;
mod nearest;
mod server;
#[cfg(test)]
mod tests;

use crate::{Host, Tools};
use arguments::Split;

/// Every rule for names: its public name and what it does.
pub(crate) const RULES: &[(&str, &str)] = &[
    (fold::RULE, fold::SUMMARY),
    (decoration::RULE, decoration::SUMMARY),
    (server::RULE, server::SUMMARY),
    (arguments::RULE, arguments::SUMMARY),
    (equivalent::RULE, equivalent::SUMMARY),
];

/// The most bytes that a name may have, markup and arguments not counted, to be taken for another.
const LONGEST: usize = 128;

/// What a sent name may mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Resolution {
    /// The offered tools that the name may mean, by the first kind of likeness that finds any.
    /// The caller takes one only if it is the only one whose schema takes the arguments.
    pub(crate) candidates: Vec<Candidate>,
    /// Arguments that stood inside the name, to be used if none were sent. If others were sent,
    /// the call contradicts itself and the caller refuses it.
    pub(crate) arguments: Option<String>,
    /// Up to five offered names that look like the one sent, for the message; empty where the name
    /// is exactly a tool's.
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
    if let Some(tool) = tools.names().position(|name| name == sent) {
        let candidates = vec![Candidate { tool, rule: None }];
        return Resolution { candidates, ..Resolution::default() };
    }
    let offered = Offered::new(tools.names());
    let (name, arguments, is_whole) = match arguments::split(sent) {
        Split::Name => (sent, None, true),
        Split::Arguments { name, arguments } => (name, Some(arguments), true),
        Split::Unreadable { name } => (name, None, false),
    };
    let name = markup::strip(name).unwrap_or_default();
    let nearest = nearest::find(name, &offered);
    if !is_whole || name.is_empty() || name.len() > LONGEST {
        return Resolution { nearest, ..Resolution::default() };
    }
    let mut candidates = find(sent, name, &offered, host);
    if arguments.is_some() {
        for candidate in &mut candidates {
            candidate.rule = Some(arguments::RULE);
        }
    }
    Resolution { candidates, arguments, nearest }
}

/// The offered tools that `name`, what markup left of `sent`, may mean.
fn find(sent: &str, name: &str, offered: &Offered<'_>, host: Option<Host>) -> Vec<Candidate> {
    let by = |rule: &'static str, tools: Vec<usize>| -> Option<Vec<Candidate>> {
        let candidate = |tool| Candidate { tool, rule: Some(rule) };
        (!tools.is_empty()).then(|| tools.into_iter().map(candidate).collect())
    };
    let forms = decoration::variants(name);
    let first = |look: &dyn Fn(&str) -> Vec<usize>| {
        forms.iter().map(|form| look(form)).find(|tools| !tools.is_empty()).unwrap_or_default()
    };
    let spelling = if name == sent { fold::alike(name, offered) } else { Vec::new() };
    by(fold::RULE, spelling)
        .or_else(|| by(decoration::RULE, first(&|form| decoration::find(form, offered))))
        .or_else(|| by(server::RULE, server::find(&forms, offered)))
        .or_else(|| by(equivalent::RULE, first(&|form| equivalent::find(form, offered, host))))
        .unwrap_or_default()
}

/// The offered names, folded once.
struct Offered<'a> {
    names: Vec<&'a str>,
    folded: Vec<String>,
}

impl<'a> Offered<'a> {
    fn new(names: impl Iterator<Item = &'a str>) -> Offered<'a> {
        let names: Vec<&str> = names.collect();
        let folded = names.iter().map(|name| fold::fold(name)).collect();
        Offered { names, folded }
    }

    fn count(&self) -> usize {
        self.names.len()
    }

    fn name(&self, tool: usize) -> &'a str {
        self.names[tool]
    }

    fn folded(&self, tool: usize) -> &str {
        &self.folded[tool]
    }

    /// The tool of exactly this name; of several the first.
    fn exact(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|&offered| offered == name)
    }

    /// The tools that `is_meant` holds for, in order; of tools with one name only the first.
    fn select(&self, is_meant: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for tool in (0..self.names.len()).filter(|&tool| is_meant(tool)) {
            if found.iter().all(|&other| self.names[other] != self.names[tool]) {
                found.push(tool);
            }
        }
        found
    }
}
