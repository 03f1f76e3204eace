//! What a schema asks for, in words for a model.

use super::rules::{NumberRules, Range};
use super::{Property, Schema, SchemaId, Types};

/// Descriptions have at most this many characters.
const LONGEST: usize = 120;

/// The types in the order in which they are named.
const NOUNS: [(Types, &str, &str); 7] = [
    (Types::STRING, "a string", "strings"),
    (Types::NUMBER, "a number", "numbers"),
    (Types::INTEGER, "an integer", "integers"),
    (Types::BOOLEAN, "a boolean", "booleans"),
    (Types::ARRAY, "an array", "arrays"),
    (Types::OBJECT, "an object", "objects"),
    (Types::NULL, "null", "nulls"),
];

impl Schema {
    /// What a schema asks for, in a few words for a model: `an array of strings`, `one of "a", "b"`.
    pub(crate) fn describe(&self, schema: SchemaId) -> String {
        // The deeper the better, as long as it stays short.
        let mut words = String::new();
        for depth in (0..3).rev() {
            words = self.words(schema, depth);
            if words.chars().count() <= LONGEST {
                return words;
            }
        }
        if let Some((end, _)) = words.char_indices().nth(LONGEST - 1) {
            words.truncate(end);
            words.push('…');
        }
        words
    }

    fn words(&self, schema: SchemaId, depth: usize) -> String {
        if let Some(members) = self.members(schema) {
            return words_of_members(&members);
        }
        let types = self.types(schema);
        if types == Types::NONE {
            return "nothing".to_owned();
        }
        if types == Types::ALL {
            return "any value".to_owned();
        }
        if let Some(words) = self.words_of_branches(schema, depth) {
            return words;
        }
        let mut kinds = Vec::new();
        for (kind, noun, _) in named(types) {
            kinds.push(match kind {
                Types::STRING => self.words_of_string(schema),
                Types::INTEGER | Types::NUMBER => self.words_of_number(schema, noun),
                Types::ARRAY => self.words_of_array(schema, depth),
                Types::OBJECT => self.words_of_object(schema, depth),
                _ => noun.to_owned(),
            });
        }
        choice(&kinds)
    }

    /// Of a schema that is nothing but a choice.
    fn words_of_branches(&self, schema: SchemaId, depth: usize) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        let mut conjuncts = self.all_of(schema, Types::NONE);
        let branches = conjuncts.find_map(|subschema| {
            let combination = subschema.combination.as_ref()?;
            let is_choice = subschema.types == Types::ALL && subschema.object.is_none();
            let branches = [&combination.any_of, &combination.one_of];
            branches.into_iter().find(|branches| is_choice && !branches.is_empty())
        })?;
        let mut alternatives = Vec::new();
        for &branch in branches {
            let words = self.words(branch, depth);
            if !alternatives.contains(&words) {
                alternatives.push(words);
            }
        }
        Some(choice(&alternatives))
    }

    fn words_of_string(&self, schema: SchemaId) -> String {
        let rules: Vec<_> = self
            .all_of(schema, Types::STRING)
            .filter_map(|subschema| subschema.string.as_deref())
            .collect();
        let pattern = rules.iter().find_map(|rules| rules.pattern.as_ref());
        let length = rules.iter().map(|rules| rules.length).find(|length| !length.is_any());
        match (pattern, length) {
            (Some(pattern), _) => format!("a string that matches /{}/", pattern.source),
            (None, Some(Range { least: 1, most: None })) => "a non-empty string".to_owned(),
            (None, Some(length)) => format!("a string {}", length.words("character")),
            (None, None) => "a string".to_owned(),
        }
    }

    fn words_of_number(&self, schema: SchemaId, noun: &str) -> String {
        let rules: Vec<_> = self
            .all_of(schema, Types::NUMBER)
            .filter_map(|subschema| subschema.number.as_deref())
            .collect();
        let bound = |bound: fn(&NumberRules) -> Option<_>| {
            let node = rules.iter().find_map(|rules| bound(rules))?;
            Some(self.tree.lexeme(node))
        };
        let (least, most) = (bound(|rules| rules.minimum), bound(|rules| rules.maximum));
        let (above, below) = (bound(|rules| rules.above), bound(|rules| rules.below));
        let mut bounds = Vec::new();
        match (least, most) {
            (Some(least), Some(most)) => bounds.push(format!("from {least} to {most}")),
            (Some(least), None) => bounds.push(format!("of at least {least}")),
            (None, Some(most)) => bounds.push(format!("of at most {most}")),
            (None, None) => {}
        }
        bounds.extend(above.map(|above| format!("above {above}")));
        bounds.extend(below.map(|below| format!("below {below}")));
        let multiple = bound(|rules| rules.multiple_of);
        bounds.extend(multiple.map(|multiple| format!("divisible by {multiple}")));
        if bounds.is_empty() { noun.to_owned() } else { format!("{noun} {}", join(&bounds, "and")) }
    }

    fn words_of_array(&self, schema: SchemaId, depth: usize) -> String {
        let counts = self.array_rules(schema).map(|rules| rules.count);
        let count = counts.into_iter().find(|count| !count.is_any());
        let item = self.item(schema, 0).filter(|_| depth > 0);
        let items = item.and_then(|item| self.words_of_items(item, depth - 1));
        match (items, count) {
            (Some(items), Some(Range { least: 1, most: None })) => {
                format!("a non-empty array of {items}")
            }
            (Some(items), _) => format!("an array of {items}"),
            (None, Some(count)) => format!("an array {}", count.words("item")),
            (None, None) => "an array".to_owned(),
        }
    }

    fn words_of_items(&self, item: SchemaId, depth: usize) -> Option<String> {
        let types = self.types(item);
        if types == Types::ALL || types == Types::NONE {
            return None;
        }
        let words = self.words(item, depth);
        let plurals = named(types).map(|(_, noun, plural)| (noun, plural));
        let mut plurals = plurals.collect::<Vec<_>>();
        Some(match (plurals.pop(), plurals.is_empty()) {
            (Some((noun, plural)), true) if words.starts_with(noun) => {
                words.replacen(noun, plural, 1)
            }
            _ => format!("items, each {words}"),
        })
    }

    fn words_of_object(&self, schema: SchemaId, depth: usize) -> String {
        let properties = self.properties(schema);
        let Some(depth) = depth.checked_sub(1) else { return words_of_keys(&properties) };
        let (required, optional): (Vec<_>, Vec<_>) =
            properties.into_iter().partition(|property| property.required);
        let properties = [required, optional].concat();
        let members: Vec<String> =
            properties.iter().map(|property| self.words_of_property(property, depth)).collect();
        if members.is_empty() {
            return "an object".to_owned();
        }
        format!("an object with {}", join(&members, "and"))
    }

    fn words_of_property(&self, property: &Property<'_>, depth: usize) -> String {
        let words = self.words(property.schema, depth);
        let optional = if property.required { "" } else { ", optional" };
        format!("\"{}\" ({words}{optional})", property.name)
    }
}

/// An object by its required keys alone.
fn words_of_keys(properties: &[Property<'_>]) -> String {
    let required = properties.iter().filter(|property| property.required);
    let keys: Vec<String> = required.map(|property| format!("\"{}\"", property.name)).collect();
    match keys.as_slice() {
        [] => "an object".to_owned(),
        keys => enumerate("an object with ", keys),
    }
}

/// `"a"`, or `one of "a", "b"`.
fn words_of_members(members: &[&str]) -> String {
    match members {
        [] => "nothing".to_owned(),
        [only] => (*only).to_owned(),
        members => enumerate("one of ", members),
    }
}

/// Separates by commas; what would be too long ends in `…`.
fn enumerate<S: AsRef<str>>(lead: &str, items: &[S]) -> String {
    const REST: &str = ", …";
    let mut words = lead.to_owned();
    let mut length = lead.chars().count() + REST.chars().count();
    for (place, item) in items.iter().map(AsRef::as_ref).enumerate() {
        let separator = if place == 0 { "" } else { ", " };
        length += separator.len() + item.chars().count();
        if length > LONGEST && place > 0 {
            words.push_str(REST);
            break;
        }
        words.push_str(separator);
        words.push_str(item);
    }
    words
}

/// The types of a set with their nouns. A number that may have a fraction is no integer besides.
fn named(types: Types) -> impl Iterator<Item = (Types, &'static str, &'static str)> {
    let is_named = move |&(kind, _, _): &(Types, &str, &str)| match kind {
        Types::NUMBER => types.intersection(Types::NUMBER) == Types::NUMBER,
        Types::INTEGER => types.intersection(Types::NUMBER) == Types::INTEGER,
        kind => types.has(kind),
    };
    NOUNS.into_iter().filter(is_named)
}

/// `a string or null`, but `an array of strings, or null`.
fn choice(alternatives: &[String]) -> String {
    match alternatives {
        [most @ .., last] if most.iter().any(|words| words.split(' ').nth(2).is_some()) => {
            format!("{}, or {last}", most.join(", "))
        }
        _ => join(alternatives, "or"),
    }
}

/// `a`, `a and b`, `a, b and c`.
fn join(words: &[String], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {conjunction} {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn describe(schema: &str) -> String {
        let schema = Schema::compile(schema);
        schema.describe(schema.root())
    }

    #[test]
    fn says_what_is_asked_for() {
        for (schema, expected) in [
            ("{}", "any value"),
            ("false", "nothing"),
            (r#"{"type":"string"}"#, "a string"),
            (r#"{"type":"string","minLength":1}"#, "a non-empty string"),
            (r#"{"type":"string","pattern":"^a"}"#, "a string that matches /^a/"),
            (r#"{"type":"integer","minimum":1}"#, "an integer of at least 1"),
            (r#"{"type":"number","minimum":0,"maximum":1.50}"#, "a number from 0 to 1.50"),
            (r#"{"type":"number","exclusiveMinimum":0}"#, "a number above 0"),
            (r#"{"type":["string","null"]}"#, "a string or null"),
            (r#"{"type":"string","nullable":true}"#, "a string or null"),
            (r#"{"enum":["a","b"]}"#, r#"one of "a", "b""#),
            (r#"{"const":"a"}"#, r#""a""#),
            (r#"{"type":"array","items":{"type":"string"}}"#, "an array of strings"),
            (
                r#"{"type":"array","items":{"type":"integer","minimum":1},"minItems":1}"#,
                "a non-empty array of integers of at least 1",
            ),
            (
                r#"{"type":"array","items":{"enum":["a","b"]}}"#,
                r#"an array of items, each one of "a", "b""#,
            ),
            (
                r#"{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}"#,
                "an array of strings, or null",
            ),
            (
                r#"{"type":"object","properties":{"limit":{"type":"integer"},"path":{"type":"string"}},
                    "required":["path"]}"#,
                r#"an object with "path" (a string) and "limit" (an integer, optional)"#,
            ),
            (r##"{"$ref":"#/$defs/a","$defs":{"a":{"type":"boolean"}}}"##, "a boolean"),
        ] {
            assert_eq!(describe(schema), expected, "{schema}");
        }
    }

    #[test]
    fn stays_short() {
        let words: Vec<String> = (0..100).map(|n| format!("\"word{n}\"")).collect();
        let members = describe(&format!(r#"{{"enum":[{}]}}"#, words.join(",")));
        assert!(members.ends_with("\"word11\", …"), "{members}");
        let properties: Vec<String> = words.iter().map(|word| format!("{word}:{{}}")).collect();
        let object = describe(&format!(
            r#"{{"type":"object","properties":{{{}}},"required":[{}]}}"#,
            properties.join(","),
            words.join(",")
        ));
        assert!(object.starts_with("an object with \"word0\", \"word1\""), "{object}");
        let long = describe(&format!(r#"{{"const":"{}"}}"#, "é".repeat(500)));
        for description in [members, object, long] {
            assert!(description.chars().count() <= LONGEST, "{description}");
        }
    }

    #[test]
    fn a_schema_within_itself_is_described_too() {
        let tree =
            r##"{"type":"object","properties":{"left":{"$ref":"#"},"name":{"type":"string"}}}"##;
        assert!(
            describe(tree).starts_with("an object with \"left\" (an object"),
            "{}",
            describe(tree)
        );
    }
}
