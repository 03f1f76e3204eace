//! The scanner's JSON: its options come in, what it found goes out.

use super::{Channel, Level, Recovered, ScanOptions, Scanned};
use crate::wire::{Object, Settings, Writer};

impl ScanOptions {
    /// Reads `"level"?, "channel"?, "only"?` and the settings of the place where calls run, of an
    /// object that may have other members.
    pub(crate) fn of(object: Object<'_>, default: Level) -> Result<ScanOptions, String> {
        let level = match object.text("level")? {
            None => default,
            Some(name) => {
                Level::from_name(&name).ok_or_else(|| format!("no level is called `{name}`"))?
            }
        };
        let channel = match object.text("channel")? {
            None => Channel::Text,
            Some(name) => {
                Channel::from_name(&name).ok_or_else(|| format!("no channel is called `{name}`"))?
            }
        };
        let only = object.source("only").map(|_| object.texts("only")).transpose()?;
        Ok(ScanOptions { level, channel, only, settings: Settings::of(object)? })
    }
}

/// Adds a message's content and calls: `"content", "calls": [{"name", "arguments", "format",
/// "id"?}]`.
pub(crate) fn scanned_into(answer: &mut Writer, scanned: &Scanned) {
    answer.text("content", &scanned.content);
    let calls: Vec<String> = scanned.calls.iter().map(call).collect();
    answer.json("calls", &format!("[{}]", calls.join(",")));
}

fn call(call: &Recovered) -> String {
    let mut object = Writer::object();
    object.text("name", &call.name);
    object.text("arguments", &call.arguments);
    object.text("format", call.format);
    if let Some(id) = &call.id {
        object.text("id", id);
    }
    object.end()
}
