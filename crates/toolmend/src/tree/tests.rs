use proptest::prelude::*;

use super::{Kind, Tree, same_value, string};

fn tree(text: &str) -> Tree<'_> {
    Tree::parse(text).expect(text)
}

#[test]
fn takes_what_json_takes() {
    for text in [
        "1",
        "-0",
        "1.10",
        "1E400",
        "\"\"",
        "\"\\ud800\"",
        "[]",
        " { } ",
        "{\"a\":{\"b\":[1,[2]]}}",
        "\t\n\r null ",
        "{\"a\":1,\"a\":2}",
        "\"\u{7f}\u{2028}\"",
    ] {
        assert_eq!(tree(text).render(), text);
    }
    for text in [
        "",
        " ",
        "01",
        "1.",
        ".5",
        "+1",
        "- 1",
        "1e",
        "nul",
        "True",
        "[1,]",
        "[,1]",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\" 1}",
        "'a'",
        "\"a",
        "\"\n\"",
        "\"\\x\"",
        "\"\\u12\"",
        "[1 2]",
        "[1]]",
        "{}{}",
        "[1}",
        "\u{feff}{}",
        "\u{a0}1",
        "NaN",
        "//",
        "1//",
    ] {
        assert!(Tree::parse(text).is_err(), "{text}");
    }
}

#[test]
fn depth_is_no_danger() {
    let deep = "[".repeat(200_000) + &"]".repeat(200_000);
    let document = tree(&deep);
    assert_eq!(document.render(), deep);
    assert!(same_value((&document, document.root()), (&tree(&deep), document.root())));
}

#[test]
fn changes_leave_the_rest_as_it_was() {
    type Change = fn(&mut Tree<'_>);
    fn at(tree: &Tree<'_>, pointer: &str) -> super::NodeId {
        tree.at_pointer(pointer).expect(pointer)
    }
    let cases: [(&str, Change, &str); 12] = [
        ("{ \"a\" : 1 , \"b\" : null }", |t| t.remove(at(t, "/b")), "{ \"a\" : 1  }"),
        ("{ \"a\" : 1 , \"b\" : null }", |t| t.remove(at(t, "/a")), "{ \"b\" : null }"),
        ("{\"a\":1}", |t| t.remove(at(t, "/a")), "{}"),
        (
            "{\n  \"a\": 1.10,\n  \"b\": 2\n}",
            |t| t.rename(at(t, "/b"), "c\""),
            "{\n  \"a\": 1.10,\n  \"c\\\"\": 2\n}",
        ),
        ("[1, \"[2]\"]", |t| t.replace(at(t, "/1"), " [2] ").expect("JSON"), "[1, [2]]"),
        ("{\"a\": {\"b\": 1}}", |t| t.wrap_in_array(at(t, "/a")), "{\"a\": [{\"b\": 1}]}"),
        (" {\"x\": {\"a\": [1 ,2]}} ", |t| t.unwrap(t.root(), at(t, "/x")), " {\"a\": [1 ,2]} "),
        (
            "{}",
            |t| {
                t.insert(t.root(), "a", "1").expect("JSON");
            },
            "{\"a\":1}",
        ),
        (
            "{\"a\": 1}",
            |t| {
                t.insert(t.root(), "b", "2").expect("JSON");
            },
            "{\"a\": 1,\"b\": 2}",
        ),
        (
            "{\"a\":[1]}",
            |t| t.replace(at(t, "/a/0"), "{\"b\":2}").expect("JSON"),
            "{\"a\":[{\"b\":2}]}",
        ),
        (
            "{\"a\":\"[1]\"}",
            |t| {
                t.replace(at(t, "/a"), "[1]").expect("JSON");
                t.replace(at(t, "/a/0"), "\"1\"").expect("JSON");
                t.wrap_in_array(at(t, "/a"));
            },
            "{\"a\":[[\"1\"]]}",
        ),
        (
            "{\"a\":1,\"b\":2}",
            |t| {
                t.remove(at(t, "/b"));
                t.insert(t.root(), "c", "3").expect("JSON");
            },
            "{\"a\":1,\"c\":3}",
        ),
    ];
    for (before, change, after) in cases {
        let mut document = tree(before);
        change(&mut document);
        assert_eq!(document.render(), after);
        tree(after);
    }
}

#[test]
fn pointers_lead_back() {
    let document = tree("{\"a/b\":[{\"~\":1}],\"\":2,\"a\":1,\"a\":3}");
    for pointer in ["", "/a~1b/0/~0", "/", "/a"] {
        let node = document.at_pointer(pointer).expect(pointer);
        assert_eq!(document.pointer(node), pointer);
    }
    assert_eq!(document.lexeme(document.at_pointer("/a").expect("a member")), "3");
    assert_eq!(document.at_pointer("/a~1b/1"), None);
    assert_eq!(document.at_pointer("x"), None);
}

#[test]
fn strings_are_decoded_and_encoded() {
    assert_eq!(string::decode("\"\\u00e9\\ud83d\\ude00\\/\\n\"").as_deref(), Some("é😀/\n"));
    assert_eq!(string::decode("\"\\ud800\""), None);
    assert_eq!(string::decode("\"\\ud800\\u0041\""), None);
    assert_eq!(string::decode_json("\"a\\ud800\\n\""), "a\\ud800\n");
    assert_eq!(string::encode("\"\\\u{1}\n"), "\"\\\"\\\\\\u0001\\n\"");
}

proptest! {
    /// The strict reader takes exactly what another reader of RFC 8259 takes.
    #[test]
    fn agrees_with_serde(text in "[\\[\\]{}\",:0-1.eE+\\-ntrue\\\\u ]{0,24}") {
        let other: Result<&serde_json::value::RawValue, _> = serde_json::from_str(&text);
        let ours = Tree::parse(&text);
        prop_assert_eq!(ours.is_ok(), other.is_ok(), "{}", text);
    }

    #[test]
    fn renders_what_it_read(text in "\\PC{0,40}") {
        let lexeme = string::encode(&text);
        prop_assert!(string::decode(&lexeme).is_some_and(|decoded| decoded == text));
        let document = format!("{{ {lexeme} : [ {lexeme} ,1 ]\n}}");
        let document = tree(&document);
        prop_assert_eq!(document.kind(document.root()), Kind::Object);
        prop_assert!(document.member(document.root(), &text).is_some());
    }
}
