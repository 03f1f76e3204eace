//! Kimi K3's XTML: tags whose brackets are the tokens `<|open|>`, `<|close|>` and `<|sep|>`.
//!
//! ```text
//! <|open|>tools<|sep|><|open|>call tool="NAME" index="1"<|sep|>
//!   <|open|>argument key="K" type="string"<|sep|>V<|close|>argument<|sep|>
//! <|close|>call<|sep|><|close|>tools<|sep|>
//! ```
//!
//! Values are raw text for `type="string"` and JSON for any other; entities stand in attributes
//! only. A call may hold one JSON block instead. The closer of `tools` may be missing.

use std::borrow::Cow;

use super::series;
use super::wrapper::end_tokens;
use crate::leaks::block::{Anchor, Block, FoundArguments, FoundCall, Pair, Part, Value, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::offer::Offer;

const OPEN: &str = "<|open|>";
const CLOSE: &str = "<|close|>";
const SEPARATOR: &str = "<|sep|>";
const LONGEST_HEADER: usize = 1_000;

/// Reads the tools' channel, or calls without one.
pub(super) fn block<'t>(cursor: &mut Cursor<'t>, _: Offer<'_>) -> Parsed<Block<'t>> {
    let start = cursor.at();
    let mut parts = Vec::new();
    let wrapped = cursor.take("<|open|>tools<|sep|>")?;
    if wrapped {
        parts.push(Part::Markup(start..cursor.at()));
        cursor.space();
    }
    parts.push(Part::Call(call(cursor)?));
    let cut = series::rest(cursor, &mut parts, &|ahead| ahead.sees("<|open|>call"), &mut call)?;
    let closed = series::take_markup(cursor, &mut parts, &["<|close|>tools<|sep|>"])?;
    series::take_markup(cursor, &mut parts, &["<|close|>message<|sep|>"])?;
    if let Some(tokens) = end_tokens(cursor)? {
        parts.push(Part::Markup(tokens));
    }
    let mut block = Block::new("kimi_k3_xtml", start..cursor.at(), parts);
    block.cut = cut;
    (block.anchor, block.wrapper) = match (wrapped, closed) {
        (true, true) => (Anchor::Anywhere, Wrapper::Whole),
        (true, false) => (Anchor::Anywhere, Wrapper::Unclosed),
        (false, _) => (Anchor::LastLines, Wrapper::Missing),
    };
    Ok(block)
}

fn call<'t>(cursor: &mut Cursor<'t>) -> Parsed<FoundCall<'t>> {
    let start = cursor.at();
    cursor.demand(OPEN)?;
    cursor.demand("call")?;
    let header = cursor.until(SEPARATOR, LONGEST_HEADER)?;
    let name = attribute(header, "tool").ok_or(Stop::Refuted)?;
    let mut pairs = Vec::new();
    let mut json = None;
    loop {
        cursor.space();
        if cursor.take("<|close|>call<|sep|>")? {
            break;
        }
        cursor.demand(OPEN)?;
        let header = cursor.until(SEPARATOR, LONGEST_HEADER)?;
        let element = header.split(' ').next().unwrap_or_default();
        let value = value(cursor, element)?;
        match element {
            "argument" => {
                let key = attribute(header, "key").ok_or(Stop::Refuted)?;
                let value = match attribute(header, "type").as_deref() {
                    Some("string") => Value::Text(value.into()),
                    Some(_) => Value::Json(value.into()),
                    None => Value::Raw(value.into()),
                };
                pairs.push(Pair { key, value });
            }
            "json" if json.is_none() => json = Some(value),
            _ => return Err(Stop::Refuted),
        }
    }
    let arguments = match json {
        Some(text) if pairs.is_empty() => FoundArguments::Text(text.into()),
        Some(_) => return Err(Stop::Refuted),
        None => FoundArguments::Pairs(pairs),
    };
    Ok(FoundCall::new(start..cursor.at(), name, arguments))
}

/// Reads up to the closer of `element`. A closer counts if another tag follows it.
fn value<'t>(cursor: &mut Cursor<'t>, element: &str) -> Parsed<&'t str> {
    let closer = format!("{CLOSE}{element}{SEPARATOR}");
    let start = cursor.at();
    loop {
        let end = cursor.find(&closer)?;
        let mut after = *cursor;
        after.set(end + closer.len());
        cursor.set(after.at());
        after.space();
        if after.sees(OPEN)? || after.sees("<|close|>call<|sep|>")? {
            return Ok(cursor.slice(start..end));
        }
    }
}

/// The attribute called `name`, its entities decoded.
fn attribute<'t>(header: &'t str, name: &str) -> Option<Cow<'t, str>> {
    let mut rest = header;
    while let Some(at) = rest.find("=\"") {
        let key =
            rest[..at].rsplit(|character: char| !u8::try_from(character).is_ok_and(is_name_byte));
        let key = key.into_iter().next().unwrap_or_default();
        let value = &rest[at + 2..];
        let end = value.find('"')?;
        if key == name {
            let value = &value[..end];
            return Some(if value.contains('&') {
                value.replace("&quot;", "\"").replace("&amp;", "&").into()
            } else {
                value.into()
            });
        }
        rest = &value[end + 1..];
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        assert_calls(
            r#"<|open|>tools<|sep|><|open|>call tool="bash" index="1"<|sep|><|open|>argument key="command" type="string"<|sep|>a &amp; b<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>"#,
            &[r#"bash{"command":"a &amp; b"}"#],
        );
        assert_calls(
            r#"<|open|>tools<|sep|><|open|>call tool="set" index="1"<|sep|><|open|>argument key="target" type="object"<|sep|>{"a":1}<|close|>argument<|sep|><|close|>call<|sep|>"#,
            &[r#"set{"target":{"a":1}}"#],
        );
        assert_calls(
            r#"<|open|>tools<|sep|><|open|>call tool="bash"<|sep|><|open|>json type="object"<|sep|>{"command":"ls"}<|close|>json<|sep|><|close|>call<|sep|><|close|>tools<|sep|><|close|>message<|sep|>"#,
            &[r#"bash{"command":"ls"}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            r#"<|open|>tools<|sep|><|open|>call tool="bash"<|sep|><|open|>argument key="command" type="string"<|sep|>a"#,
            "The tokens are <|open|> and <|sep|>.",
        ] {
            assert_text(text);
        }
    }
}
