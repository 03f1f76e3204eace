//! The way of a name through all rules.

use std::rc::Rc;

use proptest::prelude::*;

use super::{Candidate, Offered, RULES, resolve};
use crate::schema::Schema;
use crate::tools::Tool;
use crate::{AnyPattern, Host, Tools};

/// The offered side of a list of names.
pub(super) fn offered<'a>(tools: &[&'a str]) -> Offered<'a> {
    Offered::new(tools.iter().copied())
}

fn compiled(tools: &[&str]) -> Tools {
    let schema = Rc::new(Schema::compile("true"));
    let tool = |name: &&str| Tool { name: (*name).to_owned(), schema: Rc::clone(&schema) };
    Tools { tools: tools.iter().map(tool).collect(), patterns: Rc::new(AnyPattern) }
}

/// The only tool that `sent` means, with the rule that says so and the arguments inside the name.
fn meant<'a>(sent: &str, tools: &[&'a str]) -> Option<(&'a str, Option<&'static str>)> {
    match resolve(sent, &compiled(tools), None).candidates[..] {
        [candidate] => Some((tools[candidate.tool], candidate.rule)),
        _ => None,
    }
}

const OPENCODE: &[&str] = &[
    "bash",
    "edit",
    "glob",
    "grep",
    "invalid",
    "question",
    "read",
    "skill",
    "task",
    "todowrite",
    "webfetch",
    "write",
];
const HERMES: &[&str] = &[
    "terminal",
    "read_file",
    "write_file",
    "patch",
    "search_files",
    "todo",
    "web_search",
    "skill_view",
    "skills_list",
    "session_search",
    "execute_code",
    "browser_click",
    "browser_navigate",
    "memory",
    "clarify",
];

#[test]
fn one_tool_is_meant() {
    for (sent, tools, name, rule) in [
        ("read", OPENCODE, "read", None),
        ("todo_write", OPENCODE, "todowrite", Some("name-case")),
        ("Read", OPENCODE, "read", Some("name-case")),
        ("read ", OPENCODE, "read", Some("name-decoration")),
        ("read_file", OPENCODE, "read", Some("name-equivalent")),
        ("functions.read_file:3", OPENCODE, "read", Some("name-equivalent")),
        ("functions.bash", &["bash", "read", "write", "batch"], "bash", Some("name-decoration")),
        ("functions.bash:0", OPENCODE, "bash", Some("name-decoration")),
        ("mclaw<|channel|>commentary", &["mclaw", "search"], "mclaw", Some("name-decoration")),
        (
            "tool_12</arg_value>",
            &["tool_1", "tool_12", "tool_2"],
            "tool_12",
            Some("name-decoration"),
        ),
        ("TodoTool_tool", HERMES, "todo", Some("name-decoration")),
        ("Patch_tool", HERMES, "patch", Some("name-decoration")),
        ("BrowserClick_tool", HERMES, "browser_click", Some("name-decoration")),
        ("WriteFileTool", HERMES, "write_file", Some("name-decoration")),
        (
            "default_api:mandatory_tool",
            &["mandatory_tool", "search"],
            "mandatory_tool",
            Some("name-decoration"),
        ),
        ("ProxyRead", OPENCODE, "read", Some("name-decoration")),
        ("mcp_bash", OPENCODE, "bash", Some("name-decoration")),
        ("readread", OPENCODE, "read", Some("name-decoration")),
        ("read.read", OPENCODE, "read", Some("name-decoration")),
        (
            "<|channel|>commentary to=functions.read <|constrain|>json",
            OPENCODE,
            "read",
            Some("name-decoration"),
        ),
        (
            "mcp__github__search",
            &["github_search", "search"],
            "github_search",
            Some("name-decoration"),
        ),
        ("search", &["mcp__github__search", "read"], "mcp__github__search", Some("name-server")),
        ("functions.search", &["mcp__github__search"], "mcp__github__search", Some("name-server")),
        ("filesystem.read", OPENCODE, "read", Some("name-server")),
        ("tool:execute_terminal", HERMES, "terminal", Some("name-equivalent")),
    ] {
        assert_eq!(meant(sent, tools), Some((name, rule)), "{sent}");
    }
}

#[test]
fn no_tool_is_meant() {
    for (sent, tools) in [
        ("Glob", HERMES),
        ("Read", HERMES),
        ("Write", HERMES),
        ("Bash", HERMES),
        ("google:tool:shell:index:0", HERMES),
        ("multi_tool_use.parallel", &["read", "bash", "edit"]),
        ("Glob", &["shell_session", "read", "write"]),
        ("delete_file", &["read_file", "write_file", "edit_file"]),
        ("entity_delete", &["entity_update", "entity_get"]),
        ("get_forecast", &["get_weather"]),
        ("my_tool", OPENCODE),
        ("file", &["delete_file"]),
        ("read<|channel|>write", OPENCODE),
        ("read{\"filePath\":\"a", OPENCODE),
        ("read(path=\"a\")", OPENCODE),
        ("", OPENCODE),
        ("_", OPENCODE),
        ("read", &[]),
    ] {
        assert_eq!(meant(sent, tools), None, "{sent}");
    }
}

#[test]
fn arguments_inside_a_name_are_given_back() {
    let tools = compiled(OPENCODE);
    for (sent, arguments) in [
        (
            "functions.read\n<arg_key>filePath</arg_key>\n<arg_value>a.txt</arg_value>",
            r#"{"filePath":"a.txt"}"#,
        ),
        (r#"Read({"filePath": "a.txt"})"#, r#"{"filePath": "a.txt"}"#),
        (r#"read_file{"path":"a.txt"}"#, r#"{"path":"a.txt"}"#),
    ] {
        let found = resolve(sent, &tools, None);
        assert_eq!(found.arguments.as_deref(), Some(arguments), "{sent}");
        let expected = Candidate { tool: 6, rule: Some("name-arguments") };
        assert_eq!(found.candidates, [expected], "{sent}");
    }
}

#[test]
fn the_host_widens_the_table() {
    let tools = compiled(OPENCODE);
    assert!(resolve("AskUserQuestion", &tools, None).candidates.is_empty());
    assert_eq!(resolve("AskUserQuestion", &tools, Some(Host::OpenCode)).candidates.len(), 1);
}

#[test]
fn near_names_are_told() {
    let tools = compiled(&["read_file", "write_file", "edit_file"]);
    let found = resolve("delete_file", &tools, None);
    assert!(found.candidates.is_empty());
    assert_eq!(found.nearest.len(), 3);
}

#[test]
fn every_rule_is_listed_once() {
    for (name, summary) in RULES {
        assert!(name.starts_with("name-") && !summary.is_empty());
        assert_eq!(RULES.iter().filter(|(other, _)| other == name).count(), 1);
    }
}

#[test]
fn a_long_name_is_answered() {
    let tools = compiled(OPENCODE);
    for unit in [
        "<",
        "[",
        "<a=",
        "[A",
        "read",
        "_tool",
        "functions.",
        "\\n",
        "{",
        "<arg_key>",
        "</arg_value>",
    ] {
        let sent = unit.repeat(200_000);
        assert!(resolve(&sent, &tools, None).candidates.is_empty(), "{unit}");
    }
}

proptest! {
    #[test]
    fn any_name_is_answered(sent in ".{0,60}", tools in proptest::collection::vec(".{0,12}", 0..6)) {
        let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
        let found = resolve(&sent, &compiled(&tools), None);
        prop_assert!(found.candidates.iter().all(|candidate| candidate.tool < tools.len()));
        prop_assert!(found.nearest.len() <= 5);
    }

    /// What markup is made of, in any order; a name that is found is found by its own name too.
    #[test]
    fn any_markup_is_answered(
        sent in "(<|>|\\[|\\]|\\{|\\}|<\\||\\|>|=|\"|:|\\.|_|0|read|tool|</arg_value>|<arg_key>|Tool|functions| ){0,8}",
    ) {
        let tools = ["read", "tool", "mcp__fs__write"];
        let found = resolve(&sent, &compiled(&tools), None);
        for candidate in &found.candidates {
            prop_assert_eq!(meant(tools[candidate.tool], &tools), Some((tools[candidate.tool], None)));
        }
        if let Some(arguments) = found.arguments {
            let is_object = arguments.starts_with('{') && arguments.ends_with('}');
            prop_assert!(is_object, "{}", arguments);
        }
    }

    #[test]
    fn an_offered_name_is_itself(tools in proptest::collection::vec("[a-zA-Z_.:-]{1,8}", 1..6)) {
        let tools: Vec<&str> = tools.iter().map(String::as_str).collect();
        for tool in &tools {
            prop_assert_eq!(meant(tool, &tools), Some((*tool, None)));
        }
    }
}
