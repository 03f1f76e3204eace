//! The engine beside its native rivals, over the cases in the file that `BENCH_CASES` names. A case
//! that a rival does not solve is not measured for it.

use std::sync::LazyLock;

use divan::{Bencher, black_box};
use serde::Deserialize;
use serde_json::Value;
use toolmend::{Arguments, Call, Outcome, Tools};

fn main() {
    divan::main();
}

#[derive(Deserialize)]
struct Cases {
    tool: Value,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    label: String,
    text: String,
    meant: String,
}

static CASES: LazyLock<Cases> = LazyLock::new(|| {
    let file = std::env::var("BENCH_CASES").expect("BENCH_CASES names a file");
    let json = std::fs::read_to_string(file).expect("the file can be read");
    serde_json::from_str(&json).expect("the file holds cases")
});

fn case(label: &str) -> &'static Case {
    CASES.cases.iter().find(|case| case.label == label).expect("a case")
}

/// The labels of the cases for which `mend` gives what was meant.
fn solved(mend: impl Fn(&str) -> Option<Value>) -> Vec<&'static str> {
    let is_solved = |case: &&Case| {
        let meant: Value = serde_json::from_str(&case.meant).expect("JSON");
        mend(&case.text) == Some(meant)
    };
    CASES.cases.iter().filter(is_solved).map(|case| case.label.as_str()).collect()
}

fn tools() -> Tools {
    Tools::compile(&Value::from(vec![CASES.tool.clone()]).to_string()).expect("a list of tools")
}

fn mend(tools: &Tools, text: &str) -> Outcome {
    toolmend::mend(tools, &Call { name: "edit", arguments: Arguments::Text(text), ..Call::default() })
}

fn request(text: &str) -> argmend::RepairRequest<'_> {
    argmend::RepairRequest { tool_name: "edit", raw: text, schema: Some(&CASES.tool["parameters"]) }
}

fn by_toolmend() -> Vec<&'static str> {
    let tools = tools();
    solved(|text| match mend(&tools, text) {
        Outcome::Valid => serde_json::from_str(text).ok(),
        Outcome::Repaired(repair) => serde_json::from_str(&repair.arguments).ok(),
        _ => None,
    })
}

#[divan::bench(args = by_toolmend())]
fn toolmend(bencher: Bencher, label: &str) {
    let (tools, case) = (tools(), case(label));
    bencher.bench_local(|| mend(&tools, black_box(&case.text)));
}

#[divan::bench(args = solved(|text| jsonrepair_rs::jsonrepair(text).ok().and_then(|text| serde_json::from_str(&text).ok())))]
fn jsonrepair_rs(bencher: Bencher, label: &str) {
    let case = case(label);
    bencher.bench(|| jsonrepair_rs::jsonrepair(black_box(&case.text)));
}

#[divan::bench(args = solved(|text| argmend::repair_args(&request(text)).ok().map(|repaired| repaired.value)))]
fn argmend_with_schema(bencher: Bencher, label: &str) {
    let case = case(label);
    bencher.bench(|| argmend::repair_args(&request(black_box(&case.text))));
}

#[divan::bench(args = solved(|text| serde_json::from_str(text).ok()))]
fn serde_json_value(bencher: Bencher, label: &str) {
    let case = case(label);
    bencher.bench(|| serde_json::from_str::<Value>(black_box(&case.text)));
}
