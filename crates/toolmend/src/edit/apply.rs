//! From what came in and the edits to what goes out.

use std::fmt;

use super::Edit;
use crate::tree::{Tree, string};

/// Edits that do not fit the text they are applied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditError {
    /// The place in the list of the first edit that does not fit.
    pub edit: usize,
}

impl fmt::Display for EditError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "edit {} does not fit the text", self.edit)
    }
}

impl std::error::Error for EditError {}

/// Applies `edits` to the arguments' text, one after another; edits of the name are passed over.
///
/// ```
/// use toolmend::{Edit, apply_edits};
///
/// let comma = Edit::Text {
///     rule: "json-trailing-comma".into(),
///     byte: 7,
///     before: ",".into(),
///     after: String::new(),
/// };
/// assert_eq!(apply_edits(r#"{"a": 1,}"#, &[comma]).as_deref(), Ok(r#"{"a": 1}"#));
/// ```
pub fn apply_edits(text: &str, edits: &[Edit]) -> Result<String, EditError> {
    let mut text = text.to_owned();
    let mut next = 0;
    while next < edits.len() {
        let taken = match edits[next] {
            Edit::Text { .. } => apply_slices(&mut text, &edits[next..]),
            Edit::Name { .. } => Ok(1),
            Edit::Value { .. } | Edit::Key { .. } => apply_changes(&mut text, &edits[next..]),
        };
        next += taken.map_err(|offset| EditError { edit: next + offset })?;
    }
    Ok(text)
}

/// Applies the edits of slices that come first, as far as they go from left to right. Returns how
/// many that were, or the first that does not fit.
fn apply_slices(text: &mut String, edits: &[Edit]) -> Result<usize, usize> {
    let mut target = String::with_capacity(text.len());
    let mut read = 0;
    let mut taken = 0;
    for edit in edits {
        let Edit::Text { byte, before, after, .. } = edit else { break };
        // The edit's place is counted in the text as it stands: what was written, then the rest.
        let Some(gap) = byte.checked_sub(target.len()) else { break };
        let start = read + gap;
        let end = start + before.len();
        if text.get(start..end) != Some(before.as_str()) {
            return Err(taken);
        }
        target.push_str(text.get(read..start).ok_or(taken)?);
        target.push_str(after);
        read = end;
        taken += 1;
    }
    target.push_str(&text[read..]);
    *text = target;
    if taken == 0 { Err(0) } else { Ok(taken) }
}

/// Applies the edits of values and keys that come first. Returns as [`apply_slices`].
fn apply_changes(text: &mut String, edits: &[Edit]) -> Result<usize, usize> {
    let mut tree = Tree::parse(text).map_err(|_| 0_usize)?;
    let mut taken = 0;
    for edit in edits {
        match edit {
            Edit::Value { path, before, after, .. } => {
                change(&mut tree, path, before.as_deref(), after.as_deref()).ok_or(taken)?;
            }
            Edit::Key { path, before, after, .. } => {
                let member = tree.at_pointer(path).ok_or(taken)?;
                let key = tree.key(member).ok_or(taken)?;
                if string::decode_json(key) != before.as_str() {
                    return Err(taken);
                }
                tree.rename(member, after);
            }
            Edit::Text { .. } | Edit::Name { .. } => break,
        }
        taken += 1;
    }
    let rendered = tree.render();
    *text = rendered;
    Ok(taken)
}

fn change(
    tree: &mut Tree<'_>,
    path: &str,
    before: Option<&str>,
    after: Option<&str>,
) -> Option<()> {
    let Some(before) = before else {
        let (object, key) = path.rsplit_once('/')?;
        let object = tree.at_pointer(object)?;
        let key = key.replace("~1", "/").replace("~0", "~");
        tree.insert(object, &key, after?).ok()?;
        return Some(());
    };
    let node = tree.at_pointer(path)?;
    if tree.source(node) != before {
        return None;
    }
    match after {
        Some(after) => tree.replace(node, after).ok()?,
        None => tree.remove(node),
    }
    Some(())
}
