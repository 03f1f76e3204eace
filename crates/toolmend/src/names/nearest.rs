//! The offered names that look most like one that was sent: for the message, never for running.

use super::{LONGEST, Offered, fold};

/// How many names are told.
const COUNT: usize = 5;

/// The places of up to five offered tools, the one most like `name` first.
pub(super) fn find(name: &str, offered: &Offered<'_>) -> Vec<usize> {
    let name = fold::fold(name);
    if name.is_empty() || name.len() > LONGEST {
        return Vec::new();
    }
    // By likeness, then by place.
    let candidates: Vec<(usize, usize)> = (0..offered.count())
        .filter(|&tool| offered.folded(tool).len() <= LONGEST)
        .map(|tool| (unlikeness(&name, offered.folded(tool)), tool))
        .collect();
    let mut found: Vec<usize> = Vec::with_capacity(COUNT);
    while found.len() < COUNT {
        // A name that is offered twice is told once.
        let is_told = |tool| found.iter().any(|&other| offered.name(other) == offered.name(tool));
        let untold = candidates.iter().filter(|&&(_, tool)| !is_told(tool));
        let Some(&(_, tool)) = untold.min() else { break };
        found.push(tool);
    }
    found
}

/// How little two folded names are alike: their distance, halved where one holds the other.
fn unlikeness(left: &str, right: &str) -> usize {
    let distance = distance(left.as_bytes(), right.as_bytes());
    let shorter = left.len().min(right.len());
    if shorter > 2 && (left.contains(right) || right.contains(left)) {
        distance / 2
    } else {
        distance
    }
}

/// The Levenshtein distance in bytes.
fn distance(left: &[u8], right: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, a) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = substituted.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::tests::offered;

    #[test]
    fn distances() {
        for (left, right, expected) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("read", "read", 0)]
        {
            assert_eq!(distance(left.as_bytes(), right.as_bytes()), expected, "{left} {right}");
            assert_eq!(distance(right.as_bytes(), left.as_bytes()), expected, "{right} {left}");
        }
    }

    #[test]
    fn the_most_alike_come_first_and_five_at_most() {
        let tools = ["terminal", "read", "grep", "read_files", "write", "edit", "bash"];
        let found = find("readfile", &offered(&tools));
        assert_eq!(found.len(), 5);
        assert_eq!(found[..2], [3, 1]);
    }

    #[test]
    fn nothing_is_near_what_is_no_name() {
        assert!(find("", &offered(&["read"])).is_empty());
        assert!(find(&"x".repeat(129), &offered(&["read"])).is_empty());
    }
}
