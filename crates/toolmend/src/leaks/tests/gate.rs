//! What the gate lets through, and what it does not: a test for each reason.

use super::{all, assert_calls, assert_text, scanned, tools};
use crate::leaks::{Channel, Level, ScanEvent, ScanOptions, Scanned, Scanner, scan};

const LS: &str = r#"<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>"#;
const PING: &str = "<tool_call>ping</tool_call>";
const KIMI: &str = "<|tool_calls_section_begin|><|tool_call_begin|>functions.bash:3\
    <|tool_call_argument_begin|>{\"command\": \"ls\"}<|tool_call_end|><|tool_calls_section_end|>";

/// What is left of `text`, from which one call of `ls` must come.
#[track_caller]
fn assert_ls(text: &str, content: &str) {
    let expected = (vec![r#"bash{"command":"ls"}"#.to_owned()], content.to_owned());
    assert_eq!(scanned(text), expected, "{text}");
}

fn with(options: ScanOptions, text: &str) -> Scanned {
    scan(&tools(), text, options)
}

#[test]
fn fences_quote() {
    for text in [
        format!("```\n{LS}\n```"),
        format!("```xml\n{LS}\n```\nThat is it."),
        format!("~~~\n{LS}\n~~~"),
        format!("````\n```\n{LS}\n```\n````"),
        format!("- item\n  ```\n  {LS}\n  ```"),
        format!("```\nnever closed\n{LS}"),
    ] {
        assert_text(&text);
    }
    assert_ls(&format!("```\nls\n```\n{LS}"), "```\nls\n```");
    assert_ls(&format!("``` not a `fence`\n{LS}"), "``` not a `fence`");
}

#[test]
fn inline_code_quotes() {
    for text in [
        format!("Write `{LS}` then."),
        format!("Write ``{LS}``"),
        format!("Write `\n{LS}\n` so."),
        format!("A `stray backtick and {LS}"),
    ] {
        assert_text(&text);
    }
    assert_ls(&format!("Run `ls`:\n{LS}"), "Run `ls`:");
    assert_ls(&format!("It`s done.\n\n{LS}"), "It`s done.");
}

#[test]
fn block_quotes_indentation_and_results_quote() {
    for text in [
        format!("> {LS}"),
        format!("The file has:\n\n    {LS}\n\nI did not run it."),
        format!("The file has:\n\n\t{LS}\n"),
        format!("<tool_response>\n{LS}\n</tool_response>"),
        format!("<example>{LS}</example>"),
        format!("<pre>\n{LS}\n</pre>"),
        format!("<code>\n{LS}\n</code>"),
        format!("<blockquote>\n{LS}\n</blockquote>"),
    ] {
        assert_text(&text);
    }
    assert_ls(&format!("So:\n    {LS}"), "So:");
}

#[test]
fn html_escaped_text_is_text() {
    assert_text(&LS.replace('<', "&lt;").replace('>', "&gt;"));
    for bare in [
        r#"[TOOL_CALLS] [{"name": "bash", "arguments": {"command": "ls"}}]"#,
        r#"functools[{"name": "bash", "arguments": {"command": "ls"}}]"#,
        "Action: bash\nAction Input: {\"command\": \"ls\"}",
    ] {
        assert_eq!(scanned(bare).0.len(), 1, "{bare}");
        assert_text(&bare.replace('"', "&quot;"));
        assert_text(&bare.replace('"', "&#34;"));
    }
    assert_calls(
        "<function=bash><parameter=command>echo &quot;</parameter></function>",
        &[r#"bash{"command":"echo &quot;"}"#],
    );
}

#[test]
fn closed_thinking_does_not_act() {
    for text in [
        format!("<think>Perhaps {LS}</think>"),
        format!("<think>\n{LS}\n</think>\nNo."),
        format!("Perhaps {LS}</think>No."),
        "<think>\n<invoke name=\"ping\"></invoke>".to_owned(),
    ] {
        assert_text(&text);
    }
    assert_ls(&format!("<think>List.\n{LS}"), "<think>List.");
    assert_ls(&format!("<think>Or {PING}?</think>\n{LS}"), &format!("<think>Or {PING}?</think>"));
    assert_ls(&format!("<think>List. {KIMI}</think>"), "<think>List.\n</think>");
}

#[test]
fn only_sections_of_kimi_act_from_the_reasoning_channel() {
    let reasoning = ScanOptions { channel: Channel::Reasoning, ..all() };
    let found = with(reasoning.clone(), &format!("I list. {KIMI}"));
    assert_eq!(found.content, "I list.");
    assert_eq!(found.calls[0].id.as_deref(), Some("functions.bash:3"));
    for text in [LS.to_owned(), format!("{KIMI} and then I read on")] {
        assert_eq!(with(reasoning.clone(), &text), Scanned { content: text, calls: vec![] });
    }
}

#[test]
fn sentences_lists_and_examples_mention() {
    for text in [
        format!("Write {LS} to list."),
        format!("{LS} is what to write."),
        format!("- {LS}"),
        format!("1. {LS}"),
        format!("12: {LS}"),
        format!("12\u{2192}{LS}"),
        format!("// {LS}"),
        format!("; {LS}"),
        format!("$ echo {LS}"),
        format!("% {LS}"),
        format!("<!--\n{LS}\n-->"),
        format!("text = \"\"\"\n{LS}\n\"\"\""),
        format!("He wrote \"{LS}\""),
        format!("For example:\n{LS}"),
        format!("A call looks like this:\n\n{LS}"),
        format!("{LS}\nThis is an example, not an invocation."),
        LS.replace("\"ls\"", "\"...\""),
    ] {
        assert_text(&text);
    }
    assert_ls(
        &format!("I look at the example directory:\n{LS}"),
        "I look at the example directory:",
    );
    assert_ls(&format!("Ok. {LS}\nNow I wait."), "Ok.\nNow I wait.");
}

#[test]
fn an_echo_is_text() {
    let echoing = |sent: &str| {
        let mut scanner = Scanner::new(&tools(), all(), [sent]);
        let mut found = Scanned { content: scanner.push(LS), ..Scanned::default() };
        found.extend(scanner.finish());
        found
    };
    for sent in [
        format!("Do not run {LS}, please."),
        format!("00001| # Notes\n00002| {LS}\n"),
        LS.replace('"', "\\\""),
        LS.replace(' ', "\n  "),
    ] {
        assert_eq!(echoing(&sent).content, LS, "{sent}");
    }
    assert_eq!(echoing("Run ls in a <tool_call>.").calls.len(), 1);
}

#[test]
fn only_offered_tools_are_called() {
    assert_text(r#"<tool_call>{"name": "Bash", "arguments": {"command": "ls"}}</tool_call>"#);
    assert_text(r#"<tool_call>{"name": "rm", "arguments": {}}</tool_call>"#);
    assert_text(r#"<tool_call>{"name": "bash", "arguments": {"n": 1}}</tool_call>"#);
    assert_ls(&LS.replace("bash", "functions.bash"), "");
    let read_only = ScanOptions { only: Some(vec!["read".to_owned()]), ..all() };
    assert_eq!(with(read_only, LS).content, LS);
}

#[test]
fn a_cut_call_is_text_and_hides_what_it_holds() {
    for (end, _) in LS.char_indices().filter(|(end, _)| *end < LS.len() - 12) {
        assert_text(&LS[..end]);
    }
    let cut =
        format!("<tool_call>{{\"name\": \"write\", \"arguments\": {{\"content\": \"\n{PING}\n");
    assert_text(&cut);
    let (calls, content) = scanned(&format!("{LS}\n<tool_call>\n{{\"name\": \"ba"));
    assert_eq!(calls, [r#"bash{"command":"ls"}"#]);
    assert_eq!(content, "<tool_call>\n{\"name\": \"ba");
}

#[test]
fn a_block_of_many_broken_calls_is_not_read_on_and_on() {
    // Quotation marks that do not match: each value may be read to the end of the message.
    for broken in [
        "[TOOL_CALLS]bash[ARGS]{\"command\": \"l",
        "<function=bash>{\"command\": \"l</function>",
        "<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>{\"command\": \"l\
         <|tool_call_end|>",
    ] {
        assert_text(&broken.repeat(99));
    }
    let unclosed = "<|tool_call_begin|>functions.bash:0<|tool_call_argument_begin|>\
        {\"command\": \"ls\"<|tool_call_end|>";
    let (calls, content) = scanned(&unclosed.repeat(16));
    assert_eq!(calls, [r#"bash{"command":"ls"}"#; 16]);
    assert_eq!(content, "");
    assert_text(&unclosed.repeat(17));
}

#[test]
fn one_bad_call_does_not_take_the_others_with_it() {
    let bad = "<tool_call>\n{\"name\": \"bash\", oops\n</tool_call>";
    assert_ls(&format!("{bad}\n{LS}"), bad);
    let unknown = "<invoke name=\"launch\">\n</invoke>";
    let block = format!(
        "<function_calls>\n<invoke name=\"bash\">\n<parameter name=\"command\">ls</parameter>\n\
         </invoke>\n{unknown}\n</function_calls>"
    );
    assert_ls(&block, unknown);
    assert_text(&format!(
        "[{}, {{\"name\": \"launch\", \"arguments\": {{}}}}]",
        &LS[11..LS.len() - 12]
    ));
}

#[test]
fn a_call_beside_the_same_real_call_is_text() {
    let mut scanner = Scanner::new(&tools(), all(), []);
    assert_eq!(scanner.push(LS), "");
    let real = [("bash", r#"{"command":"ls"}"#)];
    assert_eq!(scanner.finish_beside(&real), [ScanEvent::Text(LS.to_owned())]);
    let mut scanner = Scanner::new(&tools(), all(), []);
    assert_eq!(scanner.push(LS), "");
    assert_eq!(scanner.finish_beside(&[("bash", r#"{"command":"pwd"}"#)]).len(), 1);
}

#[test]
fn the_safe_level_takes_whole_blocks_at_the_end() {
    let safe = || ScanOptions { level: Level::Safe, ..ScanOptions::default() };
    for text in [LS.to_owned(), format!("Ok.\n{LS}\n{LS}\n"), KIMI.to_owned()] {
        assert!(!with(safe(), &text).calls.is_empty(), "{text}");
    }
    for text in [
        format!("{LS}\nDone."),
        LS[..LS.len() - 12].to_owned(),
        "<invoke name=\"ping\"></invoke>".to_owned(),
        LS[11..LS.len() - 12].to_owned(),
        "<bash><command>ls</command></bash>".to_owned(),
        "Action: ping\nAction Input: {}".to_owned(),
    ] {
        assert_eq!(with(safe(), &text), Scanned { content: text, calls: vec![] });
    }
    let off = ScanOptions { level: Level::Off, ..ScanOptions::default() };
    assert_eq!(with(off, LS).content, LS);
}

#[test]
fn text_goes_out_at_once() {
    let mut scanner = Scanner::new(&tools(), ScanOptions::default(), []);
    let mut push = |piece: &str| scanner.push(piece);
    assert_eq!(push("Let me look"), "Let me look");
    assert_eq!(push(" at a < b.\n"), " at a < b.");
    assert_eq!(push("\n<tool"), "");
    assert_eq!(push("tip> it is"), "\n\n<tooltip> it is");
    assert_eq!(push(" <tool_call>"), "");
    assert_eq!(push(" is the tag"), " <tool_call> is the tag");
}

#[test]
fn what_was_sent_is_asked_for_when_a_block_depends_on_it() {
    for (sent, calls) in [("Call ls.", 1), (LS, 0)] {
        let mut scanner = Scanner::asking(&tools(), all());
        assert_eq!(scanner.push("I look."), "I look.");
        assert!(!scanner.wants_sent(false) && !scanner.wants_sent(true));
        assert_eq!(scanner.push(&LS[..9]), "");
        scanner.push(&LS[9..]);
        assert!(scanner.wants_sent(true));
        scanner.tell_sent([sent]);
        assert!(!scanner.wants_sent(true));
        let mut found = Scanned::default();
        found.extend(scanner.finish());
        assert_eq!(found.calls.len(), calls);
    }
}

#[test]
fn text_around_calls_is_joined_by_one_line_break() {
    assert_ls(&format!("  Before. \n\n{LS}\n\n After. \n"), "  Before.\nAfter. \n");
    assert_calls(&format!("\n\n{PING}\n\n{PING}\n"), &["ping{}", "ping{}"]);
}
