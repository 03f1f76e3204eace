//! The command line's JSON Lines: one object in, one object out.
//!
//! `arguments` and `tools` are taken as raw slices of the line, so that numbers keep their lexemes
//! and a string keeps the escapes that the model wrote. A line that cannot be read is answered in
//! its place with `{"id"?, "error"}`.

use std::rc::Rc;

use crate::json::mend_json_with;
use crate::leaks::scanned_into;
use crate::tree::string;
use crate::wire::{self, Object, Settings, Writer};
use crate::{Arguments, Call, Level, Patterns, ScanOptions, Tools, mend, scan};

/// Answers one line of `toolmend mend`.
pub fn mend_line(line: &str, patterns: &Rc<dyn Patterns>) -> String {
    answer(line, |line, answer| mend_into(line, patterns, answer))
}

/// Answers one line of `toolmend json`.
pub fn json_line(line: &str, patterns: &Rc<dyn Patterns>) -> String {
    answer(line, |line, answer| read_into(line, &**patterns, answer))
}

/// Answers one line of `toolmend scan`. It recovers all that passes the gate unless told otherwise.
pub fn scan_line(line: &str, patterns: &Rc<dyn Patterns>) -> String {
    answer(line, |line, answer| scan_into(line, patterns, answer))
}

/// Answers a line with its id and what `add` adds, or with what is wrong with the line.
fn answer(line: &str, add: impl FnOnce(Object<'_>, &mut Writer) -> Result<(), String>) -> String {
    let mut answer = Writer::object();
    let added = wire::parse(line).and_then(|tree| {
        let line = Object::root(&tree)?;
        if let Some(id) = line.source("id") {
            answer.json("id", id);
        }
        add(line, &mut answer)
    });
    if let Err(problem) = added {
        answer.text("error", &problem);
    }
    answer.end()
}

fn mend_into(
    line: Object<'_>,
    patterns: &Rc<dyn Patterns>,
    answer: &mut Writer,
) -> Result<(), String> {
    let tools = compiled(line, patterns)?;
    let name = line.required_text("name")?;
    let source = line.source_or_null("arguments").ok_or("`arguments` are missing")?;
    let text;
    let (arguments, came_in) = if source.starts_with('"') {
        text = string::decode_json(source);
        (Arguments::Text(&text), &*text)
    } else {
        (Arguments::Value(source), source)
    };
    let finish = line.text("finish")?;
    let settings = Settings::of(line)?;
    let call =
        Call { name: &name, arguments, finish: finish.as_deref(), options: settings.options() };
    wire::outcome_into(answer, &mend(&tools, &call), Some((&name, came_in)));
    Ok(())
}

fn scan_into(
    line: Object<'_>,
    patterns: &Rc<dyn Patterns>,
    answer: &mut Writer,
) -> Result<(), String> {
    let tools = compiled(line, patterns)?;
    let text = line.required_text("text")?;
    let options = ScanOptions::of(line, Level::All)?;
    scanned_into(answer, &scan(&tools, &text, options));
    Ok(())
}

/// The tools of a line.
fn compiled(line: Object<'_>, patterns: &Rc<dyn Patterns>) -> Result<Tools, String> {
    let tools = line.source("tools").ok_or("`tools` are missing")?;
    Tools::compile_with(tools, Rc::clone(patterns)).map_err(|error| error.to_string())
}

fn read_into(line: Object<'_>, patterns: &dyn Patterns, answer: &mut Writer) -> Result<(), String> {
    let lexeme = line.source("text").ok_or("`text` is missing")?;
    if !lexeme.starts_with('"') {
        return Err("`text` is not a string".to_owned());
    }
    let text = string::decode_json(lexeme);
    let outcome = mend_json_with(&text, line.source("schema"), patterns);
    wire::json_outcome_into(answer, &outcome);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::{json_line, mend_line, scan_line};
    use crate::{AnyPattern, Patterns};

    const TOOLS: &str =
        r#"[{"name": "t", "parameters": {"properties": {"n": {"type": "integer"}}}}]"#;

    fn mended(line: &str) -> String {
        let patterns: Rc<dyn Patterns> = Rc::new(AnyPattern);
        mend_line(&line.replace("TOOLS", TOOLS), &patterns)
    }

    fn read(line: &str) -> String {
        let patterns: Rc<dyn Patterns> = Rc::new(AnyPattern);
        json_line(line, &patterns)
    }

    #[test]
    fn a_call_is_answered_with_what_came_in_or_what_goes_out() {
        assert_eq!(
            mended(r#"{"id": [1], "tools": TOOLS, "name": "t", "arguments": {"n": 1.0}}"#),
            r#"{"id":[1],"outcome":"valid","name":"t","arguments":"{\"n\": 1.0}","edits":[]}"#
        );
        let answer = mended(r#"{"tools": TOOLS, "name": "t", "arguments": "{\"n\": \"1\"}"}"#);
        let expected = concat!(
            r#"{"outcome":"repaired","name":"t","arguments":"{\"n\": 1}","edits":[{"at":"value","#,
            r#""rule":"string-to-number","path":"/n","before":"\"1\"","after":"1"}],"note":"#
        );
        assert!(answer.starts_with(expected), "{answer}");
    }

    #[test]
    fn a_text_is_answered_without_itself_when_it_is_valid() {
        assert_eq!(read(r#"{"id":1,"text":"[1]"}"#), r#"{"id":1,"outcome":"valid","edits":[]}"#);
        assert!(read(r#"{"text":"[1,]"}"#).starts_with(r#"{"outcome":"repaired","text":"[1]","#));
        assert!(read(r#"{"text":"[1]","schema":null}"#).contains("valid"));
    }

    #[test]
    fn a_message_is_answered_with_what_is_left_and_the_calls() {
        let patterns: Rc<dyn Patterns> = Rc::new(AnyPattern);
        let scanned = |line: &str| scan_line(&line.replace("TOOLS", TOOLS), &patterns);
        let text = r#""Ok.\n<tool_call>{\"name\": \"t\", \"arguments\": {}}</tool_call>""#;
        let answer = scanned(&format!(r#"{{"id": 1, "tools": TOOLS, "text": {text}}}"#));
        let expected = r#"{"id":1,"content":"Ok.","calls":[{"name":"t","arguments":"{}","format":"#;
        assert!(answer.starts_with(expected), "{answer}");
        let off = scanned(&format!(r#"{{"tools": TOOLS, "text": {text}, "level": "off"}}"#));
        assert_eq!(off, format!(r#"{{"content":{text},"calls":[]}}"#));
        assert_eq!(
            scanned(r#"{"tools": [], "text": "", "channel": "x"}"#),
            r#"{"error":"no channel is called `x`"}"#
        );
    }

    #[test]
    fn a_bad_line_is_answered_in_place() {
        for (line, answer) in [
            ("", r#"{"error":"this is not JSON (at byte 0)"}"#),
            ("[]", r#"{"error":"an object is expected"}"#),
            (r#"{"id":"a"}"#, r#"{"id":"a","error":"`tools` are missing"}"#),
            (r#"{"tools":{}}"#, r#"{"error":"tools: a list is expected"}"#),
            (r#"{"tools":[],"name":1}"#, r#"{"error":"`name` is not a string"}"#),
            (r#"{"tools":[],"name":""}"#, r#"{"error":"`arguments` are missing"}"#),
            (
                r#"{"tools":[],"name":"","arguments":"","host":"x"}"#,
                r#"{"error":"no host is called `x`"}"#,
            ),
        ] {
            assert_eq!(mended(line), answer);
        }
        assert_eq!(read(r#"{"id":2,"text":1}"#), r#"{"id":2,"error":"`text` is not a string"}"#);
    }
}
