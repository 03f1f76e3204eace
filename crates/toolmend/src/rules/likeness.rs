//! When two names are alike: spelling that carries no meaning, and the table of well-known
//! equivalents of argument names.

/// Well-known names of one argument, in the spelling that [`fold`] gives them. Every harness has
/// its own; models carry them from one to the other.
const EQUIVALENTS: [&[&str]; 19] = [
    &[
        "path",
        "filepath",
        "file",
        "filename",
        "absolutepath",
        "relativepath",
        "targetfile",
        "targetpath",
        "filepathname",
    ],
    &[
        "path",
        "dir",
        "directory",
        "dirpath",
        "directorypath",
        "folder",
        "folderpath",
        "relativeworkspacepath",
    ],
    &["paths", "files", "filepaths", "filenames"],
    &["command", "cmd", "shellcommand", "bashcommand", "commandline"],
    &["workdir", "cwd", "workingdirectory", "workingdir", "directory"],
    &["oldstring", "oldtext", "oldstr", "search", "old", "oldcontent", "searchstring"],
    &[
        "newstring",
        "newtext",
        "newstr",
        "replace",
        "new",
        "newcontent",
        "replacement",
        "replacestring",
    ],
    &["replaceall", "allowmultiple", "replaceallmatches"],
    &["content", "contents", "filetext", "filecontent", "filecontents"],
    &["agent", "agenttype", "subagenttype", "subagent", "agentname"],
    &["prompt", "task", "instructions"],
    &["pattern", "regex", "regexp", "searchpattern", "globpattern"],
    &["include", "includepattern", "fileglob"],
    &["url", "uri", "link"],
    &["query", "searchquery", "searchterm", "q"],
    &["timeoutms", "timeoutmilliseconds"],
    &["todos", "todolist", "tasks", "items"],
    &["patchtext", "patch", "diff"],
    &["code", "script", "program", "sourcecode"],
];

/// Words in the name of an argument that narrow or soften what a call does. Such an argument is
/// never dropped: without it the call would do more than was asked.
const RESTRICTIONS: [&str; 46] = [
    "after",
    "allow",
    "allowed",
    "backup",
    "before",
    "check",
    "confirm",
    "confirmation",
    "deny",
    "depth",
    "dry",
    "dryrun",
    "except",
    "exclude",
    "excluded",
    "excludes",
    "expected",
    "filter",
    "filters",
    "from",
    "ignore",
    "include",
    "limit",
    "max",
    "maximum",
    "min",
    "minimum",
    "no",
    "noop",
    "not",
    "only",
    "preview",
    "range",
    "readonly",
    "restrict",
    "safe",
    "scope",
    "simulate",
    "since",
    "skip",
    "test",
    "to",
    "until",
    "validate",
    "where",
    "without",
];

/// A name without what carries no meaning: ASCII case, and `_`, `-`, `.` and spaces between its
/// words. A sign in front stays: `-1` is not `1`.
pub(super) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    for (at, character) in name.trim().char_indices() {
        if at == 0 || !matches!(character, '_' | '-' | '.' | ' ') {
            folded.push(character.to_ascii_lowercase());
        }
    }
    folded
}

/// A name without quotes, backticks, white space, tags (`<arg_key>`, `</arg_key>`) and special
/// tokens (`<|…|>`) that stuck to its ends.
pub(super) fn undecorated(name: &str) -> &str {
    let mut rest = name;
    loop {
        let mut next = rest.trim_matches([' ', '\t', '\r', '\n', '"', '\'', '`', '*']);
        if next.starts_with('<') {
            next = next.split_once('>').map_or(next, |(_, after)| after);
        }
        if next.ends_with('>') {
            next = next.rsplit_once('<').map_or(next, |(before, _)| before);
        }
        if next.len() == rest.len() {
            return rest;
        }
        rest = next;
    }
}

/// Whether two folded names differ by a plural ending alone.
pub(super) fn differ_by_plural(left: &str, right: &str) -> bool {
    let (short, long) = if left.len() < right.len() { (left, right) } else { (right, left) };
    short.len() >= 3
        && (long.strip_prefix(short).is_some_and(|ending| matches!(ending, "s" | "es"))
            || (short.ends_with('y')
                && long.strip_suffix("ies") == Some(&short[..short.len() - 1])))
}

/// Whether two folded names differ by one letter: added, left out, exchanged, or swapped with its
/// neighbour. Names of fewer than five letters are too short to tell, and digits are never a slip
/// (`v1` is not `v2`).
pub(super) fn differ_by_one_letter(left: &str, right: &str) -> bool {
    if !left.is_ascii() || !right.is_ascii() || left.len().min(right.len()) < 5 {
        return false;
    }
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let same_start = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short[same_start..], &long[same_start..]);
    let letter = |byte: &u8| byte.is_ascii_alphabetic();
    match (short, long) {
        ([a, rest @ ..], [b, other @ ..]) if rest == other => letter(a) && letter(b),
        ([a, b, rest @ ..], [c, d, other @ ..]) if a == d && b == c && rest == other => {
            letter(a) && letter(b)
        }
        (rest, [extra, other @ ..]) if rest == other => letter(extra),
        _ => false,
    }
}

/// Whether one folded name may be a slip for the other: one holds the other, or they are the same
/// but for two letters in one place. Wider than what is taken for a slip: what only resembles a
/// name is neither that name nor certain not to be it.
pub(super) fn resemble(left: &str, right: &str) -> bool {
    let (short, long) = if left.len() <= right.len() { (left, right) } else { (right, left) };
    let (short, long) = (short.as_bytes(), long.as_bytes());
    let same = |(a, b): &(&u8, &u8)| a == b;
    let start = short.iter().zip(long).take_while(same).count();
    let end = short.iter().rev().zip(long.iter().rev()).take_while(same).count();
    short.len() >= 3
        && (start + end + 2 >= long.len() || long.windows(short.len()).any(|part| part == short))
}

/// Whether two names are well-known equivalents of one argument.
pub(super) fn are_equivalent(left: &str, right: &str) -> bool {
    let (left, right) = (fold(undecorated(left)), fold(right));
    EQUIVALENTS
        .iter()
        .any(|group| group.contains(&left.as_str()) && group.contains(&right.as_str()))
}

/// Whether the name is one of a path to a file.
pub(super) fn is_path_key(key: &str) -> bool {
    EQUIVALENTS[0].contains(&fold(key).as_str())
}

/// Whether the name speaks of a restriction (`dry_run`, `maxDepth`, `exclude`).
pub(super) fn is_restriction(name: &str) -> bool {
    let mut word = String::new();
    let mut previous_is_lower = false;
    for character in name.chars() {
        let starts_word = character.is_ascii_uppercase() && previous_is_lower;
        if starts_word || !character.is_ascii_alphanumeric() {
            if RESTRICTIONS.contains(&word.as_str()) {
                return true;
            }
            word.clear();
        }
        if character.is_ascii_alphanumeric() {
            word.push(character.to_ascii_lowercase());
        }
        previous_is_lower = character.is_ascii_lowercase();
    }
    RESTRICTIONS.contains(&word.as_str()) || RESTRICTIONS.contains(&fold(name).as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_keeps_signs() {
        assert_eq!(fold("READ-ONLY"), fold("read_only"));
        assert_eq!(fold("maxDays"), fold("max_days"));
        assert_ne!(fold("-1"), fold("1"));
    }

    #[test]
    fn what_may_be_a_slip_resembles() {
        for (left, right) in [("limit", "lmit"), ("path", "paths"), ("note", "node")] {
            assert!(resemble(left, right) && resemble(right, left), "{left} {right}");
        }
        assert!(resemble("description", "desc"));
        for (left, right) in [("limit", "note"), ("a", "b"), ("content", "command"), ("id", "to")] {
            assert!(!resemble(left, right), "{left} {right}");
        }
    }

    #[test]
    fn decorations_come_off_both_ends() {
        for (name, bare) in [
            ("\"command\"", "command"),
            ("'command'", "command"),
            ("path</arg_key>", "path"),
            ("<arg_key>path", "path"),
            ("<|\"|>path<|\"|>", "path"),
            (" city ", "city"),
            ("a<b", "a<b"),
            ("path", "path"),
        ] {
            assert_eq!(undecorated(name), bare, "{name}");
        }
    }

    #[test]
    fn one_letter_is_a_slip_and_a_digit_is_not() {
        assert!(differ_by_one_letter("completd", "completed"));
        assert!(differ_by_one_letter("comlpeted", "completed"));
        assert!(differ_by_one_letter("complated", "completed"));
        assert!(differ_by_one_letter("completedd", "completed"));
        assert!(!differ_by_one_letter("version1", "version2"));
        assert!(!differ_by_one_letter("read", "real"));
        assert!(!differ_by_one_letter("delete", "update"));
        assert!(!differ_by_one_letter("enable", "enable"));
    }

    #[test]
    fn plurals() {
        assert!(differ_by_plural("path", "paths"));
        assert!(differ_by_plural("query", "queries"));
        assert!(!differ_by_plural("a", "as"));
    }

    #[test]
    fn restrictions_are_found_in_any_spelling() {
        for name in [
            "dry_run",
            "dryRun",
            "preview",
            "confirm",
            "excludePaths",
            "only",
            "max_depth",
            "limit",
        ] {
            assert!(is_restriction(name), "{name}");
        }
        for name in ["encoding", "zzz", "reason", "note", "explanation"] {
            assert!(!is_restriction(name), "{name}");
        }
    }
}
