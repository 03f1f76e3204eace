//! Values that a given schema nearly accepts: made along its keywords, with slips.

use proptest::prelude::Rng;
use proptest::test_runner::TestRng;
use serde_json::{Map, Value, json};

/// Texts of some kinds.
const TEXTS: [&str; 8] = ["", "a", "src/a.ts", "https://a.b/c", "2026-01-01", "42", "é😀", "[]"];

/// How deep values go.
const DEEPEST: u32 = 5;

/// Makes values for one schema.
pub struct Maker<'a> {
    root: &'a Value,
    random: &'a mut TestRng,
}

impl<'a> Maker<'a> {
    /// A maker for the schema `root`.
    pub fn new(root: &'a Value, random: &'a mut TestRng) -> Maker<'a> {
        Maker { root, random }
    }

    /// A value. About every tenth part of it is not what the schema asks for.
    pub fn value(&mut self) -> Value {
        self.made(self.root, 0)
    }

    fn made(&mut self, schema: &Value, depth: u32) -> Value {
        if depth > DEEPEST || self.one_in(12) {
            return self.anything();
        }
        if let Some(target) = schema["$ref"].as_str() {
            let target = target.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            return target.map_or(Value::Null, |target| self.made(target, depth + 1));
        }
        for keyword in ["anyOf", "oneOf", "allOf"] {
            if let Some(branches) = schema[keyword].as_array().filter(|list| !list.is_empty()) {
                let branch = &branches[self.below(branches.len())];
                let made = self.made(branch, depth + 1);
                return match (made, schema.get("properties")) {
                    (Value::Object(members), Some(_)) => {
                        let mut own = self.object(schema, depth);
                        own.extend(members);
                        Value::Object(own)
                    }
                    (made, _) => made,
                };
            }
        }
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        if let Some(members) = schema["enum"].as_array().filter(|list| !list.is_empty()) {
            return members[self.below(members.len())].clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) if !kinds.is_empty() => kinds[self.below(kinds.len())].as_str(),
            kind => kind.as_str(),
        };
        match kind {
            Some("object") => Value::Object(self.object(schema, depth)),
            Some("array") => self.array(schema, depth),
            Some("string") => self.text(schema),
            Some("integer") => json!(self.number(schema)),
            Some("number") => {
                json!(f64::from(self.number(schema)) + 0.5 * f64::from(self.below(2) as u32))
            }
            Some("boolean") => json!(self.one_in(2)),
            Some("null") => Value::Null,
            _ if schema.get("properties").is_some() => Value::Object(self.object(schema, depth)),
            _ => self.anything(),
        }
    }

    fn object(&mut self, schema: &Value, depth: u32) -> Map<String, Value> {
        let mut members = Map::new();
        let required = schema["required"].as_array();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let needed = required.is_some_and(|keys| keys.iter().any(|own| own == key));
            if if needed { !self.one_in(20) } else { self.one_in(2) } {
                let value = self.made(property, depth + 1);
                members.insert(key.clone(), value);
            }
        }
        if schema["additionalProperties"].is_object() || self.one_in(8) {
            let value = self.made(&schema["additionalProperties"], depth + 1);
            members.insert("another".to_owned(), value);
        }
        members
    }

    fn array(&mut self, schema: &Value, depth: u32) -> Value {
        let least = schema["minItems"].as_u64().unwrap_or(0).min(4) as usize;
        let count = least + self.below(3);
        (0..count).map(|_| self.made(&schema["items"], depth + 1)).collect()
    }

    fn text(&mut self, schema: &Value) -> Value {
        let least = schema["minLength"].as_u64().unwrap_or(0).min(40) as usize;
        let text = TEXTS[self.below(TEXTS.len())];
        let missing = least.saturating_sub(text.chars().count());
        Value::String(text.to_owned() + &"x".repeat(if self.one_in(6) { 0 } else { missing }))
    }

    fn number(&mut self, schema: &Value) -> i32 {
        let bound = |keyword: &str| schema[keyword].as_f64().map(|bound| bound as i32);
        let least = bound("minimum").or(bound("exclusiveMinimum")).unwrap_or(-2);
        least.saturating_add([-1, 0, 1, 2, 3][self.below(5)])
    }

    fn anything(&mut self) -> Value {
        let values = [
            Value::Null,
            json!(true),
            json!(0),
            json!(-1),
            json!(1.5),
            json!(2.0),
            json!(""),
            json!("a"),
            json!([]),
            json!({}),
            json!(["a"]),
            json!([1, 1]),
            json!({"another": 1}),
        ];
        values[self.below(values.len())].clone()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.next_u32() as usize % limit
    }
}
