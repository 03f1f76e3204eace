//! Runs the tests that cargo built for wasm32-unknown-unknown; `.cargo/config.toml` names it as
//! the runner. The library of wasm-bindgen's own command line, so that its version is the one in
//! Cargo.lock and nothing has to be installed.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
