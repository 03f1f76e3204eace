//! The reader held to tables of texts and to the laws.

mod certain;
mod laws;
mod likely;
mod refused;

use super::{Keys, Read, Reading, Tolerance, read};
use crate::Edit;
use crate::tree::{Tree, same_value};

fn keys(names: &[&str]) -> Keys {
    names.iter().map(|&name| (name.to_owned(), 0)).collect()
}

/// Whether two JSON texts are the same value, white space aside.
fn same(left: &str, right: &str) -> bool {
    match (Tree::parse(left), Tree::parse(right)) {
        (Ok(left), Ok(right)) => same_value((&left, left.root()), (&right, right.root())),
        _ => false,
    }
}

/// Applies edits one after another.
fn replay(source: &str, edits: &[Edit]) -> String {
    let mut text = source.to_owned();
    for edit in edits {
        let Edit::Text { byte, before, after, .. } = edit else { continue };
        let range = *byte..byte + before.len();
        assert_eq!(text.get(range.clone()), Some(before.as_str()), "{source}");
        text.replace_range(range, after);
    }
    text
}

/// Checks that the reading of each text is the JSON beside it, and that its edits lead there.
fn assert_read(tolerance: Tolerance, table: &[(&str, &str)]) {
    for (text, expected) in table {
        match read(text, &Keys::new(), tolerance) {
            Read::Value(reading) => {
                assert!(same(&reading.text, expected), "{text}\n read as {}", reading.text);
                assert_eq!(replay(text, &reading.edits), reading.text, "{text}");
            }
            other => panic!("{text}\n read as {other:?}"),
        }
    }
}

/// The names of the rules by which a text was mended.
fn rules(reading: &Reading) -> Vec<&str> {
    reading.edits.iter().map(Edit::rule).collect()
}
