//! The official JSON Schema test suite, drafts 7 and 2020-12.
//!
//! `TOOLMEND_SUITE` names a copy of the suite: the folder that holds `tests/draft7`, such as the
//! `json` folder in the source package of Python's `jsonschema`. Without the variable there is
//! nothing to run, which on CI (`CI=true`) is a failure.

#![expect(clippy::expect_used, reason = "a suite that cannot be read has failed")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::value::RawValue;
use toolmend::{Patterns, schema_accepts};

/// What is not understood, and accepts: whole files of the suite.
const UNKNOWN_FILES: [&str; 4] =
    ["dynamicRef", "refRemote", "unevaluatedItems", "unevaluatedProperties"];

/// What is not understood, and accepts: groups of a file. The first six of each draft need a URI
/// to be resolved against another, which no tool's schema asks for; a reference that leads out of
/// the document leads nowhere. An empty `enum` is taken for a mistake. The last asks for the
/// contrary of an `unevaluatedProperties`.
const UNKNOWN_GROUPS: [&str; 18] = [
    "draft7/ref/$id must be resolved against nearest parent, not just immediate parent",
    "draft7/ref/Location-independent identifier with base URI change in subschema",
    "draft7/ref/Recursive references between schemas",
    "draft7/ref/ref with absolute-path-reference",
    "draft7/ref/relative refs with absolute uris and defs",
    "draft7/ref/remote ref, containing refs itself",
    "draft7/definitions/validate definition against metaschema",
    "draft2020-12/ref/$id must be resolved against nearest parent, not just immediate parent",
    "draft2020-12/ref/Recursive references between schemas",
    "draft2020-12/ref/order of evaluation: $id and $ref on nested schema",
    "draft2020-12/ref/ref with absolute-path-reference",
    "draft2020-12/ref/relative refs with absolute uris and defs",
    "draft2020-12/ref/remote ref, containing refs itself",
    "draft2020-12/ref/ref creates new scope when adjacent to keywords",
    "draft2020-12/anchor/Location-independent identifier with base URI change in subschema",
    "draft2020-12/defs/validate definition against metaschema",
    "draft2020-12/enum/empty enum",
    "draft2020-12/not/collect annotations inside a 'not', even if collection is disabled",
];

/// What counts though the draft says otherwise: keywords beside a `$ref` in draft 7, as newer
/// drafts and the validators of today's harnesses have it, and the keywords of a vocabulary that a
/// metaschema leaves out.
const STRICTER_GROUPS: [&str; 2] = [
    "draft7/ref/ref overrides any sibling keywords",
    "draft2020-12/vocabulary/schema that uses custom metaschema with with no validation vocabulary",
];

/// ECMAScript's expressions, as the host's `RegExp` has them.
struct Ecmascript;

impl Patterns for Ecmascript {
    fn matches(&self, pattern: &str, text: &str) -> bool {
        regress::Regex::with_flags(pattern, "u").map_or(true, |regex| regex.find(text).is_some())
    }
}

#[derive(Deserialize)]
struct Group<'a> {
    description: String,
    #[serde(borrow)]
    schema: &'a RawValue,
    #[serde(borrow)]
    tests: Vec<Case<'a>>,
}

#[derive(Deserialize)]
struct Case<'a> {
    #[serde(borrow)]
    data: &'a RawValue,
    valid: bool,
}

/// The groups with a case that was answered otherwise than the suite says.
#[derive(Debug, Default, PartialEq)]
struct Deviations {
    /// Accepted though invalid.
    accepted: BTreeSet<String>,
    /// Refused though valid.
    refused: BTreeSet<String>,
}

#[test]
fn official_suite() {
    let Some(suite) = std::env::var_os("TOOLMEND_SUITE") else {
        let is_ci = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!is_ci, "TOOLMEND_SUITE must name a copy of the official JSON Schema test suite");
        return;
    };
    let mut deviations = Deviations::default();
    let mut count = 0;
    for draft in ["draft7", "draft2020-12"] {
        for file in files(&Path::new(&suite).join("tests").join(draft)) {
            count += run_file(draft, &file, &mut deviations);
        }
    }
    assert!(count > 2_000, "only {count} cases: is this the whole suite?");
    deviations.accepted.retain(|group| !is_listed(group, &UNKNOWN_GROUPS) && !is_unknown(group));
    deviations.refused.retain(|group| !is_listed(group, &STRICTER_GROUPS));
    assert_eq!(deviations, Deviations::default(), "beyond what is listed");
}

fn is_listed(group: &str, groups: &[&str]) -> bool {
    groups.contains(&group)
}

/// Whether the group is in one of the files that are not understood.
fn is_unknown(group: &str) -> bool {
    group.split('/').nth(1).is_some_and(|file| UNKNOWN_FILES.contains(&file))
}

fn run_file(draft: &str, file: &Path, deviations: &mut Deviations) -> usize {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let groups: Vec<Group<'_>> = serde_json::from_str(&text).expect("the suite's shape");
    let name = file.file_stem().expect("a file's name").to_string_lossy();
    let mut count = 0;
    for group in groups {
        for case in &group.tests {
            count += 1;
            let verdict = schema_accepts(group.schema.get(), case.data.get(), &Ecmascript);
            let verdict = verdict.expect("an instance that is JSON");
            let group_name = format!("{draft}/{name}/{}", group.description);
            match (verdict, case.valid) {
                (true, false) => deviations.accepted.insert(group_name),
                (false, true) => deviations.refused.insert(group_name),
                _ => continue,
            };
        }
    }
    count
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of the suite");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    files
}
