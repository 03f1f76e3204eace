//! Whether a call that was found may become one: an offered tool, complete, and `valid` or
//! `repaired` for its schema.

use super::block::{Anchor, Block, FoundCall, FoundName, Part};
use super::coercion;
use super::offer::{Offer, Offered};
use super::{Recovered, ScanOptions};
use crate::tree::{Tree, same_value};
use crate::{Arguments, Call, Outcome, mend, report};

/// Calls above this number are no longer taken from one message.
pub(super) const MOST_CALLS: usize = 128;

/// The calls of a block that the tools take, each with the place of its part. Empty if none is
/// taken.
pub(super) fn calls(
    block: &Block<'_>,
    offer: Offer<'_>,
    options: &ScanOptions,
) -> Vec<(usize, Recovered)> {
    let gate = Gate { block, offer, options };
    let mut taken: Vec<(usize, Recovered)> = Vec::new();
    let mut refused = Vec::new();
    for (place, part) in block.parts.iter().enumerate() {
        match part {
            Part::Markup(_) => {}
            Part::Unreadable => refused.push(None),
            Part::Call(found) => match gate.call(found) {
                Some(call) => taken.push((place, call)),
                None => refused.push(Some(&found.span)),
            },
        }
        if taken.len() + refused.len() > MOST_CALLS {
            return Vec::new();
        }
    }
    if block.anchor == Anchor::Message && !refused.is_empty() {
        return Vec::new();
    }
    // A list is one text: it is taken whole or not at all.
    taken.retain(|(place, _)| match &block.parts[*place] {
        Part::Call(found) => !refused.contains(&Some(&found.span)),
        Part::Markup(_) | Part::Unreadable => false,
    });
    taken
}

struct Gate<'g, 't> {
    block: &'g Block<'t>,
    offer: Offer<'g>,
    options: &'g ScanOptions,
}

impl Gate<'_, '_> {
    fn call(&self, found: &FoundCall<'_>) -> Option<Recovered> {
        if let FoundName::Written(name) = &found.name {
            return self.attempt(found, self.offer.tool(name)?);
        }
        // The only tool that takes the arguments, and takes them as they are.
        let mut only = None;
        for tool in self.offer.all() {
            let call = self.attempt(found, tool);
            let fits =
                |call: &Recovered| call.edits.is_empty() && declares_all(&call.arguments, tool);
            let call = call.filter(fits);
            if call.is_some() && only.is_some() {
                return None;
            }
            only = only.or(call);
        }
        only
    }

    /// Tries the call as one of `tool`.
    fn attempt(&self, found: &FoundCall<'_>, tool: Offered<'_>) -> Option<Recovered> {
        if !self.options.allows(tool.name) {
            return None;
        }
        let arguments = coercion::arguments(&found.arguments, &self.block.pairs, tool)?;
        let sent = Call {
            name: tool.name,
            arguments: Arguments::Text(&arguments),
            finish: None,
            options: self.options.settings.options(),
        };
        let (arguments, edits) = match mend(self.offer.tools, &sent) {
            Outcome::Valid => (arguments.trim().to_owned(), Vec::new()),
            Outcome::Repaired(repair) if repair.name == tool.name => {
                (repair.arguments, repair.edits)
            }
            _ => return None,
        };
        if has_ellipsis(&arguments) {
            return None;
        }
        Some(Recovered {
            name: tool.name.to_owned(),
            arguments,
            format: self.block.format,
            id: found.id.map(str::to_owned),
            note: note(tool.name, &edits),
            edits,
        })
    }
}

/// Whether every argument is a declared parameter.
fn declares_all(arguments: &str, tool: Offered<'_>) -> bool {
    let Ok(tree) = Tree::parse(arguments) else { return false };
    let declared = |member| tree.key_string(member).is_some_and(|key| tool.declares(&key));
    tree.children(tree.root()).all(declared)
}

/// Whether an argument is nothing but dots: a form that is shown, not filled in.
fn has_ellipsis(arguments: &str) -> bool {
    let Ok(tree) = Tree::parse(arguments) else { return false };
    tree.children(tree.root())
        .any(|member| matches!(tree.lexeme(member), "\"...\"" | "\"\u{2026}\""))
}

/// What the model is told with the call's result.
fn note(tool: &str, edits: &[crate::Edit]) -> String {
    let tool = report::shorten(tool);
    let mut note = format!(
        "This call of {tool} was written as text, not sent as a tool call; it was read from the text. \
         Use the tool call interface."
    );
    if !edits.is_empty() {
        note.push_str(" Its arguments were mended too.");
    }
    note
}

/// Whether the message also sent this very call as a real one.
pub(super) fn is_beside(call: &Recovered, real: &[(&str, &str)]) -> bool {
    let Ok(own) = Tree::parse(&call.arguments) else { return false };
    real.iter().any(|(name, arguments)| {
        *name == call.name
            && Tree::parse(arguments)
                .is_ok_and(|other| same_value((&own, own.root()), (&other, other.root())))
    })
}
