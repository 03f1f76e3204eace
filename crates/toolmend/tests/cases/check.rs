//! One case set for every way into the engine: each case is a line of the command line and what is
//! expected of the answer. Used by the native test, and by the one that runs in WebAssembly; the
//! packed npm package is held to the same files by `tests/packages`.

use serde_json::Value;

/// The case files, with the command that their lines are for.
pub const FILES: [(&str, &str, &str); 6] = [
    ("threads", "mend", include_str!("../../../../tests/cases/threads.json")),
    ("rivals", "mend", include_str!("../../../../tests/cases/rivals.json")),
    ("names", "mend", include_str!("../../../../tests/cases/names.json")),
    ("hosts", "mend", include_str!("../../../../tests/cases/hosts.json")),
    ("json", "json", include_str!("../../../../tests/cases/json.json")),
    ("leaked", "scan", include_str!("../../../../tests/cases/leaked.json")),
];

/// Runs one file through `answer(command, line)`; the cases that went wrong, each with the answer.
pub fn failures(
    file: &str,
    command: &str,
    cases: &str,
    answer: &dyn Fn(&str, &str) -> String,
) -> Vec<String> {
    let cases: Vec<Value> = serde_json::from_str(cases).expect("a case file is a JSON array");
    assert!(!cases.is_empty(), "{file} has no cases");
    cases
        .iter()
        .filter_map(|case| {
            let answered = answer(command, &case["line"].to_string());
            let read: Value = serde_json::from_str(&answered).expect("an answer is JSON");
            (!is_right(case, &read)).then(|| format!("{file}/{}: {answered}", case["id"]))
        })
        .collect()
}

fn is_right(case: &Value, answer: &Value) -> bool {
    let expected = &case["expect"];
    if let Some(calls) = expected["calls"].as_array() {
        return is_scanned(calls, &expected["content"], answer);
    }
    let outcome = answer["outcome"].as_str().unwrap_or_default();
    let runs = matches!(outcome, "valid" | "repaired");
    let named = expected.get("name").is_none_or(|name| *name == answer["name"]);
    match expected["outcome"].as_str().unwrap_or_default() {
        "repaired" => {
            let fits = expected.get("arguments").is_none()
                || is_one_of(&answer["arguments"], expected, "arguments");
            outcome == "repaired" && named && fits
        }
        "valid" => outcome == "valid" && answer.get("text").is_none(),
        "untouched" => outcome != "repaired",
        "refused" => !runs,
        // What is read may also be what is finished of a text that never ends.
        "read" => {
            matches!(outcome, "repaired" | "cut") && is_one_of(&answer["text"], expected, "text")
        }
        "cut" => outcome == "cut" && is_one_of(&answer["text"], expected, "text"),
        exact => outcome == exact,
    }
}

/// Whether a scan gave these calls and, if it is named, this content.
fn is_scanned(calls: &[Value], content: &Value, answer: &Value) -> bool {
    let got = answer["calls"].as_array().map_or(&[][..], Vec::as_slice);
    let same_call = |(wanted, got): (&Value, &Value)| {
        wanted["name"] == got["name"] && is_one_of(&got["arguments"], wanted, "arguments")
    };
    got.len() == calls.len()
        && calls.iter().zip(got).all(same_call)
        && (content.is_null() || *content == answer["content"])
}

/// Whether a JSON text holds the expected value, or one of those that are as good.
fn is_one_of(text: &Value, expected: &Value, key: &str) -> bool {
    let Some(Ok(value)) = text.as_str().map(serde_json::from_str::<Value>) else { return false };
    let also = expected["also"].as_array().into_iter().flatten();
    std::iter::once(&expected[key]).chain(also).any(|wanted| same(wanted, &value))
}

/// Equality in which 1 and 1.0 are the same number.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(a, b)| same(a, b))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, a)| right.get(key).is_some_and(|b| same(a, b)))
        }
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        _ => left == right,
    }
}
