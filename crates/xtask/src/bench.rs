//! What a call costs, beside the rivals: writes `docs/performance.md`.

use crate::build::build;
use crate::setup::npm_packages_in;
use crate::step::{Result, Step};

/// Builds, then measures. The rivals are installed in a folder of their own, for this alone.
pub(crate) fn bench() -> Result {
    build()?;
    npm_packages_in("tests/bench")?;
    Step::new("node").args(["--expose-gc", "--import", "tsx", "tests/bench/main.ts"]).run()
}
