//! The keywords that judge a value by itself, without a look at its children.

use super::goal::Answer;
use super::number::Decimal;
use super::rules::{NumberRules, Range, Subschema};
use super::{Fault, Patterns, Schema, equality};
use crate::tree::{Kind, NodeId, Tree};

/// A keyword, or a pair of keywords, that a value did not satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Assertion {
    Type,
    Members,
    Minimum,
    Maximum,
    Above,
    Below,
    MultipleOf,
    Length,
    Pattern,
    ItemCount,
    UniqueItems,
    MemberCount,
}

impl Schema {
    /// Names to `complain` every assertion of `subschema` that the value does not satisfy, but for
    /// those on the number or equality of a container's children. Returns whether all of them were
    /// understood.
    pub(super) fn assert(
        &self,
        subschema: &Subschema,
        (tree, node): (&Tree, NodeId),
        patterns: &dyn Patterns,
        complain: &mut impl FnMut(Assertion),
    ) -> bool {
        if !subschema.types.take(tree, node) {
            complain(Assertion::Type);
        }
        if let Some(members) = &subschema.members {
            let is_value = |&member: &NodeId| equality::equal((&self.tree, member), (tree, node));
            if !members.iter().any(is_value) {
                complain(Assertion::Members);
            }
        }
        match tree.kind(node) {
            Kind::Number => {
                if let Some(rules) = &subschema.number {
                    self.assert_number(rules, tree.lexeme(node), complain);
                }
            }
            Kind::String => {
                let Some(rules) = &subschema.string else { return !subschema.unknown };
                if !rules.length.is_any() && !rules.length.has(characters(tree.lexeme(node))) {
                    complain(Assertion::Length);
                }
                let Some(pattern) = &rules.pattern else { return !subschema.unknown };
                // A text that no Rust string can hold cannot be matched.
                let answer = tree
                    .string(node)
                    .map_or(Answer::Maybe, |text| pattern.matches(&text, patterns));
                match answer {
                    Answer::Yes => {}
                    Answer::Maybe => return false,
                    Answer::No => complain(Assertion::Pattern),
                }
            }
            _ => {}
        }
        !subschema.unknown
    }

    fn assert_number(
        &self,
        rules: &NumberRules,
        lexeme: &str,
        complain: &mut impl FnMut(Assertion),
    ) {
        let value = Decimal::of(lexeme);
        let bound = |node: NodeId| Decimal::of(self.tree.lexeme(node));
        let mut demand =
            |node: Option<NodeId>, holds: fn(&Decimal, &Decimal) -> bool, assertion| {
                if node.is_some_and(|node| !holds(&value, &bound(node))) {
                    complain(assertion);
                }
            };
        demand(rules.minimum, |value, bound| value >= bound, Assertion::Minimum);
        demand(rules.maximum, |value, bound| value <= bound, Assertion::Maximum);
        demand(rules.above, |value, bound| value > bound, Assertion::Above);
        demand(rules.below, |value, bound| value < bound, Assertion::Below);
        if rules.multiple_of.is_some_and(|node| !value.is_multiple_of(&bound(node))) {
            complain(Assertion::MultipleOf);
        }
    }

    /// The fault of an assertion that was not satisfied.
    pub(super) fn fault(&self, subschema: &Subschema, assertion: Assertion) -> Fault {
        let number = subschema.number.as_deref();
        let bound = |node: fn(&NumberRules) -> Option<NodeId>| {
            number.and_then(node).map_or("", |node| self.tree.lexeme(node))
        };
        Fault::Other(match assertion {
            Assertion::Type if subschema.is_nothing() => "nothing here".to_owned(),
            Assertion::Type => return Fault::Type(subschema.types),
            Assertion::Members => return Fault::Enum,
            Assertion::Minimum => format!("a number of at least {}", bound(|rules| rules.minimum)),
            Assertion::Maximum => format!("a number of at most {}", bound(|rules| rules.maximum)),
            Assertion::Above => format!("a number above {}", bound(|rules| rules.above)),
            Assertion::Below => format!("a number below {}", bound(|rules| rules.below)),
            Assertion::MultipleOf => format!("a multiple of {}", bound(|rules| rules.multiple_of)),
            Assertion::Length => {
                let length = subschema.string.as_ref().map(|rules| rules.length);
                format!("a string {}", length.unwrap_or_default().words("character"))
            }
            Assertion::Pattern => {
                let rules = subschema.string.as_ref();
                let pattern = rules.and_then(|rules| rules.pattern.as_ref());
                let source = pattern.map_or("", |pattern| &pattern.source);
                format!("a string that matches /{source}/")
            }
            Assertion::ItemCount => {
                let count = subschema.array.as_ref().map(|rules| rules.count);
                format!("an array {}", count.unwrap_or_default().words("item"))
            }
            Assertion::UniqueItems => "an array without equal items".to_owned(),
            Assertion::MemberCount => {
                let count = subschema.object.as_ref().map(|rules| rules.count);
                format!("an object {}", count.unwrap_or_default().words("key"))
            }
        })
    }
}

impl Range {
    /// `of at least 1 item`, `of 2 to 4 items`.
    pub(super) fn words(self, unit: &str) -> String {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        match (self.least, self.most) {
            (least, Some(most)) if least == most => format!("of {most} {unit}{}", plural(most)),
            (0, Some(most)) => format!("of at most {most} {unit}{}", plural(most)),
            (least, Some(most)) => format!("of {least} to {most} {unit}{}", plural(most)),
            (least, None) => format!("of at least {least} {unit}{}", plural(least)),
        }
    }
}

/// The length of a string in code points, without decoding it.
fn characters(lexeme: &str) -> u64 {
    let content = lexeme.get(1..lexeme.len() - 1).unwrap_or_default();
    if !content.contains('\\') {
        return content.chars().count() as u64;
    }
    let mut count = 0;
    let mut rest = content;
    while let Some(at) = rest.find('\\') {
        count += rest[..at].chars().count() as u64 + 1;
        rest = &rest[at..];
        let is_pair = code_unit(rest).is_some_and(|unit| (0xd800..0xdc00).contains(&unit))
            && rest
                .get(6..)
                .and_then(code_unit)
                .is_some_and(|unit| (0xdc00..0xe000).contains(&unit));
        let length = match rest.as_bytes().get(1) {
            Some(b'u') if is_pair => 12,
            Some(b'u') => 6,
            _ => 2,
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    count + rest.chars().count() as u64
}

/// The code unit of the escape at the start of `text`.
fn code_unit(text: &str) -> Option<u32> {
    u32::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_counted_in_code_points() {
        for (lexeme, expected) in [
            (r#""""#, 0),
            (r#""abc""#, 3),
            (r#""é😀""#, 2),
            (r#""\n\u00e9x""#, 3),
            (r#""\ud83d\uDE00!""#, 2),
            (r#""\ud83d\ud83d\n""#, 3),
            (r#""\\u0041""#, 6),
        ] {
            assert_eq!(characters(lexeme), expected, "{lexeme}");
        }
    }

    #[test]
    fn ranges_in_words() {
        for (least, most, expected) in [
            (1, None, "of at least 1 item"),
            (0, Some(2), "of at most 2 items"),
            (2, Some(4), "of 2 to 4 items"),
            (1, Some(1), "of 1 item"),
        ] {
            assert_eq!(Range { least, most }.words("item"), expected);
        }
    }
}
