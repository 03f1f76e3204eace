//! Calls whose parameters are tags: `<invoke name="N">` or `<function=N>`, then
//! `<parameter name="K">V</parameter>` or `<parameter=K>V</parameter>`.
//!
//! The body that DSML (`dsml`), Qwen3-Coder (`qwen_xml`), `MiniMax` M2 (`minimax`), Anthropic's
//! old prompt format and its imitations (`anthropic_invoke`) share; what sets them apart is said
//! there. What all of them get wrong is mended here: the closer of a parameter or of the call left
//! out, single or no quotes around names, one dialect's parameters in the other's call, JSON in
//! the place of parameters. A parameter that the end of the message cuts is never taken.

use super::wrapper::is_wrapper;
use crate::leaks::block::{Block, Pair, Value};
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::json_span;
use crate::leaks::markup_value::{
    self, Delimiters, Layout, MarkupValue, Nesting, Role, character_data, without_first_break,
    without_last_break,
};
use crate::leaks::offer::{Offer, Offered};
use crate::leaks::tag::{self, Tag};

/// The name that a tag gives a call, if it opens one.
pub(super) fn call_name<'t>(tag: &Tag<'t>) -> Option<&'t str> {
    let opens = tag.opens("invoke") || tag.opens("function");
    opens.then(|| tag.value.or_else(|| tag.attribute("name"))).flatten()
}

/// The key that a tag gives a parameter, if it opens one.
fn parameter_key<'t>(tag: &Tag<'t>) -> Option<&'t str> {
    let opens = tag.opens("parameter") || tag.opens("param");
    opens.then(|| tag.value.or_else(|| tag.attribute("name"))).flatten()
}

fn closes_call(tag: &Tag<'_>) -> bool {
    tag.closes("invoke") || tag.closes("function")
}

fn role(tag: &Tag<'_>) -> Role {
    if tag.closes("parameter") || tag.closes("param") {
        Role::Closes
    } else if parameter_key(tag).is_some() {
        Role::OpensNext
    } else if call_name(tag).is_some() {
        Role::OpensCall
    } else if closes_call(tag) {
        Role::ClosesCall
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
    offer: Offer<'_>,
    nesting: &mut Nesting,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let name = call_name(opener).ok_or(Stop::Refuted)?;
    let start = opener.span.start;
    if opener.self_closing {
        block.json_call(start..cursor.at(), name, "{}");
        return Ok(());
    }
    cursor.space();
    if json_span::starts_value(cursor)? {
        let arguments = json_span::arguments(cursor, &["</"])?;
        let text = cursor.slice(arguments);
        take_closer(cursor, opener)?;
        block.json_call(start..cursor.at(), name, text);
        return Ok(());
    }
    let first = block.pairs.len();
    parameters(cursor, opener, offer.tool(name), nesting, block)?;
    block.pairs_call(start..cursor.at(), name.into(), first);
    Ok(())
}

/// Reads the call's own closer if it is there. A complete JSON value needs none.
fn take_closer(cursor: &mut Cursor<'_>, opener: &Tag<'_>) -> Parsed<()> {
    let mut ahead = *cursor;
    ahead.space();
    if !ahead.at_end()?
        && let Some(tag) = tag::take(&mut ahead)?
        && closes_call(&tag)
        && tag.sigil == opener.sigil
    {
        cursor.set(ahead.at());
    }
    Ok(())
}

/// Reads the parameters and the call's closer, which may be left out before the wrapper's or the
/// next call, but not before the end of the message: there it is unknown what is missing.
fn parameters<'t>(
    cursor: &mut Cursor<'t>,
    opener: &Tag<'t>,
    tool: Option<Offered<'_>>,
    nesting: &mut Nesting,
    block: &mut Block<'t>,
) -> Parsed<()> {
    let first = block.pairs.len();
    loop {
        let end = cursor.at();
        cursor.space();
        cursor.byte()?;
        let Some(tag) = tag::take(cursor)? else { return Err(Stop::Refuted) };
        if tag.sigil != opener.sigil {
            return Err(Stop::Refuted);
        }
        if let Some(key) = parameter_key(&tag) {
            let before = block.pairs.get(first..).unwrap_or_default();
            let value = parameter(cursor, &tag, before, tool, nesting)?;
            block.pair(key.into(), typed(&tag, value));
            continue;
        }
        match role(&tag) {
            Role::ClosesCall if closes_call(&tag) => {}
            Role::ClosesWrapper | Role::OpensWrapper | Role::OpensCall => cursor.set(end),
            _ => return Err(Stop::Refuted),
        }
        return Ok(());
    }
}

/// Reads the value of the parameter that `opener` opened.
fn parameter<'t>(
    cursor: &mut Cursor<'t>,
    opener: &Tag<'t>,
    before: &[Pair<'t>],
    tool: Option<Offered<'_>>,
    nesting: &mut Nesting,
) -> Parsed<&'t str> {
    if opener.self_closing {
        return Ok("");
    }
    let own = parameter_key(opener);
    let is_next = |tag: &Tag<'_>| {
        let key = parameter_key(tag);
        let fresh = |key| own != Some(key) && before.iter().all(|pair| pair.key != key);
        key.is_some_and(|key| fresh(key) && tool.is_none_or(|tool| tool.declares(key)))
    };
    let delimiters = Delimiters {
        sigil: opener.sigil,
        role: &role,
        layout: Layout::WhiteSpace,
        implies_end: &is_next,
    };
    let MarkupValue { text, closed } = markup_value::read(cursor, &delimiters, nesting)?;
    Ok(trimmed(opener, text, closed))
}

/// The value without the line breaks of the layout: one at either end where the format writes
/// them (`<parameter=K>`), a pair where models imitate that, none in DSML.
fn trimmed<'t>(opener: &Tag<'_>, text: &'t str, closed: bool) -> &'t str {
    let text = character_data(text);
    let inner = if opener.sigil { text } else { without_first_break(text) };
    let broken = inner.len() < text.len();
    if opener.value.is_some() || broken || !closed { without_last_break(inner) } else { inner }
}

/// The value with what `string="true"` or `string="false"` says of its type.
fn typed<'t>(opener: &Tag<'_>, text: &'t str) -> Value<'t> {
    match opener.attribute("string") {
        Some("true") => Value::Text(text.into()),
        Some("false") => Value::Json(text.into()),
        _ => Value::Raw(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>",
            "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>",
            "<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>",
            "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</tool_call>",
            "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</function>\n</tool_call>",
            "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function\n</tool_call>",
            "<tool_call>\n<function=bash>\n<parameter name=\"command\">\nls\n</parameter>\n</function>\n</tool_call>",
            "<minimax:tool_call>\n<invoke name=\"bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>\n</minimax:tool_call>",
            "<minimax:tool_call>\n<invoke name='bash'>\n<parameter name='command'>ls</parameter>\n</invoke>\n</minimax:tool_call>",
            "<minimax:tool_call>\n<invoke name=bash>\n<parameter name=command>ls</parameter>\n</invoke>\n</minimax:tool_call>",
            "<minimax:tool_call>\n<invoke name=\"bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>",
            r#"<invoke name="bash">{"command": "ls"}</invoke>"#,
            r#"<function name="bash"><param name="command"><![CDATA[ls]]></param></function>"#,
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            "<tool_call>\n<function=write>\n<parameter=filePath>\na\n<parameter=content>\n\nx\n\n</parameter>\n</function>\n</tool_call>",
            &[r#"write{"content":"\nx\n","filePath":"a"}"#],
        );
        assert_calls(
            "<tool_call><function=write><parameter=filePath>a</parameter><parameter=content><tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call></parameter></function></tool_call>",
            &[
                r#"write{"content":"<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>","filePath":"a"}"#,
            ],
        );
        assert_calls(
            r#"<tool_call><function=bash><parameter=command>echo "<tool_call>" </parameter> "<function=x>"</parameter></function></tool_call>"#,
            &[r#"bash{"command":"echo \"<tool_call>\" </parameter> \"<function=x>\""}"#],
        );
        for text in [
            "<\u{ff5c}DSML\u{ff5c}tool_calls>\n<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}DSML\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}DSML\u{ff5c}parameter>\n<\u{ff5c}DSML\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}DSML\u{ff5c}parameter>\n</\u{ff5c}DSML\u{ff5c}invoke>\n</\u{ff5c}DSML\u{ff5c}tool_calls>",
            "<\u{ff5c}GCML\u{ff5c}tool_calls>\n<\u{ff5c}GCML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}GCML\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}GCML\u{ff5c}parameter>\n<\u{ff5c}GCML\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}GCML\u{ff5c}parameter>\n</\u{ff5c}GCML\u{ff5c}invoke>\n</\u{ff5c}GCML\u{ff5c}tool_calls>",
            "<|DSML|tool_calls>\n<|DSML|invoke name=\"read\">\n<|DSML|parameter name=\"filePath\" string=\"true\">a</|DSML|parameter>\n<|DSML|parameter name=\"limit\" string=\"false\">5</|DSML|parameter>\n</|DSML|invoke>\n</|DSML|tool_calls>",
            "<\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}tool_calls>\n<\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}invoke name=\"read\">\n<\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}parameter>\n<\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}parameter>\n</\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}invoke>\n</\u{ff5c}\u{ff5c}DSML\u{ff5c}\u{ff5c}tool_calls>",
            "<\u{2016}DSML\u{2016}tool_calls>\n<\u{2016}DSML\u{2016}invoke name=\"read\">\n<\u{2016}DSML\u{2016}parameter name=\"filePath\" string=\"true\">a</\u{2016}DSML\u{2016}parameter>\n<\u{2016}DSML\u{2016}parameter name=\"limit\" string=\"false\">5</\u{2016}DSML\u{2016}parameter>\n</\u{2016}DSML\u{2016}invoke>\n</\u{2016}DSML\u{2016}tool_calls>",
            "< | DSML | tool_calls>\n< | DSML | invoke name=\"read\">\n< | DSML | parameter name=\"filePath\" string=\"true\">a</ | DSML | parameter>\n< | DSML | parameter name=\"limit\" string=\"false\">5</ | DSML | parameter>\n</ | DSML | invoke>\n</ | DSML | tool_calls>",
            "<\u{ff5c}DSML\u{ff5c}tool_calls\n<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}DSML\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}DSML\u{ff5c}parameter>\n<\u{ff5c}DSML\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}DSML\u{ff5c}parameter>\n</\u{ff5c}DSML\u{ff5c}invoke>\n</\u{ff5c}DSML\u{ff5c}tool_calls>",
            "<\u{ff5c}DSML\u{ff5c} calls>\n<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}DSML\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}DSML\u{ff5c}parameter>\n<\u{ff5c}DSML\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}DSML\u{ff5c}parameter>\n</\u{ff5c}DSML\u{ff5c}invoke>\n</\u{ff5c}DSML\u{ff5c} calls>",
            "<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}DSML\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}DSML\u{ff5c}parameter>\n<\u{ff5c}DSML\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}DSML\u{ff5c}parameter>\n</\u{ff5c}DSML\u{ff5c}invoke>\n</\u{ff5c}DSML\u{ff5c}tool_calls>",
            "<\u{ff5c}DSML\u{ff5c}tool_calls>\n<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}DSML\u{ff5c}parameter name=\"filePath\" string=\"true\">a</\u{ff5c}DSML\u{ff5c}parameter>\n<\u{ff5c}DSML\u{ff5c}parameter name=\"limit\" string=\"false\">5</\u{ff5c}DSML\u{ff5c}parameter>\n</\u{ff5c}DSML\u{ff5c}invoke>",
            "<tool_calls>\n<invoke name=\"read\">\n<parameter name=\"filePath\" string=\"true\">a</parameter>\n<parameter name=\"limit\" string=\"false\">5</parameter>\n</invoke>\n</tool_calls>",
        ] {
            assert_calls(text, &[r#"read{"filePath":"a","limit":5}"#]);
        }
        assert_calls(
            "<\u{ff5c}DSML\u{ff5c}tool_calls>\n<\u{ff5c}DSML\u{ff5c}invoke name=\"read\">\n<\u{ff5c}DSML\u{ff5c}parameter name=\"filePath\" string=\"true\">a </parameter></invoke>\n</\u{ff5c}DSML\u{ff5c}parameter>\n</\u{ff5c}DSML\u{ff5c}invoke>\n</\u{ff5c}DSML\u{ff5c}tool_calls>",
            &[r#"read{"filePath":"a </parameter></invoke>\n"}"#],
        );
        assert_calls(
            r#"<｜DSML｜tool_calls><｜DSML｜invoke name="ping"/></｜DSML｜tool_calls>"#,
            &["ping{}"],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "<tool_call>\n<function=bash>\n<parameter=command>\nls",
            "<function=write><parameter=filePath>a<parameter=content>x",
            "<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>",
            "<tool_call><function=write><parameter=filePath>a</parameter><parameter=content><tool_call><function=bash><parameter=command>ls</parameter></function>",
            "Some use <function=name>, others <tool_call>.",
            "See <function=bash><parameter=command>ls</parameter></function>",
            "<function=bash><parameter=command>ls</parameter></function>\nDone.",
            "It starts with <\u{ff5c}DSML\u{ff5c}tool_calls> and ends with </\u{ff5c}DSML\u{ff5c}tool_calls>.",
            "<\u{ff5c}DSML\u{ff5c}results>\nok\n</\u{ff5c}DSML\u{ff5c}results>",
            r#"<｜DSML｜tool_calls><｜DSML｜invoke name=""></｜DSML｜invoke></｜DSML｜tool_calls>"#,
            r#"method.invoke(name="bash")"#,
            r#"<invoke name="bash"><parameter name="command">a</parameter><parameter name="command">b</parameter></invoke>"#,
        ] {
            assert_text(text);
        }
    }
}
