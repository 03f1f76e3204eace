//! Where a JSON value ends, whatever it is.

use crate::{number, text};

/// Whether a text is one JSON value, as `JSON.parse` takes it.
pub fn is_json(text: &[u8]) -> bool {
    let end = value_end(text, space_end(text, 0));
    end.is_some_and(|end| space_end(text, end) == text.len())
}

/// Where the JSON value that starts at `start` ends.
pub fn value_end(bytes: &[u8], start: usize) -> Option<usize> {
    // The closers of what is open: no tree, and no recursion.
    let mut open = Vec::new();
    let mut at = start;
    loop {
        at = match *bytes.get(at)? {
            opener @ (b'{' | b'[') => {
                let closer = closer(opener);
                open.push(closer);
                let inside = space_end(bytes, at + 1);
                if bytes.get(inside) != Some(&closer) {
                    at = if opener == b'{' { key_end(bytes, inside)? } else { inside };
                    continue;
                }
                inside
            }
            b'"' => text::read(bytes, at).map(|lexeme| at + lexeme.bytes.len())?,
            b't' => word_end(bytes, at, b"true")?,
            b'f' => word_end(bytes, at, b"false")?,
            b'n' => word_end(bytes, at, b"null")?,
            _ => number::read(bytes, at)?.end,
        };
        // Closes what closes here, up to the next value.
        loop {
            let Some(&closer) = open.last() else { return Some(at) };
            at = space_end(bytes, at);
            let byte = *bytes.get(at)?;
            if byte == b',' {
                at = space_end(bytes, at + 1);
                if closer == b'}' {
                    at = key_end(bytes, at)?;
                }
                break;
            }
            if byte != closer {
                return None;
            }
            open.pop();
            at += 1;
        }
    }
}

/// A bracket's partner: in ASCII they stand two apart.
fn closer(opener: u8) -> u8 {
    opener + 2
}

/// Where the value of the member starts whose key stands at `start`.
fn key_end(bytes: &[u8], start: usize) -> Option<usize> {
    (*bytes.get(start)? == b'"').then_some(())?;
    let key = text::read(bytes, start)?;
    let colon = space_end(bytes, start + key.bytes.len());
    (*bytes.get(colon)? == b':').then(|| space_end(bytes, colon + 1))
}

fn word_end(bytes: &[u8], start: usize, word: &[u8]) -> Option<usize> {
    let end = start + word.len();
    (bytes.get(start..end)? == word).then_some(end)
}

/// Where white space ends.
#[inline]
pub(crate) fn space_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn depth_is_no_danger() {
        let depth = 500_000;
        let nested = "[".repeat(depth) + &"]".repeat(depth);
        assert!(is_json(nested.as_bytes()));
        assert!(!is_json(&nested.as_bytes()[1..]));
        assert_eq!(value_end(&nested.as_bytes()[..depth], 0), None);
    }

    #[test]
    fn a_value_ends_where_something_else_follows() {
        for (text, end) in
            [("[1] ]", Some(3)), (r#"{"a":{}},"#, Some(8)), ("12,", Some(2)), ("[1", None)]
        {
            assert_eq!(value_end(text.as_bytes(), 0), end, "{text}");
        }
    }

    proptest! {
        /// What is JSON here is JSON to another reader.
        #[test]
        fn agrees_with_serde(text in "[\\[\\]{}\",:0-1.eE+\\-ntrue\\\\u ]{0,24}") {
            let other: Result<&RawValue, _> = serde_json::from_str(&text);
            prop_assert_eq!(is_json(text.as_bytes()), other.is_ok(), "{}", text);
        }
    }
}
