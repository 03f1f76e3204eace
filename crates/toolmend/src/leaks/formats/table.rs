//! The formats that are a token and a known body: one row each.
//!
//! Grammars of their own are for what no row can say.

use crate::leaks::cursor::{Cursor, Parsed};

/// A format whose calls stand between two tokens.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) format: &'static str,
    pub(super) opener: &'static str,
    /// Openers that may follow the first, white space between them.
    pub(super) second: &'static [&'static str],
    /// Closers, any of them; none if the format has none.
    pub(super) closers: &'static [&'static str],
}

const fn row(
    format: &'static str,
    opener: &'static str,
    closers: &'static [&'static str],
) -> Token {
    Token { format, opener, second: &[], closers }
}

/// No opener is a prefix of a later one.
pub(super) const TOKENS: [Token; 13] = [
    // Granite 3.0; Gemma 4 models drift into it.
    row("granite3", "<|tool_call|>", &[]),
    row("gemma4", "<|tool_call>", &["<tool_call|>"]),
    row("functiongemma", "<start_function_call>", &["<end_function_call>"]),
    // Llama 3.1 to 3.3.
    row("llama3_json", "<|python_tag|>", &["<|eom_id|>", "<|eot_id|>"]),
    // Llama 4 and 3.2.
    row("pythonic", "<|python_start|>", &["<|python_end|>"]),
    row("lfm2", "<|tool_call_start|>", &["<|tool_call_end|>"]),
    // InternLM 2, 2.5, Intern-S1.
    Token {
        second: &["<|plugin|>", "<|interpreter|>"],
        ..row("internlm2", "<|action_start|>", &["<|action_end|>"])
    },
    row("apertus", "<|tools_prefix|>", &["<|tools_suffix|>"]),
    // Command R7B, Command A.
    row("command_r7b", "<|START_ACTION|>", &["<|END_ACTION|>"]),
    row("gigachat3", "<|function_call|>", &[]),
    row("gigachat3", "function call<|role_sep|>", &[]),
    // LM Studio's format for models without one.
    row(
        "lmstudio_tool_request",
        "[TOOL_REQUEST]",
        &["[END_TOOL_REQUEST]", "[TOOL_REQUEST_END]", "[/TOOL_REQUEST]"],
    ),
    // Phi-4-mini, firefunction-v2. Python's module of this name is followed by no object.
    row("phi4_functools", "functools", &[]),
];

/// Tokens that end a turn and say nothing.
const END_TOKENS: [&str; 14] = [
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_turn|>",
    "<|end|>",
    "<|call|>",
    "<|return|>",
    "<end_of_turn>",
    "<eos>",
    "</s>",
    "<\u{ff5c}end\u{2581}of\u{2581}sentence\u{ff5c}>",
    "<|end_of_sentence|>",
];

pub(super) fn is_end_token(cursor: &mut Cursor<'_>) -> Parsed<bool> {
    if cursor.at_end()? { Ok(false) } else { cursor.take_any(&END_TOKENS) }
}

/// One step of a format whose parts stand in a fixed order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// A token that must be there.
    Token(&'static str),
    /// A token that may be missing.
    Maybe(&'static str),
    /// The tool's name, up to the next token.
    Name,
    /// A word that nobody needs, up to the next token.
    Label,
    /// The arguments, up to the next token.
    Arguments,
    /// A whole call as JSON, up to the next token.
    Envelope,
}

/// A format that is a sequence of tokens, once for each call.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) format: &'static str,
    /// What stands around all calls; may be missing.
    pub(super) outer: Option<[&'static str; 2]>,
    /// Begins with a token that must be there.
    pub(super) steps: &'static [Step],
}

use Step::{Arguments, Envelope, Label, Maybe, Name, Token as Must};

pub(super) const SEQUENCES: [Sequence; 3] = [
    Sequence {
        format: "solar_open",
        outer: None,
        steps: &[
            Must("<|tool_call:begin|>"),
            Label,
            Must("<|tool_call:name|>"),
            Name,
            Must("<|tool_call:args|>"),
            Arguments,
            Maybe("<|tool_call:end|>"),
        ],
    },
    Sequence {
        format: "plamo3",
        outer: Some(["<|plamo:begin_tool_requests:plamo|>", "<|plamo:end_tool_requests:plamo|>"]),
        steps: &[
            Must("<|plamo:begin_tool_request:plamo|>"),
            Must("<|plamo:begin_tool_name:plamo|>"),
            Name,
            Must("<|plamo:end_tool_name:plamo|>"),
            Must("<|plamo:begin_tool_arguments:plamo|>"),
            Maybe("<|plamo:constrain|>"),
            Maybe("json"),
            Maybe("<|plamo:msg|>"),
            Arguments,
            Maybe("<|plamo:end_tool_arguments:plamo|>"),
            Maybe("<|plamo:end_tool_request:plamo|>"),
        ],
    },
    Sequence {
        format: "inkling",
        outer: None,
        steps: &[
            Must("<|message_model|>"),
            Label,
            Must("<|content_invoke_tool_json|>"),
            Envelope,
            Maybe("<|end_message|>"),
        ],
    },
];
