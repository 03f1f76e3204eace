//! `[TOOL_CALL]\n{tool => "NAME", args => {\n  --key "value"\n  --count 5\n}}\n[/TOOL_CALL]`.
//!
//! `MiniMax` M2.5 and models trained on its output, through gateways that do not know it. Seen: all
//! on one line, JSON for the arguments, no comma behind the name, `--key: "value"`, the words
//! without brackets and with one brace more, no closer, a plain JSON call inside. Strings have the
//! escapes `\n`, `\t`, `\"` and `\\`; a word without quotes takes the type that the schema asks for.
//! A value or a brace that the end of the message cuts is no call.

use std::borrow::Cow;

use super::hermes::{Closers, JsonBody};
use super::series;
use crate::leaks::block::{Anchor, Block, FoundArguments, Value, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

const OPENERS: [&str; 2] = ["[TOOL_CALL]", "TOOL_CALL"];
const CLOSERS: [&str; 3] = ["[/TOOL_CALL]", "/TOOL_CALL", "[END_TOOL_CALL]"];

/// Reads a block; without brackets it must start a line.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    block.format = "bracket_arrow";
    if !series::take_markup(cursor, block, &[OPENERS[0]])? {
        block.anchor = Anchor::Line;
        if !series::take_markup(cursor, block, &[OPENERS[1]])? {
            return Err(Stop::Refuted);
        }
    }
    let mut one = |ahead: &mut Cursor<'t>, block: &mut Block<'t>| {
        if json_span::starts_value(ahead)? && !begins(ahead)? {
            JsonBody::new(offer, Closers::Tokens(&CLOSERS)).read(ahead, block)
        } else {
            call(ahead, block)
        }
    };
    series::calls(cursor, block, &|ahead| ahead.sees("{"), &mut one)?;
    if !series::take_markup(cursor, block, &CLOSERS)? {
        block.wrapper = Wrapper::Unclosed;
    }
    series::end_tokens(cursor, block)
}

/// Whether `{tool =>` stands here.
fn begins(cursor: &Cursor<'_>) -> Parsed<bool> {
    let mut ahead = *cursor;
    key(&mut ahead, &["tool", "name"], b'{')
}

/// Reads a separator, one of `names`, and `=>` or `:`.
fn key(cursor: &mut Cursor<'_>, names: &[&str], before: u8) -> Parsed<bool> {
    if cursor.byte()? == before {
        cursor.advance();
        cursor.space();
    } else if before == b'{' {
        return Ok(false);
    }
    let quoted = cursor.take("\"")?;
    if !cursor.take_any(names)? || (quoted && !cursor.take("\"")?) {
        return Ok(false);
    }
    cursor.space();
    Ok(cursor.take("=>")? || (!quoted && cursor.take(":")?))
}

/// Reads `{tool => "NAME", args => {…}}`.
fn call<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    let first = block.pairs.len();
    if !key(cursor, &["tool", "name"], b'{')? {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let name = text(cursor)?;
    cursor.space();
    if !key(cursor, &["args", "arguments", "parameters", "params"], b',')? {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let mut inside = *cursor;
    inside.demand("{")?;
    inside.space();
    let mut json = None;
    if json_span::starts_value(cursor)? && inside.byte()? != b'}' {
        json = Some(json_span::arguments(cursor, &["}"])?);
    } else {
        cursor.set(inside.at());
        flags(cursor, block)?;
    }
    cursor.space();
    cursor.demand("}")?;
    // One brace more, where the brackets of the markers are missing.
    cursor.take_next(&["}"])?;
    let span = start..cursor.at();
    match json {
        Some(range) => block.call(span, name, FoundArguments::Text(cursor.slice(range).into())),
        None => block.pairs_call(span, name, first),
    }
    Ok(())
}

/// Reads `--key value` pairs and the closing brace.
fn flags<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    loop {
        cursor.skip_while(|byte| byte.is_ascii_whitespace() || byte == b',');
        if cursor.byte()? == b'}' {
            cursor.advance();
            return Ok(());
        }
        cursor.demand("--")?;
        let key = cursor.word(is_name_byte)?;
        if key.is_empty() {
            return Err(Stop::Refuted);
        }
        if !cursor.take(":")? {
            cursor.take("=")?;
        }
        cursor.blanks();
        let value = match cursor.byte()? {
            b'"' | b'\'' => Value::Raw(text(cursor)?),
            b'{' | b'[' => {
                let range = json_span::value(cursor)?;
                Value::Raw(cursor.slice(range).into())
            }
            _ => Value::Raw(word(cursor)?.into()),
        };
        block.pair(key.into(), value);
    }
}

/// Reads a word without quotes: to the end of the line or the next key.
fn word<'t>(cursor: &mut Cursor<'t>) -> Parsed<&'t str> {
    let start = cursor.at();
    loop {
        match cursor.byte()? {
            b'\n' | b'}' | b',' => break,
            b' ' if cursor.sees(" --")? => break,
            _ => cursor.advance(),
        }
    }
    let word = cursor.since(start).trim();
    if word.is_empty() { Err(Stop::Refuted) } else { Ok(word) }
}

/// Reads a quoted string.
fn text<'t>(cursor: &mut Cursor<'t>) -> Parsed<Cow<'t, str>> {
    let quote = if cursor.take("'")? { "'" } else { "\"" };
    if quote == "\"" {
        cursor.demand(quote)?;
    }
    let inner = cursor.until_escaped(quote)?;
    if !inner.contains('\\') {
        return Ok(inner.into());
    }
    let mut plain = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let escaped = rest[at + 1..].chars().next();
        match escaped {
            Some('n') => plain.push('\n'),
            Some('t') => plain.push('\t'),
            Some('r') => plain.push('\r'),
            Some(quoted @ ('"' | '\'' | '\\' | '/')) => plain.push(quoted),
            Some(other) => plain.extend(['\\', other]),
            None => plain.push('\\'),
        }
        rest = &rest[at + 1 + escaped.map_or(0, char::len_utf8)..];
    }
    plain.push_str(rest);
    Ok(plain.into())
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "[TOOL_CALL]\n{tool => \"bash\", args => {\n  --command \"ls\"\n}}\n[/TOOL_CALL]",
            r#"[TOOL_CALL]{tool => "bash" args => { --command: "ls" }}[/TOOL_CALL]"#,
            "[TOOL_CALL]\n{tool => \"bash\", args => {\"command\": \"ls\"}}\n[/TOOL_CALL]",
            "TOOL_CALL\n{tool => \"bash\", args => {\n  --command \"ls\"\n}}}\n/TOOL_CALL",
            "[TOOL_CALL]\n{tool => \"bash\", args => {\n  --command \"ls\"\n}}",
            "[TOOL_CALL]{tool => 'bash', args => {--command 'ls'}}[/TOOL_CALL]",
            "[TOOL_CALL]\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n[/TOOL_CALL]",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(r#"[TOOL_CALL]{tool => "ping", args => {}}[/TOOL_CALL]"#, &["ping{}"]);
        assert_calls(
            "[TOOL_CALL]\n{tool => \"bash\", args => {\n  --command \"echo \\\"}}\\\" \\\\ \\n\"\n  --timeout 5\n}}\n[/TOOL_CALL]",
            &[r#"bash{"command":"echo \"}}\" \\ \n","timeout":5}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "[TOOL_CALL]\n{tool => \"bash\", args => {\n  --command \"l",
            "[TOOL_CALL]\n{tool => \"bash\", args => {\n  --command \"ls\"\n}",
            "Use `[TOOL_CALL]` for it.",
            "[TOOL_CALL] marks a call.",
            r#"[TOOL_CALL]{tool => "launch", args => {}}[/TOOL_CALL]"#,
        ] {
            assert_text(text);
        }
    }
}
