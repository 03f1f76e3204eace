//! `host-path-url`: a `file:` URL where a path belongs.
//!
//! `file:///w/my%20notes.md` names the file `/w/my notes.md` and no other (RFC 8089); the tools
//! take the URL for a relative path and find nothing.
//!
//! Looks alike but is not: a URL with a host (`file://server/a`), with a query or a fragment, with
//! an escape that is none or that hides a `/`, a drive letter where paths are POSIX, and any other
//! scheme.

use super::markdown::percent_decode;
use crate::{Options, Platform};

/// The rule's public name.
pub(super) const RULE: &str = "host-path-url";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a file: URL for a path";

const SCHEME: &str = "file:";

/// The path that the URL names.
pub(super) fn correct(path: &str, options: &Options<'_>) -> Option<String> {
    let start = path.get(..SCHEME.len())?;
    if !start.eq_ignore_ascii_case(SCHEME) || path.contains(['?', '#']) {
        return None;
    }
    let rest = path.get(SCHEME.len()..)?;
    let rest = match rest.strip_prefix("//") {
        Some(after) => after.strip_prefix("localhost").unwrap_or(after),
        None => rest,
    };
    if !rest.starts_with('/') || rest.starts_with("//") || has_encoded_separator(rest) {
        return None;
    }
    let decoded = percent_decode(rest)?;
    match (options.platform, starts_with_drive(&decoded[1..])) {
        (Platform::Posix, false) => Some(decoded),
        (Platform::Windows, true) => Some(decoded[1..].replace('/', "\\")),
        _ => None,
    }
}

/// Whether an escape hides a separator, so that decoding would name another file.
fn has_encoded_separator(path: &str) -> bool {
    path.as_bytes()
        .windows(3)
        .any(|escape| escape.eq_ignore_ascii_case(b"%2f") || escape.eq_ignore_ascii_case(b"%5c"))
}

/// Whether `path` starts with a Windows drive: `C:/`, `C:\`, or `C:` alone.
pub(super) fn starts_with_drive(path: &str) -> bool {
    matches!(
        path.as_bytes(),
        [letter, b':'] | [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOWS: Options<'_> = Options {
        host: None,
        cwd: None,
        platform: Platform::Windows,
        rules_off: Vec::new(),
        rules_on: Vec::new(),
        paths: Vec::new(),
    };

    #[test]
    fn file_urls_become_paths() {
        for (url, path) in [
            ("file:///w/a.ts", "/w/a.ts"),
            ("FILE:///w/a.ts", "/w/a.ts"),
            ("file:/w/a.ts", "/w/a.ts"),
            ("file://localhost/w/a.ts", "/w/a.ts"),
            ("file:///w/my%20notes.md", "/w/my notes.md"),
            ("file:///w/n%C3%B6te.md", "/w/nöte.md"),
            ("file:///w/[slug]/a.tsx", "/w/[slug]/a.tsx"),
        ] {
            assert_eq!(correct(url, &Options::default()).as_deref(), Some(path), "{url}");
        }
        for (url, path) in
            [("file:///C:/w/a.ts", r"C:\w\a.ts"), ("file:///c:/my%20notes.md", r"c:\my notes.md")]
        {
            assert_eq!(correct(url, &WINDOWS).as_deref(), Some(path), "{url}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for url in [
            "/w/a.ts",
            "file.ts",
            "file:a.ts",
            "file://a.ts",
            "file://server/share/a.ts",
            "file://localhosting/a",
            "file:////server/a",
            "file:///w/a.ts#L10",
            "file:///w/a.ts?x",
            "file:///w/a%2Fb",
            "file:///w/100%",
            "file:///w/%00",
            "file:///w/%ff",
            "file:///C:/w/a.ts",
            "https://example.com/a.ts",
            "file:",
            "fil",
        ] {
            assert_eq!(correct(url, &Options::default()), None, "{url}");
        }
        assert_eq!(correct("file:///w/a.ts", &WINDOWS), None);
    }
}
