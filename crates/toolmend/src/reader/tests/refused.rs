//! What is no reading at all, and what was cut.

use super::*;

#[test]
fn what_cannot_be_read() {
    for text in [
        "[1,2,...]",
        "{\"a\":1,...}",
        "{\"a\":[1,…]}",
        "{...}",
        "{\"a\": }",
        "{\"a\":,\"b\":1}",
        "I cannot help with that.",
        "{not json at all}",
        "just [some] text",
        "{a, b}",
        "{:2}",
        "(1) Keep it.",
        "{\"a\":1,\"b\"}",
        "Output: \"{\"",
        "{\"a\":\"x\"}, \"y\"}",
        "{\"a\",: {\"b\":1}}",
    ] {
        for tolerance in [Tolerance::Certain, Tolerance::Likely] {
            let read = read(text, &Keys::new(), tolerance);
            assert!(matches!(read, Read::Nothing { .. }), "{text}\n read as {read:?}");
        }
    }
}

#[test]
fn what_must_not_run() {
    for text in [
        "{\"a\": NaN}",
        "{\"a\":\"}\" > f\"}",
        "{\"a\": \"x\"y: \"z\"}",
        "{\"a\":[1{]}",
        "{\"a\":{}\"b\":1}}",
        "{\"a\":\"5,\" \"b\":2}",
        "{\"a\": \"echo \"}\" > f\"}",
        "{\"a\": \"{\"}}",
        "{\"a\":1}x",
        "[{\"n\":[],{\"m\":1}]",
        "{\"a\"[\"x\"}",
        "{\"a\":\"x\"\n}\"}",
        "{\"a\":x</b>/c}",
        "{\"a\":1 and \"b\":2}",
        "{\"a\":[\"#b\",\n#c\n]}",
    ] {
        let read = read(text, &Keys::new(), Tolerance::Certain);
        assert!(!matches!(read, Read::Value(_)), "{text}\n read as {read:?}");
    }
}

#[test]
fn closers_alone_complete_what_cannot_go_on() {
    for (text, expected) in [
        (r#"{"a":"x""#, Some(r#"{"a":"x"}"#)),
        (r#"{"a":[true"#, Some(r#"{"a":[true]}"#)),
        (r#"{"a":{"b":1}"#, Some(r#"{"a":{"b":1}}"#)),
        (r"{'a':['x'", Some(r#"{"a":["x"]}"#)),
        (r#"{"a":1"#, None),
        (r#"{"a":1 "#, None),
        (r#"{"a":"x","#, None),
        (r#"{"a":"#, None),
        (r#"{"a""#, None),
        (r#"{"a":"x"#, None),
        (r#"{"a":"x}"#, None),
        (r#"{"a":tru"#, None),
        ("{\"a\":\"x\" // \"b\":1}", None),
    ] {
        match read(text, &Keys::new(), Tolerance::Certain) {
            Read::Cut { closed, .. } => {
                let closed = closed.map(|reading| reading.text);
                assert_eq!(closed.as_deref(), expected, "{text}");
            }
            other => panic!("{text}\n read as {other:?}"),
        }
    }
}

#[test]
fn what_is_finished_of_a_cut_text() {
    for (text, expected) in [
        (r#"{"p":"a","c":"hello wor"#, r#"{"p":"a"}"#),
        (r#"{"p":"a","cont"#, r#"{"p":"a"}"#),
        (r#"{"p":"a","c":"#, r#"{"p":"a"}"#),
        (r#"{"p":1,"c":12."#, r#"{"p":1}"#),
        (r#"{"p":[1,{"q":"x"},{"r":"#, r#"{"p":[1,{"q":"x"},{}]}"#),
        (r#"{"p":1 "#, r#"{"p":1}"#),
        ("[", "[]"),
        ("{", "{}"),
        ("Your JSON: {\"p\": \"val", "{}"),
    ] {
        match read(text, &Keys::new(), Tolerance::Likely) {
            Read::Cut { finished: Some(finished), .. } => {
                assert!(same(&finished.text, expected), "{text}\n read as {}", finished.text);
                assert_eq!(replay(text, &finished.edits), finished.text, "{text}");
            }
            other => panic!("{text}\n read as {other:?}"),
        }
    }
}

#[test]
fn embedded_text_must_be_the_value_alone() {
    for text in ["['a', 'b']", " {'a': True,} ", "[1,2,]", "('x', 'y')"] {
        let read = read(text, &Keys::new(), Tolerance::Embedded);
        assert!(matches!(read, Read::Value(_)), "{text}\n read as {read:?}");
    }
    for text in ["[not json]", "[a] and more text]", "see [1]", "[1", "{\"a\":1} x", "'a'", "a"] {
        let read = read(text, &Keys::new(), Tolerance::Embedded);
        assert!(!matches!(read, Read::Value(_)), "{text}\n read as {read:?}");
    }
}

#[test]
fn nothing_but_white_space_is_empty() {
    for text in ["", " \n\t", "\u{feff}\u{a0}"] {
        assert!(matches!(read(text, &Keys::new(), Tolerance::Certain), Read::Empty));
    }
}
