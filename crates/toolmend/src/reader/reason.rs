//! Why a text could not be read, or not with certainty, in words that a model can act on.

/// Declares the reasons beside their words.
macro_rules! reasons {
    ($($reason:ident $words:literal;)*) => {
        /// Why something is in doubt or cannot be read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Reason { $($reason),* }

        impl Reason {
            /// The reason in words.
            pub(super) fn words(self) -> &'static str {
                match self { $(Reason::$reason => $words),* }
            }
        }
    };
}

reasons! {
    Ellipsis "an ellipsis means that something was left out; write it all";
    NotANumber "NaN and Infinity are not JSON; send null or leave the key out";
    NoValue "there is no JSON value";
    Bare "a text has no quotes";
    MissingValue "a key has no value";
    NoColon "a key has neither a colon nor a value";
    NoKey "there is no key where an object needs one";
    NoComma "a comma or a closing bracket is missing";
    Set "braces hold a single value without a key";
    InnerQuote "a quote inside a string is not escaped; write \" as \\\"";
    MissingQuote "a string lacks one of its quotes";
    DoubledQuote "a string has two quotes where it needs one";
    FenceValue "a value is quoted with a Markdown fence; use a JSON string";
    EscapedEnd "a backslash before the closing quote is not escaped; write \\ as \\\\";
    BarePhrase "a text without quotes has no clear end; use a JSON string";
    Expression "an expression is not JSON; write its value";
    Concat "two strings stand side by side; write one string";
    Constructor "a constructor is not JSON; write its value";
    Noise "there are stray words between the members";
    Hole "a list has an empty place";
    Brackets "the brackets do not match";
    EarlyClose "an object is closed before its last members";
    DuplicateKey "an object has the same key twice with different values";
    Several "there are several values; send one";
    Around "there is text around the value";
    Comment "a comment holds a single quote; it may be part of a string";
    Torn "the text around the value looks like a part of it";
    Cut "the value does not end";
}
