//! From a broken text to strict JSON.
//!
//! The reader is called only when the strict reader refused. It walks the text once, with an
//! explicit stack, and collects *recoveries*: slices of the source with what takes their place.
//! Each recovery is certain or only likely; what runs takes certain ones only.
//!
//! In order of use: [`stages`] decodes documents that were encoded as a whole; [`outside`] finds the
//! values in what surrounds them; [`walk`] reads one value; [`roots`] decides between several values,
//! [`duplicates`] between members; [`assembly`] makes readings of [`patches`]. [`recovery`] is the
//! table of what may be mended, [`reason`] what is said when it may not.
//!
//! The walk's parts: [`frame`] is what it knows of its place, [`containers`] and [`brackets`] open
//! and close, [`members`] is keys and commas, [`bare`] and [`literals`] are values without quotes.
//! Strings are [`quotes`], [`strings`] and [`escapes`]; where they end is decided in [`string_end`],
//! by [`follow`] and [`lost_quotes`]. [`source`] is the text and every bounded look ahead.

mod assembly;
mod bare;
mod brackets;
mod containers;
mod duplicates;
mod escapes;
mod follow;
mod frame;
mod literals;
mod lost_quotes;
mod members;
mod outside;
mod patches;
mod quotes;
mod reason;
mod recovery;
mod roots;
mod source;
mod stages;
mod string_end;
mod strings;
#[cfg(test)]
mod tests;
mod walk;

use crate::Edit;
use crate::table::TextTable;
use crate::tree::Tree;
use reason::Reason;
use source::Source;

pub(crate) use recovery::{Certainty, RECOVERIES};

/// How far the reader may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tolerance {
    /// Arguments that will run: certain recoveries only.
    Certain,
    /// Data that will only be read: likely recoveries too.
    Likely,
    /// A text that stood in a JSON string where a container was expected: certain recoveries of
    /// what is inside the value; nothing may stand around it, no bare words, no added closers.
    Embedded,
}

/// One way to read a text as JSON.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// Strict JSON: one value.
    pub(crate) text: String,
    /// The edits that lead from the source to `text`; all are `Edit::Text`.
    pub(crate) edits: Vec<Edit>,
}

/// What the reader found.
#[derive(Clone, Debug)]
pub(crate) enum Read {
    /// One value.
    Value(Reading),
    /// Several values that differ: each reading keeps one and drops the rest.
    Several(Vec<Reading>),
    /// One value with an object that has differing values under one key: one reading keeps the
    /// first of them, one the last.
    Duplicates(Vec<Reading>),
    /// The text ends inside a value.
    Cut {
        /// The value closed by closers alone, where the last token cannot go on (law 5).
        closed: Option<Reading>,
        /// What is finished: the value without what was cut. For reading, never for running.
        finished: Option<Reading>,
    },
    /// Nothing but white space.
    Empty,
    /// No value can be read.
    Nothing {
        /// Where reading failed, in bytes of the source.
        offset: usize,
        /// What is wrong there, in words for the model.
        reason: &'static str,
    },
}

impl Read {
    fn nothing(offset: usize, reason: Reason) -> Read {
        Read::Nothing { offset, reason: reason.words() }
    }
}

/// The property names that a tool's schema declares, at any depth. Empty when nothing is known.
pub(crate) type Keys = TextTable;

/// A value in which keys without a value have `null`.
#[derive(Clone, Debug)]
pub(crate) struct Incomplete {
    pub(crate) reading: Reading,
    /// The JSON Pointers of the values that are missing, the keys as they were written.
    pub(crate) missing: Vec<String>,
}

/// How often a document may have been encoded.
const STAGES: usize = 3;

/// Reads `text`, which the strict reader refused.
pub(crate) fn read(text: &str, keys: &Keys, tolerance: Tolerance) -> Read {
    let source = Source { text };
    if source.skip_space(0) >= text.len() {
        return Read::Empty;
    }
    if tolerance == Tolerance::Embedded {
        return embedded(source, keys);
    }
    let decoded = Decoded::of(text);
    if let Some(reading) = decoded.strict() {
        return Read::Value(reading);
    }
    let source = Source { text: &decoded.text };
    let document = outside::Scan::new(source, keys, tolerance).run();
    decoded.after(roots::resolve(source, document, tolerance))
}

/// Reads a text with several values as the list of them.
pub(crate) fn list(text: &str, keys: &Keys) -> Option<Reading> {
    let decoded = Decoded::of(text);
    let source = Source { text: &decoded.text };
    let document = outside::Scan::new(source, keys, Tolerance::Likely).run();
    Some(decoded.before(roots::list(source, &document)?))
}

/// Reads a text in which keys have no value, for a caller that knows what to put there.
pub(crate) fn incomplete(text: &str, keys: &Keys) -> Option<Incomplete> {
    let decoded = Decoded::of(text);
    let source = Source { text: &decoded.text };
    let mut document = outside::Scan::new(source, keys, Tolerance::Likely).run();
    let [root] = document.roots.as_mut_slice() else { return None };
    let missing: Vec<String> =
        std::mem::take(&mut root.missing).into_iter().map(|missing| missing.pointer).collect();
    if missing.is_empty() {
        return None;
    }
    match roots::resolve(source, document, Tolerance::Likely) {
        Read::Value(reading) => Some(Incomplete { reading: decoded.before(reading), missing }),
        _ => None,
    }
}

/// A document after its encodings were taken off.
struct Decoded {
    text: String,
    edits: Vec<Edit>,
}

impl Decoded {
    fn of(text: &str) -> Decoded {
        let mut decoded = Decoded { text: text.to_owned(), edits: Vec::new() };
        for _ in 0..STAGES {
            let Some(patches) = stages::decoding(Source { text: &decoded.text }) else { break };
            let (text, edits) = patches.apply(&decoded.text);
            decoded.text = text;
            decoded.edits.extend(edits);
        }
        decoded
    }

    /// The reading, if decoding was all that was needed.
    fn strict(&self) -> Option<Reading> {
        let done = !self.edits.is_empty() && Tree::parse(&self.text).is_ok();
        done.then(|| Reading { text: self.text.clone(), edits: self.edits.clone() })
    }

    /// Puts the decoding before the edits of a reading of the decoded text.
    fn before(&self, mut reading: Reading) -> Reading {
        if !self.edits.is_empty() {
            let later = std::mem::replace(&mut reading.edits, self.edits.clone());
            reading.edits.extend(later);
        }
        reading
    }

    fn after(&self, read: Read) -> Read {
        let all = |readings: Vec<Reading>| {
            readings.into_iter().map(|reading| self.before(reading)).collect()
        };
        match read {
            Read::Value(reading) => Read::Value(self.before(reading)),
            Read::Several(readings) => Read::Several(all(readings)),
            Read::Duplicates(readings) => Read::Duplicates(all(readings)),
            Read::Cut { closed, finished } => Read::Cut {
                closed: closed.map(|reading| self.before(reading)),
                finished: finished.map(|reading| self.before(reading)),
            },
            read @ (Read::Empty | Read::Nothing { .. }) => read,
        }
    }
}

/// Reads the content of a string that should be a container: nothing may stand around it.
fn embedded(source: Source, keys: &Keys) -> Read {
    let start = source.skip_space(0);
    let budget = frame::Budget::of(source);
    let mut walk = walk::Walk::new(source, start, keys, Tolerance::Embedded, budget);
    if !matches!(source.byte(start), Some(b'{' | b'[' | b'(')) {
        return Read::nothing(start, Reason::NoValue);
    }
    match walk.run() {
        frame::Ended::Complete(end) if source.skip_space(end) >= source.len() => {
            let missing = walk.missing.first().map(|missing| missing.offset);
            if let Some(offset) = missing {
                return Read::nothing(offset, Reason::MissingValue);
            }
            assembly::one(source, walk.patches, Tolerance::Embedded)
        }
        frame::Ended::Complete(end) => Read::nothing(end, Reason::Around),
        frame::Ended::Cut => Read::nothing(source.len(), Reason::Cut),
        frame::Ended::Failed { offset, reason } => Read::nothing(offset, reason),
    }
}
