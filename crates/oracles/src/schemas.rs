//! The schemas of real tools.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use serde_json::Value;

/// The schemas of the tools in the case files, and more where `TOOLMEND_SCHEMAS` names a file of
/// them (a JSON array of objects with a `schema`).
///
/// # Panics
///
/// Where a file cannot be read.
pub fn real_schemas() -> Vec<Value> {
    let mut schemas = BTreeMap::new();
    let mut add = |schema: &Value| schemas.insert(schema.to_string(), schema.clone());
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    for entry in fs::read_dir(folder).expect("the case files are there").flatten() {
        if entry.path().extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let cases = read(&entry.path());
        for tool in cases.iter().filter_map(|case| case["line"]["tools"].as_array()).flatten() {
            let tool = tool.get("function").unwrap_or(tool);
            for key in ["parameters", "input_schema", "inputSchema"] {
                tool.get(key).map(&mut add);
            }
        }
    }
    if let Some(file) = env::var_os("TOOLMEND_SCHEMAS") {
        for tool in read(Path::new(&file)) {
            add(&tool["schema"]);
        }
    }
    schemas.into_values().collect()
}

fn read(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the file can be read");
    serde_json::from_str(&text).expect("the file is a JSON array")
}
