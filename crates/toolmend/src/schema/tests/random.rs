//! Random schemas and values: the checker against the specification, and against the lister.

use proptest::prelude::*;
use serde_json::Value;

use super::super::{Patterns, Schema};
use super::oracle;
use super::strategies::{document, key, value};
use crate::tree::Tree;

/// ECMAScript's expressions.
struct Ecmascript;

impl Patterns for Ecmascript {
    fn matches(&self, pattern: &str, text: &str) -> bool {
        oracle::matches(pattern, text)
    }
}

/// Checks one value, and that the issues agree.
fn accepts(schema: &Schema, value: &Value) -> bool {
    let text = value.to_string();
    let tree = Tree::parse(&text).expect("JSON");
    let accepts = schema.accepts(schema.root(), &tree, tree.root(), &Ecmascript);
    let issues = schema.issues(schema.root(), &tree, tree.root(), &Ecmascript);
    assert_eq!(accepts, issues.is_empty(), "{text}: {issues:?}");
    assert!(issues.is_sorted_by_key(|issue| issue.node), "{text}: {issues:?}");
    for issue in &issues {
        assert!(schema.describe(issue.position).chars().count() <= 120);
    }
    accepts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_the_specification(
        document in document(),
        values in prop::collection::vec(value(), 12),
    ) {
        let schema = Schema::compile(&document.to_string());
        for value in values {
            let valid = oracle::is_valid(&document, &document, &value);
            prop_assert_eq!(accepts(&schema, &value), valid, "{} against {}", value, document);
        }
    }

    /// What the plan is certain of, the checker accepts.
    #[test]
    fn the_plan_is_sound(document in document(), members in prop::collection::vec((key(), value()), 0..4)) {
        let schema = Schema::compile_tool(&document.to_string());
        let value = Value::Object(members.into_iter().collect());
        if schema.surely_accepts(value.to_string().as_bytes(), None) {
            prop_assert!(accepts(&schema, &value), "{} against {}", value, document);
        }
    }

    #[test]
    fn a_type_that_is_not_accepted_is_refused(document in document(), value in value()) {
        let schema = Schema::compile(&document.to_string());
        let text = value.to_string();
        let tree = Tree::parse(&text).expect("JSON");
        if !schema.types(schema.root()).has(super::Types::of(&tree, tree.root())) {
            prop_assert!(!accepts(&schema, &value), "{} against {}", value, document);
        }
    }
}
