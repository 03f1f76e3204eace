//! Writing objects whose members are known.

use crate::tree::string;

/// An object or a list that is written from its beginning to its end.
pub(crate) struct Writer {
    json: String,
    closer: char,
}

impl Writer {
    pub(crate) fn object() -> Writer {
        Writer { json: String::from("{"), closer: '}' }
    }

    fn list() -> Writer {
        Writer { json: String::from("["), closer: ']' }
    }

    /// Adds a member whose value is a text.
    pub(crate) fn text(&mut self, name: &str, text: &str) {
        self.name(name);
        self.json.push('"');
        string::escape_into(&mut self.json, text);
        self.json.push('"');
    }

    /// Adds a member whose value is given as JSON.
    pub(crate) fn json(&mut self, name: &str, json: &str) {
        self.name(name);
        self.json.push_str(json);
    }

    /// The JSON.
    pub(crate) fn end(mut self) -> String {
        self.json.push(self.closer);
        self.json
    }

    fn name(&mut self, name: &str) {
        self.separate();
        self.json.push('"');
        self.json.push_str(name);
        self.json.push_str("\":");
    }

    fn separate(&mut self) {
        if self.json.len() > 1 {
            self.json.push(',');
        }
    }
}

/// A list of what `write` makes of each item.
pub(crate) fn list<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    let mut list = Writer::list();
    for item in items {
        list.separate();
        list.json.push_str(&write(item));
    }
    list.end()
}

#[cfg(test)]
mod tests {
    use super::{Writer, list};

    #[test]
    fn what_is_written_is_json() {
        let mut inner = Writer::object();
        inner.text("a", "\"\\\n\u{1}é\u{2028}");
        inner.json("b", "[1]");
        assert_eq!(inner.end(), "{\"a\":\"\\\"\\\\\\n\\u0001é\u{2028}\",\"b\":[1]}");
        assert_eq!(Writer::object().end(), "{}");
        assert_eq!(list(&[1, 2], i32::to_string), "[1,2]");
        assert_eq!(list(&[0; 0], i32::to_string), "[]");
    }
}
