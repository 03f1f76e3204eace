//! What a fresh machine lacks. Everything comes from the package registries and rustup.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::step::{Result, Step, root};

const WASM: &str = "wasm32-unknown-unknown";

/// Sets up what every command needs.
pub(crate) fn set_up() -> Result {
    rust_target()?;
    npm_packages()
    // What only some tests need (Node 24, ripgrep, chromium) is set up by them.
}

/// The toolchain file names the target, but rustup adds it by itself only where automatic
/// installs are on.
fn rust_target() -> Result {
    match Step::new("rustup").args(["target", "list", "--installed"]).output() {
        Ok(installed) if installed.lines().any(|target| target == WASM) => Ok(()),
        Ok(_) => Step::new("rustup").args(["target", "add", WASM]).run(),
        // A toolchain without rustup: the build will say it if the target is missing.
        Err(_) => Ok(()),
    }
}

fn npm_packages() -> Result {
    npm_packages_in(".")
}

/// What the lock file of a folder names. npm writes its own lock file into `node_modules` when it
/// is done.
pub(crate) fn npm_packages_in(folder: &str) -> Result {
    let place = root().join(folder);
    let wanted = changed(&place.join("package-lock.json"));
    let installed = changed(&place.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= wanted {
        return Ok(());
    }
    Step::npm(&["ci", "--prefer-offline", "--loglevel=error", "--prefix", folder]).run()
}

/// When a file was last written; nothing if there is none.
pub(crate) fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|metadata| metadata.modified()).ok()
}
