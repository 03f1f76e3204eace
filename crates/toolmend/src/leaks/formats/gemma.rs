//! Gemma 4: `<|tool_call>call:NAME{key:<|"|>text<|"|>,n:5}<tool_call|>`, and `FunctionGemma`:
//! `<start_function_call>call:NAME{key:<escape>text<escape>}<end_function_call>`.
//!
//! The five characters `<|"|>` quote a string; keys are bare; numbers, words, objects and lists
//! are as in JSON. The last closing quote or the brace may be missing before the block's closer:
//! the closer shows that nothing was cut. Also seen: quotes of JSON or Python, JSON in parentheses,
//! Python's arguments. Without its tokens a call must start a line.

use std::borrow::Cow;

use super::pythonic;
use crate::leaks::block::{Block, FoundArguments, Value};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::tree::{Tree, string};

const OPENER: &str = "call:";
const QUOTES: [&str; 2] = ["<|\"|>", "<escape>"];
const CLOSERS: [&str; 2] = ["<tool_call|>", "<end_function_call>"];
const ENDS: [&str; 2] = ["}<tool_call|>", "}<end_function_call>"];

pub(super) fn begins(cursor: &Cursor<'_>) -> Parsed<bool> {
    cursor.sees(OPENER)
}

/// Reads `call:NAME{…}`.
pub(super) fn call<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    cursor.demand(OPENER)?;
    cursor.blanks();
    let name = cursor.word(|byte| is_name_byte(byte) || byte == b':')?;
    cursor.space();
    if name.is_empty() {
        return Err(Stop::Refuted);
    }
    if cursor.byte()? != b'(' {
        cursor.demand("{")?;
        let first = block.pairs.len();
        pairs(cursor, block)?;
        block.pairs_call(start..cursor.at(), name.into(), first);
        return Ok(());
    }
    let mut inside = *cursor;
    inside.advance();
    inside.space();
    let arguments: Cow<'t, str> = if json_span::starts_value(&inside)? {
        let range = json_span::arguments(&mut inside, &[")"])?;
        inside.space();
        inside.demand(")")?;
        cursor.set(inside.at());
        cursor.slice(range).into()
    } else {
        pythonic::arguments(cursor)?.into()
    };
    block.call(start..cursor.at(), name.into(), FoundArguments::Text(arguments));
    Ok(())
}

/// Reads keys and values up to the closing brace, or up to the block's closer where that is
/// missing.
fn pairs<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let first = block.pairs.len();
    loop {
        cursor.space();
        if cursor.take("}")? || (block.pairs.len() > first && cursor.sees_any(&CLOSERS)?) {
            return Ok(());
        }
        let key = key(cursor)?;
        cursor.space();
        cursor.demand(":")?;
        cursor.space();
        let value = match cursor.byte()? {
            b'{' | b'[' => Value::Json(nested(cursor)?.into()),
            _ => match text(cursor)? {
                Some(text) => Value::Text(text),
                None => Value::Raw(bare(cursor)?.into()),
            },
        };
        block.pair(key, value);
        cursor.space();
        if !cursor.take(",")? && cursor.byte()? != b'}' && !cursor.sees_any(&CLOSERS)? {
            return Err(Stop::Refuted);
        }
    }
}

fn key<'t>(cursor: &mut Cursor<'t>) -> Parsed<Cow<'t, str>> {
    if let Some(text) = text(cursor)? {
        return Ok(text);
    }
    let word = cursor.word(is_name_byte)?;
    if word.is_empty() { Err(Stop::Refuted) } else { Ok(word.into()) }
}

/// Reads a quoted text, if one starts here.
fn text<'t>(cursor: &mut Cursor<'t>) -> Parsed<Option<Cow<'t, str>>> {
    for quote in QUOTES {
        if cursor.take(quote)? {
            return Ok(Some(delimited(cursor, quote)?.into()));
        }
    }
    match cursor.byte()? {
        b'"' | b'\'' => pythonic::quoted(cursor).map(|text| Some(text.into())),
        _ => Ok(None),
    }
}

/// Reads up to the closing `quote`, or up to the end of the call if that is missing.
fn delimited<'t>(cursor: &mut Cursor<'t>, quote: &str) -> Parsed<&'t str> {
    let start = cursor.at();
    match cursor.find(quote) {
        Ok(end) => {
            let mut after = *cursor;
            after.set(end + quote.len());
            after.space();
            let goes_on = matches!(after.peek()?, Some(b',' | b'}' | b']' | b':') | None);
            if goes_on || after.sees_any(&CLOSERS)? {
                cursor.set(end + quote.len());
                return Ok(cursor.slice(start..end));
            }
        }
        // It may still come.
        Err(_) => cursor.ended_or_stop()?,
    }
    cursor.retry(start)?;
    let end = cursor.find_any(&ENDS).ok_or(Stop::Unfinished)?;
    cursor.set(end);
    Ok(cursor.slice(start..end))
}

/// Reads a word without quotes.
fn bare<'t>(cursor: &mut Cursor<'t>) -> Parsed<&'t str> {
    let start = cursor.at();
    while !matches!(cursor.byte()?, b',' | b'}' | b']' | b'\n' | b'{' | b'[' | b'<') {
        cursor.advance();
    }
    let word = cursor.since(start).trim();
    if word.is_empty() { Err(Stop::Refuted) } else { Ok(word) }
}

/// Reads an object or a list and writes it as JSON.
fn nested(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let mut json = String::new();
    let mut open: Vec<u8> = Vec::new();
    loop {
        cursor.space();
        let byte = cursor.byte()?;
        match byte {
            b'{' | b'[' => {
                open.push(if byte == b'{' { b'}' } else { b']' });
                json.push(byte as char);
                cursor.advance();
                cursor.space();
                let closer = open.last().copied();
                if Some(cursor.byte()?) != closer {
                    if closer == Some(b'}') {
                        member_key(cursor, &mut json)?;
                    }
                    continue;
                }
            }
            _ => match text(cursor)? {
                Some(text) => json.push_str(&string::encode(&text)),
                None => json.push_str(&scalar(bare(cursor)?)),
            },
        }
        if close(cursor, &mut open, &mut json)? {
            return Ok(json);
        }
    }
}

/// Reads what follows a value: closers, then a separator. True when all is closed.
fn close(cursor: &mut Cursor<'_>, open: &mut Vec<u8>, json: &mut String) -> Parsed<bool> {
    loop {
        let Some(&closer) = open.last() else { return Ok(true) };
        cursor.space();
        let byte = cursor.byte()?;
        if byte == closer {
            cursor.advance();
            json.push(closer as char);
            open.pop();
        } else if byte == b',' {
            cursor.advance();
            cursor.space();
            if cursor.byte()? == closer {
                continue;
            }
            json.push(',');
            if closer == b'}' {
                member_key(cursor, json)?;
            }
            return Ok(false);
        } else {
            return Err(Stop::Refuted);
        }
    }
}

fn member_key(cursor: &mut Cursor<'_>, json: &mut String) -> Parsed<()> {
    let key = key(cursor)?;
    json.push_str(&string::encode(&key));
    cursor.space();
    cursor.demand(":")?;
    json.push(':');
    Ok(())
}

/// A bare word as JSON: itself, or a string.
fn scalar(word: &str) -> String {
    if Tree::parse(word).is_ok() { word.to_owned() } else { string::encode(word) }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"<|tool_call>call:bash{command:<|"|>ls<|"|>}<tool_call|>"#,
            r#"<|tool_call>call:bash{command:<|"|>ls<|"|>}"#,
            r#"<|tool_call>call:bash{command:<|"|>ls<|"|><tool_call|>"#,
            r#"<|tool_call>call:bash{command:<|"|>ls}<tool_call|>"#,
            "<|tool_call>call:bash{command:'ls'}<tool_call|><tool_call|>",
            r#"<|tool_call>call:bash{command:"ls"}<tool_call|>"#,
            r#"<|tool_call|>call:bash({"command": "ls"})"#,
            r#"<|tool_call>call:bash(command="ls")<tool_call|>"#,
            r#"<|tool_call|>call:bash({"command": "ls"})<tool_call|>"#,
            r#"call:bash{command:<|"|>ls<|"|>}"#,
            r#"call:bash{command:<|"|>ls<|"|>}<tool_call|>"#,
            "<start_function_call>call:bash{command:<escape>ls<escape>}<end_function_call>",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            r#"<|tool_call>call:set{level:1.5,on:true,target:{a:[<|"|>x<|"|>,2]}}<tool_call|>"#,
            &[r#"set{"level":1.5,"on":true,"target":{"a":["x",2]}}"#],
        );
        assert_calls(
            r#"<|tool_call>call:bash{command:<|"|>{a:1, b} "c"<|"|>,timeout:30}<tool_call|>"#,
            &[r#"bash{"command":"{a:1, b} \"c\"","timeout":30}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            r#"<|tool_call>call:bash{command:<|"|>ls"#,
            r#"<|tool_call>call:bash{command:<|"|>ls<|"|>"#,
            "It emits <start_function_call>call:name{...}.",
            "Then call:bash{command:x} follows.",
        ] {
            assert_text(text);
        }
    }
}
