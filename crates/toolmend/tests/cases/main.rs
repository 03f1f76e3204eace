//! The case set, natively.

#![allow(clippy::expect_used, reason = "a case file that cannot be read is a failure")]

mod check;

use std::rc::Rc;

use serde_json::{Value, json};
use toolmend::{Patterns, lines};

/// ECMAScript's expressions, as in JavaScript.
struct Regress;

impl Patterns for Regress {
    fn matches(&self, pattern: &str, text: &str) -> bool {
        regress::Regex::with_flags(pattern, "u").is_ok_and(|regex| regex.find(text).is_some())
    }
}

fn answer(command: &str, line: &str) -> String {
    let patterns: Rc<dyn Patterns> = Rc::new(Regress);
    match command {
        "mend" => lines::mend_line(line, &patterns),
        "scan" => lines::scan_line(line, &patterns),
        _ => lines::json_line(line, &patterns),
    }
}

#[test]
fn every_case_has_its_outcome() {
    let mut failures = Vec::new();
    for (file, command, cases) in check::FILES {
        failures.extend(check::failures(file, command, cases, &answer));
    }
    assert!(failures.is_empty(), "{} cases:\n{}", failures.len(), failures.join("\n"));
}

/// A valid call may take a short way. Whatever a case is, the long way gives the same: the one that
/// a call takes where paths inside of arguments are to be looked at, though there is none here.
#[test]
fn both_ways_lead_to_the_same_answer() {
    let mends = check::FILES.into_iter().filter(|(_, command, _)| *command == "mend");
    for (file, command, cases) in mends {
        let mut cases: Vec<Value> = serde_json::from_str(cases).expect("a JSON array");
        for case in &mut cases {
            let by_any_way = answer(command, &case["line"].to_string());
            let paths = case["line"]["paths"].as_array().cloned().unwrap_or_default();
            case["line"]["paths"] = Value::Array([paths, vec![json!("/no/where")]].concat());
            let by_the_long_way = answer(command, &case["line"].to_string());
            assert_eq!(by_any_way, by_the_long_way, "{file}/{}", case["id"]);
        }
    }
}
