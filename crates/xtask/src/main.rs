//! The commands of the workspace: `cargo xtask setup|build|demo|lint|test`, or `npm run …`.
//!
//! Each sets up what it needs first, so that a fresh machine with rustup and Node is enough.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a command")]

mod bench;
mod build;
mod fuzz;
mod lint;
mod setup;
mod step;
mod test;

use std::process::ExitCode;

use crate::step::Step;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  setup   what is missing on a fresh machine: the wasm target, the npm packages
  build   the WebAssembly module and the npm packages
  demo    build, then mend real failing calls in front of your eyes
  lint    formatting, clippy, tsc and oxlint
  test    lint, build, then every test
  test-opencode
          build, then the tests in the real OpenCode
  test-wire
          build, then the tests with the real clients of models
  test-dsh
          build, then the tests in the real DeepSeek Harness
  bench   build, then measure beside the rivals: writes docs/performance.md
  fuzz [SECONDS [TARGET…]]
          the fuzz targets, each for a minute or so many seconds";

fn main() -> ExitCode {
    let command = std::env::args().nth(1).unwrap_or_default();
    let done = match command.as_str() {
        "setup" => setup::set_up(),
        "build" => build::build(),
        "demo" => demo(),
        "lint" => lint::lint(),
        "test" => test::test(),
        "bench" => bench::bench(),
        "fuzz" => fuzz::fuzz(std::env::args().skip(2)),
        "test-opencode" => test::opencode(),
        "test-wire" => test::wire(),
        "test-dsh" => test::dsh(),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\n✗ {error}");
            ExitCode::FAILURE
        }
    }
}

fn demo() -> step::Result {
    build::build()?;
    Step::new("node").args(["--import", "tsx", "npm/demo/demo.ts"]).quietly().run()
}
