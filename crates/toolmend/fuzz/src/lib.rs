//! The laws of design.md §2 as oracles for the fuzz targets. The calls and the defects are those of
//! the property tests in `tests/laws`.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::value::RawValue;
use toolmend::{Arguments, Call, Outcome, Tools, apply_edits, mend};

#[path = "../../tests/laws/breaking.rs"]
pub mod breaking;
#[path = "../../tests/laws/calls.rs"]
pub mod calls;
#[path = "../../tests/laws/mutation.rs"]
pub mod mutation;

/// The tools of the property tests.
pub fn tools() -> Tools {
    Tools::compile(calls::TOOLS).expect("the tools are a JSON array")
}

/// What `strategy` makes with the fuzzer's bytes for a seed. (Proptest can also take the bytes
/// themselves for randomness, but where they end it draws zeros, which some strategies refuse for
/// ever.)
pub fn from_bytes<S: Strategy>(strategy: &S, bytes: &[u8]) -> Option<S::Value> {
    let mut seed = [0; 32];
    for (at, byte) in bytes.iter().enumerate() {
        let place: &mut u8 = &mut seed[at % 32];
        *place = place.rotate_left(3) ^ byte;
    }
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    Some(strategy.new_tree(&mut runner).ok()?.current())
}

/// Laws 2, 3 and 4 for one call: what is repaired is strict, valid and the end of the edits; what
/// is refused says why.
pub fn check(tools: &Tools, call: &Call<'_>) -> Outcome {
    let outcome = mend(tools, call);
    let (Arguments::Text(input) | Arguments::Value(input)) = call.arguments;
    match &outcome {
        Outcome::Valid => {}
        Outcome::Repaired(repair) => {
            let strict: Result<&RawValue, _> = serde_json::from_str(&repair.arguments);
            assert!(
                strict.is_ok_and(|source| source.get().starts_with('{')),
                "{}",
                repair.arguments
            );
            let sent = Call {
                name: &repair.name,
                arguments: Arguments::Text(&repair.arguments),
                ..Call::default()
            };
            assert_eq!(mend(tools, &sent), Outcome::Valid, "mended again: {}", repair.arguments);
            assert_eq!(apply_edits(input, &repair.edits).as_ref(), Ok(&repair.arguments));
            assert!(!repair.edits.is_empty() && repair.note.chars().count() <= 300);
        }
        Outcome::Ambiguous { message, readings } => {
            assert!((2..=4).contains(&readings.len()));
            assert!(!message.is_empty() && message.len() <= 2048);
        }
        Outcome::Cut { message } | Outcome::Invalid { message, .. } => {
            assert!(!message.is_empty() && message.len() <= 2048);
        }
    }
    outcome
}
