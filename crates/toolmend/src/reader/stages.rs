//! Documents that were encoded once too often: read only after they are decoded as a whole.
//!
//! `{\"a\":\"b\"}` is the inside of a JSON string that lost its quotes; `{&quot;a&quot;:1}` went
//! through HTML. Either shows at the very first quote behind the opening bracket, and by every other
//! quote being written the same way. A document with one plain quote, or whose escapes stand inside
//! strings of another kind, is not decoded.

use super::patches::Patches;
use super::recovery::Recovery;
use super::source::Source;
use crate::tree::string::decode;

/// What each entity stands for.
const ENTITIES: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#x22;", "\""),
    ("&apos;", "'"),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&nbsp;", " "),
];

/// The patches that decode the document once, if it is encoded as a whole.
pub(super) fn decoding(source: Source) -> Option<Patches> {
    let start = first_quote(source)?;
    let escaped = source.rest(start).trim_start_matches('\\').starts_with('"');
    if escaped && source.byte(start) == Some(b'\\') {
        return all_quotes_escaped(source).then(|| unescape(source));
    }
    let quote = ENTITIES.iter().take(6).any(|(entity, _)| source.starts_with(start, entity));
    (quote && !source.text.contains('"')).then(|| unentity(source))
}

/// Where the first quote should stand: behind the opening bracket and white space, which may be
/// escaped too.
fn first_quote(source: Source) -> Option<usize> {
    let open = source.text.find(['{', '[', '\\', '&', '"'])?;
    let mut at = open;
    loop {
        match source.byte(at)? {
            b'{' | b'[' | b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            b'\\' if matches!(source.byte(at + 1), Some(b'n' | b't' | b'r')) => at += 2,
            _ => return Some(at),
        }
    }
}

/// Whether a backslash stands before every quote.
fn all_quotes_escaped(source: Source) -> bool {
    let bytes = source.text.as_bytes();
    bytes.iter().enumerate().all(|(at, &byte)| {
        byte != b'"' || at.checked_sub(1).is_some_and(|before| bytes[before] == b'\\')
    })
}

fn unescape(source: Source) -> Patches {
    let mut patches = Patches::default();
    let mut at = 0;
    while let Some(length) = source.rest(at).find('\\') {
        at += length;
        let end = escape_end(source, at);
        let lexeme = format!("\"{}\"", source.slice(at, end));
        match decode(&lexeme) {
            Some(decoded) if end > at + 1 => {
                patches.push(Recovery::EscapedDocument, (at, end), decoded.into_owned());
            }
            _ => {}
        }
        at = end;
    }
    patches
}

/// The end of the escape at `at`; of the backslash alone if it starts none.
fn escape_end(source: Source, at: usize) -> usize {
    let unit = |at: usize| {
        source.starts_with(at, "\\u")
            && source.slice(at + 2, at + 6).len() == 4
            && source.slice(at + 2, at + 6).bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    match source.byte(at + 1) {
        Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at + 2,
        Some(b'u') if unit(at) && unit(at + 6) => at + 12,
        Some(b'u') if unit(at) => at + 6,
        _ => at + 1,
    }
}

fn unentity(source: Source) -> Patches {
    let mut patches = Patches::default();
    let mut at = 0;
    while let Some(length) = source.rest(at).find('&') {
        at += length;
        let found = ENTITIES.iter().find(|(entity, _)| source.starts_with(at, entity));
        let Some((entity, text)) = found else {
            at += 1;
            continue;
        };
        patches.push(Recovery::Entities, (at, at + entity.len()), *text);
        at += entity.len();
    }
    patches
}
