//! What may be mended only for reading, never for running.

use super::*;

/// Read by guessing, and refused for a call that runs.
fn assert_likely(table: &[(&str, &str)]) {
    assert_read(Tolerance::Likely, table);
    for (text, _) in table {
        let read = read(text, &Keys::new(), Tolerance::Certain);
        assert!(!matches!(read, Read::Value(_)), "{text}\n read as {read:?}");
    }
}

#[test]
fn inner_quotes_that_touch_punctuation() {
    assert_likely(&[
        (r#"{"c":"env.get("KEY", "x")"}"#, r#"{"c":"env.get(\"KEY\", \"x\")"}"#),
        (r#"{"c":"python -c "print(1)""}"#, r#"{"c":"python -c \"print(1)\""}"#),
        (
            r#"{"c":"print("a")\nx = {"k": 1}","l":"py"}"#,
            r#"{"c":"print(\"a\")\nx = {\"k\": 1}","l":"py"}"#,
        ),
        (r#"{"c":"commit -m "fix: a, b"","d":"x"}"#, r#"{"c":"commit -m \"fix: a, b\"","d":"x"}"#),
        (r#"{"c":"["a", "b"]","n":1}"#, r#"{"c":"[\"a\", \"b\"]","n":1}"#),
        (
            r#"{"r":"said "hi", and "bye"","also":ok}"#,
            r#"{"r":"said \"hi\", and \"bye\"","also":"ok"}"#,
        ),
        (r#"{"c":"echo "}" > f","n":1}"#, r#"{"c":"echo \"}\" > f","n":1}"#),
    ]);
}

#[test]
fn missing_and_doubled_quotes() {
    assert_likely(&[
        (r#"{"p":"q,"r":"s"}"#, r#"{"p":"q","r":"s"}"#),
        (r#"{"p":"q,x,"r":"s"}"#, r#"{"p":"q,x","r":"s"}"#),
        ("[\n\"pine,\n\"oak\"\n]", r#"["pine","oak"]"#),
        ("{\n\"a\": \"x\n\"b\": 2\n}", r#"{"a":"x","b":2}"#),
        (r#"["v1" v2", "v3"]"#, r#"["v1","v2","v3"]"#),
        (r#"{"a":foo","b":"bar"}"#, r#"{"a":"foo","b":"bar"}"#),
        (r#"[a","b"]"#, r#"["a","b"]"#),
        (r#"{"a":""x"}"#, r#"{"a":"x"}"#),
        (r#"{"a":"x"","b":1}"#, r#"{"a":"x","b":1}"#),
    ]);
}

#[test]
fn text_whose_end_is_open_to_doubt() {
    assert_likely(&[
        (r#"{"a": ipsum, sic, datum}"#, r#"{"a":"ipsum, sic, datum"}"#),
        ("{t:words{in brackets}m}", r#"{"t":"words{in brackets}m"}"#),
        (r#"{"n": 1,234, "m": 2}"#, r#"{"n":"1,234","m":2}"#),
        (r#"{"a": fasle}"#, r#"{"a":"fasle"}"#),
        ("maple", r#""maple""#),
    ]);
}

#[test]
fn guesses_at_structure() {
    assert_likely(&[
        (r#"{"a":NaN,"b":-Infinity}"#, r#"{"a":null,"b":null}"#),
        ("[1,,2]", "[1,2]"),
        (r#"{"a":1, REMARK "b":2}"#, r#"{"a":1,"b":2}"#),
        (r#"{"a":1 and "b":2}"#, r#"{"a":1,"b":2}"#),
        (r#"{"i":ObjectId("5f"),"n":NumberLong(5)}"#, r#"{"i":"5f","n":5}"#),
        (r#"{"s":"a" "b","n":1}"#, r#"{"s":"ab","n":1}"#),
        (r#"{"r":[[1,2],3,4],[5,6]]}"#, r#"{"r":[[1,2],[3,4],[5,6]]}"#),
        (r#"["k":"v"]"#, r#"[{"k":"v"}]"#),
        (r#"{"a":"x"],"b":1}"#, r#"{"a":"x","b":1}"#),
        (r#"{"a":{"b":1},"c":2},"d":3}"#, r#"{"a":{"b":1},"c":2,"d":3}"#),
        (r#"{"a":1},"b":2"#, r#"{"a":1,"b":2}"#),
        (r#""a":"x","b":3"#, r#"{"a":"x","b":3}"#),
        (r#"{"a":[[1],[2],"b":3}"#, r#"{"a":[[1],[2]],"b":3}"#),
        (r#"[]{"a":1}"#, r#"{"a":1}"#),
        (r#"{"a":{"b":"c" # d }, "e":1}"#, r#"{"a":{"b":"c"},"e":1}"#),
    ]);
}

#[test]
fn several_values_become_a_list_on_request() {
    let text = "{\"a\":1}\n{'a':2},\n[3]";
    let Read::Several(readings) = read(text, &Keys::new(), Tolerance::Likely) else {
        panic!("{text}")
    };
    for (reading, expected) in readings.iter().zip(["{\"a\":1}", "{\"a\":2}", "[3]"]) {
        assert!(same(&reading.text, expected), "{}", reading.text);
        assert_eq!(replay(text, &reading.edits), reading.text);
    }
    let list = crate::reader::list(text, &Keys::new());
    let list = list.unwrap_or_else(|| panic!("{text}"));
    assert!(same(&list.text, r#"[{"a":1},{"a":2},[3]]"#), "{}", list.text);
    assert_eq!(replay(text, &list.edits), list.text);
}

#[test]
fn differing_duplicates_are_two_readings() {
    let text = "{'a':1,'b':2,'a':3}";
    let Read::Duplicates(readings) = read(text, &Keys::new(), Tolerance::Certain) else {
        panic!("{text}")
    };
    let texts: Vec<&str> = readings.iter().map(|reading| reading.text.as_str()).collect();
    assert_eq!(texts, [r#"{"a":1,"b":2}"#, r#"{"b":2,"a":3}"#]);
}

#[test]
fn a_missing_value_is_named_by_its_pointer() {
    let text = r#"{"a":{"b/c": },"n":[{"m":,}],}"#;
    assert!(matches!(read(text, &Keys::new(), Tolerance::Likely), Read::Nothing { .. }));
    let incomplete = crate::reader::incomplete(text, &Keys::new());
    let incomplete = incomplete.unwrap_or_else(|| panic!("{text}"));
    assert_eq!(incomplete.missing, ["/a/b~1c", "/n/0/m"]);
    assert!(same(&incomplete.reading.text, r#"{"a":{"b/c":null},"n":[{"m":null}]}"#));
}
