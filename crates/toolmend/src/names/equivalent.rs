//! `name-equivalent`: well-known names of one tool in other harnesses.
//!
//! A model that was trained with another harness's tools calls a file reader `read_file` where it
//! is offered as `read`. Each group below holds names of one operation that differ between
//! harnesses in nothing but spelling; a name is taken for another of its group if exactly one of
//! them is offered. Whether the arguments fit is for that tool's schema to say.
//!
//! The direction matters. A name that spells out its operation (`read_file`, `run_command`) says
//! what it means wherever it is sent. A bare `Read`, `Glob` or `Bash` is one harness's own tool
//! with that harness's arguments: it is offered, but never sent on, save where the host is known.
//!
//! Looks alike but is not: `delete_file`, `update_file`, `search_files` (by name or by content?),
//! `create_file` (refuses to overwrite, where `write` does it), `execute_code` (in which language?).

use super::{Offered, fold};
use crate::Host;

/// The rule's public name.
pub(super) const RULE: &str = "name-equivalent";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "well-known equivalents of a tool's name";

/// Names of one operation.
struct Group {
    /// What may be sent.
    sent: &'static [&'static str],
    /// What it may be taken for.
    offered: &'static [&'static str],
    /// Whether it may also be taken for another name of `sent`.
    either_way: bool,
}

/// Names that spell out one operation, and bare ones that are offered for it.
const fn operation(spelled_out: &'static [&'static str], bare: &'static [&'static str]) -> Group {
    Group { sent: spelled_out, offered: bare, either_way: true }
}

/// Names that are taken for those of `offered` only.
const fn one_way(sent: &'static [&'static str], offered: &'static [&'static str]) -> Group {
    Group { sent, offered, either_way: false }
}

/// What holds for every host.
const COMMON: &[Group] = &[
    operation(
        &[
            "read_file",
            "file_read",
            "view_file",
            "cat_file",
            "read_text_file",
            "read_file_content",
            "read_file_contents",
        ],
        &["read", "view"],
    ),
    operation(
        &["write_file", "file_write", "write_to_file", "write_text_file", "save_file"],
        &["write"],
    ),
    operation(
        &[
            "edit_file",
            "file_edit",
            "str_replace",
            "string_replace",
            "search_replace",
            "replace_in_file",
            "replace_string_in_file",
        ],
        &["edit", "replace"],
    ),
    operation(&["str_replace_editor", "str_replace_based_edit_tool"], &[]),
    operation(
        &[
            "run_command",
            "execute_command",
            "exec_command",
            "run_shell_command",
            "execute_shell_command",
            "run_bash_command",
            "execute_bash_command",
            "run_terminal_command",
            "run_terminal_cmd",
            "execute_terminal_command",
            "run_in_terminal",
            "execute_terminal",
            "run_shell",
            "run_bash",
            "execute_shell",
            "execute_bash",
            "shell_command",
            "bash_command",
            "shell_exec",
            "bash_exec",
        ],
        &["bash", "shell", "terminal"],
    ),
    // A shell by any of its names takes a command line; only `bash` says which shell it is.
    one_way(&["shell", "terminal"], &["bash"]),
    operation(
        &[
            "list_dir",
            "list_directory",
            "list_directory_contents",
            "list_files",
            "list_folder",
            "read_dir",
            "read_directory",
        ],
        &["ls"],
    ),
    operation(&["glob_files", "glob_search", "file_glob"], &["glob"]),
    operation(
        &[
            "grep_search",
            "grep_files",
            "grep_code",
            "ripgrep",
            "ripgrep_search",
            "search_file_content",
        ],
        &["grep"],
    ),
    operation(
        &[
            "todo_write",
            "write_todos",
            "write_todo_list",
            "update_todos",
            "update_todo_list",
            "set_todos",
        ],
        &[],
    ),
    operation(
        &["web_fetch", "fetch_web", "fetch_url", "url_fetch", "fetch_webpage", "fetch_web_page"],
        &["fetch"],
    ),
    operation(
        &[
            "web_search",
            "search_web",
            "internet_search",
            "search_internet",
            "google_search",
            "google_web_search",
        ],
        &[],
    ),
];

/// What holds in `OpenCode` besides: its tools are known, so a bare name has one meaning.
const OPENCODE: &[Group] = &[
    one_way(&["view", "cat", "open_file"], &["read"]),
    one_way(&["exec", "command", "cmd", "sh"], &["bash"]),
    one_way(&["replace"], &["edit"]),
    one_way(&["ls", "list_dir", "list_directory", "list_files"], &["list"]),
    one_way(&["todo", "todos", "todo_list"], &["todowrite"]),
    one_way(&["fetch", "open_url", "read_url"], &["webfetch"]),
    one_way(
        &["ask_user_question", "ask_user", "ask_question", "ask_followup_question"],
        &["question"],
    ),
    one_way(
        &[
            "agent",
            "subagent",
            "run_agent",
            "spawn_agent",
            "launch_agent",
            "dispatch_agent",
            "delegate_task",
            "new_task",
        ],
        &["task"],
    ),
];

/// What holds in dsh besides. Its `write` refuses a file that was not read, so `create_file` cannot
/// overwrite one unseen.
const DSH: &[Group] = &[
    one_way(&["view", "cat", "open_file"], &["read"]),
    one_way(&["create_file"], &["write"]),
    one_way(&["exec", "command", "cmd", "sh"], &["bash"]),
    one_way(&["replace"], &["edit"]),
    one_way(&["text_editor"], &["str_replace_editor"]),
    one_way(&["view_image", "open_image"], &["read_image"]),
    one_way(&["todo", "todos", "todo_list"], &["todo_write"]),
    one_way(&["fetch", "open_url", "read_url"], &["web_fetch"]),
    one_way(
        &["question", "ask_user", "ask_question", "ask_followup_question"],
        &["ask_user_question"],
    ),
    one_way(&["run_typescript", "run_javascript"], &["run_code"]),
];

/// The one offered tool that is in a group with `name`; several are none.
pub(super) fn find(name: &str, offered: &Offered<'_>, host: Option<Host>) -> Vec<usize> {
    let name = fold::fold(name);
    let of_host = match host {
        Some(Host::OpenCode) => OPENCODE,
        Some(Host::Dsh) => DSH,
        None => &[],
    };
    let meant: Vec<String> = COMMON
        .iter()
        .chain(of_host)
        .filter(|group| group.sent.iter().any(|sent| fold::fold(sent) == name))
        .flat_map(|group| {
            let others = if group.either_way { group.sent } else { &[] };
            group.offered.iter().chain(others)
        })
        .map(|member| fold::fold(member))
        .collect();
    let found = offered.select(|tool| meant.iter().any(|name| offered.folded(tool) == name));
    if found.len() == 1 { found } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tests::offered;

    fn found<'a>(name: &str, tools: &[&'a str], host: Option<Host>) -> Vec<&'a str> {
        find(name, &offered(tools), host).into_iter().map(|tool| tools[tool]).collect()
    }

    /// Every row: each name that may be sent finds each name that it may be taken for, alone.
    #[test]
    fn every_row_holds() {
        let tables = [(COMMON, None), (OPENCODE, Some(Host::OpenCode)), (DSH, Some(Host::Dsh))];
        for (table, host) in tables {
            for group in table {
                for sent in group.sent {
                    let others = if group.either_way { group.sent } else { &[] };
                    for tool in group.offered.iter().chain(others).filter(|tool| *tool != sent) {
                        assert_eq!(found(sent, &["x", tool], host), [*tool], "{sent}");
                        assert_eq!(found(sent, &["x"], host), [""; 0], "{sent}");
                    }
                }
            }
        }
    }

    #[test]
    fn tables_of_a_host_hold_there_only() {
        for (name, tool, host) in [
            ("ask_user", "question", Host::OpenCode),
            ("agent", "task", Host::OpenCode),
            ("create_file", "write", Host::Dsh),
            ("run_typescript", "run_code", Host::Dsh),
        ] {
            assert_eq!(found(name, &[tool], Some(host)), [tool], "{name}");
            assert!(found(name, &[tool], None).is_empty(), "{name}");
        }
    }

    #[test]
    fn two_members_of_a_group_are_none() {
        assert!(found("run_command", &["bash", "terminal"], None).is_empty());
        assert!(found("read_file", &["read", "view"], None).is_empty());
    }

    #[test]
    fn look_alikes_stay() {
        for (sent, tool) in [
            ("Read", "read_file"),
            ("Glob", "search_files"),
            ("Bash", "terminal"),
            ("shell", "terminal"),
            ("shell", "shell_session"),
            ("Write", "write_file"),
            ("delete_file", "edit_file"),
            ("update_file", "write_file"),
            ("create_file", "write"),
            ("search_files", "grep"),
            ("execute_code", "run_code"),
            ("todo", "todo_write"),
            ("list_todos", "todo_write"),
            ("run_command", "run_code"),
        ] {
            assert!(found(sent, &[tool], None).is_empty(), "{sent} {tool}");
        }
    }
}
