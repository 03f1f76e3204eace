//! What can be said without running anything.

use crate::build::build;
use crate::step::{Result, Step};

/// Formatting, clippy, types and oxlint.
pub(crate) fn lint() -> Result {
    // The types of the bindings are made by the build.
    build()?;
    Step::cargo(&["fmt", "--all", "--check"]).run()?;
    // The test runner is three lines on top of 160 crates.
    Step::cargo(&["clippy", "--workspace", "--exclude", "wasm-test-runner", "--all-targets"])
        .args(["--", "--deny", "warnings"])
        .run()?;
    for project in ["npm", "opencode-plugin", "dsh-plugin"] {
        let tsc = Step::node("node_modules/typescript/bin/tsc");
        tsc.args(["--noEmit", "--project", project]).run()?;
    }
    Step::node("node_modules/oxlint/bin/oxlint").args(["--deny-warnings"]).run()
}
