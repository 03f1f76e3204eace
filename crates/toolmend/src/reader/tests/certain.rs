//! What may be mended in a call that runs.

use super::*;

#[test]
fn commas_and_colons() {
    assert_read(
        Tolerance::Certain,
        &[
            (r#"{"a":1,}"#, r#"{"a":1}"#),
            (r#"{"a":[1,2,],"b":{"c":3,},}"#, r#"{"a":[1,2],"b":{"c":3}}"#),
            (r#"{,"a":1,,"b":2}"#, r#"{"a":1,"b":2}"#),
            ("[,4,5]", "[4,5]"),
            ("{\"a\":\"x\"\n\"b\":3 \"c\":true}", r#"{"a":"x","b":3,"c":true}"#),
            (r#"{"a":["x" "y" "z"]}"#, r#"{"a":["x","y","z"]}"#),
            (r#"{"e":[{"l":1}{"l":2}]}"#, r#"{"e":[{"l":1},{"l":2}]}"#),
            ("{\"v\":[\n4\n5\n]}", r#"{"v":[4,5]}"#),
            (r#"{"a" "x","b" 3,"c" [1]}"#, r#"{"a":"x","b":3,"c":[1]}"#),
            (r#"{"a":1;"b"=2,"c" => 3}"#, r#"{"a":1,"b":2,"c":3}"#),
            ("{“a”：“b”，“c”：1}", r#"{"a":"b","c":1}"#),
            (r#"{"a:" 5,"b:" "x"}"#, r#"{"a":5,"b":"x"}"#),
        ],
    );
}

#[test]
fn quotes() {
    assert_read(
        Tolerance::Certain,
        &[
            ("{'a':'it\\'s','b':[\"x\"]}", r#"{"a":"it's","b":["x"]}"#),
            (r#"{'a': 'say "hi" now'}"#, r#"{"a":"say \"hi\" now"}"#),
            ("{'a': 'it's fine', 'b': 1}", r#"{"a":"it's fine","b":1}"#),
            ("{`a`: `b ${c}`}", r#"{"a":"b ${c}"}"#),
            ("{`a´: `b´}", r#"{"a":"b"}"#),
            ("{“a”: “b”}", r#"{"a":"b"}"#),
            (r#"{"t": "about „topic" and more"}"#, r#"{"t":"about „topic\" and more"}"#),
            ("{\"a\": \"\"\"x \"y\"\nz\n\"\"\", \"n\": 1}", r#"{"a":"x \"y\"\nz\n","n":1}"#),
            (r#"{""a"":[{""b"":""5""}]}"#, r#"{"a":[{"b":"5"}]}"#),
            (r#"{""a": 1, "b"": 2}"#, r#"{"a":1,"b":2}"#),
            (
                r#"{n:<|"|>a "b"<|"|>,m:{Some Node:{x:[]}}}"#,
                r#"{"n":"a \"b\"","m":{"Some Node":{"x":[]}}}"#,
            ),
            (r#"{"city:"Oslo","n":1}"#, r#"{"city":"Oslo","n":1}"#),
            (r#"{"p":"x",q":"y"}"#, r#"{"p":"x","q":"y"}"#),
            (r#"{"a": \"b\"}"#, r#"{"a":"b"}"#),
        ],
    );
}

#[test]
fn inner_quotes_that_touch_nothing() {
    assert_read(
        Tolerance::Certain,
        &[
            (r#"{"text":"say "hello" now","n":1}"#, r#"{"text":"say \"hello\" now","n":1}"#),
            (r#"{"cmd":"grep "foo" *.py"}"#, r#"{"cmd":"grep \"foo\" *.py"}"#),
            (r#"{"c":"[S]("https://e.t")"}"#, r#"{"c":"[S](\"https://e.t\")"}"#),
            (r#"["the 24" screen", "x"]"#, r#"["the 24\" screen","x"]"#),
        ],
    );
}

#[test]
fn the_keys_of_the_schema_end_a_string_with_inner_quotes() {
    let text = r#"{"text":"x "a", "b": c, "n":1}"#;
    let known = read(text, &keys(&["text", "n"]), Tolerance::Likely);
    assert!(matches!(known, Read::Value(reading) if reading.text.contains("b\\\": c")));
}

#[test]
fn words_without_quotes() {
    assert_read(
        Tolerance::Certain,
        &[
            (
                r#"{city:"x",max_days:3,$ref:1,a-b:2,5:6}"#,
                r#"{"city":"x","max_days":3,"$ref":1,"a-b":2,"5":6}"#,
            ),
            (
                r#"{"a":both,"b":0f56-8a,"c":[pine,oak]}"#,
                r#"{"a":"both","b":"0f56-8a","c":["pine","oak"]}"#,
            ),
            (r#"{"u":https://x.y/a?b=1,"n":2}"#, r#"{"u":"https://x.y/a?b=1","n":2}"#),
            (r#"{"p":D:\dev\new.md}"#, r#"{"p":"D:\\dev\\new.md"}"#),
            ("{t: good day\nn: \"x\"}", r#"{"t":"good day","n":"x"}"#),
            (
                "{\"w\":50%,\"r\":1/3,\"v\":1.2.3,\"k\":15-25,\"z\":007}",
                r#"{"w":"50%","r":"1/3","v":"1.2.3","k":"15-25","z":"007"}"#,
            ),
            ("{rx: /a[b]\\/c/i, n: #fff}", r##"{"rx":"/a[b]\\/c/i","n":"#fff"}"##),
            ("[nullish,trueness]", r#"["nullish","trueness"]"#),
        ],
    );
}

#[test]
fn literals_of_other_languages() {
    assert_read(
        Tolerance::Certain,
        &[
            (
                "{'a':True,'b':FALSE,'c':None,'d':undefined}",
                r#"{"a":true,"b":false,"c":null,"d":null}"#,
            ),
            // A word like any other.
            ("{a: none}", r#"{"a":"none"}"#),
            (
                "{'t':{'a','b'},'u':(1,2),'v':(1,),'w':(1),'x':()}",
                r#"{"t":["a","b"],"u":[1,2],"v":[1],"w":1,"x":[]}"#,
            ),
            (r"{u'a': b'x', 'r': r'\d\n'}", r#"{"a":"x","r":"\\d\\n"}"#),
            (
                "{\"a\":5.,\"b\":.5,\"c\":+7,\"d\":1_000,\"e\":0xFF,\"f\":12n}",
                r#"{"a":5.0,"b":0.5,"c":7,"d":1000,"e":255,"f":12}"#,
            ),
            (r#"{"s":"a" + 'b' + "c"}"#, r#"{"s":"abc"}"#),
            ("{\"a\":1, // one\n \"b\":2, # two\n /* three */ \"c\":3}", r#"{"a":1,"b":2,"c":3}"#),
        ],
    );
}

#[test]
fn escapes_and_control_characters() {
    assert_read(
        Tolerance::Certain,
        &[
            ("{\"a\":\"x\n\ty\u{1}\"}", r#"{"a":"x\n\ty\u0001"}"#),
            (r#"{"r":"\d+\bx","n":1}"#, r#"{"r":"\\d+\\bx","n":1}"#),
            (r#"{"p":"C:\Users\new\tmp.txt"}"#, r#"{"p":"C:\\Users\\new\\tmp.txt"}"#),
            (r#"{"p":"C:\dir\","n":1}"#, r#"{"p":"C:\\dir\\","n":1}"#),
            (r#"{"p":"C:\tools\new",}"#, r#"{"p":"C:\tools\new"}"#),
            (r#"{"s":"\x41\u12 it\'s"}"#, r#"{"s":"\\x41\\u12 it's"}"#),
            (r#"{"s":"\ud800",}"#, r#"{"s":"\ud800"}"#),
        ],
    );
}

#[test]
fn brackets_where_one_mending_fits_best() {
    assert_read(
        Tolerance::Certain,
        &[
            ("a:1,b:x}", r#"{"a":1,"b":"x"}"#),
            (r#"{"a":[1,2},"b":3}"#, r#"{"a":[1,2],"b":3}"#),
            (r#"[{"q":2]"#, r#"[{"q":2}]"#),
            (r#"{"e":[{"l":1},{"l":2],"n":2}"#, r#"{"e":[{"l":1},{"l":2}],"n":2}"#),
            (r#"{"p":4]"#, r#"{"p":4}"#),
            (r#"{"a":{"b":[1,2}}"#, r#"{"a":{"b":[1,2]}}"#),
            (r#"[{"i":1{"i":2}]"#, r#"[{"i":1},{"i":2}]"#),
            (r#"[{"i":1,{"i":2}]"#, r#"[{"i":1},{"i":2}]"#),
            (r#"{"a":[1]],"b":2}"#, r#"{"a":[1],"b":2}"#),
            (r#"[{"k":"a"}},{"k":"b"}]"#, r#"[{"k":"a"},{"k":"b"}]"#),
            (r#"{"city":"Oslo"},"days":3}"#, r#"{"city":"Oslo","days":3}"#),
            (r#"{{"a":1}}"#, r#"{"a":1}"#),
            (r#""a":"x","b":2}"#, r#"{"a":"x","b":2}"#),
            (r#"a":"x","b":2}"#, r#"{"a":"x","b":2}"#),
        ],
    );
}

#[test]
fn what_stands_around() {
    assert_read(
        Tolerance::Certain,
        &[
            ("```json\n{\"a\":1}\n```", r#"{"a":1}"#),
            ("````{ \"k\": \"v\" }```", r#"{"k":"v"}"#),
            ("```json\n{\"a\":\"b\"\n```", r#"{"a":"b"}"#),
            ("so:\n```python\n(1, 'x')\n```", r#"[1,"x"]"#),
            ("{\"a\":1} // not {\"b\":2}", r#"{"a":1}"#),
            ("\u{feff}{\"a\":\u{a0}1}", r#"{"a":1}"#),
            ("Use {braces} and [1]: {\"a\":1} Done.", r#"{"a":1}"#),
            ("<think>Need {\"x\":1}?</think>{\"a\":1}", r#"{"a":1}"#),
            ("{\"a\":1}</tool_call>", r#"{"a":1}"#),
            ("{\"a\":1}\n</function>}", r#"{"a":1}"#),
            ("{\"a\":\"x\"<|call|>", r#"{"a":"x"}"#),
            ("get_weather({\"a\":1})", r#"{"a":1}"#),
            ("const a = {\"b\":1};", r#"{"b":1}"#),
            ("[TOOL_CALLS]{\"a\":1}", r#"{"a":1}"#),
            ("{\"a\":1}}]}", r#"{"a":1}"#),
        ],
    );
}

#[test]
fn repetitions_and_placeholders() {
    assert_read(
        Tolerance::Certain,
        &[
            (r#"{"a":1}{"a": 1}"#, r#"{"a":1}"#),
            (r#"{}{"a":1}"#, r#"{"a":1}"#),
            (r#"{"c":"pwd","d":"x"{"c":"pwd","d":"x"}"#, r#"{"c":"pwd","d":"x"}"#),
            (r#"{"c":"pwd"}{"c":"p"#, r#"{"c":"pwd"}"#),
            ("{'a':{'b':1,'b':1}}", r#"{"a":{"b":1}}"#),
        ],
    );
}

#[test]
fn documents_that_were_encoded_once_too_often() {
    assert_read(
        Tolerance::Certain,
        &[
            (r#"{\"a\":\"b\"}"#, r#"{"a":"b"}"#),
            (r#"{\n  \"k\": \"a\\nb\",\n}"#, r#"{"k":"a\nb"}"#),
            (r#"[\"say \\"hi\\"\"]"#, r#"["say \"hi\""]"#),
            (r#"{\\\"a\\\": 1}"#, r#"{"a":1}"#),
            ("{&quot;a&quot;:&quot;b &amp; c&quot;}", r#"{"a":"b & c"}"#),
        ],
    );
}

#[test]
fn each_defect_is_an_edit_with_the_name_of_its_rule() {
    let text = "{'a': True, b: 1,} ok";
    let Read::Value(reading) = read(text, &Keys::new(), Tolerance::Certain) else {
        panic!("{text}")
    };
    let expected = [
        "json-quotes",
        "json-quotes",
        "json-literal",
        "json-unquoted-key",
        "json-trailing-comma",
        "json-outside",
    ];
    assert_eq!(rules(&reading), expected);
}
