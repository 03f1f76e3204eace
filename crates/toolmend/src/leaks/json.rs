//! The scanner's JSON: its options come in, what it found goes out.

use super::{Channel, Level, Recovered, ScanEvent, ScanOptions, Scanned};
use crate::Error;
use crate::wire::{self, Object, Settings, Writer};

impl ScanOptions {
    /// Reads `{"level"?, "channel"?, "only"?}`; an empty text says nothing. The level is `safe` if
    /// it is not given.
    pub fn from_json(json: &str) -> Result<ScanOptions, Error> {
        let json = if json.is_empty() { "{}" } else { json };
        let read = wire::parse(json)
            .and_then(|tree| ScanOptions::of(Object::root(&tree)?, Level::default()));
        read.map_err(|problem| Error::new(format!("options: {problem}")))
    }

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
    answer.json("calls", &wire::list(&scanned.calls, call));
}

/// What a scanner gave at the end: `[{"text"} | {"call": {"name", "arguments", "format", "id"?,
/// "edits", "note"}}]`.
pub fn events_report(events: &[ScanEvent]) -> String {
    wire::list(events, |event| {
        let mut object = Writer::object();
        match event {
            ScanEvent::Text(text) => object.text("text", text),
            ScanEvent::Call(recovered) => {
                let mut own = described(recovered);
                own.json("edits", &wire::edits_json(&recovered.edits));
                own.text("note", &recovered.note);
                object.json("call", &own.end());
            }
        }
        object.end()
    })
}

fn call(call: &Recovered) -> String {
    described(call).end()
}

fn described(call: &Recovered) -> Writer {
    let mut object = Writer::object();
    object.text("name", &call.name);
    object.text("arguments", &call.arguments);
    object.text("format", call.format);
    if let Some(id) = &call.id {
        object.text("id", id);
    }
    object
}
