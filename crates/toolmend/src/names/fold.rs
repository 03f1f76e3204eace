//! `name-case`: names that differ in case and separators only.
//!
//! `TodoWrite`, `todo-write` and `todo_write` are spellings of one name: which words it holds and
//! in which order is the same, so nothing is guessed. Case alone is tried before separators, so
//! that `READ_FILE` finds `read_file` and not `readfile` where both are offered.
//!
//! Looks alike but is not: `tool_1_2` and `tool_12` (a separator between two digits counts), and
//! `search:0` and `search0` (a colon before a digit starts the index of a call).

use super::Offered;

/// The rule's public name.
pub(super) const RULE: &str = "name-case";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "case and separators of a tool's name";

/// The offered tools whose names are spelled like `name`: exactly, else by case, else by case and
/// separators.
pub(super) fn alike(name: &str, offered: &Offered<'_>) -> Vec<usize> {
    if let Some(tool) = offered.exact(name) {
        return vec![tool];
    }
    let by_case = offered.select(|tool| offered.name(tool).eq_ignore_ascii_case(name));
    if !by_case.is_empty() {
        return by_case;
    }
    let folded = fold(name);
    if folded.is_empty() {
        return Vec::new();
    }
    offered.select(|tool| offered.folded(tool) == folded)
}

/// A name without case and separators: ASCII lower case; `_`, `-`, `.`, `/`, `:` and white space
/// are left out, but for one between two digits and a colon before a digit.
pub(super) fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut gap = None;
    for character in name.chars() {
        if is_separator(character) {
            gap = gap.or(Some(character));
            continue;
        }
        if let Some(separator) = gap.take()
            && character.is_ascii_digit()
        {
            if separator == ':' {
                folded.push(':');
            } else if folded.ends_with(|last: char| last.is_ascii_digit()) {
                folded.push('_');
            }
        }
        folded.push(character.to_ascii_lowercase());
    }
    folded
}

/// Whether `character` only parts the words of a name.
pub(super) fn is_separator(character: char) -> bool {
    matches!(character, '_' | '-' | '.' | '/' | ':') || character.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tests::offered;

    fn found<'a>(name: &str, tools: &[&'a str]) -> Vec<&'a str> {
        alike(name, &offered(tools)).into_iter().map(|tool| tools[tool]).collect()
    }

    #[test]
    fn folding_drops_case_and_separators_only() {
        for (name, folded) in [
            ("TodoWrite", "todowrite"),
            ("todo-write", "todowrite"),
            ("todo_write", "todowrite"),
            ("web search", "websearch"),
            ("github:search", "githubsearch"),
            ("fs/read.file", "fsreadfile"),
            ("__read__", "read"),
            ("tool_1_2", "tool1_2"),
            ("tool_12", "tool12"),
            ("search:0", "search:0"),
            ("v1.2", "v1_2"),
            ("ÄÖ", "ÄÖ"),
            ("___", ""),
        ] {
            assert_eq!(fold(name), folded, "{name}");
        }
    }

    #[test]
    fn spellings_of_one_name_are_found() {
        for (sent, tools, tool) in [
            ("todo_write", &["todowrite", "read"][..], "todowrite"),
            ("TodoWrite", &["todo_write"], "todo_write"),
            ("BrowserClick", &["browser_click", "browser_type"], "browser_click"),
            ("get-user", &["get_user"], "get_user"),
            ("READ_FILE", &["readfile", "read_file"], "read_file"),
            ("github.search", &["github_search"], "github_search"),
        ] {
            assert_eq!(found(sent, tools), [tool], "{sent}");
        }
    }

    #[test]
    fn two_tools_of_one_spelling_are_both_told() {
        assert_eq!(found("get-user", &["get_user", "getUser"]).len(), 2);
    }

    #[test]
    fn look_alikes_stay() {
        for (sent, tools) in [
            ("tool_1_2", &["tool_12", "tool_1"][..]),
            ("search:0", &["search0"]),
            ("delete_file", &["edit_file", "read_file"]),
            ("reads", &["read"]),
            ("___", &["", "_"]),
        ] {
            assert!(found(sent, tools).is_empty(), "{sent}");
        }
    }
}
