//! Every test: the engine natively, its bindings in Node, the npm package from its sources and as
//! it is packed.

use std::fs;

use crate::lint::lint;
use crate::step::{Result, Step, root};

/// Lints, builds and runs every test.
pub(crate) fn test() -> Result {
    lint()?;
    Step::cargo(&["test", "--package", "toolmend"]).run()?;
    Step::cargo(&["test", "--package", "toolmend-wasm", "--target", "wasm32-unknown-unknown"])
        .run()?;
    let tests = [tests_in("npm/test")?, tests_in("tests/packages")?].concat();
    Step::new("node").args(["--import", "tsx", "--test"]).args(tests).run()
}

/// The test files of a folder: Node 20 neither expands patterns nor looks for TypeScript.
fn tests_in(folder: &str) -> Result<Vec<String>> {
    let entries =
        fs::read_dir(root().join(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let mut tests: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.ts"))
        .map(|name| format!("{folder}/{name}"))
        .collect();
    tests.sort();
    Ok(tests)
}
