//! The table of recoveries: what may be wrong with a text, under which public name its mending is
//! reported, and whether it may be trusted for a call that runs.

/// How far a recovery can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// There is one sensible reading wherever the recovery applies.
    Certain,
    /// A guess: good enough for data that is read, never for a call that runs.
    Likely,
    /// Certain or likely, by what stands around the defect.
    ByContext,
}

/// One kind of recovery as the registry of rules shows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecoveryInfo {
    /// The public name, by which edits are reported and the rule can be looked up.
    pub(crate) name: &'static str,
    /// What is mended, in one line.
    pub(crate) summary: &'static str,
    /// Whether it may be used for calls that run.
    pub(crate) certainty: Certainty,
}

/// Declares the kinds and their table together, so that neither can lack a row of the other.
macro_rules! recoveries {
    ($($kind:ident $name:literal $certainty:ident $summary:literal;)*) => {
        /// A kind of recovery.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Recovery { $($kind),* }

        /// Every kind of recovery, in the order of [`Recovery`].
        pub(crate) const RECOVERIES: &[RecoveryInfo] = &[
            $(RecoveryInfo { name: $name, summary: $summary, certainty: Certainty::$certainty }),*
        ];
    };
}

recoveries! {
    TrailingComma "json-trailing-comma" Certain "removes a comma before a closing bracket";
    ExtraComma "json-extra-comma" ByContext "removes a comma that separates nothing";
    MissingComma "json-missing-comma" ByContext "adds the comma between two values or members";
    MissingColon "json-missing-colon" Certain "adds the colon between a key and its value";
    Separator "json-separator" Certain "writes `;`, `=`, `=>` and full-width marks as comma or colon";
    Quotes "json-quotes" ByContext "writes single, typographic, triple and token quotes as double quotes";
    MissingQuote "json-missing-quote" ByContext "adds a quote that was left out";
    DoubledQuote "json-doubled-quote" ByContext "removes the second of two quotes";
    InnerQuote "json-inner-quote" ByContext "escapes a quote inside a string";
    UnquotedKey "json-unquoted-key" Certain "quotes a key";
    UnquotedValue "json-unquoted-value" ByContext "quotes a value that is no JSON literal";
    Literal "json-literal" ByContext "writes Python's True, False, None and other spellings as JSON's";
    Undefined "json-undefined" Certain "writes JavaScript's undefined as null";
    Number "json-number" Certain "writes a number by JSON's grammar, its value unchanged";
    Comment "json-comment" ByContext "removes a comment";
    Escape "json-escape" ByContext "keeps a backslash that starts no JSON escape as a backslash";
    Control "json-control" Certain "escapes a raw line break, tab or other control character";
    Concat "json-concat" ByContext "joins strings that were written as a sum";
    Tuple "json-tuple" Certain "writes Python's (a, b) as a list";
    Set "json-set" ByContext "writes Python's {a, b} as a list";
    Prefix "json-prefix" Certain "removes the b, r or u before a Python string";
    ExtraOpener "json-extra-opener" Certain "removes a doubled opening brace";
    ExtraCloser "json-extra-closer" ByContext "removes a closing bracket that closes nothing";
    WrongCloser "json-wrong-closer" ByContext "exchanges a closing bracket of the wrong kind";
    MissingCloser "json-missing-closer" ByContext "adds a closing bracket that was left out";
    MissingOpener "json-missing-opener" ByContext "adds an opening bracket that was left out";
    MissingValue "json-missing-value" Likely "puts null where a key has no value";
    Close "json-close" Certain "closes what the end of the text left open";
    Fence "json-fence" Certain "removes a Markdown fence";
    Outside "json-outside" ByContext "removes prose and markup around the value";
    Space "json-space" Certain "removes byte order marks and exotic white space between tokens";
    Repeated "json-repeated" Certain "removes a value that repeats the one before it";
    DuplicateKey "json-duplicate-key" ByContext "removes a member that repeats another";
    EscapedDocument "json-escaped-document" Certain "decodes a document whose quotes are all escaped";
    Entities "json-entities" Certain "decodes a document written with HTML entities";
    Constructor "json-constructor" Likely "takes the value out of ObjectId(…), NumberLong(…) and the like";
    Noise "json-noise" Likely "removes stray words between members";
    List "json-list" Likely "makes one list of several values";
}

impl Recovery {
    /// The public name.
    pub(super) fn name(self) -> &'static str {
        RECOVERIES[self as usize].name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_follow_one_pattern() {
        for (at, info) in RECOVERIES.iter().enumerate() {
            assert!(info.name.starts_with("json-"), "{}", info.name);
            assert!(!info.summary.is_empty() && !info.summary.ends_with('.'), "{}", info.name);
            assert!(RECOVERIES[..at].iter().all(|other| other.name != info.name), "{}", info.name);
        }
    }
}
