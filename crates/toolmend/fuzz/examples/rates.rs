//! `cargo run --release --example rates [COUNT]`: what becomes of calls with one defect, kind by kind.

use proptest::test_runner::TestRunner;
use toolmend_fuzz::breaking::DEFECTS;
use toolmend_fuzz::mutation::Rates;
use toolmend_fuzz::tools;

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(2000);
    let rates = Rates::measure(&tools(), DEFECTS, count, &mut TestRunner::default());
    println!("{rates}");
    for changed in &rates.changed {
        println!("{changed}");
    }
    std::process::exit(i32::from(!rates.changed.is_empty()));
}
