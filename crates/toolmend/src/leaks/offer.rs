//! What the request offers: the tools, and what their schemas say about names and keys.

use crate::Tools;
use crate::reader::Keys;
use crate::schema::{Schema, SchemaId};

/// The offered tools, as grammars see them.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub(super) tools: &'a Tools,
    /// Every property name of every tool: hints for the reader of broken JSON.
    pub(super) keys: &'a Keys,
}

/// One offered tool.
#[derive(Clone, Copy)]
pub(super) struct Offered<'a> {
    pub(super) name: &'a str,
    pub(super) schema: &'a Schema,
}

impl<'a> Offer<'a> {
    /// The offered tool that `sent` names: exactly, or without what formats put around a name
    /// (`functions.read:0`, `default_api.read`). Nothing else: markup in a text is weaker evidence
    /// than a call, so no name is guessed.
    pub(super) fn tool(&self, sent: &str) -> Option<Offered<'a>> {
        self.exact(sent).or_else(|| {
            let bare = without_counter(sent.trim());
            let stripped = PREFIXES.iter().find_map(|prefix| bare.strip_prefix(prefix));
            stripped.and_then(|name| self.exact(name)).or_else(|| self.exact(bare))
        })
    }

    pub(super) fn exact(&self, name: &str) -> Option<Offered<'a>> {
        let tool = self.tools.tools.iter().find(|tool| tool.name == name)?;
        Some(Offered { name: &tool.name, schema: &tool.schema })
    }

    pub(super) fn all(&self) -> impl Iterator<Item = Offered<'a>> + use<'a> {
        self.tools.tools.iter().map(|tool| Offered { name: &tool.name, schema: &tool.schema })
    }
}

const PREFIXES: [&str; 3] = ["functions.", "default_api.", "tools."];

/// `name:3` without the counter.
fn without_counter(name: &str) -> &str {
    match name.rsplit_once(':') {
        Some((bare, digits)) if !digits.is_empty() && is_digits(digits) => bare,
        _ => name,
    }
}

pub(super) fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

impl<'a> Offered<'a> {
    /// The schema of the parameter called `key`, if it is declared.
    pub(super) fn parameter(&self, key: &str) -> Option<SchemaId> {
        let properties = self.schema.properties(self.schema.root());
        properties.into_iter().find(|property| property.name == key).map(|found| found.schema)
    }

    pub(super) fn declares(&self, key: &str) -> bool {
        self.parameter(key).is_some()
    }

    /// The names of the required parameters.
    pub(super) fn required(&self) -> Vec<&'a str> {
        let properties = self.schema.properties(self.schema.root());
        properties.iter().filter(|property| property.required).map(|found| found.name).collect()
    }
}
