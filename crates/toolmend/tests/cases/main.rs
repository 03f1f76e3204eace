//! The case set, natively.

#![allow(clippy::expect_used, reason = "a case file that cannot be read is a failure")]

mod check;

use std::rc::Rc;

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
