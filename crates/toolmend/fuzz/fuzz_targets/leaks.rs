//! Any text with pieces of markup, in any pieces: the same as in one, and nothing lost without a
//! call.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolmend::{Level, ScanOptions, Scanned, Scanner, scan};
use toolmend_fuzz::tools;

/// What grammars react to; a byte of the fuzzer's picks one.
const MARKUP: &[&str] = &[
    "<tool_call>",
    "</tool_call>",
    "{\"name\": \"read\", \"arguments\": {\"path\": \"a\"}}",
    "<function=read>",
    "<parameter=path>",
    "</parameter>",
    "</function>",
    "```",
    "`",
    "\n",
    " ",
    "[TOOL_CALL]",
    "{tool => \"read\", args => {--path \"a\"}}",
    "[/TOOL_CALL]",
    "<invoke name=\"read\">",
    "<parameter name=\"path\">",
    "</invoke>",
    "<think>",
    "</think>",
    "[read(path=\"a\")]",
    "<|tool_calls_section_begin|>",
    "<|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>",
    "<|tool_call_end|>",
    "<|tool_calls_section_end|>",
    "<arg_key>path</arg_key>",
    "<arg_value>a</arg_value>",
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁call▁begin｜>",
    "<｜tool▁sep｜>read",
    "<｜DSML｜invoke name=\"read\">",
    "[TOOL_CALLS]",
    "<|channel|>commentary to=functions.read<|message|>",
    "Action: read",
    "Action Input: ",
    "\"",
    "&lt;",
    "> ",
    "| ",
    "read",
];

fuzz_target!(|input: (bool, &[u8], &str)| {
    let (markup, bytes, tail) = input;
    let mut text = String::new();
    for byte in bytes {
        let piece = if markup { MARKUP.get(usize::from(*byte)) } else { None };
        match piece {
            Some(piece) => text.push_str(piece),
            None => text.push(char::from(*byte)),
        }
    }
    text.push_str(tail);
    let tools = tools();
    for level in [Level::Safe, Level::All] {
        let options = ScanOptions { level, ..ScanOptions::default() };
        let whole = scan(&tools, &text, options.clone());
        if whole.calls.is_empty() {
            assert_eq!(whole.content, text);
        }
        let mut scanner = Scanner::new(&tools, options, []);
        let mut pieces = Scanned::default();
        let step = 1 + bytes.len() % 7;
        for piece in text.as_bytes().chunks(step) {
            pieces.content.push_str(&scanner.push_bytes(piece));
        }
        pieces.extend(scanner.finish());
        assert_eq!(pieces, whole, "in pieces of {step}");
    }
});
