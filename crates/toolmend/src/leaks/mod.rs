//! Calls that leaked: a model's tool calls that reached the client as text.
//!
//! A server that does not know a model's format, drops a special token or stops parsing lets the
//! markup of a call through as content, and the turn ends without a call. The scanner reads that
//! markup back: forty formats and their damaged variants, one grammar a file in `formats`, any body
//! in any wrapper.
//!
//! What may become a call is decided by where it stands and what it says, never by the markup
//! alone. An offered tool, exactly; complete; accepted by the tool's schema, as sent or mended; not
//! quoted (`quoting`), not thought, not part of a sentence or an example (`verdict`, `wording`), not
//! an echo of what the model was sent (`echo`). Without a call the text stays as it is, byte for
//! byte. On clean traffic the scanner does nothing.

mod block;
mod coercion;
mod content;
mod cursor;
mod echo;
mod envelope;
mod fence;
mod formats;
mod gate;
mod json;
mod json_span;
mod marks;
mod markup_value;
mod offer;
mod quoting;
mod scanner;
mod survey;
mod tag;
#[cfg(test)]
mod tests;
mod verdict;
mod wording;

pub use json::events_report;
pub(crate) use json::scanned_into;
pub use scanner::Scanner;

use crate::wire::Settings;
use crate::{Edit, Tools};

/// How much is recovered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Nothing: text passes as it is.
    Off,
    /// Whole blocks with their wrapper at the end of the message.
    #[default]
    Safe,
    /// Whatever passes the gate.
    All,
}

impl Level {
    /// The level called `name`: `off`, `safe` or `all`.
    pub fn from_name(name: &str) -> Option<Level> {
        match name {
            "off" => Some(Level::Off),
            "safe" => Some(Level::Safe),
            "all" => Some(Level::All),
            _ => None,
        }
    }
}

/// Which part of a response a text is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Channel {
    /// The reply.
    #[default]
    Text,
    /// The model's thinking.
    Reasoning,
}

/// Settings of a scan.
#[derive(Clone, Debug, Default)]
pub struct ScanOptions {
    /// How much is recovered.
    pub level: Level,
    /// Which part of the response is scanned.
    pub channel: Channel,
    /// The tools that a recovered call may name, if not all that are offered: the host's read-only
    /// ones.
    pub only: Option<Vec<String>>,
    /// What is known of the place where calls run.
    pub settings: Settings,
}

impl ScanOptions {
    fn allows(&self, tool: &str) -> bool {
        self.only.as_ref().is_none_or(|only| only.iter().any(|name| name == tool))
    }
}

impl Channel {
    /// The channel called `name`: `text` or `reasoning`.
    pub fn from_name(name: &str) -> Option<Channel> {
        match name {
            "text" => Some(Channel::Text),
            "reasoning" => Some(Channel::Reasoning),
            _ => None,
        }
    }
}

/// What a scan gives, in the message's order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScanEvent {
    /// Content that stays.
    Text(String),
    /// A call that stood in the text.
    Call(Recovered),
}

/// A call that was read from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The offered tool.
    pub name: String,
    /// The arguments as JSON text: an object that the tool's schema accepts.
    pub arguments: String,
    /// The format that the call was written in.
    pub format: &'static str,
    /// The id that the model gave the call, where its format has one.
    pub id: Option<String>,
    /// What was mended in the arguments as they were read from the markup.
    pub edits: Vec<Edit>,
    /// One line for the model. At most 300 characters.
    pub note: String,
}

/// A whole message after the scan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// What is left of the text.
    pub content: String,
    /// The calls, in order.
    pub calls: Vec<Recovered>,
}

impl Scanned {
    /// Adds what a scanner gave.
    pub fn extend(&mut self, events: impl IntoIterator<Item = ScanEvent>) {
        for event in events {
            match event {
                ScanEvent::Text(text) => self.content.push_str(&text),
                ScanEvent::Call(call) => self.calls.push(call),
            }
        }
    }
}

/// Scans a whole message.
///
/// ```
/// use toolmend::{Level, ScanOptions, Tools, scan};
///
/// let tools = Tools::compile(r#"[{"name": "read", "parameters": {"type": "object",
///     "properties": {"path": {"type": "string"}}, "required": ["path"]}}]"#).unwrap();
/// let text = "I'll look.\n<tool_call>read<arg_key>path</arg_key><arg_value>a.md</arg_value></tool_call>";
///
/// let scanned = scan(&tools, text, ScanOptions { level: Level::All, ..ScanOptions::default() });
/// assert_eq!(scanned.content, "I'll look.");
/// assert_eq!(scanned.calls[0].arguments, r#"{"path": "a.md"}"#);
/// ```
pub fn scan(tools: &Tools, text: &str, options: ScanOptions) -> Scanned {
    let mut whole = Scanned::default();
    whole.extend(Scanner::new(tools, options, []).finish_with(text));
    whole
}
