//! Calls one after another, in formats whose calls all begin with the same token.

use crate::leaks::block::{FoundCall, Part};
use crate::leaks::cursor::{Cursor, Parsed, Stop};

/// Reads the calls that follow the first, as long as `begins` says that one does. What cannot be
/// read is left; whether the end of the message cut a call.
pub(super) fn rest<'t>(
    cursor: &mut Cursor<'t>,
    parts: &mut Vec<Part<'t>>,
    begins: &dyn Fn(&Cursor<'t>) -> Parsed<bool>,
    call: &mut dyn FnMut(&mut Cursor<'t>) -> Parsed<FoundCall<'t>>,
) -> Parsed<bool> {
    loop {
        let mut ahead = *cursor;
        ahead.space();
        if ahead.at_end()? || !begins(&ahead)? {
            return Ok(false);
        }
        match call(&mut ahead) {
            Ok(found) => parts.push(Part::Call(found)),
            Err(Stop::Refuted) => return Ok(false),
            Err(Stop::Unfinished) => {
                cursor.ended_or_stop()?;
                return Ok(true);
            }
        }
        cursor.set(ahead.at());
    }
}

/// Reads one of `tokens`, if it is next behind white space, as markup.
pub(super) fn take_markup(
    cursor: &mut Cursor<'_>,
    parts: &mut Vec<Part<'_>>,
    tokens: &[&str],
) -> Parsed<bool> {
    let span = cursor.take_next(tokens)?;
    let is_there = span.is_some();
    parts.extend(span.map(Part::Markup));
    Ok(is_there)
}
