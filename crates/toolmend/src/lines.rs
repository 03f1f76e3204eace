//! The command line's JSON Lines: one object in, one object out.
//!
//! `arguments` and `tools` are taken as raw slices of the line, so that numbers keep their lexemes
//! and a string keeps the escapes that the model wrote. A line that cannot be read is answered in
//! its place with `{"id"?, "error"}`.

use std::borrow::Cow;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::json::mend_json_with;
use crate::tree::string;
use crate::{
    Arguments, Call, Edit, Host, Issue, Options, Outcome, Patterns, Platform, Reading, Tools, mend,
};

#[derive(Deserialize)]
struct MendLine<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    tools: Option<&'a RawValue>,
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(borrow)]
    arguments: Option<&'a RawValue>,
    #[serde(borrow)]
    finish: Option<Cow<'a, str>>,
    #[serde(borrow)]
    host: Option<Cow<'a, str>>,
    #[serde(borrow)]
    cwd: Option<Cow<'a, str>>,
    #[serde(borrow)]
    platform: Option<Cow<'a, str>>,
    #[serde(default)]
    rules: RulesLine,
    #[serde(default)]
    paths: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct RulesLine {
    off: Vec<String>,
    on: Vec<String>,
}

#[derive(Deserialize)]
struct JsonLine<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    #[serde(borrow)]
    text: &'a RawValue,
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct IdLine<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct MendAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    outcome: &'static str,
    name: &'a str,
    arguments: &'a str,
    edits: &'a [Edit],
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    issues: Option<&'a [Issue]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<&'a [Reading]>,
}

#[derive(Serialize)]
struct JsonAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    #[serde(flatten)]
    outcome: crate::JsonOutcome,
}

#[derive(Serialize)]
struct ErrorAnswer<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: String,
}

/// Answers one line of `toolmend mend`.
pub fn mend_line(line: &str, patterns: &Rc<dyn Patterns>) -> String {
    answer_mend(line, patterns).unwrap_or_else(|error| answer_error(line, error))
}

/// Answers one line of `toolmend json`.
pub fn json_line(line: &str, patterns: &Rc<dyn Patterns>) -> String {
    answer_json(line, patterns).unwrap_or_else(|error| answer_error(line, error))
}

fn answer_mend(line: &str, patterns: &Rc<dyn Patterns>) -> Result<String, String> {
    let call: MendLine<'_> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let tools = call.tools.ok_or("tools are missing")?;
    let tools =
        Tools::compile_with(tools.get(), Rc::clone(patterns)).map_err(|error| error.to_string())?;
    let text;
    let arguments = match call.arguments.map(RawValue::get) {
        None => return Err("arguments are missing".to_owned()),
        Some(lexeme) if lexeme.starts_with('"') => {
            text = string::decode_json(lexeme);
            Arguments::Text(&text)
        }
        Some(source) => Arguments::Value(source),
    };
    let host = match call.host.as_deref() {
        None => None,
        Some(name) => Some(Host::from_name(name).ok_or_else(|| format!("unknown host {name}"))?),
    };
    let platform = match call.platform.as_deref() {
        None | Some("posix") => Platform::Posix,
        Some("windows") => Platform::Windows,
        Some(other) => return Err(format!("unknown platform {other}")),
    };
    let options = Options {
        host,
        cwd: call.cwd.as_deref(),
        platform,
        rules_off: call.rules.off.iter().map(String::as_str).collect(),
        rules_on: call.rules.on.iter().map(String::as_str).collect(),
        paths: call.paths.iter().map(String::as_str).collect(),
    };
    let sent = Call { name: &call.name, arguments, finish: call.finish.as_deref(), options };
    let outcome = mend(&tools, &sent);
    let (Arguments::Text(came_in) | Arguments::Value(came_in)) = arguments;
    serde_json::to_string(&answer(call.id, &outcome, sent.name, came_in))
        .map_err(|error| error.to_string())
}

fn answer<'a>(
    id: Option<&'a RawValue>,
    outcome: &'a Outcome,
    name: &'a str,
    arguments: &'a str,
) -> MendAnswer<'a> {
    let mut answer = MendAnswer {
        id,
        outcome: outcome.name(),
        name,
        arguments,
        edits: &[],
        note: None,
        message: None,
        issues: None,
        readings: None,
    };
    match outcome {
        Outcome::Valid => {}
        Outcome::Repaired(repair) => {
            answer.name = &repair.name;
            answer.arguments = &repair.arguments;
            answer.edits = &repair.edits;
            answer.note = Some(&repair.note);
        }
        Outcome::Ambiguous { readings, message } => {
            answer.readings = Some(readings);
            answer.message = Some(message);
        }
        Outcome::Cut { message } => answer.message = Some(message),
        Outcome::Invalid { issues, message } => {
            answer.issues = Some(issues);
            answer.message = Some(message);
        }
    }
    answer
}

fn answer_json(line: &str, patterns: &Rc<dyn Patterns>) -> Result<String, String> {
    let data: JsonLine<'_> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let lexeme = data.text.get();
    if !lexeme.starts_with('"') {
        return Err("text is not a string".to_owned());
    }
    let text = string::decode_json(lexeme);
    let schema = data.schema.map(RawValue::get).filter(|schema| *schema != "null");
    let outcome = mend_json_with(&text, schema, &**patterns);
    serde_json::to_string(&JsonAnswer { id: data.id, outcome }).map_err(|error| error.to_string())
}

fn answer_error(line: &str, error: String) -> String {
    let id = serde_json::from_str::<IdLine<'_>>(line).ok().and_then(|line| line.id);
    serde_json::to_string(&ErrorAnswer { id, error })
        .unwrap_or_else(|_| String::from(r#"{"error":"this line cannot be answered"}"#))
}
