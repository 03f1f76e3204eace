//! JSON Schema as the `jsonschema` crate understands it, beside toolmend's own checker.

#![allow(clippy::expect_used, reason = "a test that cannot read its own data has failed")]

use jsonschema::Validator;
use serde_json::Value;
use toolmend::{Patterns, schema_accepts};

pub mod schemas;
#[path = "../../toolmend/src/schema/tests/strategies.rs"]
pub mod strategies;
pub mod values;

/// ECMAScript's expressions, as a host's `RegExp` has them.
pub struct Ecmascript;

impl Patterns for Ecmascript {
    fn matches(&self, pattern: &str, text: &str) -> bool {
        regress::Regex::with_flags(pattern, "u").map_or(true, |regex| regex.find(text).is_some())
    }
}

/// A schema as both checkers have it.
pub struct Both {
    text: String,
    validator: Validator,
}

impl Both {
    /// Compiles a schema; `None` where the crate refuses it. Toolmend refuses none.
    pub fn compile(schema: &Value) -> Option<Both> {
        let validator = jsonschema::draft202012::new(schema).ok()?;
        Some(Both { text: schema.to_string(), validator })
    }

    /// Whether each accepts the value: toolmend, then the crate.
    pub fn accept(&self, value: &Value) -> (bool, bool) {
        let ours = schema_accepts(&self.text, &value.to_string(), &Ecmascript);
        (ours == Some(true), self.validator.is_valid(value))
    }
}
