//! The fuzz targets, one after another.

use std::fs;

use crate::step::{Result, Step, root, target};

/// The targets, as `crates/toolmend/fuzz/Cargo.toml` names them.
const TARGETS: [&str; 5] = ["reader", "schema", "mend", "mutation", "leaks"];

/// Runs each target for so many seconds (a minute if not said), then prints what becomes of calls
/// with one defect. What a target finds is kept in `crates/toolmend/fuzz/artifacts`.
pub(crate) fn fuzz(mut arguments: impl Iterator<Item = String>) -> Result {
    let seconds: u32 = match arguments.next() {
        Some(text) => {
            text.parse().map_err(|_| format!("{text}: a number of seconds is expected"))?
        }
        None => 60,
    };
    let wanted: Vec<String> = arguments.collect();
    if let Some(unknown) = wanted.iter().find(|name| !TARGETS.contains(&name.as_str())) {
        return Err(format!("{unknown}: the targets are {}", TARGETS.join(", ")));
    }
    if Step::new("cargo-fuzz").args(["--version"]).output().is_err() {
        Step::cargo(&["install", "cargo-fuzz", "--locked"]).run()?;
    }
    let folder = root().join("crates/toolmend/fuzz");
    let built = target()?.join("fuzz");
    for name in TARGETS
        .into_iter()
        .filter(|name| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name))
    {
        let corpus = folder.join("corpus").join(name);
        fs::create_dir_all(&corpus).map_err(|error| error.to_string())?;
        // The engine has no unsafe code for a sanitizer to watch.
        Step::cargo(&["fuzz", "run", "--sanitizer", "none", "--fuzz-dir"])
            .args([&folder])
            .args([name, "--", "-max_len=4096", "-print_final_stats=1", "-verbosity=0"])
            .args([format!("-max_total_time={seconds}")])
            .env("CARGO_TARGET_DIR", &built)
            // cargo-fuzz needs flags that only a nightly compiler takes unasked.
            .env("RUSTC_BOOTSTRAP", "1")
            .run()?;
    }
    Step::cargo(&["run", "--release", "--example", "rates", "--manifest-path"])
        .args([folder.join("Cargo.toml")])
        .env("CARGO_TARGET_DIR", &built)
        .run()
}
