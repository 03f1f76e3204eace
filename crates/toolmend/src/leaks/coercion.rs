//! From markup's untyped texts to JSON, by the tool's schema.
//!
//! Where a string is allowed the text stays a string, whatever it looks like; so it does for a
//! parameter that is not declared. Else it becomes what the schema asks for and the text spells:
//! in markup `null`, `1`, `0` and `True` mean what they say. What spells nothing of the kind stays
//! a string, and the checker has its say.

use std::borrow::Cow;

use super::block::{FoundArguments, Pair, Value};
use super::offer::Offered;
use crate::reader::{self, Read, Tolerance};
use crate::schema::{Schema, SchemaId, Types};
use crate::table::TextTable;
use crate::tree::{Kind, Tree, string};

/// The arguments of a call of `tool` as JSON text. `None` if one key has two different values.
pub(super) fn arguments<'t>(
    found: &FoundArguments<'t>,
    pairs: &[Pair<'t>],
    tool: Offered<'_>,
) -> Option<Cow<'t, str>> {
    match found {
        FoundArguments::Text(text) => Some(text.clone()),
        FoundArguments::Pairs(range) => object(pairs.get(range.clone())?, tool).map(Cow::Owned),
        FoundArguments::Only(text) => only(text, tool).map(Cow::Owned),
    }
}

fn object(pairs: &[Pair<'_>], tool: Offered<'_>) -> Option<String> {
    let mut members: Vec<(&str, String)> = Vec::with_capacity(pairs.len());
    let mut places = TextTable::new();
    for pair in pairs {
        let json = value(&pair.value, tool.parameter(&pair.key), tool.schema);
        // Of equal pairs one stays; two values for one key are two readings.
        if let Some(&place) = places.get(&*pair.key) {
            if members[place as usize].1 != json {
                return None;
            }
            continue;
        }
        places.insert(pair.key.to_string(), members.len() as u32);
        members.push((&pair.key, json));
    }
    let mut text = String::from("{");
    for (place, (key, json)) in members.iter().enumerate() {
        if place > 0 {
            text.push_str(", ");
        }
        text.push_str(&string::encode(key));
        text.push_str(": ");
        text.push_str(json);
    }
    text.push('}');
    Some(text)
}

/// An object of the only required parameter, if that is a string.
fn only(text: &str, tool: Offered<'_>) -> Option<String> {
    let required = tool.required();
    let [name] = required[..] else { return None };
    let schema = tool.parameter(name)?;
    let types = tool.schema.types(schema);
    let sole = types == Types::STRING;
    sole.then(|| format!("{{{}: {}}}", string::encode(name), string::encode(text)))
}

fn value(value: &Value<'_>, position: Option<SchemaId>, schema: &Schema) -> String {
    match value {
        Value::Raw(text) | Value::Text(text) => by_schema(text, position, schema),
        Value::Json(text) => {
            let types = position.map_or(Types::ALL, |position| schema.types(position));
            match Tree::parse(text.trim()) {
                Ok(tree) if types.has(Types::of(&tree, tree.root())) => text.trim().to_owned(),
                _ => by_schema(text, position, schema),
            }
        }
    }
}

/// The JSON that `text` stands for at a position of the schema, if one is given.
pub(super) fn by_schema(text: &str, position: Option<SchemaId>, schema: &Schema) -> String {
    let types = position.map_or(Types::ALL, |position| schema.types(position));
    let word = text.trim();
    let null = matches!(word, "null" | "None") && types.has(Types::NULL) && types != Types::ALL;
    if null {
        return "null".to_owned();
    }
    if types.has(Types::STRING) {
        return string::encode(text);
    }
    if types.has(Types::NUMBER)
        && let Some(number) = number(word)
    {
        return number.into_owned();
    }
    if types.has(Types::BOOLEAN)
        && let Some(boolean) = boolean(word)
    {
        return boolean.to_owned();
    }
    if types.has(Types::OBJECT.union(Types::ARRAY))
        && let Some(container) = container(word, types, schema)
    {
        return container.into_owned();
    }
    string::encode(text)
}

fn boolean(word: &str) -> Option<&'static str> {
    match word {
        "true" | "True" | "TRUE" | "1" => Some("true"),
        "false" | "False" | "FALSE" | "0" => Some("false"),
        _ => None,
    }
}

/// A number's JSON lexeme: zeros that lead and a plus go, all else stays.
pub(super) fn number(word: &str) -> Option<Cow<'_, str>> {
    if !word.contains(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let is_number =
        |text: &str| Tree::parse(text).is_ok_and(|tree| tree.kind(tree.root()) == Kind::Number);
    if is_number(word) {
        return Some(Cow::Borrowed(word));
    }
    let (sign, digits) = match word.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", word.strip_prefix('+').unwrap_or(word)),
    };
    let whole = digits.trim_start_matches('0');
    let whole = if whole.starts_with(|first: char| first.is_ascii_digit()) {
        whole.to_owned()
    } else {
        format!("0{whole}")
    };
    let plain = format!("{sign}{whole}");
    is_number(&plain).then_some(Cow::Owned(plain))
}

fn container<'t>(word: &'t str, types: Types, schema: &Schema) -> Option<Cow<'t, str>> {
    let fits = |text: &str| {
        Tree::parse(text).is_ok_and(|tree| {
            let kind = tree.kind(tree.root());
            matches!(kind, Kind::Object | Kind::Array) && types.has(Types::of(&tree, tree.root()))
        })
    };
    if fits(word) {
        return Some(Cow::Borrowed(word));
    }
    match reader::read(word, schema.keys(), Tolerance::Certain) {
        Read::Value(reading) if fits(&reading.text) => Some(Cow::Owned(reading.text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coerced(schema: &str, text: &str) -> String {
        let schema = Schema::compile(schema);
        by_schema(text, Some(schema.root()), &schema)
    }

    #[test]
    fn gives_texts_the_type_that_the_schema_asks_for() {
        for (schema, text, expected) in [
            (r#"{"type": "string"}"#, "02139", r#""02139""#),
            (r#"{"type": "string"}"#, "null", r#""null""#),
            (r#"{"type": "string"}"#, r#"{"a": 1}"#, r#""{\"a\": 1}""#),
            ("{}", "5", r#""5""#),
            (r#"{"type": ["string", "null"]}"#, "null", "null"),
            (r#"{"type": ["string", "integer"]}"#, "5", r#""5""#),
            (r#"{"type": "integer"}"#, "30", "30"),
            (r#"{"type": "integer"}"#, " 07\n", "7"),
            (r#"{"type": "integer"}"#, "a", r#""a""#),
            (r#"{"type": "number"}"#, "1.50", "1.50"),
            (r#"{"type": "number"}"#, "NaN", r#""NaN""#),
            (r#"{"type": "boolean"}"#, "True", "true"),
            (r#"{"type": "boolean"}"#, "0", "false"),
            (r#"{"type": "boolean"}"#, "yes", r#""yes""#),
            (r#"{"type": "object"}"#, r#"{"x": [1]}"#, r#"{"x": [1]}"#),
            (r#"{"type": "array"}"#, r#"{"x": [1]}"#, r#""{\"x\": [1]}""#),
        ] {
            assert_eq!(coerced(schema, text), expected, "{schema} {text:?}");
        }
    }
}
