//! Takes the words out of panics.
//!
//! In WebAssembly a panic traps, and nobody hears what it says first. The standard library comes
//! compiled to say it all the same, with 5 KB (compressed) of code for that.

use walrus::{FunctionKind, Module};

/// What the names of the functions have in them that a panic begins with.
const SPEAKERS: [&str; 16] = [
    "4core9panicking",
    "17rust_begin_unwind",
    "13unwrap_failed",
    "13expect_failed",
    "13assert_failed",
    "16slice_index_fail",
    "16slice_error_fail",
    "17len_mismatch_fail",
    "17capacity_overflow",
    "12handle_error",
    "18handle_alloc_error",
    "22panic_already_borrowed",
    "30panic_already_mutably_borrowed",
    "18panic_access_error",
    // `{:?}` has no place in the engine's own messages (clippy's `use_debug` sees to it).
    "5Debug3fmt",
    "Debug$GT$3fmt",
];

/// Makes every function that only panics, or that only panics call, trap at once.
pub(crate) fn panics(module: &mut Module) {
    let functions = module.funcs.iter_mut().filter(|function| {
        let name = function.name.as_deref().unwrap_or_default();
        SPEAKERS.iter().any(|speaker| name.contains(speaker))
    });
    for function in functions {
        if let FunctionKind::Local(local) = &mut function.kind {
            let mut body = local.builder_mut().func_body();
            body.instrs_mut().clear();
            body.unreachable();
        }
    }
}
