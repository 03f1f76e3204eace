//! Numbers by their exact decimal value, read off the lexeme.
//!
//! `1`, `1.0` and `10e-1` are one value; `9007199254740993` and `9007199254740992` are two; `1e400`
//! is a number like any other. Nothing is rounded and nothing is expanded, so that a huge exponent
//! costs no more than a small one.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The value `±0.DIGITS × 10^point`, where the digits neither start nor end with a zero.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal<'l> {
    negative: bool,
    /// The digits that stood before the decimal point.
    integer: &'l [u8],
    /// The digits that stood after it.
    fraction: &'l [u8],
    point: i64,
}

impl<'l> Decimal<'l> {
    /// Reads a JSON number.
    pub(super) fn of(lexeme: &'l str) -> Decimal<'l> {
        let bytes = lexeme.as_bytes();
        let (negative, bytes) = match bytes {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, bytes),
        };
        let (mantissa, exponent) = split(bytes, |byte| matches!(byte, b'e' | b'E'));
        let (integer, fraction) = split(mantissa, |byte| byte == b'.');
        let integer = strip_leading_zeros(integer);
        let mut point = exponent_of(exponent).saturating_add(length_of(integer));
        let mut fraction_digits = fraction;
        if integer.is_empty() {
            fraction_digits = strip_leading_zeros(fraction);
            point = point.saturating_sub(length_of(fraction) - length_of(fraction_digits));
        }
        let fraction = strip_trailing_zeros(fraction_digits);
        let integer = if fraction.is_empty() { strip_trailing_zeros(integer) } else { integer };
        if integer.is_empty() && fraction.is_empty() {
            return Decimal { negative: false, integer, fraction, point: 0 };
        }
        Decimal { negative, integer, fraction, point }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.length() == 0
    }

    /// Whether the value has no fraction.
    pub(super) fn is_integer(&self) -> bool {
        self.length() <= self.point
    }

    /// Whether the value is `divisor` taken a whole number of times. A divisor of zero, or of more
    /// than 9 significant digits, divides everything.
    pub(super) fn is_multiple_of(&self, divisor: &Decimal) -> bool {
        if self.is_zero() || divisor.is_zero() || divisor.length() > 9 {
            return true;
        }
        // With both values as whole numbers times a power of ten, the quotient is
        // self/divisor × 10^shift. The digits do not end with a zero, so a negative shift cannot
        // leave a whole number.
        let last_digit = self.point.saturating_sub(self.length());
        let shift = last_digit.saturating_sub(divisor.point.saturating_sub(divisor.length()));
        let Ok(shift) = u64::try_from(shift) else { return false };
        let modulus = divisor.digits().fold(0, |value, digit| value * 10 + u64::from(digit));
        let rest = self.digits().fold(0, |rest, digit| (rest * 10 + u64::from(digit)) % modulus);
        (rest * power_of_ten(shift, modulus)).is_multiple_of(modulus)
    }

    /// The value as a count: `None` if it is negative or has a fraction.
    pub(super) fn to_count(self) -> Option<u64> {
        if self.negative || !self.is_integer() {
            return None;
        }
        if self.point > 18 {
            return Some(u64::MAX);
        }
        let value = self.digits().fold(0, |value, digit| value * 10 + u64::from(digit));
        Some((self.length()..self.point).fold(value, |value, _| value * 10))
    }

    fn length(&self) -> i64 {
        length_of(self.integer) + length_of(self.fraction)
    }

    fn digits(&self) -> impl Iterator<Item = u8> + use<'l> {
        self.integer.iter().chain(self.fraction).map(|digit| digit - b'0')
    }
}

impl Ord for Decimal<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_size = || {
            (!self.is_zero(), self.point)
                .cmp(&(!other.is_zero(), other.point))
                .then_with(|| self.digits().cmp(other.digits()))
        };
        match (self.negative, other.negative) {
            (false, false) => by_size(),
            (true, true) => by_size().reverse(),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

impl PartialOrd for Decimal<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal<'_> {}

impl Hash for Decimal<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.negative, self.point).hash(state);
        for digit in self.digits() {
            state.write_u8(digit);
        }
    }
}

/// Whether a JSON number has no fraction: `1`, `1.0`, `1e3`, not `1.5`.
pub(super) fn is_integer(lexeme: &str) -> bool {
    !lexeme.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
        || Decimal::of(lexeme).is_integer()
}

fn split(bytes: &[u8], is_separator: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    match bytes.iter().position(|&byte| is_separator(byte)) {
        Some(at) => (&bytes[..at], &bytes[at + 1..]),
        None => (bytes, &[]),
    }
}

fn length_of(digits: &[u8]) -> i64 {
    i64::try_from(digits.len()).unwrap_or(i64::MAX)
}

fn strip_leading_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
    &digits[zeros..]
}

fn strip_trailing_zeros(digits: &[u8]) -> &[u8] {
    let zeros = digits.iter().rev().take_while(|&&digit| digit == b'0').count();
    &digits[..digits.len() - zeros]
}

/// The exponent, held within bounds that no text's length can reach.
fn exponent_of(digits: &[u8]) -> i64 {
    const BOUND: i64 = i64::MAX / 4;
    let (negative, digits) = match digits {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, digits),
    };
    let size = digits.iter().fold(0_i64, |value, digit| {
        value.saturating_mul(10).saturating_add(i64::from(digit - b'0')).min(BOUND)
    });
    if negative { -size } else { size }
}

/// `10^exponent` modulo `modulus`, which is below 2^30.
fn power_of_ten(mut exponent: u64, modulus: u64) -> u64 {
    let (mut power, mut square) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compares_by_value_without_rounding() {
        let ascending = [
            "-1e400",
            "-10",
            "-1.5",
            "-1e-400",
            "0",
            "1e-400",
            "0.1",
            "0.10001",
            "1",
            "1.5",
            "2",
            "10",
            "9007199254740992",
            "9007199254740993",
            "1e400",
            "1.1e400",
            "1e99999999999999999999999",
        ];
        for (place, left) in ascending.iter().enumerate() {
            for (other_place, right) in ascending.iter().enumerate() {
                assert_eq!(
                    Decimal::of(left).cmp(&Decimal::of(right)),
                    place.cmp(&other_place),
                    "{left} against {right}"
                );
            }
        }
    }

    #[test]
    fn different_lexemes_of_one_value_are_equal() {
        for (left, right) in [
            ("1", "1.0"),
            ("1", "10e-1"),
            ("100", "1E+2"),
            ("0", "-0"),
            ("0", "0.00e7"),
            ("0.001", "1e-3"),
            ("120", "0.12e3"),
        ] {
            assert_eq!(Decimal::of(left), Decimal::of(right), "{left} and {right}");
        }
    }

    #[test]
    fn tells_integers() {
        for lexeme in ["0", "-0.0", "1.0", "1.50e1", "1e400", "123e99999999999999999999", "10e-1"] {
            assert!(is_integer(lexeme), "{lexeme}");
        }
        for lexeme in ["0.5", "1.5", "1e-1", "1e-99999999999999999999", "12345e-4"] {
            assert!(!is_integer(lexeme), "{lexeme}");
        }
    }

    #[test]
    fn multiples_are_exact() {
        for (value, divisor, expected) in [
            ("0.3", "0.1", true),
            ("0.0075", "0.0001", true),
            ("0.00751", "0.0001", false),
            ("4.5", "1.5", true),
            ("35", "1.5", false),
            ("10", "2.5", true),
            ("1e400", "7", false),
            ("7e400", "7", true),
            ("1e99999999999999999999", "3", false),
            ("1e308", "0.5", true),
            ("-9", "3", true),
            ("9", "-3", true),
            ("0", "3", true),
            ("5", "0", true),
            ("9007199254740993", "2", false),
            ("12345678900000000001234567890", "10", true),
        ] {
            let multiple = Decimal::of(value).is_multiple_of(&Decimal::of(divisor));
            assert_eq!(multiple, expected, "{value} of {divisor}");
        }
    }

    #[test]
    fn counts() {
        for (lexeme, expected) in [
            ("0", Some(0)),
            ("2.0", Some(2)),
            ("12e3", Some(12_000)),
            ("1e40", Some(u64::MAX)),
            ("-1", None),
            ("1.5", None),
        ] {
            assert_eq!(Decimal::of(lexeme).to_count(), expected, "{lexeme}");
        }
    }
}
