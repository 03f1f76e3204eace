//! Whether a call that was found may become one: an offered tool, complete, and `valid` or
//! `repaired` for its schema.

use std::borrow::Cow;

use super::block::{Anchor, Block, FoundArguments, FoundCall, FoundName, Part, Value};
use super::coercion;
use super::offer::{Offer, Offered};
use super::{Recovered, ScanOptions};
use crate::tree::{Tree, same_value};
use crate::{Arguments, Call, Outcome, mend, report};

/// The calls of a block that the tools take, each with the place of its part. Empty if none is
/// taken.
pub(super) fn calls(
    block: &Block<'_>,
    offer: Offer<'_>,
    options: &ScanOptions,
) -> Vec<(usize, Recovered)> {
    let mut taken: Vec<(usize, Recovered)> = Vec::new();
    let mut refused = Vec::new();
    for (place, part) in block.parts.iter().enumerate() {
        let Part::Call(found) = part else { continue };
        match call(found, block.format, offer, options) {
            Some(call) => taken.push((place, call)),
            None => refused.push(&found.span),
        }
    }
    // A list is one text: it is taken whole or not at all. So is a message.
    taken.retain(|(place, _)| match &block.parts[*place] {
        Part::Call(found) => !refused.contains(&&found.span),
        Part::Markup(_) | Part::Unreadable => false,
    });
    let unreadable = block.parts.iter().any(|part| matches!(part, Part::Unreadable));
    if block.anchor == Anchor::Message && (unreadable || !refused.is_empty()) {
        taken.clear();
    }
    taken
}

fn call(
    found: &FoundCall<'_>,
    format: &'static str,
    offer: Offer<'_>,
    options: &ScanOptions,
) -> Option<Recovered> {
    match &found.name {
        FoundName::Written(name) => attempt(found, offer.tool(name)?, format, offer, options),
        FoundName::Absent => {
            // The only tool that takes the arguments, and takes them as they are.
            let mut fitting = offer.all().filter_map(|tool| {
                let call = attempt(found, tool, format, offer, options)?;
                (call.edits.is_empty() && declares_all(&call.arguments, tool)).then_some(call)
            });
            let only = fitting.next()?;
            fitting.next().is_none().then_some(only)
        }
    }
}

/// Whether every argument is a declared parameter.
fn declares_all(arguments: &str, tool: Offered<'_>) -> bool {
    let Ok(tree) = Tree::parse(arguments) else { return false };
    let declared = |member| tree.key_string(member).is_some_and(|key| tool.declares(&key));
    tree.children(tree.root()).all(declared)
}

/// Tries the call as one of `tool`.
fn attempt(
    found: &FoundCall<'_>,
    tool: Offered<'_>,
    format: &'static str,
    offer: Offer<'_>,
    options: &ScanOptions,
) -> Option<Recovered> {
    if !options.allows(tool.name) {
        return None;
    }
    let arguments: Cow<'_, str> = coercion::arguments(&found.arguments, tool)?;
    let sent = Call {
        name: tool.name,
        arguments: Arguments::Text(&arguments),
        finish: None,
        options: options.settings.options(),
    };
    if has_ellipsis(&found.arguments) {
        return None;
    }
    let (arguments, edits) = match mend(offer.tools, &sent) {
        Outcome::Valid => (arguments.trim().to_owned(), Vec::new()),
        Outcome::Repaired(repair) if repair.name == tool.name => (repair.arguments, repair.edits),
        _ => return None,
    };
    Some(Recovered {
        name: tool.name.to_owned(),
        arguments,
        format,
        id: found.id.map(str::to_owned),
        note: note(tool.name, &edits),
        edits,
    })
}

/// Whether a value of markup is nothing but dots: a form that is shown, not filled in.
fn has_ellipsis(arguments: &FoundArguments<'_>) -> bool {
    let is_ellipsis = |text: &str| matches!(text.trim(), "..." | "\u{2026}");
    match arguments {
        FoundArguments::Text(text) => {
            let Ok(tree) = Tree::parse(text) else { return false };
            tree.children(tree.root())
                .any(|member| tree.string(member).is_some_and(|value| is_ellipsis(&value)))
        }
        FoundArguments::Pairs(pairs) => pairs.iter().any(|pair| match &pair.value {
            Value::Raw(text) | Value::Text(text) | Value::Json(text) => is_ellipsis(text),
        }),
        FoundArguments::Only(text) => is_ellipsis(text),
    }
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
