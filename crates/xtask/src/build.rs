//! Rust → WebAssembly → bindings → optimised module → npm packages.

use std::fs;

use crate::setup::{changed, set_up};
use crate::step::{Result, Step, root, target};

/// Builds everything that is published.
pub(crate) fn build() -> Result {
    set_up()?;
    wasm()?;
    Step::node("npm/build.js").run()
}

/// Builds the module and its bindings into `npm/pkg`.
fn wasm() -> Result {
    Step::cargo(&["build", "--package", "toolmend-wasm"])
        .args(["--target", "wasm32-unknown-unknown", "--release"])
        .run()?;
    let built = target()?.join("wasm32-unknown-unknown/release/toolmend_wasm.wasm");
    let bindings = root().join("npm/pkg");
    let optimised = bindings.join("toolmend.wasm");
    if changed(&optimised).is_some() && changed(&optimised) >= changed(&built) {
        return Ok(());
    }
    Step::cargo(&["run", "--package", "bindgen", "--"])
        .args([built.as_os_str(), bindings.as_os_str()])
        .run()?;
    let raw = bindings.join("toolmend_bg.wasm");
    Step::node("node_modules/binaryen/bin/wasm-opt")
        .args(["-O3".as_ref(), raw.as_os_str(), "-o".as_ref(), optimised.as_os_str()])
        .run()?;
    fs::remove_file(raw).map_err(|error| error.to_string())
}
