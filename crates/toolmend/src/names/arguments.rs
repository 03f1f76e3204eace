//! `name-arguments`: arguments that a model wrote into the tool's name.
//!
//! GLM's servers take the start of a call for its name and hand out `read<arg_key>filePath</arg_key>
//! <arg_value>a.txt</arg_value>`; others leave `read{"path":"a"}` or `read({"path":"a"})`. What
//! stands after the name is complete and has one reading, so it becomes the arguments: a JSON
//! object as it stands, key and value tags as an object of strings (the schema says what they are).
//!
//! Looks alike but is not: `read(path="a")` (a program, not data), an object or a value without
//! its end (the output was cut), a key that comes twice. There the name resolves to nothing, since
//! a call without what it was sent with is another call.

use super::markup;
use crate::table::TextTable;
use crate::tree::string;

/// The rule's public name.
pub(super) const RULE: &str = "name-arguments";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "arguments that stand inside a tool's name";

const KEY: (&str, &str) = ("<arg_key>", "</arg_key>");
const VALUE: (&str, &str) = ("<arg_value>", "</arg_value>");

/// A name as it was sent, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Split<'a> {
    /// There is only a name.
    Name,
    /// The name is followed by arguments.
    Arguments { name: &'a str, arguments: String },
    /// The name is followed by something that cannot be read as arguments.
    Unreadable { name: &'a str },
}

/// Takes `sent` apart where arguments start.
pub(super) fn split(sent: &str) -> Split<'_> {
    let tags = sent.find(KEY.0);
    let object = sent.find('{');
    let (name, arguments) = match (tags, object) {
        (Some(start), object) if object.is_none_or(|object| start < object) => {
            (&sent[..start], tagged(&sent[start..]))
        }
        (_, Some(start)) => (&sent[..start], json(&sent[start..]).map(str::to_owned)),
        _ => return Split::Name,
    };
    match arguments {
        Some(arguments) => Split::Arguments { name, arguments },
        None => Split::Unreadable { name },
    }
}

/// The object at the start of `text`, up to the last brace; only markup may follow.
fn json(text: &str) -> Option<&str> {
    let (object, after) = text.split_at(text.rfind('}')? + 1);
    markup::is_all_markup(after).then_some(object)
}

/// The pairs of `<arg_key>` and `<arg_value>` that `text` consists of, as a JSON object of strings.
fn tagged(text: &str) -> Option<String> {
    let mut keys = TextTable::new();
    let mut object = String::from("{");
    let mut rest = text;
    while let Some(from) = skip_space(rest).strip_prefix(KEY.0) {
        let (key, after) = from.split_once(KEY.1)?;
        let key = key.trim();
        if key.is_empty() || key.contains('<') || keys.insert(key.to_owned(), 0).is_some() {
            return None;
        }
        let after = skip_space(after);
        let (value, after) = split_value(after.strip_prefix(VALUE.0).unwrap_or(after))?;
        if keys.len() > 1 {
            object.push(',');
        }
        object.push_str(&string::encode(key));
        object.push(':');
        object.push_str(&string::encode(value));
        rest = after;
    }
    object.push('}');
    markup::is_all_markup(rest).then_some(object)
}

/// The value at the start of `text` and what follows its closer: the first one after which a key, a
/// tag or nothing comes, since a value may itself hold the closer's text.
fn split_value(text: &str) -> Option<(&str, &str)> {
    text.match_indices(VALUE.1).find_map(|(end, closer)| {
        let after = &text[end + closer.len()..];
        let next = skip_space(after);
        let is_end = next.is_empty() || next.starts_with(KEY.0) || is_closer(next);
        is_end.then(|| (&text[..end], after))
    })
}

fn is_closer(text: &str) -> bool {
    ["</tool_call>", "</function>", "<|", "<\u{ff5c}"].iter().any(|tag| text.starts_with(tag))
}

/// `text` without leading white space, be it real or written out as `\n`.
fn skip_space(text: &str) -> &str {
    let mut text = text.trim_start();
    while let Some(rest) = text.strip_prefix("\\n") {
        text = rest.trim_start();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments<'a>(name: &'a str, arguments: &str) -> Split<'a> {
        Split::Arguments { name, arguments: arguments.to_owned() }
    }

    #[test]
    fn tags_become_an_object_of_strings() {
        for (sent, json) in [
            ("bash<arg_key>command</arg_key><arg_value>ls</arg_value>", r#"{"command":"ls"}"#),
            (
                "bash\n<arg_key>command</arg_key>\n<arg_value>ls</arg_value>\n</tool_call>",
                r#"{"command":"ls"}"#,
            ),
            (
                "bash<arg_key>a</arg_key><arg_value>1</arg_value><arg_key>b</arg_key>x</arg_value>",
                r#"{"a":"1","b":"x"}"#,
            ),
            (
                "bash<arg_key>c</arg_key><arg_value>echo \"</arg_value>\"\n</arg_value>",
                r#"{"c":"echo \"</arg_value>\"\n"}"#,
            ),
            ("bash<arg_key>c</arg_key><arg_value>{}</arg_value>", r#"{"c":"{}"}"#),
            ("bash<arg_key>c</arg_key><arg_value></arg_value>", r#"{"c":""}"#),
        ] {
            let taken_apart = split(sent);
            let is_right = matches!(&taken_apart, Split::Arguments { name, arguments }
                if name.trim() == "bash" && arguments == json);
            assert!(is_right, "{sent}: {taken_apart:?}");
        }
    }

    #[test]
    fn an_object_stays_as_it_stands() {
        for (sent, name, json) in [
            (r#"read{"path":"a"}"#, "read", r#"{"path":"a"}"#),
            (r#"read({"path": "a"})"#, "read(", r#"{"path": "a"}"#),
            (r#"read<|message|>{"path":"a"}<|call|>"#, "read<|message|>", r#"{"path":"a"}"#),
            ("read{}", "read", "{}"),
            (r#"read{"a":"}"}"#, "read", r#"{"a":"}"}"#),
        ] {
            assert_eq!(split(sent), arguments(name, json), "{sent}");
        }
    }

    #[test]
    fn a_name_alone_is_a_name() {
        for sent in ["read", "read()", "read(path=\"a\")", "ping</arg_value>", ""] {
            assert_eq!(split(sent), Split::Name, "{sent}");
        }
    }

    #[test]
    fn what_is_cut_or_contradicts_itself_is_not_read() {
        for sent in [
            "bash<arg_key>command</arg_key><arg_value>ls",
            "bash<arg_key>command",
            "bash<arg_key></arg_key><arg_value>ls</arg_value>",
            "bash<arg_key>a</arg_key><arg_value>1</arg_value><arg_key>a</arg_key><arg_value>2</arg_value>",
            "bash<arg_key>a</arg_key><arg_value>1</arg_value> and more",
            r#"read{"path":"a"#,
            r#"read{"path":"a"} and more"#,
        ] {
            assert!(matches!(split(sent), Split::Unreadable { .. }), "{sent}");
        }
    }
}
