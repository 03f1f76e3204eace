//! Whether a `pattern` may be evaluated on a text.
//!
//! A backtracking engine takes exponential time on `(a+)+$` and cubic time on `a*a*a*$`, and the
//! text is a model's. What might take long is therefore not evaluated, and accepted: the host's own
//! check has the last word on it.

use super::Patterns;
use super::goal::Answer;
use crate::tree::{NodeId, Tree};

/// Texts over this many characters are not evaluated.
const LONGEST: usize = 1_000;

/// How many steps a match may take at worst.
const STEPS: usize = 10_000_000;

/// How often a group may be repeated that is counted as if it were written out.
const WRITTEN_OUT: u32 = 4;

/// A span of repetitions over this many is counted as if it had no end.
const WIDE: u32 = 32;

/// A regular expression with its worst case.
#[derive(Debug)]
pub(super) struct Pattern {
    pub(super) source: Box<str>,
    /// The power of the text's length that a match may take at worst; `None` if exponential.
    degree: Option<u32>,
}

impl Pattern {
    pub(super) fn new(source: &str) -> Pattern {
        Pattern { source: source.into(), degree: degree(source) }
    }

    /// Whether the pattern matches the key of a member.
    pub(super) fn matches_key(
        &self,
        tree: &Tree,
        member: NodeId,
        patterns: &dyn Patterns,
    ) -> Answer {
        let key = tree.key_string(member);
        key.map_or(Answer::Maybe, |key| self.matches(&key, patterns))
    }

    /// Whether the pattern matches `text`; in doubt if it may not be evaluated on it.
    pub(super) fn matches(&self, text: &str, patterns: &dyn Patterns) -> Answer {
        let Some(degree) = self.degree else { return Answer::Maybe };
        // A character has at most four bytes, so that a long text need not be counted to its end.
        let length = text.len();
        let length = if length > LONGEST * 4 { length } else { text.chars().count() };
        let steps = length.saturating_pow(degree);
        if length > LONGEST || steps > STEPS {
            Answer::Maybe
        } else if patterns.matches(&self.source, text) {
            Answer::held(!patterns.is_certain())
        } else {
            Answer::No
        }
    }
}

/// What is known of a group, or of the whole expression.
#[derive(Clone, Copy, Default)]
struct Cost {
    degree: u32,
    /// One text can be matched in several ways.
    ambiguous: bool,
    /// The first character of the alternative that is being read, if it can only be one.
    first: Option<u8>,
    /// No character of the alternative has been read.
    fresh: bool,
    /// The first characters of the alternatives before.
    firsts: [Option<u8>; 8],
    alternatives: usize,
}

impl Cost {
    fn new() -> Cost {
        Cost { fresh: true, ..Cost::default() }
    }

    fn atom(&mut self, literal: Option<u8>) {
        if self.fresh {
            self.first = literal;
            self.fresh = false;
        }
    }

    /// Ends an alternative. Two that can start alike can match one text in two ways.
    fn alternative(&mut self) {
        let distinct = self.alternatives < self.firsts.len()
            && self.first.is_some()
            && !self.firsts[..self.alternatives].contains(&self.first);
        self.ambiguous |= !distinct;
        if let Some(slot) = self.firsts.get_mut(self.alternatives) {
            *slot = self.first;
        }
        self.alternatives += 1;
        self.first = None;
        self.fresh = true;
    }

    fn close(&mut self) {
        if self.alternatives > 0 {
            self.alternative();
        }
    }
}

/// Reads an expression once, from left to right. `None` if a repeated group can match one text in
/// several ways, which is what makes backtracking exponential.
fn degree(source: &str) -> Option<u32> {
    let bytes = source.as_bytes();
    let mut open: Vec<Cost> = Vec::new();
    let mut cost = Cost::new();
    cost.degree = u32::from(!source.starts_with('^'));
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        let mut group = Cost::new();
        match byte {
            b'|' => {
                cost.alternative();
                continue;
            }
            b'(' => {
                at += group_prefix(&bytes[at..]);
                open.push(std::mem::replace(&mut cost, group));
                continue;
            }
            b')' => {
                cost.close();
                group = std::mem::replace(&mut cost, open.pop()?);
                cost.atom(None);
            }
            b'[' => {
                at += class_length(&bytes[at..]);
                cost.atom(None);
            }
            b'\\' => {
                let escaped = bytes.get(at).copied();
                at += 1;
                cost.atom(escaped.filter(|byte| !byte.is_ascii_alphanumeric()));
            }
            b'^' | b'$' => continue,
            b'.' => cost.atom(None),
            literal => cost.atom(Some(literal)),
        }
        let Some((quantifier, length)) = quantifier(&bytes[at..]) else {
            cost.degree += group.degree;
            cost.ambiguous |= group.ambiguous;
            continue;
        };
        at += length;
        let (least, most) = quantifier;
        match most {
            Some(most) if most <= WRITTEN_OUT => cost.degree += group.degree * most,
            _ if group.ambiguous => return None,
            Some(most) if most - least.min(most) <= WIDE => cost.degree += group.degree,
            Some(_) | None => cost.degree += 1,
        }
        cost.ambiguous |= group.ambiguous || most != Some(least);
    }
    Some(cost.degree)
}

/// The length of what follows a group's parenthesis and is not yet its content: `?:`, `?=`,
/// `?<name>`.
fn group_prefix(bytes: &[u8]) -> usize {
    match bytes {
        [b'?', b'<', b'=' | b'!', ..] => 3,
        [b'?', b'<', ..] => bytes.iter().position(|&byte| byte == b'>').map_or(2, |end| end + 1),
        [b'?', _, ..] => 2,
        _ => 0,
    }
}

/// The length of a character class after its opening bracket.
fn class_length(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'\\' => at += 1,
            b']' => break,
            _ => {}
        }
    }
    at
}

/// How often at least and at most, and the quantifier's length.
fn quantifier(bytes: &[u8]) -> Option<((u32, Option<u32>), usize)> {
    let (bounds, length) = match bytes.first()? {
        b'*' => ((0, None), 1),
        b'+' => ((1, None), 1),
        b'?' => ((0, Some(1)), 1),
        b'{' => {
            let end = bytes.iter().position(|&byte| byte == b'}')?;
            let text = std::str::from_utf8(&bytes[1..end]).ok()?;
            let (least, most) = text.split_once(',').unwrap_or((text, text));
            let least = least.parse().ok()?;
            let most = if most.is_empty() { None } else { Some(most.parse().ok()?) };
            ((least, most), end + 1)
        }
        _ => return None,
    };
    let lazy = bytes.get(length) == Some(&b'?');
    Some((bounds, length + usize::from(lazy)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Matches nothing.
    struct Never;

    impl Patterns for Never {
        fn matches(&self, _pattern: &str, _text: &str) -> bool {
            false
        }
    }

    #[test]
    fn expressions_that_backtrack_without_end_are_not_evaluated() {
        for source in [
            "^(a+)+$",
            "(a*)*b",
            "(a|a)*$",
            "(a|aa)+$",
            "(.*)*x",
            "(?:[a-z]+,?)*$",
            "([a-z]|[0-9])*!",
            "((a+))+",
            "(a?){20}",
            "(x+x+)+y",
            "^(?<word>\\w+\\s?)*$",
        ] {
            assert_eq!(Pattern::new(source).matches("aaaa", &Never), Answer::Maybe, "{source}");
        }
    }

    #[test]
    fn ordinary_expressions_are_evaluated() {
        for source in [
            "^[a-z]+$",
            "^\\d+(\\.\\d+)?$",
            "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$",
            "^(\\d{1,3}\\.){3}\\d{1,3}$",
            "^(foo|bar)*$",
            "^[^@]+@[^@]+\\.[^@]+$",
            "^\\(\\+\\)$",
            "[(+)]",
            "^.*$",
            "a{2",
        ] {
            assert_eq!(Pattern::new(source).matches("aaaa", &Never), Answer::No, "{source}");
        }
    }

    #[test]
    fn long_texts_are_not_evaluated() {
        let pattern = Pattern::new("^é*$");
        assert_eq!(pattern.matches(&"é".repeat(1_000), &Never), Answer::No);
        assert_eq!(pattern.matches(&"é".repeat(1_001), &Never), Answer::Maybe);
        let cubic = Pattern::new("a*a*a*b");
        assert_eq!(cubic.matches(&"a".repeat(900), &Never), Answer::Maybe);
    }
}
