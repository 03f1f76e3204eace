//! The specification, read literally: a validator that is too slow and too trusting to ship (it
//! recurses, and computes with floating-point numbers), but short enough to be seen to be right.

use serde_json::{Map, Value};

/// Whether `value` is valid against `schema`, a part of `document`.
pub(super) fn is_valid(document: &Value, schema: &Value, value: &Value) -> bool {
    let Some(keywords) = schema.as_object() else { return schema != &Value::Bool(false) };
    let valid = |schema: &Value, value: &Value| is_valid(document, schema, value);
    keywords.iter().all(|(keyword, argument)| match keyword.as_str() {
        "$ref" => {
            let pointer = argument.as_str().unwrap_or_default().trim_start_matches('#');
            document.pointer(pointer).is_none_or(|target| valid(target, value))
        }
        "allOf" => list(argument).iter().all(|branch| valid(branch, value)),
        "anyOf" => list(argument).iter().any(|branch| valid(branch, value)),
        "oneOf" => list(argument).iter().filter(|branch| valid(branch, value)).count() == 1,
        "not" => !valid(argument, value),
        "if" => {
            let consequence = if valid(argument, value) { "then" } else { "else" };
            keywords.get(consequence).is_none_or(|schema| valid(schema, value))
        }
        "type" => match argument {
            Value::Array(names) => names.iter().any(|name| has_type(name, value)),
            name => has_type(name, value),
        },
        "enum" => list(argument).iter().any(|member| equal(member, value)),
        "const" => equal(argument, value),
        _ => match value {
            Value::Number(number) => {
                number_holds(keyword, argument, number.as_f64().unwrap_or_default())
            }
            Value::String(text) => string_holds(keyword, argument, text),
            Value::Array(items) => items_hold(document, keywords, keyword, items),
            Value::Object(members) => members_hold(document, keywords, keyword, members),
            Value::Null | Value::Bool(_) => true,
        },
    })
}

fn number_holds(keyword: &str, argument: &Value, number: f64) -> bool {
    let bound = argument.as_f64().unwrap_or_default();
    match keyword {
        "minimum" => number >= bound,
        "maximum" => number <= bound,
        "exclusiveMinimum" => number > bound,
        "exclusiveMaximum" => number < bound,
        "multipleOf" => (number / bound).fract().abs() < f64::EPSILON,
        _ => true,
    }
}

fn string_holds(keyword: &str, argument: &Value, text: &str) -> bool {
    match keyword {
        "minLength" => text.chars().count() >= count(argument),
        "maxLength" => text.chars().count() <= count(argument),
        "pattern" => matches(argument.as_str().unwrap_or_default(), text),
        _ => true,
    }
}

fn items_hold(
    document: &Value,
    keywords: &Map<String, Value>,
    keyword: &str,
    items: &[Value],
) -> bool {
    let valid = |schema: &Value, value: &Value| is_valid(document, schema, value);
    let argument = &keywords[keyword];
    let prefix = keywords.get("prefixItems").map_or(0, |schemas| list(schemas).len());
    match keyword {
        "items" => items.iter().skip(prefix).all(|item| valid(argument, item)),
        "prefixItems" => list(argument).iter().zip(items).all(|(schema, item)| valid(schema, item)),
        "contains" => {
            let found = items.iter().filter(|item| valid(argument, item)).count();
            found >= keywords.get("minContains").map_or(1, count)
                && keywords.get("maxContains").is_none_or(|most| found <= count(most))
        }
        "minItems" => items.len() >= count(argument),
        "maxItems" => items.len() <= count(argument),
        "uniqueItems" => (1..items.len())
            .all(|place| items[..place].iter().all(|other| !equal(other, &items[place]))),
        _ => true,
    }
}

fn members_hold(
    document: &Value,
    keywords: &Map<String, Value>,
    keyword: &str,
    members: &Map<String, Value>,
) -> bool {
    let valid = |schema: &Value, value: &Value| is_valid(document, schema, value);
    let argument = &keywords[keyword];
    let has_all = |keys: &Value| {
        list(keys).iter().all(|key| members.contains_key(key.as_str().unwrap_or_default()))
    };
    let is_declared = |key: &str| {
        let has = |keyword: &str, test: &dyn Fn(&str) -> bool| {
            keywords
                .get(keyword)
                .and_then(Value::as_object)
                .is_some_and(|properties| properties.keys().any(|property| test(property)))
        };
        has("properties", &|property| property == key)
            || has("patternProperties", &|pattern| matches(pattern, key))
    };
    match keyword {
        "properties" => table(argument)
            .all(|(key, schema)| members.get(key).is_none_or(|member| valid(schema, member))),
        "patternProperties" => table(argument).all(|(pattern, schema)| {
            members.iter().all(|(key, member)| !matches(pattern, key) || valid(schema, member))
        }),
        "additionalProperties" => {
            members.iter().all(|(key, member)| is_declared(key) || valid(argument, member))
        }
        "propertyNames" => members.keys().all(|key| valid(argument, &Value::String(key.clone()))),
        "required" => has_all(argument),
        "dependentRequired" => {
            table(argument).all(|(key, keys)| !members.contains_key(key) || has_all(keys))
        }
        "dependentSchemas" => table(argument).all(|(key, schema)| {
            !members.contains_key(key) || valid(schema, &Value::Object(members.clone()))
        }),
        "minProperties" => members.len() >= count(argument),
        "maxProperties" => members.len() <= count(argument),
        _ => true,
    }
}

fn has_type(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap_or_default() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    }
}

/// Equality by value: `2` is `2.0`.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left.as_f64() == right.as_f64(),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(a, b)| equal(a, b))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, a)| right.get(key).is_some_and(|b| equal(a, b)))
        }
        _ => left == right,
    }
}

/// Whether an ECMAScript expression matches.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    regress::Regex::new(pattern).is_ok_and(|regex| regex.find(text).is_some())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn table(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn count(value: &Value) -> usize {
    value.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default()
}
