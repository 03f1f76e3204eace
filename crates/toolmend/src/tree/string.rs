//! JSON string lexemes: decoding, encoding, comparing.

use std::borrow::Cow;

/// Decodes a lexeme with its quotes. `None` if it holds the escape of a lone surrogate, which no
/// Rust string can hold.
pub(crate) fn decode(lexeme: &str) -> Option<Cow<'_, str>> {
    let content = inner(lexeme);
    if !content.contains('\\') {
        return Some(Cow::Borrowed(content));
    }
    let mut decoded = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        decoded.push_str(&rest[..at]);
        let (character, length) = unescape(&rest[at..])?;
        decoded.push(character);
        rest = &rest[at + length..];
    }
    decoded.push_str(rest);
    Some(Cow::Owned(decoded))
}

/// As [`decode`], but keeps the escape of a lone surrogate as it stands. Only for a text that is
/// itself read as JSON next, where that escape means the same.
pub(crate) fn decode_json(lexeme: &str) -> Cow<'_, str> {
    let content = inner(lexeme);
    if !content.contains('\\') {
        return Cow::Borrowed(content);
    }
    let mut decoded = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        decoded.push_str(&rest[..at]);
        let length = if let Some((character, length)) = unescape(&rest[at..]) {
            decoded.push(character);
            length
        } else {
            let length = rest.len().min(at + 6) - at;
            decoded.push_str(&rest[at..at + length]);
            length
        };
        rest = &rest[at + length..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// The character that an escape stands for and the escape's length in bytes. `rest` starts with
/// the backslash of a valid escape.
fn unescape(rest: &str) -> Option<(char, usize)> {
    let simple = match rest.as_bytes().get(1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let high = code_unit(rest, 2)?;
            if !(0xd800..0xe000).contains(&high) {
                return Some((char::from_u32(high)?, 6));
            }
            let low = (rest.get(6..8) == Some("\\u")).then(|| code_unit(rest, 8)).flatten()?;
            if high >= 0xdc00 || !(0xdc00..0xe000).contains(&low) {
                return None;
            }
            let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
            return Some((char::from_u32(code)?, 12));
        }
        &byte => byte as char,
    };
    Some((simple, 2))
}

fn code_unit(rest: &str, at: usize) -> Option<u32> {
    u32::from_str_radix(rest.get(at..at + 4)?, 16).ok()
}

/// Encodes a text as a JSON string, with its quotes and no escape that JSON does not ask for.
pub(crate) fn encode(text: &str) -> String {
    let mut lexeme = String::with_capacity(text.len() + 2);
    lexeme.push('"');
    escape_into(&mut lexeme, text);
    lexeme.push('"');
    lexeme
}

/// Appends `text`, escaped as the inside of a JSON string.
pub(crate) fn escape_into(target: &mut String, text: &str) {
    let mut clean = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        target.push_str(&text[clean..at]);
        clean = at + 1;
        escape_control_into(target, byte);
    }
    target.push_str(&text[clean..]);
}

/// Appends the escape of a quote, a backslash or a control character.
pub(crate) fn escape_control_into(target: &mut String, byte: u8) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    match byte {
        b'"' => target.push_str("\\\""),
        b'\\' => target.push_str("\\\\"),
        b'\n' => target.push_str("\\n"),
        b'\r' => target.push_str("\\r"),
        b'\t' => target.push_str("\\t"),
        0x8 => target.push_str("\\b"),
        0xc => target.push_str("\\f"),
        other => {
            target.push_str("\\u00");
            target.push(HEX[usize::from(other >> 4)] as char);
            target.push(HEX[usize::from(other & 15)] as char);
        }
    }
}

/// Whether a lexeme, decoded, is `text`.
pub(crate) fn lexeme_is(lexeme: &str, text: &str) -> bool {
    let content = inner(lexeme);
    if content.contains('\\') {
        decode(lexeme).is_some_and(|decoded| decoded == text)
    } else {
        content == text
    }
}

/// Whether two lexemes stand for the same string; two absent ones do.
pub(crate) fn same(left: Option<&str>, right: Option<&str>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => {
            left == right
                || ((left.contains('\\') || right.contains('\\'))
                    && decode(left).is_some_and(|text| Some(text) == decode(right)))
        }
        (None, None) => true,
        _ => false,
    }
}

fn inner(lexeme: &str) -> &str {
    lexeme.get(1..lexeme.len() - 1).unwrap_or_default()
}
