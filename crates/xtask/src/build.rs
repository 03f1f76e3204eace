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

/// Flags that keep the folders of this machine out of the module's panic messages.
fn without_local_paths() -> Result<String> {
    let home = std::env::var("CARGO_HOME")
        .or_else(|_| std::env::var("HOME").map(|home| format!("{home}/.cargo")))
        .or_else(|_| std::env::var("USERPROFILE").map(|home| format!("{home}\\.cargo")))
        .map_err(|_| String::from("there is no home folder"))?;
    let remap = |folder: &str, name: &str| format!("--remap-path-prefix={folder}={name}");
    Ok([remap(&home, "cargo"), remap(&root().display().to_string(), ".")].join("\u{1f}"))
}

/// Builds the module and its bindings into `npm/pkg`.
fn wasm() -> Result {
    Step::cargo(&["build", "--package", "toolmend-wasm"])
        .args(["--target", "wasm32-unknown-unknown", "--release"])
        .env("CARGO_ENCODED_RUSTFLAGS", without_local_paths()?)
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
