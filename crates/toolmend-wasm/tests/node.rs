//! The bindings, called in Node as `npm/src/engine.ts` calls them.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "tests may fail")]

#[path = "../../toolmend/tests/cases/check.rs"]
mod check;

use toolmend_wasm::values;
use toolmend_wasm::{
    apply_edits, compile, json_line, mend, mend_all, mend_json, mend_line, release, reserve,
    scan_line,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

const TOOLS: &str = r#"[{"name": "t", "parameters": {"properties":
    {"n": {"type": "integer"}, "s": {"type": "string", "pattern": "^\\p{Lu}$"}}}}]"#;

/// Writes texts into the buffer, one after another; their lengths.
fn write<const N: usize>(texts: [&str; N]) -> [usize; N] {
    let all = texts.concat();
    write_bytes(all.as_bytes());
    texts.map(str::len)
}

fn write_bytes(bytes: &[u8]) {
    let start = reserve(bytes.len()).expect("there is room");
    // SAFETY: `reserve` made room for as many bytes, and nothing else refers to them.
    unsafe { std::slice::from_raw_parts_mut(start, bytes.len()) }.copy_from_slice(bytes);
}

fn tools() -> u32 {
    let [tools, settings] = write([TOOLS, "{}"]);
    compile(tools, settings).expect("the tools can be read")
}

fn mended(tools: u32, call: [&str; 3]) -> Result<Option<String>, JsValue> {
    let [arguments, name, finish] = write(call);
    mend(tools, arguments, name, finish, false)
}

#[wasm_bindgen_test]
fn a_valid_call_gives_nothing() {
    assert_eq!(mended(tools(), [r#"{"n": 1}"#, "t", ""]), Ok(None));
    let [arguments, name, finish] = write([r#"{"n": 1}"#, "t", "length"]);
    assert_eq!(mend_all(tools(), 0, 0, 0, false).map(|reports| reports.is_some()), Ok(true));
    let tools = tools();
    write([r#"{"n": 1}"#, "t", "length"]);
    assert_eq!(mend_all(tools, arguments, name, finish, true), Ok(None));
    let [text, schema] = write(["[1]", ""]);
    assert_eq!(mend_json(text, schema), Ok(None));
}

#[wasm_bindgen_test]
fn a_report_is_the_answer_of_the_command_line() {
    let report = mended(tools(), [r#"{"n": "1"}"#, "t", ""]).unwrap().expect("a report");
    let line = format!(r#"{{"tools": {TOOLS}, "name": "t", "arguments": "{{\"n\": \"1\"}}"}}"#);
    let [line] = write([&line]);
    let answer = mend_line(line).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(report, answer);
}

#[wasm_bindgen_test]
fn edits_are_applied() {
    let edits = r#"[{"at": "value", "rule": "r", "path": "/n", "before": "\"1\"", "after": "1"}]"#;
    let [text, edits] = write([r#"{"n": "1"}"#, edits]);
    assert_eq!(apply_edits(text, edits).ok().as_deref(), Some(r#"{"n": 1}"#));
}

#[wasm_bindgen_test]
fn patterns_are_decided_by_the_host() {
    let tools = tools();
    assert_eq!(mended(tools, [r#"{"s": "Ä"}"#, "t", ""]), Ok(None));
    assert!(mended(tools, [r#"{"s": "ä"}"#, "t", ""]).unwrap().is_some());
}

#[wasm_bindgen_test]
fn the_callers_mistakes_are_strings_and_ours_are_errors() {
    let [tools, settings] = write(["{", "{}"]);
    assert!(compile(tools, settings).unwrap_err().is_string());
    let [tools, settings] = write(["[]", r#"{"host": "none"}"#]);
    assert!(compile(tools, settings).unwrap_err().is_string());
    write_bytes(b"\xff");
    assert!(json_line(1).unwrap_err().is_string());
    assert!(mended(u32::MAX, ["{}", "t", ""]).unwrap_err().is_object());
    assert!(mend_json(1 << 30, 0).unwrap_err().is_object());
}

#[wasm_bindgen_test]
fn a_released_handle_is_not_given_again() {
    let first = tools();
    release(first);
    release(first);
    assert_ne!(tools(), first);
    assert!(mended(first, ["{}", "t", ""]).is_err());
}

#[wasm_bindgen_test]
fn every_case_has_its_outcome() {
    let mut failures = Vec::new();
    for (file, command, cases) in check::FILES {
        failures.extend(check::failures(file, command, cases, &answer));
    }
    assert!(failures.is_empty(), "{} cases:\n{}", failures.len(), failures.join("\n"));
}

fn answer(command: &str, line: &str) -> String {
    let [line] = write([line]);
    let answered = match command {
        "mend" => mend_line(line),
        "scan" => scan_line(line),
        _ => json_line(line),
    };
    answered.unwrap_or_else(|error| panic!("{error:?}"))
}

#[wasm_bindgen_test]
fn values_come_and_go_without_a_shell() {
    let options = js_sys::JSON::parse(r#"{"rules": {"off": ["wrap-in-list"]}}"#).expect("JSON");
    let tools = values::compile_tools(TOOLS, options).expect("tools");
    let report = values::mend_call(tools, "t", r#"{'n': "1",}"#, None).expect("a report");
    let get = |key: &str| js_sys::Reflect::get(&report, &key.into()).expect("a property");
    assert_eq!(get("outcome"), "repaired");
    assert_eq!(get("arguments"), r#"{"n": 1}"#);
    assert_eq!(get("message"), JsValue::UNDEFINED);

    let wrong = js_sys::JSON::parse(r#"{"host": "none"}"#).expect("JSON");
    assert!(values::compile_tools("[]", wrong).unwrap_err().is_string());
    assert!(values::mend_call(u32::MAX, "t", "{}", None).unwrap_err().is_string());
}
