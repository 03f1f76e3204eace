//! Where a JSON value in a running text ends, whether or not it is sound JSON.
//!
//! Brackets are matched and strings of both kinds of quotes are skipped, so that a closer of the
//! markup inside a string does not end the value. What stands between is left to the readers.

use super::cursor::{Cursor, Parsed, Stop};
use std::ops::Range;

/// Reads past the object or array that starts here.
pub(super) fn value(cursor: &mut Cursor<'_>) -> Parsed<Range<usize>> {
    let start = cursor.at();
    if !starts_value(cursor)? {
        return Err(Stop::Refuted);
    }
    let bytes = cursor.rest().as_bytes();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => {
                // A closer of the other kind is a defect for the reader; it closes all the same.
                open.pop();
                if open.is_empty() {
                    cursor.set(start + at + 1);
                    return Ok(start..start + at + 1);
                }
            }
            b'"' | b'\'' => match string_end(bytes, at) {
                Some(end) => at = end,
                None => break,
            },
            _ => {}
        }
        at += 1;
    }
    cursor.looked_through();
    Err(Stop::Unfinished)
}

/// Where the string that opens at `at` closes.
fn string_end(bytes: &[u8], at: usize) -> Option<usize> {
    let quote = bytes[at];
    let mut at = at + 1;
    loop {
        match bytes.get(at) {
            None => return None,
            Some(b'\\') => at += 2,
            Some(&byte) if byte == quote => return Some(at),
            Some(_) => at += 1,
        }
    }
}

/// Whether an object or array of JSON, or of what models take for JSON, starts here. `{` in prose
/// or code is followed by something else.
pub(super) fn starts_value(cursor: &Cursor<'_>) -> Parsed<bool> {
    let mut ahead = *cursor;
    let Some(opener @ (b'{' | b'[')) = ahead.peek()? else { return Ok(false) };
    ahead.advance();
    ahead.space();
    Ok(match (opener, ahead.byte()?) {
        (b'{', b'}' | b'"' | b'\'' | b'{') | (b'[', b'{' | b'"' | b'\'') => true,
        (b'{', byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
            let word = ahead.word(|byte| byte.is_ascii_alphanumeric() || byte == b'_')?;
            ahead.space();
            !word.is_empty() && ahead.byte()? == b':'
        }
        _ => false,
    })
}

/// Reads the arguments that stand here as JSON up to one of `closers` or the end of the message.
/// Gives their range, which is empty where the closer follows at once; the cursor then stands before
/// the closer.
///
/// Where brackets and quotes do not lead to a closer, the JSON is broken in a way that hides its
/// end, and the first closer is taken. The reader then has to make sense of what is before it.
pub(super) fn arguments(cursor: &mut Cursor<'_>, closers: &[&str]) -> Parsed<Range<usize>> {
    let start = cursor.at();
    if !cursor.at_end()? && cursor.sees_any(closers)? {
        return Ok(start..start);
    }
    let by_brackets = value(cursor);
    match by_brackets {
        Ok(range) => {
            let end = cursor.at();
            cursor.space();
            let closed = cursor.at_end()? || cursor.sees_any(closers)?;
            if closed || closers.is_empty() || crate::tree::Tree::parse(cursor.slice(range)).is_ok()
            {
                return Ok(start..end);
            }
        }
        Err(Stop::Refuted) => return Err(Stop::Refuted),
        Err(Stop::Unfinished) => cursor.ended_or_stop()?,
    }
    cursor.retry(start)?;
    let end = cursor.find_any(closers).ok_or(Stop::Unfinished)?;
    cursor.set(end);
    Ok(start..end)
}
