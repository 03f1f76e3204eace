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

/// Tokens that end a turn, begin the next one, or close a block of Gemma that another opener began.
/// Behind a call they say nothing.
const END_TOKENS: [&str; 19] = [
    "<|im_end|>",
    "<|eot_id|>",
    "<|eot|>",
    "<|eom_id|>",
    "<|eom|>",
    "<|END_OF_TURN_TOKEN|>",
    "<|observation|>",
    "<tool_call|>",
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

/// One step of a format whose parts stand in a fixed order; what is read reaches up to the token
/// that goes with the step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    /// The token, which must be there.
    Token,
    /// The token, which may be missing.
    Maybe,
    /// The tool's name.
    Name,
    /// A word that nobody needs.
    Label,
    /// The arguments.
    Arguments,
    /// A whole call as JSON.
    Envelope,
}

/// A format that is a sequence of tokens, once for each call.
#[derive(Debug)]
pub(super) struct Sequence {
    pub(super) format: &'static str,
    /// What opens and closes all calls, if anything does; may be missing.
    pub(super) opener: &'static [&'static str],
    pub(super) closer: &'static [&'static str],
    /// The token that begins a call.
    pub(super) first: &'static str,
    pub(super) steps: &'static [(Step, &'static str)],
}

pub(super) const SEQUENCES: [Sequence; 3] = [
    Sequence {
        format: "solar_open",
        opener: &[],
        closer: &[],
        first: "<|tool_call:begin|>",
        steps: &[
            (Step::Label, "<|tool_call:name|>"),
            (Step::Token, "<|tool_call:name|>"),
            (Step::Name, "<|tool_call:args|>"),
            (Step::Token, "<|tool_call:args|>"),
            (Step::Arguments, "<|tool_call:end|>"),
            (Step::Maybe, "<|tool_call:end|>"),
        ],
    },
    Sequence {
        format: "plamo3",
        opener: &["<|plamo:begin_tool_requests:plamo|>"],
        closer: &["<|plamo:end_tool_requests:plamo|>"],
        first: "<|plamo:begin_tool_request:plamo|>",
        steps: &[
            (Step::Token, "<|plamo:begin_tool_name:plamo|>"),
            (Step::Name, "<|plamo:end_tool_name:plamo|>"),
            (Step::Token, "<|plamo:end_tool_name:plamo|>"),
            (Step::Token, "<|plamo:begin_tool_arguments:plamo|>"),
            (Step::Maybe, "<|plamo:constrain|>"),
            (Step::Maybe, "json"),
            (Step::Maybe, "<|plamo:msg|>"),
            (Step::Arguments, "<|plamo:end_tool_arguments:plamo|>"),
            (Step::Maybe, "<|plamo:end_tool_arguments:plamo|>"),
            (Step::Maybe, "<|plamo:end_tool_request:plamo|>"),
        ],
    },
    Sequence {
        format: "inkling",
        opener: &[],
        closer: &[],
        first: "<|message_model|>",
        steps: &[
            (Step::Label, "<|content_invoke_tool_json|>"),
            (Step::Token, "<|content_invoke_tool_json|>"),
            (Step::Envelope, "<|end_message|>"),
            (Step::Maybe, "<|end_message|>"),
        ],
    },
];
