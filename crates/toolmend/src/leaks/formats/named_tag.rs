//! `<read><filePath>a.rs</filePath></read>`: the tool and its parameters as tags.
//!
//! Prompts in the style of Cline and Roo, and local models that saw them. This collides with
//! ordinary XML more than any other format, so the block must start a line and end the message,
//! its tag must be an offered name, each child a declared parameter that comes once, and every
//! required one must be there.

use super::series;
use crate::leaks::block::{Block, Value};
use crate::leaks::cursor::{Cursor, Parsed, Stop, is_name_byte};
use crate::leaks::markup_value::{without_first_break, without_last_break};
use crate::leaks::offer::Offer;

pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = cursor.at();
    block.format = "xml_named_tag";
    series::set_wrapper(block, false, false);
    cursor.demand("<")?;
    let name = cursor.word(is_name_byte)?;
    cursor.demand(">")?;
    let tool = offer.exact(name).ok_or(Stop::Refuted)?;
    let own_closer = ["</", name, ">"].concat();
    loop {
        cursor.space();
        cursor.byte()?;
        if cursor.take(&own_closer)? {
            break;
        }
        cursor.demand("<")?;
        let key = cursor.word(is_name_byte)?;
        cursor.demand(">")?;
        if !tool.declares(key) || block.pairs.iter().any(|pair| pair.key == key) {
            return Err(Stop::Refuted);
        }
        let value = value(cursor, key)?;
        block.pair(key.into(), Value::Raw(value.into()));
    }
    let given = |name: &&str| block.pairs.iter().any(|pair| pair.key == **name);
    if block.pairs.is_empty() || !tool.required().iter().all(given) {
        return Err(Stop::Refuted);
    }
    block.pairs_call(start..cursor.at(), name.into(), 0);
    Ok(())
}

/// Reads up to the closer of `key` that another tag follows.
fn value<'t>(cursor: &mut Cursor<'t>, key: &str) -> Parsed<&'t str> {
    let closer = ["</", key, ">"].concat();
    let start = cursor.at();
    loop {
        let end = cursor.find(&closer)?;
        cursor.set(end + closer.len());
        let mut after = *cursor;
        after.space();
        if after.byte()? == b'<' {
            let text = cursor.slice(start..end);
            let inner = without_first_break(text);
            let broken = inner.len() < text.len();
            return Ok(if broken { without_last_break(inner) } else { text });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        assert_calls("<bash>\n<command>ls</command>\n</bash>", &[r#"bash{"command":"ls"}"#]);
        assert_calls(
            "<bash><command>ls</command></bash>\n<read>\n<filePath>a</filePath>\n<limit>5</limit>\n</read>",
            &[r#"bash{"command":"ls"}"#, r#"read{"filePath":"a","limit":5}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "<read>yes</read>",
            "Put <read><filePath>a</filePath></read> there.",
            "<bash><command>ls</command></bash>\nDone.",
            "<read><limit>5</limit></read>",
            "<read><filePath>a</filePath><other>b</other></read>",
            "<bash>\n<command>l",
            "<details><summary>x</summary></details>",
        ] {
            assert_text(text);
        }
    }
}
