//! `[NAME]\n{…}\n[/NAME]`: a call between its name in brackets.
//!
//! Local models, seen in `OpenClaw`; `[END_TOOL_REQUEST]` may close it. Only an offered name, exactly,
//! and only with a JSON object next: a TOML section or a reference in brackets has none.

use crate::leaks::block::{Anchor, Block, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    block.format = "bracket_named";
    cursor.demand("[")?;
    let name = cursor.word(is_name_byte)?;
    cursor.demand("]")?;
    if offer.exact(name).is_none() {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let own = ["[/", name, "]"].concat();
    let closers = [&*own, "[END_TOOL_REQUEST]", "[TOOL_REQUEST_END]"];
    let range = json_span::arguments(cursor, &closers)?;
    (block.anchor, block.wrapper) = match cursor.take_next(&closers)? {
        Some(_) => (Anchor::Line, Wrapper::Whole),
        None => (Anchor::LastLines, Wrapper::Unclosed),
    };
    block.json_call(start..cursor.at(), name, cursor.slice(range));
    Ok(())
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
