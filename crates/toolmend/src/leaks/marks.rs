//! Marks that say what the text behind them is: thinking, or something quoted.

use super::cursor::{Cursor, Parsed};

/// What a mark does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// Thinking begins or ends.
    Thinking { open: bool },
    /// A quotation begins, to be ended by its closer.
    Quotation { closer: &'static str },
    /// The quotation ends.
    QuotationEnd,
}

const THINKING: [(&str, bool); 10] = [
    ("<think>", true),
    ("</think>", false),
    ("<thinking>", true),
    ("</thinking>", false),
    ("<mm:think>", true),
    ("</mm:think>", false),
    ("<seed:think>", true),
    ("</seed:think>", false),
    ("[THINK]", true),
    ("[/THINK]", false),
];

/// Elements in which models quote: results that they make up, examples, and code in HTML.
const QUOTATIONS: [(&str, &str); 11] = [
    ("<tool_response>", "</tool_response>"),
    ("<tool_result>", "</tool_result>"),
    ("<tool_results>", "</tool_results>"),
    ("<tool_output>", "</tool_output>"),
    ("<function_response>", "</function_response>"),
    ("<function_results>", "</function_results>"),
    ("<example>", "</example>"),
    ("<examples>", "</examples>"),
    ("<pre>", "</pre>"),
    ("<code>", "</code>"),
    ("<blockquote>", "</blockquote>"),
];

/// Reads the mark that stands here, if one does. `quotation` is the closer of the one that is open.
pub(super) fn take(
    cursor: &mut Cursor<'_>,
    quotation: Option<&'static str>,
) -> Parsed<Option<Mark>> {
    // The second byte of every mark; most tags of prose and code have another.
    let mut second = *cursor;
    second.advance();
    if !matches!(
        second.peek()?,
        Some(b'/' | b't' | b'm' | b's' | b'f' | b'e' | b'T' | b'p' | b'c' | b'b')
    ) {
        return Ok(None);
    }
    for (mark, open) in THINKING {
        if cursor.take(mark)? {
            return Ok(Some(Mark::Thinking { open }));
        }
    }
    if let Some(closer) = quotation {
        return Ok(cursor.take(closer)?.then_some(Mark::QuotationEnd));
    }
    for (opener, closer) in QUOTATIONS {
        if cursor.take(opener)? {
            return Ok(Some(Mark::Quotation { closer }));
        }
    }
    Ok(None)
}

/// Whether a text is nothing but the end of thinking.
pub(super) fn closes_thinking(text: &str) -> bool {
    THINKING.contains(&(text.trim_ascii(), false))
}
