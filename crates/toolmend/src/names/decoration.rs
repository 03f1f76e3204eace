//! `name-decoration`: what a template, an API or a habit puts around a tool's name.
//!
//! Namespaces that stand for no server (`functions.`, `default_api:`, `tools.`, `mcp_`), the word
//! "tool" at the end (`TodoTool_tool`), the index of a call (`:0`, `#1`), tokens, tags and quotes
//! (see [`super::markup`]), and a name said twice (`readread`, `read.read`) carry no meaning: with
//! them off, the name is an offered one. They come off one by one, and after each the rest is
//! compared, so that `default_api:mandatory_tool` finds `mandatory_tool` before `mandatory`.
//!
//! Looks alike but is not: `delete_file` is no decorated `file` (a bare `_` parts words of a name,
//! not a namespace from it), `searchtool` no `search` (no word boundary before "tool").

use super::{Offered, fold};

/// The rule's public name.
pub(super) const RULE: &str = "name-decoration";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "namespaces, suffixes, indices, tokens and quotes around a name";

/// Namespaces and labels that stand for no server; one of [`JOINTS`] must follow.
const NAMESPACES: [&str; 16] = [
    "functions",
    "function",
    "func",
    "tools",
    "tool",
    "default_api",
    "mcp",
    "to",
    "call",
    "invoke",
    "name",
    "tool_name",
    "tool_call",
    "function_call",
    "function_name",
    "action",
];

/// What parts a namespace or label from the name.
const JOINTS: [&str; 6] = ["__", "::", ".", ":", "/", "="];

/// Prefixes that proxies put in front of every name that they pass on, without a joint.
const PROXY_PREFIXES: [&str; 3] = ["mcp_", "proxy_", "default_api_"];

/// The most decorations that come off one end; a name with more is not understood.
const MOST_STEPS: usize = 4;

/// Every form of `name` that is left when decorations come off, the least changed first; the name
/// itself leads.
pub(super) fn variants(name: &str) -> Vec<&str> {
    let mut variants = Vec::new();
    let heads: Vec<&str> = successors(name, without_prefix);
    let tails: Vec<Vec<&str>> = heads.iter().map(|head| successors(head, without_suffix)).collect();
    let longest = tails.iter().map(Vec::len).max().unwrap_or_default();
    for taken_off in 0..heads.len() + longest {
        for (prefixes, tails) in tails.iter().enumerate().take(taken_off + 1) {
            variants.extend(tails.get(taken_off - prefixes));
        }
    }
    variants
}

/// The offered tools that `variant` names, be it said once or several times over.
pub(super) fn find(variant: &str, offered: &Offered<'_>) -> Vec<usize> {
    let found = fold::alike(variant, offered);
    if !found.is_empty() {
        return found;
    }
    let folded = fold::fold(variant);
    offered.select(|tool| is_repeated(&folded, offered.folded(tool)))
}

/// Whether `text` is `unit` two or more times over.
fn is_repeated(text: &str, unit: &str) -> bool {
    unit.len() > 1
        && text.len() > unit.len()
        && text.len().is_multiple_of(unit.len())
        && text.as_bytes().chunks(unit.len()).all(|chunk| chunk == unit.as_bytes())
}

/// `name` and what is left of it after one step, two steps, …
fn successors(name: &str, step: fn(&str) -> Option<&str>) -> Vec<&str> {
    std::iter::successors(Some(name), |&name| step(name).filter(|rest| !rest.is_empty()))
        .take(MOST_STEPS + 1)
        .collect()
}

/// `name` without the namespace or label that it starts with.
fn without_prefix(name: &str) -> Option<&str> {
    if let Some(rest) = PROXY_PREFIXES.iter().find_map(|prefix| strip_ignoring_case(name, prefix)) {
        return Some(trim(rest));
    }
    if let Some(rest) = name.strip_prefix("Proxy")
        && rest.starts_with(|first: char| first.is_ascii_uppercase())
    {
        return Some(rest);
    }
    NAMESPACES.iter().find_map(|namespace| {
        let rest = strip_ignoring_case(name, namespace)?.trim_start();
        JOINTS.iter().find_map(|joint| rest.strip_prefix(joint)).map(trim)
    })
}

/// `name` without the index of a call or the word "tool" that it ends with.
fn without_suffix(name: &str) -> Option<&str> {
    let without_digits = name.trim_end_matches(|last: char| last.is_ascii_digit());
    if without_digits.len() < name.len()
        && let Some(rest) = without_digits.strip_suffix([':', '#'])
    {
        return Some(trim(rest));
    }
    let start = name.len().checked_sub("tool".len())?;
    let (rest, word) = (name.get(..start)?, name.get(start..)?);
    let last = rest.chars().last()?;
    let apart = fold::is_separator(last)
        || word.starts_with('T') && (last.is_ascii_lowercase() || last.is_ascii_digit());
    (apart && word.eq_ignore_ascii_case("tool")).then(|| trim(rest))
}

fn strip_ignoring_case<'a>(name: &'a str, prefix: &str) -> Option<&'a str> {
    let (start, rest) = (name.get(..prefix.len())?, name.get(prefix.len()..)?);
    start.eq_ignore_ascii_case(prefix).then_some(rest)
}

/// Separators and quotes that a decoration leaves at an end go with it.
fn trim(name: &str) -> &str {
    name.trim_matches(|end: char| fold::is_separator(end) || matches!(end, '"' | '\'' | '`'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decorations_come_off_one_by_one() {
        for (name, last) in [
            ("functions.bash", "bash"),
            ("functions.bash:0", "bash"),
            ("default_api:mandatory_tool", "mandatory"),
            ("default_api.read", "read"),
            ("tools.read", "read"),
            ("tool:read", "read"),
            ("function=read", "read"),
            ("to=functions.read", "read"),
            ("name=\"read", "read"),
            ("Action: read", "read"),
            ("mcp__github__search", "github__search"),
            ("mcp_read", "read"),
            ("ProxyRead", "Read"),
            ("proxy_read", "read"),
            ("TodoTool_tool", "Todo"),
            ("read_tool_tool", "read"),
            ("Patch-tool", "Patch"),
            ("read#1", "read"),
            ("WriteFileTool", "WriteFile"),
            // None of these is decorated.
            ("read", "read"),
            ("searchtool", "searchtool"),
            ("toolbox", "toolbox"),
            ("tools_list", "tools_list"),
            ("functions_list", "functions_list"),
            ("Proxyread", "Proxyread"),
            ("_tool", "_tool"),
            ("tool", "tool"),
            ("v2", "v2"),
        ] {
            assert_eq!(variants(name).last().copied(), Some(last), "{name}");
        }
    }

    #[test]
    fn the_least_changed_form_comes_first() {
        let forms = variants("default_api:mandatory_tool:0");
        assert_eq!(
            forms,
            [
                "default_api:mandatory_tool:0",
                "default_api:mandatory_tool",
                "mandatory_tool:0",
                "default_api:mandatory",
                "mandatory_tool",
                "mandatory",
            ]
        );
    }

    #[test]
    fn a_name_said_twice_is_that_name() {
        assert!(is_repeated("readread", "read"));
        assert!(is_repeated("lslsls", "ls"));
        for (text, unit) in [("read", "read"), ("readreads", "read"), ("aa", "a"), ("", "")] {
            assert!(!is_repeated(text, unit), "{text}");
        }
    }
}
