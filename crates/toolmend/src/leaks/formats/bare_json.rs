//! JSON and nothing else: the whole message is a call, a list of calls, or a message of the `OpenAI`
//! kind, bare or in a fence.
//!
//! Small local models behind Ollama, Llama 3 (`parameters`), xLAM (a list, perhaps after its
//! thinking). Also whole messages of the `tool_code` fence of Gemma (`pythonic` inside) and of
//! Python's list (`[f(a=1)]`). Data that has a `name` is no call: the name must be offered, the
//! arguments must be there and fit, and nothing may stand beside it, prose least of all.

use super::hermes::{Closers, JsonBody};
use super::wrapper::stray_closers;
use super::{pythonic, series};
use crate::leaks::block::{Anchor, Block, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::envelope;
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

/// A message that is JSON is held this long at most.
const LARGEST: usize = 64 * 1024;

/// Reads JSON, or a list of Python calls, that is to be the whole message.
pub(super) fn bare<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let read = content(cursor, Closers::Tokens(&[]), offer, block);
    within(cursor, block, read)?;
    whole(cursor, block)
}

/// Refutes what grew too large to be held.
fn within(cursor: &Cursor<'_>, block: &Block<'_>, read: Parsed<()>) -> Parsed<()> {
    let start = block.span.start;
    let length = if read.is_ok() { cursor.at() - start } else { cursor.length_from(start) };
    if length > LARGEST { Err(Stop::Refuted) } else { read }
}

fn content<'t>(
    cursor: &mut Cursor<'t>,
    closers: Closers,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    if !json_span::starts_value(cursor)? {
        block.format = "pythonic";
        return pythonic::list(cursor, block);
    }
    if !begins_envelope(cursor)? {
        return Err(Stop::Refuted);
    }
    block.format = "bare_json";
    JsonBody { needs_arguments: true, ..JsonBody::new(offer, closers) }.read(cursor, block)
}

/// Whether the first key of the first object is one of an envelope's: other data goes out at once.
fn begins_envelope(cursor: &Cursor<'_>) -> Parsed<bool> {
    let mut ahead = *cursor;
    ahead.skip_while(|byte| byte.is_ascii_whitespace() || matches!(byte, b'[' | b'{'));
    if !matches!(ahead.byte()?, b'"' | b'\'') {
        return Ok(false);
    }
    ahead.advance();
    let key = ahead.word(|byte| byte.is_ascii_lowercase() || byte == b'_')?;
    Ok(envelope::may_begin_with(key))
}

/// Ends the block, if nothing follows it.
fn whole<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    stray_closers(cursor, block, &|_| false)?;
    series::end_tokens(cursor, block)?;
    (block.anchor, block.wrapper) = (Anchor::Message, Wrapper::Missing);
    let mut ahead = *cursor;
    ahead.space();
    if ahead.at_end()? { Ok(()) } else { Err(Stop::Refuted) }
}

/// Reads fences that are to be the whole message.
pub(super) fn fenced<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    loop {
        let read = fence(cursor, offer, block);
        within(cursor, block, read)?;
        let mut ahead = *cursor;
        ahead.space();
        if ahead.at_end()? || !ahead.sees("```")? {
            return whole(cursor, block);
        }
        cursor.set(ahead.at());
    }
}

/// Reads one fence.
fn fence<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>, block: &mut Block<'t>) -> Parsed<()> {
    let opener = cursor.at();
    let fence = if cursor.take("```")? { "```" } else { "~~~" };
    if fence == "~~~" {
        cursor.demand("~~~")?;
    }
    let language = cursor.word(is_name_byte)?;
    cursor.blanks();
    let named = if language == "tool" { cursor.word(is_name_byte)? } else { "" };
    cursor.blanks();
    if !matches!(cursor.byte()?, b'\n' | b'\r') {
        return Err(Stop::Refuted);
    }
    cursor.space();
    block.markup(opener..cursor.at());
    cursor.byte()?;
    match language {
        "tool_code" => {
            block.format = "gemma3_tool_code";
            tool_code(cursor, block)?;
        }
        "tool" if !named.is_empty() => {
            block.format = "fenced_json";
            let begin = cursor.at();
            let range = json_span::arguments(cursor, &["```"])?;
            block.json_call(begin..cursor.at(), named, cursor.slice(range));
        }
        "json" | "tool_call" | "tool-call" | "toolcall" | "tool" | "" => {
            // A fence holds Python of any kind: only JSON is read from one of these.
            if !json_span::starts_value(cursor)? {
                return Err(Stop::Refuted);
            }
            content(cursor, Closers::Tokens(&["```", "</tool_call>"]), offer, block)?;
            block.format = "fenced_json";
        }
        _ => return Err(Stop::Refuted),
    }
    cursor.space();
    let done = cursor.at_end()? || series::take_markup(cursor, block, &[fence])?;
    if done || stray_closers(cursor, block, &|_| false)? { Ok(()) } else { Err(Stop::Refuted) }
}

/// Reads the Python of Gemma's fence: calls, each perhaps printed.
fn tool_code<'t>(cursor: &mut Cursor<'t>, block: &mut Block<'t>) -> Parsed<()> {
    loop {
        let start = cursor.at();
        if cursor.sees("[")? {
            pythonic::list(cursor, block)?;
        } else {
            let printed = cursor.take("print(")?;
            pythonic::call(cursor, block)?;
            if printed {
                cursor.space();
                cursor.demand(")")?;
            }
            if let Some(call) = block.last_call() {
                call.span = start..cursor.at();
            }
        }
        let mut ahead = *cursor;
        ahead.space();
        if ahead.at_end()? || ahead.sees("```")? {
            return Ok(());
        }
        cursor.set(ahead.at());
    }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            r#"{"name": "bash", "arguments": {"command": "ls"}}"#,
            " {\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n",
            r#"[{"name": "bash", "arguments": {"command": "ls"}}]"#,
            r#"{"name": "bash", "parameters": {"command": "ls"}}"#,
            r#"{"function_call": {"name": "bash", "arguments": "{\"command\": \"ls\"}"}}"#,
            "```json\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n```",
            "```tool_call\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n</tool_call>",
            "```tool bash\n{\"command\": \"ls\"}\n```",
            r#"{"name": "bash", "arguments": {"command": "ls"}}<|im_end|>"#,
            r#"[{"name": "bash", "arguments": {"command": "ls"}}]</TOOLCALL>"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        for text in [
            r#"{"name": "bash", "arguments": {"command": "ls"}}; {"name": "ping", "arguments": {}}"#,
            "```json\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n```\n```json\n{\"name\": \"ping\", \"arguments\": {}}\n```",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#, "ping{}"]);
        }
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            r#"{"name": "bash"}"#,
            "Now:\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}",
            r#"{"name": "bash", "arguments": {"command": "ls"}} was sent."#,
            "```json\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n```\nThat is the call.",
            "Now:\n```json\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n```",
            r#"{"name": "profile", "parameters": {"zone": "UTC"}}"#,
            r#"{"a": {"name": "bash", "arguments": {"command": "ls"}}}"#,
            r#"[{"name": "bash", "description": "d", "parameters": {}}]"#,
            r#"{"name": "bash", "arguments": {"command": "l"#,
            "[]",
            "{}",
            "```bash\nls\n```",
            r#"[{"name": "bash", "arguments": {"command": "ls"}}, 1]"#,
        ] {
            assert_text(text);
        }
    }
}
