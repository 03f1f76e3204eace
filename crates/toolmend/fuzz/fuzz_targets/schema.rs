//! A schema of known keywords and a value: accepted exactly when the `jsonschema` crate does.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolmend_fuzz::from_bytes;
use toolmend_oracles::Both;
use toolmend_oracles::strategies::{document, value};

fuzz_target!(|bytes: &[u8]| {
    let Some((document, value)) = from_bytes(&(document(), value()), bytes) else { return };
    let both = Both::compile(&document).expect("the strategy makes schemas");
    let (ours, theirs) = both.accept(&value);
    assert_eq!(ours, theirs, "{value} against {document}");
});
