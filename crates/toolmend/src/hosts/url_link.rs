//! `host-url-link`: a link, angle brackets or quotes where a URL belongs.
//!
//! The fetching tools refuse everything that does not start with `http://` or `https://`. Of
//! `[example.com](https://example.com)`, `<https://example.com>` and `` `https://example.com` ``
//! one part does, and it is the one that is linked.
//!
//! Looks alike but is not: a link whose text names another place than its target
//! (`[example.com](https://other.org)`), text with several links, a URL with brackets in it.

use super::markdown::{self, Link};
use super::path_quotes::within_quotes;
use crate::Options;

/// The rule's public name.
pub(super) const RULE: &str = "host-url-link";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a Markdown link, angle brackets or quotes around a URL";

/// The URL alone.
pub(super) fn correct(url: &str, _options: &Options<'_>) -> Option<String> {
    if markdown::without_web_scheme(url).is_some() {
        return None;
    }
    let angled = || url.strip_prefix('<')?.strip_suffix('>');
    let plain = linked(url).or_else(angled).or_else(|| within_quotes(url))?;
    let address = markdown::without_web_scheme(plain)?;
    let is_plain = |character: char| !character.is_whitespace() && !"<>\"`[]".contains(character);
    (!address.is_empty() && plain.chars().all(is_plain)).then(|| plain.to_owned())
}

/// The target of a link that is all there is, if its text does not name another place.
fn linked(url: &str) -> Option<&str> {
    let Link { before: "", text, target, after: "" } = markdown::first_link(url)? else {
        return None;
    };
    let is_label = !text.contains(['.', ':', '/']);
    (is_label || bare(text) == bare(target)).then_some(target)
}

/// An address without its scheme and the slash at its end.
fn bare(address: &str) -> &str {
    let address = markdown::without_web_scheme(address).unwrap_or(address);
    address.strip_suffix('/').unwrap_or(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_laid_bare() {
        for (url, plain) in [
            ("[example.com](https://example.com)", "https://example.com"),
            ("[https://example.com/](https://example.com)", "https://example.com"),
            ("[http://x.org/a?b=1](http://x.org/a?b=1)", "http://x.org/a?b=1"),
            ("[the docs](https://example.com/docs)", "https://example.com/docs"),
            ("<https://example.com>", "https://example.com"),
            ("`https://example.com`", "https://example.com"),
            ("\"https://example.com\"", "https://example.com"),
            (
                "[x](https://en.wikipedia.org/wiki/Rust_(programming_language))",
                "https://en.wikipedia.org/wiki/Rust_(programming_language)",
            ),
        ] {
            assert_eq!(correct(url, &Options::default()).as_deref(), Some(plain), "{url}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for url in [
            "https://example.com",
            "HTTPS://example.com",
            "https://example.com/?q=[a](https://b)",
            "https://example.com/<https://b>",
            "[example.com](https://other.org)",
            "[https://example.com](https://other.org)",
            "see [x](https://x.org)",
            "[x](https://x.org) [y](https://y.org)",
            "[x](ftp://x.org)",
            "<ftp://x.org>",
            "[x](https://)",
            "<https://a b>",
            "example.com",
            "",
        ] {
            assert_eq!(correct(url, &Options::default()), None, "{url}");
        }
    }
}
