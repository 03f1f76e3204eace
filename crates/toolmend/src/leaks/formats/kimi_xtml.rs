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
use crate::leaks::block::{Block, FoundArguments, Value};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::offer::Offer;

const OPEN: &str = "<|open|>";
const CLOSE: &str = "<|close|>";
const SEPARATOR: &str = "<|sep|>";
const LONGEST_HEADER: usize = 1_000;

/// Reads the tools' channel, or calls without one.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    _: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    block.format = "kimi_k3_xtml";
    let opened = series::take_markup(cursor, block, &["<|open|>tools<|sep|>"])?;
    series::calls(cursor, block, &|ahead| ahead.sees("<|open|>call"), &mut call)?;
    let closed = series::take_markup(cursor, block, &["<|close|>tools<|sep|>"])?;
    series::take_markup(cursor, block, &["<|close|>message<|sep|>"])?;
    series::set_wrapper(block, opened, closed);
    series::end_tokens(cursor, block)
}

fn call<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    let first = block.pairs.len();
    cursor.demand("<|open|>call")?;
    let header = cursor.until(SEPARATOR, LONGEST_HEADER)?;
    let name = attribute(header, "tool").ok_or(Stop::Refuted)?;
    let mut json = None;
    loop {
        cursor.space();
        if cursor.take("<|close|>call<|sep|>")? {
            break;
        }
        cursor.demand(OPEN)?;
        let header = cursor.until(SEPARATOR, LONGEST_HEADER)?;
        let element = header.split(' ').next().unwrap_or_default();
        let value = value(cursor, element)?.into();
        if element == "argument" {
            let key = attribute(header, "key").ok_or(Stop::Refuted)?;
            let value = match attribute(header, "type").as_deref() {
                Some("string") => Value::Text(value),
                Some(_) => Value::Json(value),
                None => Value::Raw(value),
            };
            block.pair(key, value);
        } else if element != "json" || json.replace(value).is_some() {
            return Err(Stop::Refuted);
        }
    }
    let span = start..cursor.at();
    match json {
        None => block.pairs_call(span, name, first),
        Some(text) if block.pairs.len() == first => {
            block.call(span, name, FoundArguments::Text(text));
        }
        Some(_) => return Err(Stop::Refuted),
    }
    Ok(())
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
