//! Defects that models put into a call: one at a time, each of a kind.

use serde_json::{Map, Value};

/// A kind of defect.
#[derive(Clone, Copy, Debug)]
pub struct Defect {
    /// What it is called in the table of rates.
    pub name: &'static str,
    /// Whether it breaks the JSON text and nothing is lost, so that the call can come back.
    pub is_syntax: bool,
    /// Breaks a call's arguments at one of the places where that can be, picked by `at`. `None`
    /// where there is no place.
    pub apply: fn(text: &str, at: usize) -> Option<String>,
}

const fn syntax(name: &'static str, apply: fn(&str, usize) -> Option<String>) -> Defect {
    Defect { name, is_syntax: true, apply }
}

const fn shape(name: &'static str, apply: fn(&str, usize) -> Option<String>) -> Defect {
    Defect { name, is_syntax: false, apply }
}

/// Every kind.
pub const DEFECTS: &[Defect] = &[
    syntax("trailing comma", |text, at| insert(text, &places(text, "}]"), at, ",")),
    syntax("doubled comma", |text, at| insert(text, &places(text, ","), at, ",")),
    syntax("missing comma", |text, at| remove(text, &places(text, ","), at)),
    syntax("semicolon", |text, at| replace(text, &places(text, ","), at, ";")),
    syntax("missing colon", |text, at| remove(text, &places(text, ":"), at)),
    syntax("equals sign", |text, at| replace(text, &places(text, ":"), at, "=")),
    syntax("arrow", |text, at| replace(text, &places(text, ":"), at, "=>")),
    syntax("missing last closer", |text, _| Some(text.strip_suffix('}')?.to_owned())),
    syntax("missing closers", |text, _| {
        let kept = text.trim_end_matches(|last: char| "]}".contains(last) || last.is_whitespace());
        (kept.len() < text.len()).then(|| kept.to_owned())
    }),
    syntax("missing closer", |text, at| remove(text, &places(text, "}]"), at)),
    syntax("doubled closer", |text, _| Some(format!("{text}}}"))),
    syntax("wrong closer", |text, at| {
        let closers = places(text, "}]");
        let place = *picked(&closers, at)?;
        let other = if text[place..].starts_with('}') { "]" } else { "}" };
        replace(text, &[place], 0, other)
    }),
    syntax("missing opener", |text, _| Some(text.strip_prefix('{')?.to_owned())),
    syntax("doubled opener", |text, _| Some(format!("{{{text}"))),
    syntax("missing quote", |text, at| remove(text, &quotes(text), at)),
    syntax("unquoted keys", |text, _| Some(rewritten(text, bare, literal))),
    syntax("single quotes", |text, _| Some(rewritten(text, single, single))),
    syntax("curly quotes", |text, _| Some(rewritten(text, curly, curly))),
    // A backtick inside would end the string.
    syntax("backticks", |text, _| {
        (!text.contains('`'))
            .then(|| rewritten(text, literal, |lexeme| delimited(lexeme, '`', '`')))
    }),
    syntax("Python words", |text, _| {
        let mut python = text.to_owned();
        for (json, word) in [("null", "None"), ("true", "True"), ("false", "False")] {
            python = outside_strings(&python, json, word);
        }
        Some(python)
    }),
    syntax("raw line breaks", |text, _| Some(unescaped(text, "\\n", "\n"))),
    syntax("one raw line break", |text, at| {
        let place = *picked(&escapes(text, "\\n"), at)?;
        Some(format!("{}\n{}", &text[..place], &text[place + 2..]))
    }),
    // Where the backslash escapes what follows it, the text is the form of another string.
    syntax("lone backslashes", |text, _| {
        let escapes_nothing = |place: &usize| !text[place + 2..].starts_with(ESCAPED);
        escapes(text, "\\\\").iter().all(escapes_nothing).then(|| unescaped(text, "\\\\", "\\"))
    }),
    syntax("bare inner quotes", |text, _| Some(unescaped(text, "\\\"", "\""))),
    syntax("one bare inner quote", |text, at| {
        let place = *picked(&escapes(text, "\\\""), at)?;
        Some(format!("{}{}", &text[..place], &text[place + 1..]))
    }),
    syntax("line comment", |text, at| insert(text, &places(text, "{[,"), at, " // as asked\n")),
    syntax("block comment", |text, at| insert(text, &places(text, "{[,:"), at, " /* as asked */ ")),
    syntax("plus sign", |text, at| {
        let begins = |place: &usize| text[..*place].ends_with([':', ' ']);
        let numbers: Vec<usize> =
            places(text, "0123456789").into_iter().filter(begins).map(|place| place - 1).collect();
        insert(text, &numbers, at, "+")
    }),
    syntax("fence", |text, _| Some(format!("```json\n{text}\n```"))),
    syntax("prose", |text, _| Some(format!("Here are the arguments: {text}\nI hope this helps."))),
    syntax("closing tag", |text, _| Some(format!("{text}\n</tool_call>"))),
    syntax("special token", |text, _| Some(format!("{text}<|im_end|>"))),
    syntax("sent twice", |text, _| Some(format!("{text}{text}"))),
    syntax("empty object first", |text, _| Some(format!("{{}}{text}"))),
    syntax("in a call", |text, _| Some(format!("arguments({text})"))),
    syntax("byte order mark", |text, _| Some(format!("\u{feff}{text}"))),
    syntax("escaped document", |text, _| Some(text.replace('\\', "\\\\").replace('"', "\\\""))),
    syntax("HTML entities", |text, _| {
        Some(text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;"))
    }),
    // Behind a whole value the closers may be added; anywhere else nothing can come back.
    shape("cut", |text, at| {
        let kept = &text[..boundary(text, at % text.len().max(1))];
        let whole = ["\"", "}", "]", "true", "false", "null"];
        (!whole.iter().any(|end| kept.trim_end().ends_with(end))).then(|| kept.to_owned())
    }),
    // Outside strings: inside, one character less makes another string.
    syntax("character left out", |text, at| {
        let place = *picked(&[places(text, "{}[]:, "), quotes(text)].concat(), at)?;
        let character = text[place..].chars().next()?;
        Some(format!("{}{}", &text[..place], &text[place + character.len_utf8()..]))
    }),
    // Outside strings: inside, one more character makes the broken form of another string.
    syntax("character too many", |text, at| {
        const EXTRA: [&str; 8] = ["\"", ",", "}", "]", "{", ":", "'", "\\"];
        let outside = places(text, "{}[]:, \n");
        let place = *picked(&outside, at / EXTRA.len())? + 1;
        Some(format!("{}{}{}", &text[..place], EXTRA[at % EXTRA.len()], &text[place..]))
    }),
    shape("encoded twice", |text, _| serde_json::to_string(text).ok()),
    shape("in a wrapper", |text, _| Some(format!("{{\"arguments\":{text}}}"))),
    shape("in a list", |text, _| Some(format!("[{text}]"))),
    shape("container as text", |text, at| {
        change(text, at, |value| {
            (value.is_array() || value.is_object()).then(|| Value::String(value.to_string()))
        })
    }),
    shape("number as text", |text, at| {
        change(text, at, |value| value.is_number().then(|| Value::String(value.to_string())))
    }),
    shape("boolean as text", |text, at| {
        change(text, at, |value| value.is_boolean().then(|| Value::String(value.to_string())))
    }),
    shape("object in a list", |text, at| {
        change(text, at, |value| value.is_object().then(|| Value::Array(vec![value.clone()])))
    }),
    shape("item without its list", |text, at| {
        change(text, at, |value| match value.as_array().map(Vec::as_slice) {
            // What looks like a placeholder or a container has a rule of its own.
            Some([Value::String(item)]) if item.starts_with(char::is_alphabetic) => {
                let placeholder = ["null", "None", "undefined"].contains(&item.as_str());
                (!placeholder).then(|| Value::String(item.clone()))
            }
            _ => None,
        })
    }),
    shape("null for an optional", |text, _| {
        let mut object: Map<String, Value> = serde_json::from_str(text).ok()?;
        // Only `search` asks for a query; whether to look deep is an option of it.
        if !object.contains_key("query") || object.contains_key("deep") {
            return None;
        }
        object.insert("deep".to_owned(), Value::Null);
        serde_json::to_string(&object).ok()
    }),
    shape("key in another case", |text, at| rename(text, at, &str::to_uppercase)),
    shape("key with dashes", |text, at| rename(text, at, &|key| key.replace('_', "-"))),
    shape("enum in another case", |text, _| {
        text.contains("\"in_progress\"").then(|| text.replacen("in_progress", "In Progress", 1))
    }),
];

/// What a backslash escapes: in JSON, and in the languages that models think in.
const ESCAPED: [char; 11] = ['"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u', '\'', '`'];

/// The bytes outside strings that are one of `characters`.
fn places(text: &str, characters: &str) -> Vec<usize> {
    tokens(text).filter(|(_, lexeme)| !lexeme.starts_with('"')).fold(
        Vec::new(),
        |mut all, (at, lexeme)| {
            all.extend(
                lexeme.match_indices(|c| characters.contains(c)).map(|(place, _)| at + place),
            );
            all
        },
    )
}

/// The quotation marks around strings.
fn quotes(text: &str) -> Vec<usize> {
    let strings = tokens(text).filter(|(_, lexeme)| lexeme.starts_with('"'));
    strings.flat_map(|(at, lexeme)| [at, at + lexeme.len() - 1]).collect()
}

/// Strings and what is between them, with their places; of strict JSON.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let length = if rest.starts_with('"') {
            let mut escaped = true;
            let end = rest.bytes().position(|byte| {
                let closes = byte == b'"' && !escaped;
                escaped = byte == b'\\' && !escaped;
                closes
            });
            end.map_or(rest.len(), |end| end + 1)
        } else {
            rest.find('"').unwrap_or(rest.len())
        };
        let start = at;
        at += length;
        Some((start, &rest[..length]))
    })
}

fn insert(text: &str, places: &[usize], at: usize, what: &str) -> Option<String> {
    let place = *picked(places, at)?;
    // A comma goes before a closer, everything else behind its character.
    let place = if text[place..].starts_with(['}', ']']) { place } else { place + 1 };
    Some(format!("{}{what}{}", &text[..place], &text[place..]))
}

fn remove(text: &str, places: &[usize], at: usize) -> Option<String> {
    replace(text, places, at, "")
}

fn replace(text: &str, places: &[usize], at: usize, with: &str) -> Option<String> {
    let place = *picked(places, at)?;
    Some(format!("{}{with}{}", &text[..place], &text[place + 1..]))
}

fn boundary(text: &str, mut place: usize) -> usize {
    while !text.is_char_boundary(place) {
        place -= 1;
    }
    place
}

/// The text with its keys and its other strings written in another way.
fn rewritten(text: &str, key: fn(&str) -> String, string: fn(&str) -> String) -> String {
    let tokens: Vec<_> = tokens(text).collect();
    let mut result = String::new();
    for (index, (_, lexeme)) in tokens.iter().enumerate() {
        let next = tokens.get(index + 1).map_or("", |(_, next)| next.trim_start());
        match lexeme.starts_with('"') {
            true if next.starts_with(':') => result.push_str(&key(lexeme)),
            true => result.push_str(&string(lexeme)),
            false => result.push_str(lexeme),
        }
    }
    result
}

fn literal(lexeme: &str) -> String {
    lexeme.to_owned()
}

fn bare(lexeme: &str) -> String {
    lexeme.trim_matches('"').to_owned()
}

fn single(lexeme: &str) -> String {
    delimited(&lexeme.replace("\\\"", "\"").replace('\'', "\\'"), '\'', '\'')
}

fn curly(lexeme: &str) -> String {
    delimited(lexeme, '\u{201c}', '\u{201d}')
}

fn delimited(lexeme: &str, open: char, close: char) -> String {
    let inner = &lexeme[1..lexeme.len() - 1];
    format!("{open}{inner}{close}")
}

fn outside_strings(text: &str, from: &str, to: &str) -> String {
    let replaced = tokens(text).map(|(_, lexeme)| {
        if lexeme.starts_with('"') { lexeme.to_owned() } else { lexeme.replace(from, to) }
    });
    replaced.collect()
}

/// Where an escape stands.
fn escapes(text: &str, escape: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('\\') {
        let place = from + at;
        if text[place..].starts_with(escape) {
            places.push(place);
        }
        from = place + 1 + text[place + 1..].chars().next().map_or(0, char::len_utf8);
    }
    places
}

/// The text with one kind of escape taken back.
fn unescaped(text: &str, escape: &str, character: &str) -> String {
    let mut result = String::new();
    let mut from = 0;
    for place in escapes(text, escape) {
        result.push_str(&text[from..place]);
        result.push_str(character);
        from = place + escape.len();
    }
    result + &text[from..]
}

fn picked<T>(places: &[T], at: usize) -> Option<&T> {
    places.get(at.checked_rem(places.len())?)
}

/// The arguments with one value changed, at any depth.
fn change(text: &str, at: usize, changed: impl Fn(&Value) -> Option<Value>) -> Option<String> {
    let mut root: Value = serde_json::from_str(text).ok()?;
    let mut paths = Vec::new();
    let mut open = vec![(String::new(), &root)];
    while let Some((path, value)) = open.pop() {
        if !path.is_empty() && changed(value).is_some() {
            paths.push(path.clone());
        }
        match value {
            Value::Object(members) => {
                open.extend(members.iter().map(|(key, value)| (format!("{path}/{key}"), value)));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(index, value)| (format!("{path}/{index}"), value)));
            }
            _ => {}
        }
    }
    let place = root.pointer_mut(picked(&paths, at)?)?;
    *place = changed(place)?;
    serde_json::to_string(&root).ok()
}

/// The arguments with one top-level key written in another way.
fn rename(text: &str, at: usize, renamed: &dyn Fn(&str) -> String) -> Option<String> {
    let object: Map<String, Value> = serde_json::from_str(text).ok()?;
    let changing: Vec<&String> = object.keys().filter(|key| renamed(key) != **key).collect();
    let chosen = (*picked(&changing, at)?).clone();
    let members = object
        .into_iter()
        .map(|(key, value)| if key == chosen { (renamed(&key), value) } else { (key, value) });
    serde_json::to_string(&members.collect::<Map<_, _>>()).ok()
}
