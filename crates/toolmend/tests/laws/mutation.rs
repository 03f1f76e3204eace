//! One defect in a valid call: the call comes back as it was, or it is refused.

use std::fmt;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;
use toolmend::{Arguments, Call, Outcome, Tools, mend};

use crate::breaking::Defect;
use crate::calls::{ToolCall, tool_call};

/// What became of a broken call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is a valid call, if another one.
    StillValid,
    /// The call that it was.
    Back,
    /// Not run.
    Refused,
    /// Another call, which would have run.
    Changed(String),
}

/// What becomes of `broken`, which was `call`.
pub fn fate(tools: &Tools, call: &ToolCall, broken: &str) -> Fate {
    let sent = Call { name: call.name, arguments: Arguments::Text(broken), ..Call::default() };
    match mend(tools, &sent) {
        Outcome::Valid => Fate::StillValid,
        Outcome::Repaired(repair) => {
            let value = |text: &str| serde_json::from_str::<Value>(text).ok();
            let same = repair.name == call.name && value(&repair.arguments) == value(&call.text);
            if same { Fate::Back } else { Fate::Changed(repair.arguments) }
        }
        _ => Fate::Refused,
    }
}

/// How often each kind of defect came to what.
#[derive(Default)]
pub struct Rates {
    kinds: Vec<(Defect, [usize; 3])>,
    /// The calls that became others: kind, what was sent, what it became.
    pub changed: Vec<String>,
}

impl Rates {
    /// Breaks `count` calls by each kind of defect.
    pub fn measure(
        tools: &Tools,
        defects: &[Defect],
        count: usize,
        runner: &mut TestRunner,
    ) -> Rates {
        let mut rates = Rates::default();
        for defect in defects {
            rates.kinds.push((*defect, [0; 3]));
            for _ in 0..count {
                let strategy = (tool_call(), proptest::prelude::any::<u16>());
                let Ok(tree) = strategy.new_tree(runner) else { continue };
                let (call, at) = tree.current();
                if let Some(broken) = (defect.apply)(&call.text, usize::from(at)) {
                    rates.add(defect, &broken, &call, fate(tools, &call, &broken));
                }
            }
        }
        rates
    }

    fn add(&mut self, defect: &Defect, broken: &str, call: &ToolCall, fate: Fate) {
        let place = match fate {
            Fate::StillValid => return,
            Fate::Back => 0,
            Fate::Refused => 1,
            Fate::Changed(became) => {
                let sent = format!("{broken}\n   was {}\n    is {became}", call.text);
                self.changed.push(format!("{}: {sent}", defect.name));
                2
            }
        };
        if let Some((_, counts)) = self.kinds.last_mut() {
            counts[place] += 1;
        }
    }

    /// The share of calls that came back, over the kinds that break the JSON text.
    pub fn back_over_syntax(&self) -> f64 {
        let kinds = self.kinds.iter().filter(|(defect, _)| defect.is_syntax);
        let (back, all) = kinds.fold((0, 0), |(back, all), (_, counts)| {
            (back + counts[0], all + counts.iter().sum::<usize>())
        });
        share(back, all)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a percentage of some thousands")]
fn share(part: usize, all: usize) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

impl fmt::Display for Rates {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{:24}{:>7}{:>9}{:>9}{:>10}",
            "defect", "back", "refused", "changed", "back in %"
        )?;
        for (defect, [back, refused, changed]) in &self.kinds {
            let percent = share(*back, back + refused + changed);
            writeln!(out, "{:24}{back:7}{refused:9}{changed:9}{percent:10.1}", defect.name)?;
        }
        write!(out, "over the kinds that break the text: {:.1} % back", self.back_over_syntax())
    }
}
