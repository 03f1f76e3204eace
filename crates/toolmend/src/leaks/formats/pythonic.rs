//! Calls as Python writes them: `[read(path="a.rs"), ping()]`.
//!
//! Llama 4 and 3.2 (`<|python_start|>` or nothing around), LFM2 (`<|tool_call_start|>`), `OLMo` 3
//! (lines inside `<function_calls>`), Gemma 2 and 3 (a `tool_code` fence). Arguments are named;
//! names are free, so `from=` is one. Literals are Python's or JSON's, `07` is 7, a string may hold
//! raw line breaks and, if only one end is possible, its own quotes.
//!
//! Not a call: positional arguments (whose names nobody knows), a Markdown link, a comprehension,
//! `bash(1)`.

use std::borrow::Cow;

use super::series;
use crate::leaks::block::{Block, FoundArguments};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::tree::string;

/// Whether a name and an opening parenthesis stand here.
pub(super) fn begins(cursor: &Cursor<'_>) -> Parsed<bool> {
    let mut ahead = *cursor;
    let name = ahead.word(is_name_byte)?;
    Ok(!name.is_empty() && ahead.peek()? == Some(b'('))
}

/// Reads `[f(…), g(…)]`. Its bracket may be missing at the end of the message.
pub(super) fn list<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let opener = cursor.at();
    cursor.demand("[")?;
    block.markup(opener..cursor.at());
    loop {
        cursor.space();
        call(cursor, block)?;
        cursor.space();
        if cursor.at_end()? || series::take_markup(cursor, block, &["]"])? {
            return Ok(());
        }
        if !series::take_markup(cursor, block, &[","])? {
            return Err(Stop::Refuted);
        }
    }
}

/// Reads `f(a=1, b="x")`.
pub(super) fn call<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    let name = cursor.word(is_name_byte)?;
    if name.is_empty() {
        return Err(Stop::Refuted);
    }
    let arguments = FoundArguments::Text(arguments(cursor)?.into());
    block.call(start..cursor.at(), name.into(), arguments);
    Ok(())
}

/// Reads `(a=1, b="x")` and writes it as a JSON object.
pub(super) fn arguments(cursor: &mut Cursor<'_>) -> Parsed<String> {
    cursor.demand("(")?;
    let mut writer = Writer { json: "{".to_owned(), unsure: None };
    loop {
        cursor.space();
        if cursor.byte()? == b')' {
            break;
        }
        let name = cursor.word(is_name_byte)?;
        cursor.blanks();
        if name.is_empty() || !cursor.take("=")? || cursor.byte()? == b'=' {
            return Err(Stop::Refuted);
        }
        if writer.json.len() > 1 {
            writer.json.push(',');
        }
        writer.json.push_str(&string::encode(name));
        writer.json.push(':');
        writer.value(cursor)?;
        cursor.space();
        match cursor.byte()? {
            b',' => cursor.advance(),
            b')' => {}
            _ => return Err(Stop::Refuted),
        }
    }
    cursor.advance();
    writer.json.push('}');
    Ok(writer.json)
}

/// Reads one quoted string.
pub(super) fn quoted(cursor: &mut Cursor<'_>) -> Parsed<String> {
    let mut writer = Writer { json: String::new(), unsure: None };
    let text = writer.string(cursor)?;
    text.ok_or(Stop::Refuted)
}

/// Writes Python literals as JSON.
struct Writer {
    json: String,
    /// The quote of a string that held its own quote. Were that quote to come again, the string
    /// could have ended there too.
    unsure: Option<u8>,
}

impl Writer {
    /// Reads a literal of any depth.
    fn value(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            cursor.space();
            let byte = cursor.byte()?;
            match byte {
                b'[' | b'(' | b'{' => {
                    cursor.advance();
                    let closer = if byte == b'{' {
                        b'}'
                    } else if byte == b'[' {
                        b']'
                    } else {
                        b')'
                    };
                    self.json.push(if byte == b'{' { '{' } else { '[' });
                    open.push(closer);
                    cursor.space();
                    if cursor.byte()? != closer {
                        self.key(cursor, closer)?;
                        continue;
                    }
                }
                _ => self.scalar(cursor)?,
            }
            if self.close(cursor, &mut open)? {
                return Ok(());
            }
        }
    }

    /// Reads what follows a value: closers, then a separator. True when all is closed.
    fn close(&mut self, cursor: &mut Cursor<'_>, open: &mut Vec<u8>) -> Parsed<bool> {
        loop {
            let Some(&closer) = open.last() else { return Ok(true) };
            cursor.space();
            let byte = cursor.byte()?;
            if byte == closer {
                cursor.advance();
                self.json.push(if closer == b'}' { '}' } else { ']' });
                open.pop();
            } else if byte == b',' {
                cursor.advance();
                cursor.space();
                if cursor.byte()? != closer {
                    self.json.push(',');
                    self.key(cursor, closer)?;
                    return Ok(false);
                }
            } else {
                return Err(Stop::Refuted);
            }
        }
    }

    /// Reads a key of a dictionary and its colon, where one must stand.
    fn key(&mut self, cursor: &mut Cursor<'_>, closer: u8) -> Parsed<()> {
        if closer != b'}' {
            return Ok(());
        }
        let Some(key) = self.string(cursor)? else { return Err(Stop::Refuted) };
        self.json.push_str(&string::encode(&key));
        cursor.space();
        cursor.demand(":")?;
        self.json.push(':');
        Ok(())
    }

    fn scalar(&mut self, cursor: &mut Cursor<'_>) -> Parsed<()> {
        if let Some(text) = self.string(cursor)? {
            self.json.push_str(&string::encode(&text));
            return Ok(());
        }
        let word = cursor.word(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'+')
        })?;
        let literal: Cow<'_, str> = match word {
            "None" | "null" => "null".into(),
            "True" | "true" => "true".into(),
            "False" | "false" => "false".into(),
            number => crate::leaks::coercion::number(number).ok_or(Stop::Refuted)?,
        };
        self.json.push_str(&literal);
        Ok(())
    }

    /// Reads a string, with its prefix and quotes, if one starts here.
    fn string(&mut self, cursor: &mut Cursor<'_>) -> Parsed<Option<String>> {
        let raw = cursor.take("r'")? || cursor.take("r\"")?;
        if raw {
            cursor.set(cursor.at() - 1);
        }
        let quote = cursor.byte()?;
        if quote != b'"' && quote != b'\'' {
            return Ok(None);
        }
        for triple in ["\"\"\"", "'''"] {
            if cursor.take(triple)? {
                return Ok(Some(unescaped(cursor.until_escaped(triple)?, raw)));
            }
        }
        if self.unsure == Some(quote) {
            return Err(Stop::Refuted);
        }
        cursor.advance();
        let start = cursor.at();
        let mut own = false;
        loop {
            match cursor.byte()? {
                b'\\' => {
                    cursor.advance();
                    cursor.byte()?;
                    cursor.advance();
                }
                byte if byte == quote => {
                    if ends_value(cursor)? {
                        break;
                    }
                    own = true;
                    cursor.advance();
                }
                _ => cursor.advance(),
            }
        }
        let text = cursor.since(start);
        cursor.advance();
        if own {
            self.unsure = Some(quote);
        }
        Ok(Some(unescaped(text, raw)))
    }
}

/// Whether the quote that stands here ends its string: a separator or closer follows, and behind a
/// comma the next argument, key or value.
fn ends_value(cursor: &Cursor<'_>) -> Parsed<bool> {
    let mut ahead = *cursor;
    ahead.advance();
    ahead.space();
    match ahead.byte()? {
        // `<` begins the closer of Gemma's block, where its brace is missing.
        b')' | b']' | b'}' | b':' | b'<' => Ok(true),
        b',' => {
            ahead.advance();
            ahead.space();
            let byte = ahead.byte()?;
            if matches!(byte, b'"' | b'\'' | b'[' | b'{' | b'(' | b')' | b']' | b'}' | b'-') {
                return Ok(true);
            }
            let word = ahead.word(is_name_byte)?;
            ahead.blanks();
            let next = ahead.byte()?;
            Ok(!word.is_empty() && matches!(next, b'=' | b':' | b',' | b')' | b']' | b'}'))
        }
        _ => Ok(false),
    }
}

/// Resolves the escapes of a Python string; unknown ones keep their backslash, as in Python.
fn unescaped(text: &str, raw: bool) -> String {
    if raw || !text.contains('\\') {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        let escape = &rest[at + 1..];
        let simple = match escape.bytes().next() {
            Some(b'n') => Some("\n"),
            Some(b't') => Some("\t"),
            Some(b'r') => Some("\r"),
            Some(b'\\') => Some("\\"),
            Some(b'\'') => Some("'"),
            Some(b'"') => Some("\""),
            Some(b'\n') => Some(""),
            _ => None,
        };
        let coded = || {
            let digits = match escape.bytes().next()? {
                b'x' => 2,
                b'u' => 4,
                b'U' => 8,
                _ => return None,
            };
            let code = u32::from_str_radix(escape.get(1..=digits)?, 16).ok()?;
            Some((char::from_u32(code)?, 1 + digits))
        };
        let length = if let Some(simple) = simple {
            plain.push_str(simple);
            1
        } else if let Some((character, length)) = coded() {
            plain.push(character);
            length
        } else {
            plain.push('\\');
            0
        };
        rest = &escape[length..];
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"[bash(command="ls")]"#,
            r#"<|python_start|>[bash(command="ls")]<|python_end|>"#,
            r#"<|tool_call_start|>[bash(command="ls")]<|tool_call_end|>"#,
            "<function_calls>\nbash(command=\"ls\")\n</function_calls>",
            r#"<tool_call>bash(command="ls")</tool_call>"#,
            "```tool_code\nprint(default_api.bash(command=\"ls\"))\n```",
            r#"[bash(command="ls")"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(r#"[bash(command="ls"), ping()]"#, &[r#"bash{"command":"ls"}"#, "ping{}"]);
        assert_calls(
            "[bash(command='sed -n '3,5p' a.py')]",
            &[r#"bash{"command":"sed -n '3,5p' a.py"}"#],
        );
        assert_calls(
            "[bash(command='a\nb', timeout=07)]",
            &[r#"bash{"command":"a\nb","timeout":7}"#],
        );
        assert_calls(
            r#"[set(level=-1.50, on=True, note=None, target={"a": [1, (2, 3)]})]"#,
            &[r#"set{"level":-1.5,"note":null,"on":true,"target":{"a":[1,[2,3]]}}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "[read('a.py')]",
            "[link](http://a.b)",
            "[x for x in y]",
            "[bash(1)]",
            "[ ] to do",
            r#"I would call bash(command="ls") here."#,
            r#"See [bash(command="ls")]"#,
            r#"[bash(command="ls"), launch()]"#,
            "[bash(command='a 'b', description='c')]",
            r#"[bash(command="l"#,
            "```python\nbash(command=\"ls\")\n```",
        ] {
            assert_text(text);
        }
    }
}
