//! `host-path-link`: a Markdown link where a path belongs.
//!
//! Models write what looks like a host or a file name as a link: `/x/[notes.md](http://notes.md)`,
//! `[a.ts](/w/src/a.ts)`. It is certain which path is meant where text and target agree: the target
//! is the text with `http://` before it, or a path that ends with the text.
//!
//! Looks alike but is not: folders that Next.js names (`/w/app/[id](modal)/page.tsx`,
//! `[slug].tsx`), and a link to somewhere else (`[notes.md](https://example.com/docs/notes.md)`,
//! any query or fragment): its text is not what its target names.

use super::markdown::{self, Link};
use super::path_url;
use crate::{Options, Platform};

/// The rule's public name.
pub(super) const RULE: &str = "host-path-link";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a Markdown link for a path, where text and target agree";

/// The path that the links in `path` stand for.
pub(super) fn correct(path: &str, options: &Options<'_>) -> Option<String> {
    let link = markdown::first_link(path)?;
    if link.before.is_empty()
        && link.after.is_empty()
        && let Some(target) = local_target(link, options)
    {
        return Some(target);
    }
    let mut plain = String::with_capacity(path.len());
    let mut next = Some(link);
    let mut rest = path;
    while let Some(link) = next {
        if !agrees(link) {
            return None;
        }
        plain.push_str(link.before);
        plain.push_str(link.text);
        rest = link.after;
        next = markdown::first_link(rest);
    }
    plain.push_str(rest);
    Some(plain)
}

/// Whether the target is the text as a web address. An image (`![…](…)`) is none.
fn agrees(link: Link<'_>) -> bool {
    let Some(address) = markdown::without_web_scheme(link.target) else { return false };
    let address = address.strip_suffix('/').unwrap_or(address);
    !link.text.is_empty()
        && !link.before.ends_with('!')
        && (address.eq_ignore_ascii_case(link.text)
            || markdown::percent_decode(address).is_some_and(|decoded| decoded == link.text))
}

/// The target of a link that is all there is, if it is a path that ends with the link's text.
fn local_target(link: Link<'_>, options: &Options<'_>) -> Option<String> {
    let target = match path_url::correct(link.target, options) {
        Some(path) => path,
        None if link.target.contains("://") => return None,
        None => link.target.to_owned(),
    };
    let text = link.text.trim_matches('`');
    let before = target.strip_suffix(text)?;
    let windows = options.platform == Platform::Windows;
    let whole_segments =
        before.is_empty() || before.ends_with('/') || windows && before.ends_with('\\');
    // A bare word in both places may be a folder's odd name; a path or a file name is not.
    let is_path = text.contains(['.', '/', '\\']) || before.starts_with('/');
    (!text.is_empty() && whole_segments && is_path).then_some(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_that_agree_become_paths() {
        for (path, plain) in [
            ("[a.md](http://a.md)", "a.md"),
            ("[a.md](https://a.md/)", "a.md"),
            ("[README.md](http://readme.md)", "README.md"),
            ("/x/[notes.md](http://notes.md)", "/x/notes.md"),
            ("/x/[my.app](http://my.app)/[a.md](http://a.md)", "/x/my.app/a.md"),
            ("/x/my [notes.md](http://notes.md)", "/x/my notes.md"),
            ("[nötés.md](http://nötés.md)", "nötés.md"),
            ("[my notes.md](http://my%20notes.md)", "my notes.md"),
            ("[src/a.ts](http://src/a.ts)", "src/a.ts"),
            ("/w/[slug]/[page.tsx](http://page.tsx)", "/w/[slug]/page.tsx"),
            ("[a.ts](/w/src/a.ts)", "/w/src/a.ts"),
            ("[src/a.ts](/w/src/a.ts)", "/w/src/a.ts"),
            ("[`a.ts`](/w/src/a.ts)", "/w/src/a.ts"),
            ("[/w/a.ts](/w/a.ts)", "/w/a.ts"),
            ("[a.ts](a.ts)", "a.ts"),
            ("[a.ts](./a.ts)", "./a.ts"),
            ("[src](/w/src)", "/w/src"),
            ("[a.ts](file:///w/a.ts)", "/w/a.ts"),
        ] {
            let found = correct(path, &Options::default());
            assert_eq!(found.as_deref(), Some(plain), "{path}");
        }
        let windows = Options { platform: Platform::Windows, ..Options::default() };
        for (path, plain) in [
            (r"C:\w\[notes.md](http://notes.md)", r"C:\w\notes.md"),
            (r"[a.ts](C:\w\a.ts)", r"C:\w\a.ts"),
        ] {
            assert_eq!(correct(path, &windows).as_deref(), Some(plain), "{path}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for path in [
            "/w/a.md",
            "/w/blog/[slug]/page.tsx",
            "/w/pages/[...params].tsx",
            "/w/app/[id](modal)/page.tsx",
            "/w/app/[id](id)/page.tsx",
            "[id](modal)",
            "[id](id)",
            "[slug].tsx",
            "/w/app/(auth)/login/page.tsx",
            "[notes.md](https://example.com/docs/notes.md)",
            "[notes.md](https://example.com/notes.md?raw=1)",
            "[notes.md](http://notes.md?raw=1)",
            "[notes.md](http://notes.md#top)",
            "[todo.md](https://example.org/todo)",
            "[a.ts](/w/src/b.ts)",
            "[a.ts](/w/src/ba.ts)",
            "[a.ts](/w/src/a.ts#L10)",
            "[a.ts](/w/src/a.ts \"title\")",
            "[a.ts](vscode://file/w/a.ts)",
            "/x/[a.ts](/w/src/a.ts)",
            "![a.png](http://a.png)",
            "[a.md](http://a.md)/[b](c)",
            "[](http://)",
            "[a.md]",
        ] {
            assert_eq!(correct(path, &Options::default()), None, "{path}");
        }
    }
}
