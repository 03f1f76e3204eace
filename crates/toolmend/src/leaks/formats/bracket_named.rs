//! `[NAME]\n{…}\n[/NAME]`: a call between its name in brackets.
//!
//! Local models, seen in `OpenClaw`; `[END_TOOL_REQUEST]` may close it. Only an offered name, exactly,
//! and only with a JSON object next: a TOML section or a reference in brackets has none.

use crate::leaks::block::{Anchor, Block, FoundCall, Part, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

const CLOSERS: [&str; 2] = ["[END_TOOL_REQUEST]", "[TOOL_REQUEST_END]"];

pub(super) fn block<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>) -> Parsed<Block<'t>> {
    let start = cursor.at();
    cursor.demand("[")?;
    let name = cursor.word(is_name_byte)?;
    cursor.demand("]")?;
    if offer.exact(name).is_none() {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let own = format!("[/{name}]");
    let range = json_span::arguments(cursor, &[&own, CLOSERS[0], CLOSERS[1]])?;
    let text = cursor.slice(range);
    let closed = cursor.take_next(&[&own, CLOSERS[0], CLOSERS[1]])?.is_some();
    let span = start..cursor.at();
    let call = FoundCall::json(span.clone(), name, text);
    let mut block = Block::new("bracket_named", span, vec![Part::Call(call)]);
    (block.anchor, block.wrapper) = if closed {
        (Anchor::Line, Wrapper::Whole)
    } else {
        (Anchor::LastLines, Wrapper::Unclosed)
    };
    Ok(block)
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "[bash]\n{\"command\": \"ls\"}\n[/bash]",
            "[bash]\n{\"command\": \"ls\"}\n[END_TOOL_REQUEST]",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            "[bash]\n{\"command\": \"ls\"}\n[/bash]\n[ping]\n{}\n[/ping]",
            &[r#"bash{"command":"ls"}"#, "ping{}"],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "[read]\nretries = 3\n",
            "[bash]: a shell",
            "See [bash]\n{\"command\": \"ls\"}\n[/bash]",
            "[bash]\n{\"comm",
            "[launch]\n{}\n[/launch]",
        ] {
            assert_text(text);
        }
    }
}
