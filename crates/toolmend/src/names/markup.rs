//! Special tokens, tags and quotes around a name.
//!
//! A model's template writes a call as tokens and tags; where a server fails to take them off, some
//! stick to the name: `read<|channel|>commentary`, `ping</arg_value>`, `<function=read>`,
//! `functions.bash:0<|tool_call_argument_begin|>`. What stands between them falls into parts; if
//! all parts but one are words that the template itself writes, that one is the name.

/// Words that gpt-oss's template writes around the recipient of a call.
const TEMPLATE_WORDS: [&str; 5] = ["assistant", "commentary", "analysis", "final", "json"];

/// Elements whose attribute names a tool: `<function=read>`, `<invoke name="read">`.
const NAMING_ELEMENTS: [&str; 7] =
    ["function", "invoke", "tool", "tool_call", "tool_use", "function_call", "call"];

/// The one part of `text` that can be a name, without the markup around it. `None` if there is no
/// such part, or two that differ, or markup that does not belong to a name.
pub(super) fn strip(text: &str) -> Option<&str> {
    let parts = Parts::read(text)?;
    let mut name = None;
    for part in &parts.texts {
        let part = if parts.has_tokens { without_template_words(part)? } else { *part };
        match name {
            _ if part.is_empty() => {}
            None => name = Some(part),
            Some(other) if other == part => {}
            Some(_) => return None,
        }
    }
    // `<read>`: a tag that is all there is, named like the tool.
    name.or(if let [only] = parts.openers[..] { Some(only) } else { None })
}

/// Whether `text` holds nothing but white space, punctuation, tokens and tags.
pub(super) fn is_all_markup(text: &str) -> bool {
    Parts::read(text).is_some_and(|parts| parts.texts.is_empty())
}

/// A text taken apart at its tokens and tags.
#[derive(Default)]
struct Parts<'a> {
    /// What stands between them, trimmed, and the names that tags hold.
    texts: Vec<&'a str>,
    /// Opening tags without attributes.
    openers: Vec<&'a str>,
    /// Whether there was a special token, so that its template's own words may stand around.
    has_tokens: bool,
}

impl<'a> Parts<'a> {
    fn read(text: &'a str) -> Option<Parts<'a>> {
        let mut parts = Parts::default();
        let mut rest = text;
        while let Some(start) = rest.find(['<', '[']) {
            let (before, from) = rest.split_at(start);
            rest = if from.starts_with('<') {
                parts.push(before);
                parts.take_tag(from)?
            } else if let Some(after) = bracket_token(from) {
                parts.push(before);
                parts.has_tokens = true;
                after
            } else {
                // A bracket that is no token is punctuation around the name.
                parts.push(before);
                &from[1..]
            };
        }
        parts.push(rest);
        Some(parts)
    }

    fn push(&mut self, text: &'a str) {
        let text = trim(text);
        if !text.is_empty() {
            self.texts.push(text);
        }
    }

    /// Takes the tag or token at the start of `from`, which starts with `<`; returns what follows.
    fn take_tag(&mut self, from: &'a str) -> Option<&'a str> {
        let (inside, after) = match from[1..].split_once('>') {
            Some(split) => split,
            // Cut off in the middle of a tag: `ping</arg_value`.
            None => (&from[1..], ""),
        };
        if inside.starts_with(['|', '\u{ff5c}']) {
            self.has_tokens = true;
            return inside.chars().all(is_token_character).then_some(after);
        }
        if let Some((element, value)) = inside.split_once('=') {
            self.push(tool_name(element, value)?);
            return Some(after);
        }
        if !inside.chars().all(is_token_character) {
            return None;
        }
        if !inside.starts_with('/') && !inside.is_empty() {
            self.openers.push(inside);
        }
        Some(after)
    }
}

/// What follows a token in brackets, such as `[TOOL_CALLS]`, at the start of `from`.
fn bracket_token(from: &str) -> Option<&str> {
    let inside = from.strip_prefix('[')?;
    let after =
        inside.trim_start_matches(|c: char| c.is_ascii_uppercase() || matches!(c, '_' | '/'));
    if inside.len() - after.len() > 1 { after.strip_prefix(']') } else { None }
}

/// The tool that a tag's attribute names; `element` and `value` stand left and right of its `=`.
fn tool_name<'a>(element: &str, value: &'a str) -> Option<&'a str> {
    let mut words = element.split_ascii_whitespace();
    if !NAMING_ELEMENTS.contains(&words.next()?) {
        return None;
    }
    match (words.next(), words.next()) {
        (None, _) | (Some("name"), None) => {}
        _ => return None,
    }
    let value = value.trim_end_matches('/').trim();
    let quoted = value.strip_prefix(['"', '\'']);
    let name = quoted.map_or(value, |inside| inside.trim_end_matches(['"', '\'']));
    name.chars().all(|character| !character.is_whitespace() && character != '=').then_some(name)
}

/// A part without the words that a template writes. `None` if that leaves several words of a part
/// that had such words.
fn without_template_words(part: &str) -> Option<&str> {
    let mut name = None;
    let (mut words, mut dropped) = (0, 0);
    for word in part.split_ascii_whitespace() {
        words += 1;
        if TEMPLATE_WORDS.contains(&word) {
            dropped += 1;
        } else {
            name = Some(word);
        }
    }
    match (dropped, words - dropped) {
        (_, 0) => Some(""),
        (0, _) => Some(part),
        (_, 1) => name,
        _ => None,
    }
}

fn is_token_character(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || matches!(character, '_' | '-' | '/' | '|' | ':' | '.' | '"' | '\u{ff5c}' | '\u{2581}')
}

/// Takes white space, quotes, brackets and punctuation off both ends, and escapes of white space
/// that were written out off the end.
fn trim(text: &str) -> &str {
    const ESCAPES: [&str; 3] = ["\\n", "\\r", "\\t"];
    let mut text = text.trim_matches(is_punctuation);
    while let Some(shorter) = ESCAPES.iter().find_map(|escape| text.strip_suffix(escape)) {
        text = shorter.trim_end_matches(is_punctuation);
    }
    text
}

fn is_punctuation(character: char) -> bool {
    const MARKS: &str = "\"'`“”‘’()[]{}<>,;:=*|!\u{ff5c}\u{2581}\u{feff}\u{200b}";
    character.is_whitespace() || MARKS.contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_what_markup_leaves() {
        for (text, name) in [
            ("read", "read"),
            (" read\n", "read"),
            ("\"read\"", "read"),
            ("`read`", "read"),
            ("**read**", "read"),
            ("read(", "read"),
            ("read()", "read"),
            ("read\\n", "read"),
            ("[read]", "read"),
            ("mclaw<|channel|>commentary", "mclaw"),
            ("read<|channel|>commentary<|constrain|>json", "read"),
            ("<|channel|>commentary to=functions.read <|constrain|>json", "to=functions.read"),
            ("read<|constrain|>json<|message|>", "read"),
            ("read<|channel", "read"),
            ("tool_12</arg_value>", "tool_12"),
            ("ping</arg_value", "ping"),
            ("<tool_call>read", "read"),
            ("<tool_call>\nread\n</tool_call>", "read"),
            ("<function=read>", "read"),
            ("<function=read></function>", "read"),
            ("<invoke name=\"read\">", "read"),
            ("<invoke name='read'/>", "read"),
            ("<\u{ff5c}tool\u{2581}sep\u{ff5c}>read", "read"),
            ("<minimax:tool_call>read", "read"),
            ("[TOOL_CALLS]read[ARGS]", "read"),
            ("functions.bash:0<|tool_call_argument_begin|>", "functions.bash:0"),
            ("<read>", "read"),
            ("<read></read>", "read"),
            ("web search", "web search"),
        ] {
            assert_eq!(strip(text), Some(name), "{text}");
        }
    }

    #[test]
    fn what_markup_does_not_explain_is_no_name() {
        for text in [
            "",
            "<<>>",
            "read<|channel|>write",
            "read</arg_value><arg_key>path",
            "a < b > c",
            "read<parameter=path>",
            "<invoke id=\"1\" name=\"read\">",
            "<|channel|>commentary",
            "read<|message|>hello there",
        ] {
            assert_eq!(strip(text), None, "{text}");
        }
    }
}
