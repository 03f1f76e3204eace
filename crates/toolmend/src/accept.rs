//! The short way for a valid call: most calls are, and need no tree to be seen to be.

use crate::mend::LARGEST;
use crate::repair::Frame;
use crate::schema::Schema;
use crate::{Arguments, Call, Options, Tools, hosts};

impl Tools {
    /// The place of the tool called `name` in the list; of several the first.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.names().position(|offered| offered == name)
    }

    /// Whether the call is certainly valid. What this is not certain of may be valid all the same.
    pub(crate) fn surely_accept(&self, call: &Call<'_>) -> bool {
        let (Arguments::Text(text) | Arguments::Value(text)) = call.arguments;
        let accepts = |place| self.accepts(place, text.as_bytes(), &call.options);
        self.place(call.name).is_some_and(accepts)
    }

    /// Whether `arguments`, which are UTF-8, are certainly valid for the tool at `place`, as they are
    /// and where `options` say that it runs: [`crate::mend`] would answer `valid`. It may do so for
    /// others too; this is the quick way that takes most.
    pub fn accepts(&self, place: usize, arguments: &[u8], options: &Options<'_>) -> bool {
        self.tools.get(place).is_some_and(|tool| {
            arguments.len() <= LARGEST && is_valid(arguments, &tool.schema, &tool.name, options)
        })
    }
}

impl Frame<'_> {
    /// Whether `arguments` are certainly valid as they are.
    pub(crate) fn surely_accepts(&self, arguments: &str) -> bool {
        is_valid(arguments.as_bytes(), self.schema, self.tool_name(), self.options)
    }
}

fn is_valid(arguments: &[u8], schema: &Schema, tool: &str, options: &Options<'_>) -> bool {
    let leaves = |key: &[u8], value: &[u8]| match (str::from_utf8(key), str::from_utf8(value)) {
        (Ok(key), Ok(value)) => hosts::leaves(tool, (key, value), options),
        _ => false,
    };
    schema.surely_accepts(arguments, options.has_host_rules().then_some(&leaves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Host;

    fn accepts(schema: &str, arguments: &str) -> bool {
        let tools = format!(r#"[{{"name": "t", "parameters": {schema}}}]"#);
        let tools = Tools::compile(&tools).expect("tools");
        tools.accepts(0, arguments.as_bytes(), &Options::default())
    }

    #[test]
    fn ordinary_calls_are_accepted() {
        for (schema, arguments) in [
            ("{}", r#" { "a" : [ 1 , -2.5e3, {"b": null} ], "c": {} } "#),
            (
                r#"{"required": ["a"], "additionalProperties": false, "properties": {"a": {}}}"#,
                r#"{"a":"\u00e9\n"}"#,
            ),
            (r#"{"properties": {"a": {"type": ["string", "null"]}}}"#, r#"{"a":null}"#),
            (r#"{"properties": {"a": {"enum": ["x", "y", true]}}}"#, r#"{"a":"y"}"#),
            (r#"{"properties": {"a": {"type": "integer", "minimum": 1}}}"#, r#"{"a":1}"#),
            (r#"{"properties": {"a": {"minimum": 0, "maximum": 1}}}"#, r#"{"a":0.25}"#),
            (r#"{"properties": {"a": {"minLength": 1, "maxLength": 2}}}"#, r#"{"a":"é"}"#),
            (
                r#"{"properties": {"a": {"minItems": 1, "items": {"type": "string"}}}}"#,
                r#"{"a":[""]}"#,
            ),
            (
                r#"{"properties": {"a": {"anyOf": [{"type": "null"}, {"type": "string"}]}}}"#,
                r#"{"a":"b"}"#,
            ),
            (
                r#"{"properties": {"a": {"anyOf": [{"const": "x"}, {"const": "y"}]}}}"#,
                r#"{"a":"y"}"#,
            ),
            (
                r##"{"properties": {"a": {"$ref": "#"}, "b": {"type": "string"}}}"##,
                r#"{"a":{"a":{"b":""}}}"#,
            ),
            (r#"{"additionalProperties": {"type": "boolean"}}"#, r#"{"x":true,"y":false}"#),
        ] {
            assert!(accepts(schema, arguments), "{arguments} against {schema}");
        }
    }

    #[test]
    fn what_is_wrong_is_not_accepted() {
        for (schema, arguments) in [
            ("{}", "[]"),
            ("{}", ""),
            ("{}", "{}}"),
            ("{}", "{"),
            ("{}", r#"{"a":1,}"#),
            ("{}", r#"{"a":[1,]}"#),
            ("{}", r#"{"a":[,]}"#),
            ("{}", r#"{"a":[1}}"#),
            ("{}", r#"{"a" 1}"#),
            ("{}", r#"{"a":01}"#),
            ("{}", r#"{"a":1.}"#),
            ("{}", r#"{"a":-}"#),
            ("{}", r#"{"a":1e}"#),
            ("{}", r#"{"a":tru}"#),
            ("{}", r#"{"a":"\x"}"#),
            ("{}", r#"{"a":"\u12g4"}"#),
            ("{}", "{\"a\":\"\n\"}"),
            (r#"{"required": ["a"]}"#, "{}"),
            (r#"{"required": ["a"]}"#, r#"{"b":1}"#),
            (r#"{"properties": {"a": {}}, "additionalProperties": false}"#, r#"{"b":1}"#),
            (r#"{"properties": {"a": {"type": "string"}}}"#, r#"{"a":"","a":1}"#),
            (r#"{"properties": {"a": {"type": "string"}}}"#, r#"{"\u0061":1}"#),
            (r#"{"properties": {"a": {"enum": ["x"]}}}"#, r#"{"a":"y"}"#),
            (r#"{"properties": {"a": {"type": "integer"}}}"#, r#"{"a":1.5}"#),
            (r#"{"properties": {"a": {"maximum": 1}}}"#, r#"{"a":1.25}"#),
            (r#"{"properties": {"a": {"exclusiveMinimum": 0}}}"#, r#"{"a":0}"#),
            (r#"{"properties": {"a": {"minLength": 2}}}"#, r#"{"a":"é"}"#),
            (r#"{"properties": {"a": {"minItems": 1}}}"#, r#"{"a":[]}"#),
            (r#"{"properties": {"a": {"maxItems": 1}}}"#, r#"{"a":[1,2]}"#),
            (r#"{"properties": {"a": {"not": {"type": "null"}}}}"#, r#"{"a":null}"#),
            (r#"{"properties": {"a": {"oneOf": [{"minimum": 1}, {"maximum": 3}]}}}"#, r#"{"a":2}"#),
        ] {
            assert!(!accepts(schema, arguments), "{arguments} against {schema}");
        }
    }

    #[test]
    fn what_a_host_rule_may_change_is_not_accepted() {
        let tools = r#"[{"name": "read"}, {"name": "run_code"}]"#;
        let tools = Tools::compile(tools).expect("tools");
        let in_host = |host| Options { host: Some(host), ..Options::default() };
        let accepts =
            |host, place, text: &str| tools.accepts(place, text.as_bytes(), &in_host(host));
        for (arguments, is_left) in [
            (r#"{"filePath":"/w/a.md","offset":1,"limit":20,"other":0}"#, true),
            (r#"{"filePath":"C:\\w\\a.md"}"#, true),
            (r#"{"filePath":"[a.md](http://a.md)"}"#, false),
            (r#"{"filePath":"\u0060a.md`"}"#, false),
            (r#"{"filePath":"/w/a.md","offset":0}"#, false),
            (r#"{"\u0066ilePath":"/w/a.md"}"#, false),
        ] {
            assert_eq!(accepts(Host::OpenCode, 0, arguments), is_left, "{arguments}");
        }
        for (arguments, is_left) in [
            (r#"{"code":"const a = `b`;\n"}"#, true),
            (r#"{"code":"```js\n1\n```"}"#, false),
            (r#"{"code":"\n```js\n1\n```"}"#, false),
        ] {
            assert_eq!(accepts(Host::Dsh, 1, arguments), is_left, "{arguments}");
        }
        let options = Options { paths: vec!["/path"], ..Options::default() };
        assert!(tools.accepts(0, br#"{"path":"a"}"#, &options));
        assert!(!tools.accepts(0, br#"{"path":"`a`"}"#, &options));
    }
}
