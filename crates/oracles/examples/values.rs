//! Prints values for real schemas, as JSON Lines: `{"schema", "values"}`. `tests/oracles` shows them
//! to ajv.

#![expect(clippy::print_stdout, reason = "that is what it is for")]

use proptest::test_runner::{RngAlgorithm, TestRng};
use serde_json::{Value, json};
use toolmend_oracles::schemas::real_schemas;
use toolmend_oracles::values::Maker;

fn main() {
    let mut random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    for schema in real_schemas() {
        let values: Vec<Value> =
            (0..30).map(|_| Maker::new(&schema, &mut random).value()).collect();
        println!("{}", json!({"schema": schema, "values": values}));
    }
}
