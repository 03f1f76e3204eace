//! What the words around a block say of it: that it is an example.
//!
//! A model that explains a format writes a whole block and says so, right before or right after.
//! The phrases are those that present or disown; words that also go with real calls ("let me look
//! at the example") are not among them.

/// Phrases at the end of the text before a block, and what begins a comment or a long string.
const PRESENTING: [&str; 27] = [
    "for example",
    "for instance",
    "e.g.",
    "an example",
    "example of",
    "example:",
    "examples:",
    "example call:",
    "looks like this",
    "look like this",
    "looks like",
    "would look",
    "in this format",
    "the format is",
    "following format",
    "the syntax",
    "\u{4f8b}\u{5982}",
    "\u{6bd4}\u{5982}",
    "\u{793a}\u{4f8b}",
    "<!--",
    "/*",
    "\"\"\"",
    "'''",
    "<<eof",
    "<<'eof",
    "\\begin{",
    "$$",
];

/// Phrases in the first line behind a block.
const DISOWNING: [&str; 17] = [
    "is an example",
    "just an example",
    "only an example",
    "was an example",
    "example only",
    "for illustration",
    "not an invocation",
    "not a real",
    "not an actual",
    "not a call",
    "not a tool call",
    "not executed",
    "not be executed",
    "did not run",
    "didn't run",
    "don't run",
    "do not run",
];

/// Whether the line before a block presents it as an example.
pub(super) fn presents(line: &str) -> bool {
    // Only a line that leads over to the block speaks of it.
    let leads_over = line.ends_with([':', ',', '\u{ff1a}']) || !line.ends_with(['.', '!', '?']);
    leads_over && has_any(line, &PRESENTING)
}

/// Whether the line behind a block says that it was none.
pub(super) fn disowns(line: &str) -> bool {
    has_any(line, &DISOWNING)
}

fn has_any(line: &str, phrases: &[&str]) -> bool {
    let line = line.to_ascii_lowercase();
    phrases.iter().any(|phrase| line.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_examples_from_announcements() {
        assert!(presents("For example:"));
        assert!(presents("A call looks like this:"));
        for opener in
            ["<!--", "/* Quoted", "s = \"\"\"", "cat > a.md <<'EOF'", "\\begin{verbatim}", "$$"]
        {
            assert!(presents(opener), "{opener}");
        }
        assert!(!presents("Let me look at the examples directory:"));
        assert!(!presents("That is an example. Now I read it."));
        assert!(disowns("This is an example, not an invocation."));
        assert!(!disowns("The example runs now."));
    }
}
