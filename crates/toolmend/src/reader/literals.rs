//! Words and numbers that are almost JSON: Python's and JavaScript's literals, numbers of other
//! grammars.
//!
//! A number is rewritten only where its value stays exactly the same (`.5`, `+5`, `5.`, `1_000`,
//! `0xFF`, `12n`). What looks like a number but is not one in any language stays text: `007`,
//! `1.2.3`, `50%`, `15-25`, `1/3`.

use std::borrow::Cow;

use super::reason::Reason;
use super::recovery::Recovery;

/// What a bare word stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scalar {
    /// JSON source; empty for a number that is JSON as it stands.
    pub(super) text: Cow<'static, str>,
    /// How it was mended; `None` if the word is JSON as it stands.
    pub(super) recovery: Option<Recovery>,
    pub(super) doubt: Option<Reason>,
    pub(super) is_number: bool,
}

/// The JSON literal or number that `word` stands for, if any.
pub(super) fn scalar(word: &str) -> Option<Scalar> {
    literal(word).or_else(|| number(word))
}

fn literal(word: &str) -> Option<Scalar> {
    let plain = |text: &'static str, recovery, doubt| {
        Some(Scalar { text: Cow::Borrowed(text), recovery, doubt, is_number: false })
    };
    match word {
        "true" => return plain("true", None, None),
        "false" => return plain("false", None, None),
        "null" => return plain("null", None, None),
        "undefined" => return plain("null", Some(Recovery::Undefined), None),
        "NaN" | "nan" | "Infinity" | "-Infinity" | "+Infinity" | "inf" | "-inf" => {
            return plain("null", Some(Recovery::Literal), Some(Reason::NotANumber));
        }
        _ => {}
    }
    if word.len() > 5 {
        return None;
    }
    let text = if word.eq_ignore_ascii_case("true") {
        "true"
    } else if word.eq_ignore_ascii_case("false") {
        "false"
    } else if word.eq_ignore_ascii_case("null") || matches!(word, "None" | "NONE") {
        "null"
    } else {
        return None;
    };
    plain(text, Some(Recovery::Literal), None)
}

/// Whether the word is `true`, `false` or `null` but for one letter more, less or misplaced.
pub(super) fn almost_literal(word: &str) -> bool {
    ["true", "false", "null"].into_iter().any(|literal| {
        let missing = literal.bytes().filter(|&letter| {
            let count = |text: &str| text.bytes().filter(|&other| other == letter).count();
            count(literal) > count(word)
        });
        word.len().abs_diff(literal.len()) <= 1 && missing.count() <= 1
    })
}

fn number(word: &str) -> Option<Scalar> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.starts_with(['-', '+']) || !digits.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if is_number(word) {
        return Some(Scalar { text: "".into(), recovery: None, doubt: None, is_number: true });
    }
    let sign = if word.starts_with('-') { "-" } else { "" };
    let text = match radix(digits) {
        Some(value) => format!("{sign}{value}"),
        None => format!("{sign}{}", decimal(digits)?),
    };
    let text = Cow::Owned(text);
    Some(Scalar { text, recovery: Some(Recovery::Number), doubt: None, is_number: true })
}

/// The value of `0xFF`, `0b101` or `0o17`, if it fits 64 bits.
fn radix(digits: &str) -> Option<u64> {
    let (prefix, radix) = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8)]
        .into_iter()
        .find(|(prefix, _)| digits.starts_with(prefix))?;
    let digits = digits.strip_prefix(prefix)?;
    let digits = digits.strip_suffix('n').unwrap_or(digits);
    let groups = separated_digits(digits, |byte| (byte as char).is_digit(radix))?;
    u64::from_str_radix(&groups, radix).ok()
}

/// A decimal number by JSON's grammar that has the value of `digits` and, where there is one, its
/// spelling.
fn decimal(digits: &str) -> Option<String> {
    let plain = separated_digits(digits, |byte| byte != b'_')?;
    let mut text = match plain.strip_suffix('n') {
        Some(integer) if integer.bytes().all(|byte| byte.is_ascii_digit()) => integer.to_owned(),
        _ => plain,
    };
    if text.starts_with('.') {
        text.insert(0, '0');
    }
    let exponent = text.find(['e', 'E']).unwrap_or(text.len());
    if text.get(..exponent).is_some_and(|mantissa| mantissa.ends_with('.')) {
        text.insert(exponent, '0');
    }
    is_number(&text).then_some(text)
}

/// Takes single underscores out from between two characters that `part` accepts.
fn separated_digits(text: &str, part: impl Fn(u8) -> bool) -> Option<String> {
    let bytes = text.as_bytes();
    let separates = |at: usize| {
        let digit =
            |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_hexdigit);
        digit(at.checked_sub(1)) && digit(Some(at + 1))
    };
    let fits = |(at, &byte): (usize, &u8)| if byte == b'_' { separates(at) } else { part(byte) };
    bytes.iter().enumerate().all(fits).then(|| text.replace('_', ""))
}

/// Whether `text` is a number by JSON's grammar.
pub(super) fn is_number(text: &str) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = text.as_bytes();
    rest = rest.strip_prefix(b"-").unwrap_or(rest);
    let integer = digits(rest);
    if integer == 0 || (integer > 1 && rest[0] == b'0') {
        return false;
    }
    rest = &rest[integer..];
    if let Some(fraction) = rest.strip_prefix(b".") {
        let length = digits(fraction);
        if length == 0 {
            return false;
        }
        rest = &fraction[length..];
    }
    if let [b'e' | b'E', exponent @ ..] = rest {
        let exponent = match exponent {
            [b'+' | b'-', exponent @ ..] => exponent,
            _ => exponent,
        };
        let length = digits(exponent);
        return length > 0 && length == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_value() {
        for (word, expected) in [
            ("5.", "5.0"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("+5", "5"),
            ("5.e3", "5.0e3"),
            ("1_000_000", "1000000"),
            ("2_345.6_7", "2345.67"),
            ("0xFF", "255"),
            ("-0xff", "-255"),
            ("0b101", "5"),
            ("0xFFFF_FFFF", "4294967295"),
            ("12n", "12"),
            ("9007199254740993n", "9007199254740993"),
            ("1.10", ""),
            ("1e400", ""),
            ("True", "true"),
            ("NULL", "null"),
            ("None", "null"),
            ("undefined", "null"),
        ] {
            assert_eq!(scalar(word).map(|scalar| scalar.text).as_deref(), Some(expected), "{word}");
        }
    }

    #[test]
    fn what_only_looks_like_a_number_is_none() {
        for word in [
            "007", "1.2.3", "50%", "15-25", "1/3", "12px", "1e", "-", ".", "1__0", "_1", "1_",
            "0x", "12..5", "1,234", "nullish", "trueness", "0xG", "1n2", "1.5n", "--1", "-+1",
            "e5",
        ] {
            assert_eq!(scalar(word), None, "{word}");
        }
    }
}
