//! `host-line-number`: a line or a count of lines below 1, or with a fraction.
//!
//! Lines are counted from 1 in the tools of the tables. A model that counts from 0 means the first
//! line, one that sends a negative number has no line to mean, and what follows a decimal point
//! cannot be a line. dsh's `read` refuses all of them; `OpenCode`'s answers `limit: 0` with the
//! advice to send the same call again.
//!
//! Looks alike but is not: `1.0` (it is whole), `limit: -1` (all lines, in many tools: not one),
//! and arguments that count from 0, which stand in no table.

/// The rule's public name.
pub(super) const RULE: &str = "host-line-number";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a line number or a count that is fractional or below 1";

/// From here on not every whole number is its own double.
const FIRST_INEXACT: i64 = 9_007_199_254_740_992;

/// The line that the number `lexeme` means, if it is not one as it stands.
pub(super) fn line(lexeme: &str) -> Option<String> {
    let number = Number::read(lexeme)?;
    (!number.is_whole || number.floor < 1).then(|| number.floor.max(1).to_string())
}

/// The count that the number `lexeme` means, if it is not one as it stands; -1 may mean all.
pub(super) fn count(lexeme: &str) -> Option<String> {
    if Number::read(lexeme)?.is(-1) { None } else { line(lexeme) }
}

/// A number that lines can be counted with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// The greatest whole number that is not above it.
    pub(super) floor: i64,
    /// Whether it is that number.
    pub(super) is_whole: bool,
}

impl Number {
    /// Reads a lexeme; `None` where doubles cannot count.
    #[expect(
        clippy::cast_possible_wrap,
        clippy::cast_sign_loss,
        reason = "lengths of texts, and a place clamped between 0 and one"
    )]
    pub(super) fn read(lexeme: &str) -> Option<Number> {
        let (sign, digits) = match lexeme.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, lexeme),
        };
        let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
        let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [before, after].concat();
        // Where the decimal point stands among the digits.
        let point = before.len() as i64 + exponent.parse::<i64>().ok()?;
        if digits.bytes().all(|digit| digit == b'0') {
            return Some(Number { floor: 0, is_whole: true });
        }
        let (whole, rest) = digits.split_at(point.clamp(0, digits.len() as i64) as usize);
        let zeros = u32::try_from(point - whole.len() as i64).unwrap_or(0);
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let whole = whole.checked_mul(10_i64.checked_pow(zeros)?)?;
        let is_whole = rest.bytes().all(|digit| digit == b'0');
        let floor = if sign < 0 && !is_whole { -whole - 1 } else { sign * whole };
        (whole < FIRST_INEXACT).then_some(Number { floor, is_whole })
    }

    /// Whether it is exactly `whole`.
    pub(super) fn is(self, whole: i64) -> bool {
        self.is_whole && self.floor == whole
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_are_whole_and_at_least_one() {
        for (lexeme, line) in [
            ("0", Some("1")),
            ("-0", Some("1")),
            ("-1", Some("1")),
            ("-4", Some("1")),
            ("0.5", Some("1")),
            ("10.7", Some("10")),
            ("1.5e1", None),
            ("15e-1", Some("1")),
            ("25e-400", Some("1")),
            ("-0.5", Some("1")),
            ("0e999999999999", Some("1")),
            ("1e3", None),
            ("120000e-4", None),
            ("1", None),
            ("1.0", None),
            ("2480", None),
            ("9007199254740993", None),
            ("1e400", None),
            ("-1e400", None),
        ] {
            assert_eq!(super::line(lexeme).as_deref(), line, "{lexeme}");
        }
    }

    #[test]
    fn a_count_of_all_stays() {
        for (lexeme, count) in [("-1", None), ("-1.0", None), ("0", Some("1")), ("-2", Some("1"))] {
            assert_eq!(super::count(lexeme).as_deref(), count, "{lexeme}");
        }
    }
}
