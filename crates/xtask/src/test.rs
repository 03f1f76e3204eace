//! Every test: the engine natively, its bindings in Node, the npm package from its sources and as
//! it is packed.

use std::fs;
use std::path::PathBuf;

use crate::build::build;
use crate::lint::lint;
use crate::setup::npm_packages_in;
use crate::step::{Result, Step, root, target};

/// Lints, builds and runs every test.
pub(crate) fn test() -> Result {
    lint()?;
    engine()?;
    Step::cargo(&["test", "--package", "toolmend-wasm", "--target", "wasm32-unknown-unknown"])
        .run()?;
    Step::cargo(&["test", "--package", "toolmend-oracles"]).run()?;
    let tests =
        [tests_in("npm/test")?, tests_in("tests/oracles")?, tests_in("tests/packages")?].concat();
    node_tests(&tests)?;
    wire_tests()?;
    opencode_tests()?;
    dsh_tests()
}

/// Runs real clients of models against a scripted model.
pub(crate) fn wire() -> Result {
    build()?;
    wire_tests()
}

/// The clients are installed in a folder of their own, for this alone.
fn wire_tests() -> Result {
    npm_packages_in("tests/wire")?;
    node_tests(&tests_in("tests/wire")?)
}

/// Builds the plugin for `OpenCode` and runs it in the real program.
pub(crate) fn opencode() -> Result {
    build()?;
    opencode_tests()
}

fn opencode_tests() -> Result {
    let plugin = tests_in("opencode-plugin/test")?;
    node_tests(&[plugin, tests_in("tests/hosts/opencode")?].concat())
}

/// Builds the plugin for `DeepSeek` Harness and runs it in the real program.
pub(crate) fn dsh() -> Result {
    build()?;
    dsh_tests()
}

fn dsh_tests() -> Result {
    let plugin = tests_in("dsh-plugin/test")?;
    node_tests(&[plugin, tests_in("tests/hosts/dsh")?].concat())
}

fn node_tests(files: &[String]) -> Result {
    Step::new("node").args(["--import", "tsx", "--test"]).args(files).run()
}

/// The engine's tests, with the official test suite of JSON Schema where that can be had.
fn engine() -> Result {
    let test = Step::cargo(&["test", "--package", "toolmend"]);
    match json_schema_suite() {
        Ok(suite) => test.env("TOOLMEND_SUITE", suite).run(),
        Err(error) => {
            println!("! without the JSON Schema test suite: {error}");
            test.run()
        }
    }
}

/// The suite is published in no registry by itself; the sources of Python's jsonschema hold it.
fn json_schema_suite() -> Result<PathBuf> {
    const RELEASE: &str = "4.26.0";
    let folder = target()?.join(format!("jsonschema-{RELEASE}"));
    let suite = folder.join("json");
    if suite.join("tests").exists() {
        return Ok(suite);
    }
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    Step::new("python3")
        .args([
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--no-binary",
            "jsonschema",
            "--dest",
        ])
        .args([folder.as_os_str(), format!("jsonschema=={RELEASE}").as_ref()])
        .run()?;
    Step::new("tar")
        .args(["-xzf".as_ref(), folder.join(format!("jsonschema-{RELEASE}.tar.gz")).as_os_str()])
        .args(["-C".as_ref(), folder.as_os_str(), "--strip-components=1".as_ref()])
        .run()?;
    Ok(suite)
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
