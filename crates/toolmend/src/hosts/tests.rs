//! Host rules through the tables.

use proptest::prelude::*;

use super::{
    ABSOLUTE_PATH_RULES, Meaning, PATH_RULES, PROGRAM_RULES, RULES, URL_RULES, bare_text, correct,
    describe, dsh, leaves, opencode, reshape, steps,
};
use crate::bench::Bench;
use crate::tree::{Tree, string};
use crate::{Host, Options, Platform, apply_edits};

fn in_host(host: Host) -> Options<'static> {
    Options { host: Some(host), cwd: Some("/w"), ..Options::default() }
}

/// What `change` makes of the arguments, and the rules that it used. Its edits lead there.
fn changed(
    change: fn(&str, &mut Bench<'_>, &Options<'_>),
    tool: &str,
    arguments: &str,
    options: &Options<'_>,
) -> (String, Vec<String>) {
    let Ok(tree) = Tree::parse(arguments) else { return (String::from("no JSON"), Vec::new()) };
    let mut bench = Bench::new(tree);
    change(tool, &mut bench, options);
    assert_eq!(apply_edits(arguments, &bench.edits), Ok(bench.tree.render()), "{arguments}");
    let rules = bench.edits.iter().map(|edit| edit.rule().to_owned()).collect();
    (bench.tree.render(), rules)
}

fn corrected(tool: &str, arguments: &str, options: &Options<'_>) -> (String, Vec<String>) {
    changed(correct, tool, arguments, options)
}

fn reshaped(arguments: &str) -> (String, Vec<String>) {
    changed(reshape, "run_code", arguments, &in_host(Host::Dsh))
}

/// One defect of each meaning: what is sent, what goes out, and the rule.
fn defects(meaning: Meaning) -> &'static [(&'static str, &'static str, &'static str)] {
    const PATHS: &[(&str, &str, &str)] = &[
        (r#""[a.md](http://a.md)""#, r#""a.md""#, "host-path-link"),
        (r#""`/w/a.md`""#, r#""/w/a.md""#, "host-path-quotes"),
        (r#""file:///w/a.md""#, r#""/w/a.md""#, "host-path-url"),
    ];
    const ABSOLUTE_PATHS: &[(&str, &str, &str)] = &[
        (r#""/w/[a.md](http://a.md)""#, r#""/w/a.md""#, "host-path-link"),
        (r#""`/w/a.md`""#, r#""/w/a.md""#, "host-path-quotes"),
        (r#""file:///w/a.md""#, r#""/w/a.md""#, "host-path-url"),
        (r#""src/a.md""#, r#""/w/src/a.md""#, "host-path-absolute"),
    ];
    const URLS: &[(&str, &str, &str)] =
        &[(r#""[x](https://x.org)""#, r#""https://x.org""#, "host-url-link")];
    const LINES: &[(&str, &str, &str)] = &[
        ("0", "1", "host-line-number"),
        ("-4", "1", "host-line-number"),
        ("2.5", "2", "host-line-number"),
    ];
    const COUNTS: &[(&str, &str, &str)] =
        &[("0", "1", "host-line-number"), ("9.5", "9", "host-line-number")];
    const PROGRAMS: &[(&str, &str, &str)] =
        &[(r#""```ts\nreturn 1;\n```""#, r#""return 1;""#, "host-run-code-fence")];
    match meaning {
        Meaning::Path => PATHS,
        Meaning::AbsolutePath => ABSOLUTE_PATHS,
        Meaning::Url => URLS,
        Meaning::Line => LINES,
        Meaning::Count => COUNTS,
        // Needs a command beside it: see `ranges_are_put_right`.
        Meaning::LineRange => &[],
        Meaning::Program => PROGRAMS,
    }
}

#[test]
fn every_row_of_every_table_is_mended() {
    for (host, table) in [(Host::OpenCode, opencode::ARGUMENTS), (Host::Dsh, dsh::ARGUMENTS)] {
        for &(tool, argument, meaning) in table {
            for &(sent, right, rule) in defects(meaning) {
                let arguments = format!(r#"{{"content": "`x`", "{argument}": {sent} }}"#);
                let expected = format!(r#"{{"content": "`x`", "{argument}": {right} }}"#);
                let (found, rules) = corrected(tool, &arguments, &in_host(host));
                assert_eq!(found, expected, "{tool}.{argument}");
                assert_eq!(rules, [rule], "{tool}.{argument}");
                // Once mended it stays.
                let (again, rules) = corrected(tool, &expected, &in_host(host));
                assert_eq!((again, rules), (expected, vec![]), "{tool}.{argument}");
                // Nothing happens without a host, with another tool, or with the rule off.
                let off = Options { rules_off: vec![rule], ..in_host(host) };
                for (tool, options) in
                    [(tool, &Options::default()), ("other", &in_host(host)), (tool, &off)]
                {
                    let (found, _) = corrected(tool, &arguments, options);
                    assert_eq!(found, arguments, "{tool}.{argument}");
                }
            }
        }
    }
}

#[test]
fn what_a_tool_takes_stays() {
    for (host, tool, arguments) in [
        (Host::OpenCode, "read", r#"{"filePath":"/w/app/[id](modal)/page.tsx"}"#),
        (Host::OpenCode, "read", r#"{"filePath":"/w/pages/[...params].tsx","offset":1}"#),
        (Host::OpenCode, "read", r#"{"filePath":" /w/odd name .txt "}"#),
        (Host::OpenCode, "read", r#"{"filePath":"src/a.ts","limit":-1}"#),
        (Host::OpenCode, "write", r#"{"content":"[a.md](http://a.md)","filePath":"a"}"#),
        (Host::OpenCode, "edit", r#"{"filePath":"a","oldString":"`a`","newString":"`b`"}"#),
        (Host::OpenCode, "bash", r#"{"command":"`date`"}"#),
        (Host::OpenCode, "grep", r#"{"pattern":"`a`","include":"`*.ts`"}"#),
        (Host::OpenCode, "github_read", r#"{"filePath":"`a`"}"#),
        (Host::Dsh, "read", r#"{"file_path":"src/a.ts"}"#),
        (Host::Dsh, "bash", r#"{"command":"ls","offset":0}"#),
        (Host::Dsh, "terminal_read", r#"{"sessionId":"1","offset":0}"#),
        (Host::Dsh, "str_replace_editor", r#"{"command":"insert","path":"/a","insert_line":0}"#),
        (Host::Dsh, "str_replace_editor", r#"{"command":"create","path":"/a","file_text":"`x`"}"#),
        (Host::Dsh, "run_code", r#"{"code":"return `\n```\nx\n```\n`;","description":"d"}"#),
        (Host::Dsh, "run_code", r#"{"code":"return 1;","description":"","timeout":5}"#),
        (Host::Dsh, "edit", r#"{"file_path":"a","old_string":"```\na\n```","new_string":"b"}"#),
    ] {
        let (found, rules) = corrected(tool, arguments, &in_host(host));
        assert_eq!((found.as_str(), rules), (arguments, vec![]), "{tool}");
    }
}

#[test]
fn ranges_are_put_right() {
    for (sent, right) in [
        ("[-5, 10]", "[1, 10]"),
        ("[0, -1]", "[1, -1]"),
        ("[9, 3]", "[9, 9]"),
        ("[9, 0]", "[9, 9]"),
        ("[1.5, 3.7]", "[1, 3]"),
        ("[0, 0]", "[1, 1]"),
        // These are right as they stand, or nothing is known of them.
        ("[1, 99]", "[1, 99]"),
        ("[3, -1]", "[3, -1]"),
        ("[1.0, 2.0]", "[1.0, 2.0]"),
        ("[\"x\", 3]", "[\"x\", 3]"),
        ("[0]", "[0]"),
        ("[0, 1, 2]", "[0, 1, 2]"),
        ("[]", "[]"),
        ("0", "0"),
        ("[1e400, 0]", "[1e400, 0]"),
    ] {
        let arguments =
            |range: &str| format!(r#"{{"command":"view","path":"/a","view_range":{range}}}"#);
        let (found, rules) = corrected("str_replace_editor", &arguments(sent), &in_host(Host::Dsh));
        assert_eq!(found, arguments(right), "{sent}");
        assert!(rules.iter().all(|rule| rule == "host-line-range"));
    }
    let beside_another_command = r#"{"command":"create","path":"/a","view_range":[0,0]}"#;
    let (found, _) = corrected("str_replace_editor", beside_another_command, &in_host(Host::Dsh));
    assert_eq!(found, beside_another_command);
}

#[test]
fn decorations_come_off_in_turn() {
    let (found, rules) =
        corrected("read", r#"{"filePath":"`[a.ts](file:///w/a.ts)`"}"#, &in_host(Host::OpenCode));
    assert_eq!(found, r#"{"filePath":"/w/a.ts"}"#);
    assert_eq!(rules, ["host-path-quotes", "host-path-link"]);
    let deep = r#"{"filePath":"`\"'`\"'a'\"`'\"`"}"#;
    assert_eq!(corrected("read", deep, &in_host(Host::OpenCode)).0, deep);
}

#[test]
fn paths_that_the_caller_marks_are_paths() {
    let options = Options { paths: vec!["/files", "/a~1b/0", "/absent"], ..Options::default() };
    let (found, rules) = corrected(
        "mcp_tool",
        r#"{"files":["`a`","b"],"a/b":["file:///c"],"other":"`d`","cwd":"`e`"}"#,
        &options,
    );
    assert_eq!(found, r#"{"files":["a","b"],"a/b":["/c"],"other":"`d`","cwd":"`e`"}"#);
    assert_eq!(rules, ["host-path-quotes", "host-path-url"]);
}

#[test]
fn the_last_of_two_members_is_meant() {
    let (found, _) =
        corrected("read", r#"{"filePath":"`a`","filePath":"`b`"}"#, &in_host(Host::OpenCode));
    assert_eq!(found, r#"{"filePath":"`a`","filePath":"b"}"#);
}

#[test]
fn windows_paths_follow_their_own_rules() {
    let options = Options { cwd: Some(r"C:\w"), platform: Platform::Windows, ..in_host(Host::Dsh) };
    for (sent, right) in [
        (r#""src\\a.ts""#, r#""C:\\w\\src\\a.ts""#),
        (r#""file:///C:/w/a.ts""#, r#""C:\\w\\a.ts""#),
        (r#""C:\\w\\a.ts""#, r#""C:\\w\\a.ts""#),
    ] {
        let arguments = |path: &str| format!(r#"{{"command":"view","path":{path}}}"#);
        let (found, _) = corrected("str_replace_editor", &arguments(sent), &options);
        assert_eq!(found, arguments(right));
    }
}

#[test]
fn a_command_becomes_a_program() {
    for (sent, right) in [
        (
            r#"{"command":"pnpm test"}"#,
            r#"{"code":"const result = await tools.bash({\"command\":\"pnpm test\",\"description\":\"Execute command: pnpm test\"});\nreturn result;","description":"Execute command: pnpm test"}"#,
        ),
        (
            r#"{"cmd": "ls -la"}"#,
            r#"{"code": "const result = await tools.bash({\"command\":\"ls -la\",\"description\":\"Execute command: ls -la\"});\nreturn result;","description": "Execute command: ls -la"}"#,
        ),
        (
            r#"{"description":"Show status","command":"echo \"a\"\n"}"#,
            r#"{"description":"Show status","code":"const result = await tools.bash({\"command\":\"echo \\\"a\\\"\\n\",\"description\":\"Show status\"});\nreturn result;"}"#,
        ),
        (
            r#"{"command":"make","workdir":"/w","timeoutMs":1e3,"description":null,"code":""}"#,
            r#"{"code":"const result = await tools.bash({\"command\":\"make\",\"workdir\":\"/w\",\"timeoutMs\":1e3,\"description\":\"Execute command: make\"});\nreturn result;","description":"Execute command: make"}"#,
        ),
        (
            r#"{"command":"ls","cmd":"ls","description":" "}"#,
            r#"{"code":"const result = await tools.bash({\"command\":\"ls\",\"description\":\"Execute command: ls\"});\nreturn result;","description":"Execute command: ls"}"#,
        ),
    ] {
        let (found, rules) = reshaped(sent);
        assert_eq!(found, right, "{sent}");
        assert!(rules.iter().all(|rule| rule == "host-run-code-shape"), "{sent}");
    }
}

#[test]
fn a_bare_text_is_the_program() {
    for (sent, right) in [
        (r#""return 3;""#, r#"{"code":"return 3;","description":"Execute code script"}"#),
        (
            r#""// Count files\nreturn 3;""#,
            r#"{"code":"// Count files\nreturn 3;","description":"Count files"}"#,
        ),
        (
            r#""```ts\n/* Count files */\nreturn 3;\n```""#,
            r#"{"code":"```ts\n/* Count files */\nreturn 3;\n```","description":"Count files"}"#,
        ),
    ] {
        assert_eq!(reshaped(sent).0, right, "{sent}");
    }
    let dsh = in_host(Host::Dsh);
    assert_eq!(bare_text("run_code", &dsh), Some("host-run-code-shape"));
    assert_eq!(bare_text("bash", &dsh), None);
    assert_eq!(bare_text("run_code", &Options::default()), None);
    let off = Options { rules_off: vec!["host-run-code-shape"], ..in_host(Host::Dsh) };
    assert_eq!(bare_text("run_code", &off), None);
}

#[test]
fn a_missing_description_is_filled() {
    for (code, description) in [
        ("return 42;", "Execute code script"),
        ("\\n  // Count TODO markers\\nreturn 42;", "Count TODO markers"),
        ("/** Read the file. */\\nreturn 42;", "Read the file."),
        ("/*\\n * Read\\n */\\nreturn 42;", "Execute code script"),
        ("# Count files\\nprint(1)", "Count files"),
        ("#!/usr/bin/env node\\nreturn 1;", "Execute code script"),
        ("//\\nreturn 1;", "Execute code script"),
        ("/* a */ return 1;", "Execute code script"),
        (
            "// 123456789 123456789 123456789 123456789 123456789 123456789 123456789",
            "123456789 123456789 123456789 123456789 123456789 123456789",
        ),
    ] {
        let expected = format!(r#"{{"code":"{code}","description":"{description}"}}"#);
        for sent in ["", r#","description":null"#, r#","description":{}"#] {
            let (found, rules) = reshaped(&format!(r#"{{"code":"{code}"{sent}}}"#));
            assert_eq!(found, expected);
            assert_eq!(rules, ["host-run-code-description"]);
        }
    }
}

#[test]
fn a_command_describes_itself() {
    let dsh = in_host(Host::Dsh);
    for (sent, right) in [
        (r#"{"command":"ls"}"#, r#"{"command":"ls","description":"Execute command: ls"}"#),
        (
            r#"{"command":"ls","description":null}"#,
            r#"{"command":"ls","description":"Execute command: ls"}"#,
        ),
    ] {
        let (found, rules) = changed(describe, "bash", sent, &dsh);
        assert_eq!((found.as_str(), rules), (right, vec!["host-command-description".to_owned()]));
    }
    for sent in [
        r#"{"command":""}"#,
        r#"{"command":["ls"]}"#,
        r#"{"command":"ls","description":""}"#,
        r#"{"command":"ls","description":"List"}"#,
        r#"{"cmd":"ls"}"#,
    ] {
        assert_eq!(changed(describe, "bash", sent, &dsh).0, sent);
    }
    let sent = r#"{"command":"ls"}"#;
    assert_eq!(changed(describe, "bash", sent, &in_host(Host::OpenCode)).0, sent);
    assert_eq!(changed(describe, "terminal_open", sent, &dsh).0, sent);
    let off = Options { rules_off: vec!["host-command-description"], ..in_host(Host::Dsh) };
    assert_eq!(changed(describe, "bash", sent, &off).0, sent);
}

#[test]
fn what_is_no_program_is_not_reshaped() {
    for sent in [
        r#"{"command":[]}"#,
        r#"{"command":""}"#,
        r#"{"command":"  "}"#,
        r#"{"command":7}"#,
        r#"{"command":["ls"]}"#,
        r#"{"cmd":"ls","command":"pwd"}"#,
        r#"{"command":"ls","command":"pwd"}"#,
        r#"{"command":"rm -rf x","dry_run":true}"#,
        r#"{"command":"ls","timeout":5}"#,
        r#"{"code":"return 1;","description":7}"#,
        r#"{"code":"return 1;","description":"","x":1}"#,
        r#"{"code":"","description":"d"}"#,
        r#"{"code":7}"#,
        r#"{"script":"return 1;"}"#,
        "{}",
        "[]",
        "null",
        r#""""#,
        r#""  ""#,
        r#""{\"code\": broken""#,
        r#""[1]""#,
    ] {
        assert_eq!(reshaped(sent), (sent.to_owned(), vec![]), "{sent}");
    }
    let command = r#"{"command":"ls"}"#;
    for (tool, host) in
        [("bash", Some(Host::Dsh)), ("run_code", Some(Host::OpenCode)), ("run_code", None)]
    {
        let options = Options { host, ..Options::default() };
        assert_eq!(changed(reshape, tool, command, &options).0, command);
    }
    let off = Options { rules_off: vec!["host-run-code-shape"], ..in_host(Host::Dsh) };
    assert_eq!(changed(reshape, "run_code", command, &off).0, command);
}

#[test]
fn every_rule_is_listed_once() {
    for (name, summary) in RULES {
        assert!(name.starts_with("host-") && !summary.is_empty());
        assert_eq!(RULES.iter().filter(|(other, _)| other == name).count(), 1);
    }
    let used = [PATH_RULES, ABSOLUTE_PATH_RULES, URL_RULES, PROGRAM_RULES].concat();
    assert!(used.iter().all(|(rule, _)| RULES.iter().any(|(listed, _)| listed == rule)));
}

#[test]
fn long_texts_are_answered() {
    let options = Options { rules_on: vec![], ..in_host(Host::Dsh) };
    for unit in ["a/", "[a](http://a)/", "](", "[a](", "`", "%41", "```\n", "./", "(", "<"] {
        let text = unit.repeat(100_000);
        for rules in [ABSOLUTE_PATH_RULES, URL_RULES, PROGRAM_RULES] {
            assert!(steps(&text, rules, &options).len() <= 2, "{unit}");
        }
    }
}

proptest! {
    /// Whatever comes off, nothing more comes off the rest, and something is left.
    #[test]
    fn any_text_settles(
        text in "[\\[\\]()`'\"<>ab./:%#!C\\\\ ~\n-]{0,30}|(file://|\\[a\\]\\(http://a\\)|/|`|a|%41){0,6}",
        windows in any::<bool>(),
    ) {
        let (cwd, platform) =
            if windows { ("C:\\w", Platform::Windows) } else { ("/w", Platform::Posix) };
        let options = Options { cwd: Some(cwd), platform, ..Options::default() };
        for rules in [PATH_RULES, ABSOLUTE_PATH_RULES, URL_RULES, PROGRAM_RULES] {
            if let Some((_, settled)) = steps(&text, rules, &options).last() {
                prop_assert!(!settled.is_empty() && *settled != text);
                prop_assert!(steps(settled, rules, &options).is_empty());
            }
        }
    }

    /// Nothing is changed that was said to be left alone.
    #[test]
    fn what_is_left_is_left(
        argument in prop::sample::select([opencode::ARGUMENTS, dsh::ARGUMENTS].concat()),
        text in "[\\[\\]()`'\"<>ab./:%#\\\\ ~\n-]{0,12}|(file://|\\[a\\]\\(http://a\\)|/|`|a|%41){0,6}",
        number in "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,2})?",
        kind in 0..4,
    ) {
        let (tool, key, _) = argument;
        let value = match kind {
            0 => number,
            1 => format!("[{number},{number}]"),
            2 => format!("[{}]", string::encode(&text)),
            _ => string::encode(&text),
        };
        for options in [
            in_host(Host::OpenCode),
            in_host(Host::Dsh),
            Options { paths: vec!["/x", "/path"], ..Options::default() },
            Options { paths: vec!["/path/0"], ..Options::default() },
        ] {
            if leaves(tool, (key, &value), &options) {
                let arguments = format!("{{\"{key}\":{value}}}");
                prop_assert_eq!(corrected(tool, &arguments, &options).0, arguments);
            }
        }
    }

    #[test]
    fn any_number_becomes_a_line_once(lexeme in "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,3})?(e[0-9]{1,3})?") {
        if let Some(line) = super::line_number::line(&lexeme) {
            prop_assert!(line.parse::<u64>().is_ok_and(|line| line > 0));
            prop_assert_eq!(super::line_number::line(&line), None);
        }
    }
}
