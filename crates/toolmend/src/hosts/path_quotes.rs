//! `host-path-quotes`: quotes or backticks around a whole path.
//!
//! A model that writes `` `/w/a.ts` `` quotes the path as its prose would. No file that it means
//! begins and ends with a quote, and with the quotes the tool finds nothing.
//!
//! Looks alike but is not: quotes within the path (`/w/"a".ts`), several quoted words
//! (`"a" "b"`), quotes around white space, and white space around a path, which may be real.

use crate::Options;

/// The rule's public name.
pub(super) const RULE: &str = "host-path-quotes";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "quotes or backticks around a path";

/// The path without its quotes.
pub(super) fn correct(path: &str, _options: &Options<'_>) -> Option<String> {
    let inside = within_quotes(path)?;
    (inside.trim() == inside && !inside.contains(['\n', '\r'])).then(|| inside.to_owned())
}

/// What stands within one pair of quotes that holds no other of its kind.
pub(super) fn within_quotes(text: &str) -> Option<&str> {
    ['`', '"', '\''].into_iter().find_map(|quote| {
        let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.is_empty() && !inside.contains(quote)).then_some(inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_come_off() {
        for path in ["`/w/a.ts`", "\"/w/a.ts\"", "'/w/a.ts'"] {
            assert_eq!(correct(path, &Options::default()).as_deref(), Some("/w/a.ts"), "{path}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for path in [
            "/w/a.ts",
            "/w/`a`.ts",
            "\"a\" \"b\"",
            "`a",
            "a'",
            "\"a'",
            "``",
            "\"",
            "' '",
            "\" /w/a.ts\"",
            " \"/w/a.ts\" ",
            "```\na\n```",
        ] {
            assert_eq!(correct(path, &Options::default()), None, "{path}");
        }
    }
}
