//! `number-format`: a number with a currency sign or thousands separators, in data that is read.
//!
//! Likely, not certain: `1,234` is 1234 in one country and 1.234 in another. Groups of three digits
//! and at most one point are asked for. Never used on what will run.

use super::{Certainty, Change, Context, Rule};
use crate::schema::Types;
use crate::tree::Kind;

pub(super) const RULE: Rule = Rule {
    name: "number-format",
    summary: "a number written for people (`$1,299.50`) becomes the number",
    advice: "send plain numbers",
    certainty: Certainty::Likely,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    if context.kind() != Kind::String || !types.has(Types::NUMBER) || types.has(Types::STRING) {
        return None;
    }
    let text = context.tree.string(context.node())?;
    let number = plain(text.trim())?;
    context
        .accepts_json(context.issue.position, &number)
        .then(|| Change::Replace(context.node(), number))
}

/// The JSON lexeme of a number in the notation of people.
fn plain(text: &str) -> Option<String> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let text = text.trim_start_matches(['$', '€', '£', '¥']).trim_end_matches('.').trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
    let mut number = format!("{sign}{first}");
    let grouped = whole.contains(',');
    if !digits(first) || (grouped && first.len() > 3) || (first.len() > 1 && first.starts_with('0'))
    {
        return None;
    }
    for group in groups {
        if group.len() != 3 || !digits(group) {
            return None;
        }
        number.push_str(group);
    }
    if text.contains('.') {
        if !digits(fraction) {
            return None;
        }
        number.push('.');
        number.push_str(fraction);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn reads_the_notation_of_people() {
        for (text, number) in [
            ("$1,299.50", Some("1299.50")),
            ("31,415", Some("31415")),
            ("-3,500.00", Some("-3500.00")),
            ("31.4.", Some("31.4")),
            ("1,23", None),
            ("1234,567", None),
            ("1.2.3", None),
            ("007", None),
            ("five", None),
            ("", None),
        ] {
            assert_eq!(plain(text).as_deref(), number, "{text}");
        }
    }
}
