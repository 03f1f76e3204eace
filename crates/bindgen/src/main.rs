//! `bindgen INPUT.wasm FOLDER`: writes the JavaScript half of the bindings.
//!
//! The library of wasm-bindgen's own command line, so that its version is the one in Cargo.lock
//! and nothing has to be installed. A crate of its own, because it is 40 crates deep and the
//! set-up should say what it is doing before they are compiled.

mod silence;

use std::path::PathBuf;

use anyhow::{Context, Result};
use walrus::ModuleConfig;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let usage = "usage: bindgen INPUT.wasm FOLDER";
    let input = arguments.next().context(usage)?;
    let folder = arguments.next().context(usage)?;
    // As wasm-bindgen itself reads a file: what LLVM writes need not be validated.
    let mut module = ModuleConfig::new().strict_validate(false).parse_file(input)?;
    silence::panics(&mut module);
    silence::places(&mut module);
    let mut bindgen = Bindgen::new();
    bindgen
        .input_module("toolmend", module)
        .out_name("toolmend")
        .web(true)?
        // After a trap the instance is thrown away and a new one is made from the same module.
        .reset_state_function(true)
        // The bytes are handed in by the entry points; a default path makes bundlers look for a
        // file and cannot be said in CommonJS.
        .omit_default_module_path(true)
        .typescript(true);
    bindgen.generate(folder)
}
