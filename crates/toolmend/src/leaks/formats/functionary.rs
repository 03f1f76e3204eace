//! Functionary 3.2: `>>>NAME\n{…}`, and `>>>all\n` before text.
//!
//! A Python session has a space behind its `>>>`, and no JSON object on the next line.

use super::series;
use crate::leaks::block::{Anchor, Block};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::json_span;
use crate::leaks::offer::Offer;

const OPENER: &str = ">>>";

pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    (block.format, block.anchor) = ("functionary_v32", Anchor::Line);
    cursor.demand(OPENER)?;
    let name = cursor.word(is_name_byte)?;
    if offer.exact(name).is_none() {
        return Err(Stop::Refuted);
    }
    cursor.blanks();
    if !matches!(cursor.byte()?, b'\n' | b'\r') {
        return Err(Stop::Refuted);
    }
    cursor.space();
    let range = json_span::arguments(cursor, &[OPENER])?;
    block.json_call(start..cursor.at(), name, cursor.slice(range));
    series::end_tokens(cursor, block)
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        assert_calls(">>>bash\n{\"command\": \"ls\"}", &[r#"bash{"command":"ls"}"#]);
        assert_calls(
            ">>>bash\n{\"command\": \"ls\"}\n>>>ping\n{}",
            &[r#"bash{"command":"ls"}"#, "ping{}"],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [">>> bash\n'bash'", ">>>bash\nls", "> bash\n> {\"command\": \"ls\"}"] {
            assert_text(text);
        }
    }
}
