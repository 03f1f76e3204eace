//! A valid call with one defect: back to what it was, or refused.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolmend_fuzz::breaking::DEFECTS;
use toolmend_fuzz::mutation::{Fate, fate};
use toolmend_fuzz::{calls, from_bytes, tools};

fuzz_target!(|input: (u8, u16, &[u8])| {
    let (kind, at, bytes) = input;
    let Some(call) = from_bytes(&calls::tool_call(), bytes) else { return };
    let defect = &DEFECTS[usize::from(kind) % DEFECTS.len()];
    let Some(broken) = (defect.apply)(&call.text, usize::from(at)) else { return };
    let became = fate(&tools(), &call, &broken);
    assert!(
        !matches!(became, Fate::Changed(_)),
        "{}: {broken}\n was {}\n {became:?}",
        defect.name,
        call.text
    );
});
