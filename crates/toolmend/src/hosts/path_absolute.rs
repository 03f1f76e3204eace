//! `host-path-absolute`: a relative path for a tool that takes absolute ones only.
//!
//! dsh's `str_replace_editor` refuses `src/a.ts`, which every other file tool of dsh resolves
//! against the session's folder. Where the caller says which folder that is, the path is resolved
//! against it in the same way, by the rules of the caller's platform.
//!
//! Looks alike but is not: a path below a home folder (`~/a`), a path of the other platform, a
//! drive or a root without the rest (`C:a`, `\a`), a URL, and what still has quotes, a link or white
//! space around it. Without a folder nothing is done: the files may be on another machine.
//!
//! typed-path, which knows the paths of both systems, is the tests' oracle; in the module it would
//! take 5 KB of 180 for the one join that is needed.

use crate::{Options, Platform};

/// The rule's public name.
pub(super) const RULE: &str = "host-path-absolute";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a relative path where the tool takes absolute ones only";

/// The path, resolved against the working folder.
pub(super) fn correct(path: &str, options: &Options<'_>) -> Option<String> {
    let folder = options.cwd?;
    let is_plain = !path.is_empty()
        && !path.starts_with(|first: char| first.is_whitespace() || "~/\\`\"'<".contains(first))
        && !path.contains("://")
        && !path.contains("](")
        && path.as_bytes().get(1) != Some(&b':');
    if !is_plain {
        return None;
    }
    resolve(folder, path, options.platform)
}

/// `path` against `folder`, without steps that stay where they are. Steps up remain: only the file
/// system knows where they lead.
fn resolve(folder: &str, path: &str, platform: Platform) -> Option<String> {
    let (separator, separators): (&str, &[char]) = match platform {
        Platform::Posix => ("/", &['/']),
        Platform::Windows => ("\\", &['\\', '/']),
    };
    if !is_absolute(folder, platform) {
        return None;
    }
    let steps = path.split(separators).filter(|step| !matches!(*step, "" | "."));
    let steps: Vec<&str> = steps.collect();
    Some(match &steps[..] {
        [] => folder.to_owned(),
        steps if folder.ends_with(separators) => [folder, &steps.join(separator)].concat(),
        steps => [folder, separator, &steps.join(separator)].concat(),
    })
}

/// Whether a folder stands by itself: `/a`; on Windows `C:\a` or `\\server\share`.
fn is_absolute(folder: &str, platform: Platform) -> bool {
    match (platform, folder.as_bytes()) {
        (Platform::Posix, [b'/', ..]) | (Platform::Windows, [b'\\', b'\\', ..]) => true,
        (Platform::Windows, [drive, b':', b'\\' | b'/', ..]) => drive.is_ascii_alphabetic(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use typed_path::{PathType, TypedPath};

    use super::*;

    fn correct_in(folder: &str, platform: Platform, path: &str) -> Option<String> {
        correct(path, &Options { cwd: Some(folder), platform, ..Options::default() })
    }

    #[test]
    fn relative_paths_are_resolved() {
        for (folder, path, absolute) in [
            ("/w", "src/a.ts", "/w/src/a.ts"),
            ("/w/", "a.ts", "/w/a.ts"),
            ("/w", "./a.ts", "/w/a.ts"),
            ("/w", ".", "/w"),
            ("/", "a.ts", "/a.ts"),
            ("/w", "../x/a.ts", "/w/../x/a.ts"),
            ("/w", ".env", "/w/.env"),
            ("/w", "a//./b/", "/w/a/b"),
            ("/w", r"odd\name", r"/w/odd\name"),
        ] {
            let found = correct_in(folder, Platform::Posix, path);
            assert_eq!(found.as_deref(), Some(absolute), "{path}");
        }
        for (folder, path, absolute) in [
            (r"C:\w", r"src\a.ts", r"C:\w\src\a.ts"),
            ("C:/w/", r".\src\.\a.ts", r"C:/w/src\a.ts"),
            (r"C:\w", "src/a.ts", r"C:\w\src\a.ts"),
            (r"C:\", ".\\a.ts", r"C:\a.ts"),
            (r"\\server\share", "a.ts", r"\\server\share\a.ts"),
        ] {
            let found = correct_in(folder, Platform::Windows, path);
            assert_eq!(found.as_deref(), Some(absolute), "{path}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for path in [
            "",
            "/a",
            "~/a",
            "~",
            " a",
            r"C:\a",
            "C:a",
            r"\a",
            "ssh://x/a",
            "file:///a",
            "`a`",
            "\"a\"",
            "[a](b)",
        ] {
            assert_eq!(correct_in("/w", Platform::Posix, path), None, "{path}");
            assert_eq!(correct_in(r"C:\w", Platform::Windows, path), None, "{path}");
        }
    }

    #[test]
    fn nothing_is_resolved_without_a_folder() {
        assert_eq!(correct("a.ts", &Options::default()), None);
        assert_eq!(correct_in("w", Platform::Posix, "a.ts"), None);
        assert_eq!(correct_in(r"w\x", Platform::Windows, "a.ts"), None);
        assert_eq!(correct_in("/w", Platform::Windows, "a.ts"), None);
        assert_eq!(correct_in("C:w", Platform::Windows, "a.ts"), None);
    }

    fn typed(path: &str, platform: Platform) -> TypedPath<'_> {
        let kind = match platform {
            Platform::Posix => PathType::Unix,
            Platform::Windows => PathType::Windows,
        };
        TypedPath::new(path, kind)
    }

    proptest! {
        #[test]
        fn typed_path_resolves_alike(
            root in prop::sample::select(vec!["/", r"C:\", "c:/", r"\\server\share\", "w", "C:", ""]),
            folder in prop::collection::vec("[a-z.]{1,3}|é", 0..3),
            path in r"[a-z.é]{1,2}([/\\][a-z.]{0,2}){0,4}",
            windows in any::<bool>(),
        ) {
            let (platform, separator) =
                if windows { (Platform::Windows, r"\") } else { (Platform::Posix, "/") };
            let folder = [root, &folder.join(separator)].concat();
            let base = typed(&folder, platform);
            let found = correct_in(&folder, platform, &path);
            prop_assert_eq!(found.is_some(), base.is_absolute());
            if let Some(found) = found {
                let found = typed(&found, platform).normalize();
                prop_assert_eq!(found, base.join(&path).normalize());
            }
        }
    }
}
