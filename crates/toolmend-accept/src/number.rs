//! Numbers: where they end, and between which whole numbers they are.

/// So many digits are always held by an `i64`.
const MOST_DIGITS: usize = 18;

/// A number as it stands in the text.
#[derive(Clone, Copy)]
pub(crate) struct Lexeme {
    pub(crate) end: usize,
    /// Whether it is written without a fraction and an exponent.
    pub(crate) is_integer: bool,
    /// The nearest whole numbers below and above it, unless it has an exponent or many digits.
    pub(crate) between: Option<(i64, i64)>,
}

/// Reads the number at `start`.
#[inline]
pub(crate) fn read(bytes: &[u8], start: usize) -> Option<Lexeme> {
    let is_negative = bytes.get(start) == Some(&b'-');
    let first = start + usize::from(is_negative);
    let mut at = first;
    let mut whole = 0_i64;
    while let Some(digit) = digit(bytes, at) {
        whole = whole.wrapping_mul(10).wrapping_add(i64::from(digit));
        at += 1;
    }
    let count = at - first;
    if count == 0 || count > 1 && bytes.get(first) == Some(&b'0') {
        return None;
    }
    let whole = if is_negative { whole.wrapping_neg() } else { whole };
    let mut between = (count <= MOST_DIGITS).then_some((whole, whole));
    let mut is_integer = true;
    if bytes.get(at) == Some(&b'.') {
        is_integer = false;
        at = digits_end(bytes, at + 1)?;
        let beside = |(low, high)| if is_negative { (low - 1, high) } else { (low, high + 1) };
        between = between.map(beside);
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        is_integer = false;
        let is_signed = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = digits_end(bytes, at + 1 + usize::from(is_signed))?;
        between = None;
    }
    Some(Lexeme { end: at, is_integer, between })
}

/// Where a row of digits ends that has one at least.
fn digits_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while digit(bytes, at).is_some() {
        at += 1;
    }
    (at > start).then_some(at)
}

#[inline]
fn digit(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = bytes.get(at)?.wrapping_sub(b'0');
    (digit < 10).then_some(digit)
}
