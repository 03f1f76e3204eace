//! The same verdict as the `jsonschema` crate: on random schemas, and on the schemas of real tools.

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use toolmend_oracles::Both;
use toolmend_oracles::schemas::real_schemas;
use toolmend_oracles::strategies::{document, value};
use toolmend_oracles::values::Maker;

/// Values for each real schema.
const VALUES: usize = 60;

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_schemas(document in document(), values in prop::collection::vec(value(), 12)) {
        let both = Both::compile(&document).expect("the strategy makes schemas");
        for value in values {
            let (ours, theirs) = both.accept(&value);
            prop_assert_eq!(ours, theirs, "{} against {}", value, document);
        }
    }
}

#[test]
fn real_tools() {
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let (mut accepted, mut refused, mut differing) = (0, 0, Vec::new());
    let schemas = real_schemas();
    for schema in &schemas {
        let Some(both) = Both::compile(schema) else { continue };
        for _ in 0..VALUES {
            let value = Maker::new(schema, &mut random).value();
            match both.accept(&value) {
                (true, true) => accepted += 1,
                (false, false) => refused += 1,
                (ours, _) => differing.push(format!("ours: {ours}: {value} against {schema}")),
            }
        }
    }
    assert!(differing.is_empty(), "{}:\n{}", differing.len(), differing.join("\n"));
    // Without both kinds the agreement would mean nothing.
    assert!(schemas.len() > 50 && accepted > 500 && refused > 500, "{accepted} {refused}");
}
