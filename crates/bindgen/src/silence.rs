//! Takes the words out of panics, and the places that they name.
//!
//! In WebAssembly a panic traps, and nobody hears what it says first. The standard library comes
//! compiled to say it all the same, with 5 KB (compressed) of code for that.

use walrus::ir::Value;
use walrus::{ConstExpr, DataKind, FunctionKind, Module};

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

/// A place in the sources, as a panic would name it: the file's name by address and length, line and
/// column.
const PLACE: usize = 16;

/// Blanks the places in the sources that panics would name: a line of source for every index and
/// every slice. What is all zeros takes no room in a compressed module.
pub(crate) fn places(module: &mut Module) {
    let segments: Vec<_> = module.data.iter().map(walrus::Data::id).collect();
    for segment in segments {
        let data = module.data.get_mut(segment);
        let DataKind::Active { offset: ConstExpr::Value(Value::I32(base)), .. } = data.kind else {
            continue;
        };
        let base = base.cast_unsigned() as usize;
        let mut files = Vec::new();
        // Addresses are multiples of four, and so is what a segment starts at.
        for at in (0..data.value.len().saturating_sub(PLACE - 1)).step_by(4) {
            if let Some(file) = named_file(&data.value, at, base) {
                data.value[at..at + PLACE].fill(0);
                files.push(file);
            }
        }
        for file in files {
            data.value[file].fill(0);
        }
    }
}

/// Where the name of the file stands that the place at `at` names; `None` if it is no place.
fn named_file(data: &[u8], at: usize, base: usize) -> Option<std::ops::Range<usize>> {
    let word = |index: usize| {
        let bytes = data.get(at + 4 * index..)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes) as usize)
    };
    let (length, line, column) = (word(1)?, word(2)?, word(3)?);
    let start = word(0)?.checked_sub(base)?;
    let name = data.get(start..start.checked_add(length)?)?;
    let is_source = name.is_ascii() && name.ends_with(b".rs") && name.contains(&b'/');
    let is_place = (1..1_000_000).contains(&line) && (1..10_000).contains(&column);
    (is_source && is_place).then(|| start..start + length)
}
