//! Rust → WebAssembly → bindings → optimised module → npm packages.

use std::fs;
use std::path::PathBuf;

use crate::setup::{changed, set_up};
use crate::step::{Result, Step, root, target};

/// How wasm-opt makes the module smallest once it is compressed: it inlines nothing, since a
/// call is shorter, and puts functions of one name beside each other: most are the same few shapes for
/// different types.
const SMALLEST: [&str; 8] = [
    "--flexible-inline-max-function-size=0",
    "--always-inline-max-function-size=0",
    "--one-caller-inline-max-function-size=0",
    "-O3",
    "--converge",
    "--reorder-functions-by-name",
    "--strip-producers",
    "--strip-target-features",
];

/// Builds everything that is published.
pub(crate) fn build() -> Result {
    set_up()?;
    wasm()?;
    Step::node("npm/build.js").run()?;
    Step::node("opencode-plugin/build.js").run()?;
    Step::node("dsh-plugin/build.js").run()
}

/// Flags that keep the folders of this machine out of the module's panic messages.
fn without_local_paths() -> Result<String> {
    let sources = cargo_home()?.join("registry/src");
    let registries = fs::read_dir(sources).into_iter().flatten().flatten();
    let folders = registries.map(|entry| (entry.path(), "crates")).chain([(root(), ".")]);
    let flags =
        folders.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    Ok(flags.collect::<Vec<_>>().join("\u{1f}"))
}

fn cargo_home() -> Result<PathBuf> {
    if let Some(home) = std::env::var_os("CARGO_HOME") {
        return Ok(home.into());
    }
    let home = std::env::home_dir().ok_or("there is no home folder")?;
    Ok(home.join(".cargo"))
}

/// Builds the module and its bindings into `npm/pkg`.
fn wasm() -> Result {
    // First, because cargo unpacks its registry's sources for it: see `without_local_paths`.
    Step::cargo(&["build", "--package", "bindgen"]).run()?;
    Step::cargo(&["build", "--package", "toolmend-wasm"])
        .args(["--target", "wasm32-unknown-unknown", "--profile", "wasm", "--no-default-features"])
        .env("CARGO_ENCODED_RUSTFLAGS", without_local_paths()?)
        .run()?;
    let built = target()?.join("wasm32-unknown-unknown/wasm/toolmend_wasm.wasm");
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
        .args(SMALLEST)
        .args([raw.as_os_str(), "-o".as_ref(), optimised.as_os_str()])
        .run()?;
    fs::remove_file(raw).map_err(|error| error.to_string())
}
