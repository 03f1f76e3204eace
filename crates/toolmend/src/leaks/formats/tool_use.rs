//! `<tool_use><parameter=tool_name>N</parameter><parameter=arguments>{…}</parameter></tool_use>`:
//! a call whose name is a parameter like any other.
//!
//! Seen with local models that imitate Anthropic's blocks in Qwen's markup. A tool that has a
//! parameter called `tool_name` is called by its own name first, so it does not begin like this.

use super::wrapper::is_wrapper;
use crate::leaks::block::Block;
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::markup_value::{self, Delimiters, Layout, Nesting, Role};
use crate::leaks::tag::{self, Tag};

const NAMES: [&str; 3] = ["tool_name", "name", "tool"];
const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];

fn key<'t>(tag: &Tag<'t>) -> Option<&'t str> {
    tag.opens("parameter").then(|| tag.value.or_else(|| tag.attribute("name"))).flatten()
}

/// Whether a tag opens the parameter with the name.
pub(super) fn opens(tag: &Tag<'_>) -> bool {
    key(tag).is_some_and(|key| NAMES.contains(&key))
}

fn role(tag: &Tag<'_>) -> Role {
    if tag.closes("parameter") {
        Role::Closes
    } else if key(tag).is_some() {
        Role::OpensNext
    } else if is_wrapper(tag) {
        if tag.closing { Role::ClosesWrapper } else { Role::OpensWrapper }
    } else {
        Role::Text
    }
}

/// Reads the rest of the call that `opener` opened.
pub(super) fn call<'t>(
    cursor: &mut Cursor<'t>,
    opener: &Tag<'t>,
    nesting: &mut Nesting,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let start = opener.span.start;
    let name = value(cursor, nesting)?.trim();
    cursor.space();
    let second = tag::take(cursor)?.ok_or(Stop::Refuted)?;
    if !key(&second).is_some_and(|key| ARGUMENTS.contains(&key)) {
        return Err(Stop::Refuted);
    }
    let arguments = value(cursor, nesting)?;
    block.json_call(start..cursor.at(), name, arguments);
    Ok(())
}

fn value<'t>(cursor: &mut Cursor<'t>, nesting: &mut Nesting) -> Parsed<&'t str> {
    let never = |_: &Tag<'_>| false;
    let delimiters =
        Delimiters { sigil: false, role: &role, layout: Layout::WhiteSpace, implies_end: &never };
    let value = markup_value::read(cursor, &delimiters, nesting)?;
    if value.closed { Ok(value.text) } else { Err(Stop::Refuted) }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        assert_calls(
            "<tool_use>\n<parameter=tool_name>bash</parameter>\n<parameter=arguments>{\"command\": \"ls\"}</parameter>\n</tool_use>",
            &[r#"bash{"command":"ls"}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "<tool_use>\n<parameter=tool_name>bash</parameter>\n<parameter=arguments>{\"comm",
            "<tool_use> is a block.",
        ] {
            assert_text(text);
        }
    }
}
