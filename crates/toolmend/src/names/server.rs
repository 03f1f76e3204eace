//! `name-server`: the same tool with and without the name of its server.
//!
//! Hosts put the server in front of an MCP tool's name (`mcp__github__search`, `github.search`,
//! `server/search`) and models leave it out, or put one in front of a tool that has none. The last
//! segments, compared whole, are the tool's own name; that one of the two names ends with all
//! segments of the other says that they speak of one tool.
//!
//! Looks alike but is not: `file` for `delete_file` (a bare `_` is no border of a segment),
//! `gitlab.search` for `github.search` (servers that differ), and `multi_tool_use.parallel`, which
//! holds several calls.

use super::{Offered, fold};

/// The rule's public name.
pub(super) const RULE: &str = "name-server";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "the name of the server before a tool's name";

/// A namespace whose "tools" are not tools: its call wraps several others.
const WRAPPER: &str = "multitooluse";

/// The one offered tool that shares its last segments with the first of `forms` that shares them
/// with any, where either name has more of them. Several tools are none, since which server is
/// meant cannot be known.
pub(super) fn find(forms: &[&str], offered: &Offered<'_>) -> Vec<usize> {
    let tools: Vec<Vec<String>> =
        (0..offered.count()).map(|tool| segments(offered.name(tool))).collect();
    let of_form = |form: &&str| {
        let sent = segments(form);
        let is_name = !sent.is_empty() && sent[0] != WRAPPER;
        offered.select(|tool| is_name && is_end_of_other(&sent, &tools[tool]))
    };
    let found = forms.iter().map(of_form).find(|found| !found.is_empty());
    found.filter(|found| found.len() == 1).unwrap_or_default()
}

/// Whether one list ends with all of the other and has more before it.
fn is_end_of_other(left: &[String], right: &[String]) -> bool {
    !right.is_empty()
        && left.len() != right.len()
        && left.iter().rev().zip(right.iter().rev()).all(|(a, b)| a == b)
}

/// The folded segments of a name, parted by `__`, `.`, `/` or `:`.
fn segments(name: &str) -> Vec<String> {
    name.split(['.', '/', ':'])
        .flat_map(|part| part.split("__"))
        .map(fold::fold)
        .filter(|segment| !segment.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tests::offered;

    fn found<'a>(name: &str, tools: &[&'a str]) -> Vec<&'a str> {
        find(&[name], &offered(tools)).into_iter().map(|tool| tools[tool]).collect()
    }

    #[test]
    fn a_server_is_added_or_left_out() {
        for (sent, tool) in [
            ("search", "mcp__github__search"),
            ("search", "github.search"),
            ("search", "server/search"),
            ("create_issue", "mcp__github__create-issue"),
            ("mcp__github__search", "search"),
            ("github.search", "search"),
            ("github/search", "mcp__github__search"),
            ("server:read_file", "readFile"),
        ] {
            assert_eq!(found(sent, &["other", tool]), [tool], "{sent}");
        }
    }

    #[test]
    fn look_alikes_stay() {
        for (sent, tool) in [
            ("file", "delete_file"),
            ("search", "github_search"),
            ("websearch", "websearch_web_search_exa"),
            ("gitlab.search", "github.search"),
            ("x.search", "mcp__github__search"),
            ("multi_tool_use.parallel", "parallel"),
            ("search", "mcp__github__search_issues"),
            ("google:tool:shell:index", "shell"),
            ("..", "read"),
        ] {
            assert!(found(sent, &[tool]).is_empty(), "{sent} {tool}");
        }
    }

    #[test]
    fn two_servers_with_one_tool_are_none() {
        assert!(found("search", &["mcp__a__search", "mcp__b__search"]).is_empty());
    }
}
