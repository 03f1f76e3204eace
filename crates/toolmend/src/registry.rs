//! The list of all rules, for those who switch them off or write about them.

use crate::rules::{self, RULES};
use crate::{hosts, mend, names, reader};

/// A rule as the public knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleInfo {
    /// The name, which never changes; edits carry it and options switch it off by it.
    pub name: &'static str,
    /// What the rule does, in one line.
    pub summary: &'static str,
    /// Where it works: `text` (broken JSON), `value` (what the schema refused), `name` or `host`.
    pub stage: &'static str,
    /// `always`, or `reading` for a rule that is only likely and used by [`crate::mend_json`]
    /// alone; `sometimes` where the text around decides which of the two it is.
    pub certain: &'static str,
}

/// Every rule there is: those for names, for text, for values, and for hosts.
pub fn rules() -> Vec<RuleInfo> {
    let certain = "always";
    let stage = |stage: &'static str| {
        move |&(name, summary): &(&'static str, &'static str)| RuleInfo {
            name,
            summary,
            stage,
            certain,
        }
    };
    let text = reader::RECOVERIES.iter().map(|recovery| RuleInfo {
        name: recovery.name,
        summary: recovery.summary,
        stage: "text",
        certain: match recovery.certainty {
            reader::Certainty::Certain => "always",
            reader::Certainty::Likely => "reading",
            reader::Certainty::ByContext => "sometimes",
        },
    });
    let value = RULES.iter().map(|rule| RuleInfo {
        name: rule.name,
        summary: rule.summary,
        stage: "value",
        certain: match rule.certainty {
            rules::Certainty::Certain => "always",
            rules::Certainty::Likely => "reading",
        },
    });
    let mut all: Vec<RuleInfo> = names::RULES.iter().map(stage("name")).collect();
    all.push(stage("text")(&mend::EMPTY));
    all.extend(text);
    all.extend(value);
    all.extend(hosts::RULES.iter().map(stage("host")));
    all
}

#[cfg(test)]
mod tests {
    use super::rules;

    #[test]
    fn names_are_unique_and_told_apart_by_their_stage() {
        let all = rules();
        for (at, rule) in all.iter().enumerate() {
            assert!(all[..at].iter().all(|other| other.name != rule.name), "{}", rule.name);
            assert!(!rule.summary.is_empty(), "{}", rule.name);
            assert_eq!(rule.name.starts_with("host-"), rule.stage == "host", "{}", rule.name);
            assert_eq!(rule.name.starts_with("json-"), rule.stage == "text", "{}", rule.name);
            assert_eq!(rule.name.starts_with("name-"), rule.stage == "name", "{}", rule.name);
        }
    }
}
