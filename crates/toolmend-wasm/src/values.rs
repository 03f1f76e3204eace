//! Options in and reports out as JavaScript values, for those who build this crate with wasm-pack
//! and use it without the npm package's shell.
//!
//! A feature, because serde-wasm-bindgen is a seventh of the module: the npm package reads and
//! writes its few JSON texts in JavaScript instead.

use serde::{Deserialize, Serialize};
use toolmend::wire::Settings;
use toolmend::{Arguments, Call, Edit, Issue, Outcome, Reading, Tools};
use wasm_bindgen::prelude::*;

use crate::{Compiled, Thrown, failure, patterns, refusal, with_state};

/// The options of a list of tools.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Options {
    host: Option<String>,
    cwd: Option<String>,
    platform: Option<String>,
    rules: Switches,
    paths: Vec<String>,
}

/// Rules to switch off, or on where they are off by default.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Switches {
    off: Vec<String>,
    on: Vec<String>,
}

/// What became of a call.
#[derive(Default, Serialize)]
struct Report {
    outcome: &'static str,
    name: Option<String>,
    arguments: Option<String>,
    rules: Vec<String>,
    note: Option<String>,
    message: Option<String>,
    issues: Vec<IssueRow>,
    readings: Vec<String>,
}

#[derive(Serialize)]
struct IssueRow {
    path: String,
    expected: String,
    got: String,
}

/// Compiles a list of tools, given as JSON text, with options `{host?, cwd?, platform?, rules?,
/// paths?}`; gives its handle.
#[wasm_bindgen(js_name = compileTools)]
pub fn compile_tools(tools: &str, options: JsValue) -> Result<u32, Thrown> {
    let options = if options.is_undefined() {
        Options::default()
    } else {
        serde_wasm_bindgen::from_value(options).map_err(refusal)?
    };
    let settings = Settings::new(
        options.host.as_deref(),
        options.cwd,
        options.platform.as_deref(),
        (options.rules.off, options.rules.on),
        options.paths,
    )
    .map_err(refusal)?;
    let tools = Tools::compile_with(tools, patterns()).map_err(refusal)?;
    with_state(|state| Ok(state.compiled.add(Compiled { tools, settings })))
}

/// Mends a call whose arguments are the model's text. A report is `{outcome, name?, arguments?,
/// rules, note?, message?, issues, readings}`; what is absent is as it came in.
#[wasm_bindgen(js_name = mendCall)]
#[expect(clippy::needless_pass_by_value, reason = "what crosses the boundary is owned")]
pub fn mend_call(
    handle: u32,
    name: &str,
    arguments: &str,
    finish: Option<String>,
) -> Result<JsValue, Thrown> {
    with_state(|state| {
        let compiled =
            state.compiled.get(handle).ok_or_else(|| refusal("no such list of tools"))?;
        let call = Call {
            name,
            arguments: Arguments::Text(arguments),
            finish: finish.as_deref(),
            options: compiled.settings.options(),
        };
        let report = report(toolmend::mend(&compiled.tools, &call));
        serde_wasm_bindgen::to_value(&report).map_err(failure)
    })
}

fn report(outcome: Outcome) -> Report {
    let mut report = Report { outcome: outcome.name(), ..Report::default() };
    match outcome {
        Outcome::Valid => {}
        Outcome::Repaired(repair) => {
            report.rules = rules(&repair.edits);
            report.name = Some(repair.name);
            report.arguments = Some(repair.arguments);
            report.note = Some(repair.note);
        }
        Outcome::Ambiguous { readings, message } => {
            report.readings =
                readings.into_iter().map(|Reading { arguments, .. }| arguments).collect();
            report.message = Some(message);
        }
        Outcome::Cut { message } => report.message = Some(message),
        Outcome::Invalid { issues, message } => {
            let row = |Issue { path, expected, got }| IssueRow { path, expected, got };
            report.issues = issues.into_iter().map(row).collect();
            report.message = Some(message);
        }
    }
    report
}

/// The rules of the edits, each once.
fn rules(edits: &[Edit]) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for edit in edits {
        if rules.iter().all(|rule| rule != edit.rule()) {
            rules.push(edit.rule().to_owned());
        }
    }
    rules
}
