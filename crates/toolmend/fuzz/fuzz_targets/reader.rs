//! Any text, read as JSON: valid exactly when serde_json says so, and what is read is strict.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::value::RawValue;
use toolmend::{apply_edits, mend_json};

fuzz_target!(|text: &str| {
    // serde_json gives up at 128 levels; the engine does not.
    if text.bytes().filter(|byte| b"[{".contains(byte)).count() > 100 {
        mend_json(text, None);
        return;
    }
    let strict = serde_json::from_str::<&RawValue>(text).is_ok();
    let outcome = mend_json(text, None);
    assert_eq!(outcome.outcome == "valid", strict, "{outcome:?}");
    if outcome.outcome == "repaired" {
        let read = outcome.text.as_deref().expect("what was read has a text");
        assert!(serde_json::from_str::<&RawValue>(read).is_ok(), "{read}");
        assert_eq!(apply_edits(text, &outcome.edits).as_deref(), Ok(read));
        assert_eq!(mend_json(read, None).outcome, "valid");
    }
});
