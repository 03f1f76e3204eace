//! Reading data: JSON that will be read, not run. Likely recoveries and rules may be used.

use crate::bench::Bench;
use crate::mend::LARGEST;
use crate::reader::{self, Keys, Read, Reading, Tolerance};
use crate::repair::{Failure, Frame, repair};
use crate::rules::FILL;
use crate::schema::{AnyPattern, Patterns, Schema, Types};
use crate::tree::{Tree, same_value, string};
use crate::{Edit, Options};

/// What became of a text that should be JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonOutcome {
    /// `valid`, `repaired`, `ambiguous`, `cut` or `invalid`.
    pub outcome: &'static str,
    /// Strict JSON: the repaired text, or for `cut` what is finished. Absent for the others.
    pub text: Option<String>,
    /// What was changed, in order.
    pub edits: Vec<Edit>,
}

impl JsonOutcome {
    fn bare(outcome: &'static str) -> JsonOutcome {
        JsonOutcome { outcome, text: None, edits: Vec::new() }
    }

    fn with(outcome: &'static str, reading: Reading) -> JsonOutcome {
        JsonOutcome { outcome, text: Some(reading.text), edits: reading.edits }
    }
}

/// Reads `text` as JSON, and against a JSON Schema if one is given.
///
/// ```
/// let read = toolmend::mend_json("```json\n{'ids': [1, 2,]}\n```", None);
/// assert_eq!(read.text.as_deref().map(str::trim), Some(r#"{"ids": [1, 2]}"#));
/// ```
pub fn mend_json(text: &str, schema: Option<&str>) -> JsonOutcome {
    mend_json_with(text, schema, &AnyPattern)
}

/// As [`mend_json`], with a decider for `pattern`.
pub fn mend_json_with(text: &str, schema: Option<&str>, patterns: &dyn Patterns) -> JsonOutcome {
    if text.len() > LARGEST {
        return JsonOutcome::bare("invalid");
    }
    match schema {
        Some(schema) => {
            let schema = Schema::compile(schema);
            let options = Options::default();
            against(text, &Frame::new(&schema, patterns, &options, None, false))
        }
        None => alone(text),
    }
}

/// Reads a text of which nothing is known.
fn alone(text: &str) -> JsonOutcome {
    if Tree::parse(text).is_ok() {
        return JsonOutcome::bare("valid");
    }
    match reader::read(text, &Keys::new(), Tolerance::Likely) {
        Read::Value(reading) => JsonOutcome::with("repaired", reading),
        Read::Several(_) => match reader::list(text, &Keys::new()) {
            Some(list) => JsonOutcome::with("repaired", list),
            None => JsonOutcome::bare("ambiguous"),
        },
        Read::Duplicates(_) => JsonOutcome::bare("ambiguous"),
        Read::Cut { finished: Some(reading), .. } => JsonOutcome::with("cut", reading),
        Read::Cut { finished: None, .. } => JsonOutcome::bare("cut"),
        Read::Empty | Read::Nothing { .. } => JsonOutcome::bare("invalid"),
    }
}

/// Reads a text against a schema.
fn against(text: &str, frame: &Frame<'_>) -> JsonOutcome {
    if Tree::parse(text).is_ok_and(|tree| frame.accepts(&tree)) {
        return JsonOutcome::bare("valid");
    }
    let unread = Reading { text: text.to_owned(), edits: Vec::new() };
    if Tree::parse(text).is_ok() {
        return conclude(vec![fit(unread, frame)]);
    }
    match reader::read(text, frame.schema.keys(), Tolerance::Likely) {
        Read::Value(reading) => {
            let read = fit(reading, frame);
            if matches!(read, Fit::Refused) {
                conclude(vec![as_text(text, frame)])
            } else {
                conclude(vec![read])
            }
        }
        Read::Several(readings) => several(text, readings, frame),
        Read::Duplicates(readings) => {
            conclude(readings.into_iter().map(|reading| fit(reading, frame)).collect())
        }
        Read::Cut { finished, .. } => match finished {
            Some(reading) => JsonOutcome::with("cut", reading),
            None => JsonOutcome::bare("cut"),
        },
        Read::Empty => JsonOutcome::bare("invalid"),
        Read::Nothing { .. } => {
            conclude(vec![completed(text, frame).unwrap_or_else(|| as_text(text, frame))])
        }
    }
}

/// Several values: where a list is wanted they are its items, else the one that fits is meant.
fn several(text: &str, readings: Vec<Reading>, frame: &Frame<'_>) -> JsonOutcome {
    let types = frame.schema.types(frame.schema.root());
    if types.has(Types::ARRAY) && !types.has(Types::OBJECT) {
        let list = reader::list(text, frame.schema.keys()).map(|list| fit(list, frame));
        if let Some(fit @ Fit::One(_)) = list {
            return conclude(vec![fit]);
        }
    }
    conclude(readings.into_iter().map(|reading| fit(reading, frame)).collect())
}

/// A text in which keys lack their values, if the schema itself gives every one of them.
fn completed(text: &str, frame: &Frame<'_>) -> Option<Fit> {
    let incomplete = reader::incomplete(text, frame.schema.keys())?;
    let Fit::One(reading) = fit(incomplete.reading, frame) else { return None };
    let is_filled = |missing: &String| {
        reading.edits.iter().any(|edit| {
            matches!(edit, Edit::Value { rule, path, .. } if &**rule == FILL && path == missing)
        })
    };
    incomplete.missing.iter().all(is_filled).then_some(Fit::One(reading))
}

/// The whole text as a string of which the schema may make a scalar.
fn as_text(text: &str, frame: &Frame<'_>) -> Fit {
    let after = string::encode(text.trim());
    let (rule, before) = ("json-unquoted-value".into(), text.to_owned());
    let edits = vec![Edit::Text { rule, byte: 0, before, after: after.clone() }];
    fit(Reading { text: after, edits }, frame)
}

/// How a reading stands to the schema.
enum Fit {
    One(Reading),
    Several,
    Refused,
}

fn fit(reading: Reading, frame: &Frame<'_>) -> Fit {
    let Ok(tree) = Tree::parse(&reading.text) else { return Fit::Refused };
    let mut bench = Bench::new(tree);
    bench.edits = reading.edits;
    match repair(&mut bench, frame.schema.root(), frame) {
        Ok(()) => Fit::One(Reading { text: bench.tree.render(), edits: bench.edits }),
        Err(Failure::Fork(_)) => Fit::Several,
        Err(Failure::Stuck) => Fit::Refused,
    }
}

fn conclude(fits: Vec<Fit>) -> JsonOutcome {
    let mut readings: Vec<Reading> = Vec::new();
    for fit in fits {
        match fit {
            Fit::One(reading) if readings.iter().all(|other| !same_text(other, &reading)) => {
                readings.push(reading);
            }
            Fit::One(_) | Fit::Refused => {}
            Fit::Several => return JsonOutcome::bare("ambiguous"),
        }
    }
    if readings.len() > 1 {
        return JsonOutcome::bare("ambiguous");
    }
    readings.pop().map_or_else(
        || JsonOutcome::bare("invalid"),
        |reading| JsonOutcome::with("repaired", reading),
    )
}

fn same_text(left: &Reading, right: &Reading) -> bool {
    match (Tree::parse(&left.text), Tree::parse(&right.text)) {
        (Ok(left), Ok(right)) => same_value((&left, left.root()), (&right, right.root())),
        _ => false,
    }
}
