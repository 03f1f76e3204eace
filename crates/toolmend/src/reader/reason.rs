//! Why a text could not be read, or not with certainty, in words that a model can act on.

pub(super) const ELLIPSIS: &str = "an ellipsis means that something was left out; write it all";
pub(super) const NO_VALUE: &str = "there is no JSON value";
pub(super) const BARE: &str = "a text has no quotes";
pub(super) const MISSING_VALUE: &str = "a key has no value";
pub(super) const NO_COLON: &str = "a key has neither a colon nor a value";
pub(super) const NO_KEY: &str = "there is no key where an object needs one";
pub(super) const NO_COMMA: &str = "a comma or a closing bracket is missing";
pub(super) const SET: &str = "braces hold a single value without a key";
pub(super) const INNER_QUOTE: &str = "a quote inside a string is not escaped; write \" as \\\"";
pub(super) const MISSING_QUOTE: &str = "a string lacks one of its quotes";
pub(super) const DOUBLED_QUOTE: &str = "a string has two quotes where it needs one";
pub(super) const FENCE_VALUE: &str = "a value is quoted with a Markdown fence; use a JSON string";
pub(super) const ESCAPED_END: &str =
    "a backslash before the closing quote is not escaped; write \\ as \\\\";
pub(super) const BARE_PHRASE: &str = "a text without quotes has no clear end; use a JSON string";
pub(super) const EXPRESSION: &str = "an expression is not JSON; write its value";
pub(super) const CONCAT: &str = "two strings stand side by side; write one string";
pub(super) const CONSTRUCTOR: &str = "a constructor is not JSON; write its value";
pub(super) const NOISE: &str = "there are stray words between the members";
pub(super) const HOLE: &str = "a list has an empty place";
pub(super) const BRACKETS: &str = "the brackets do not match";
pub(super) const EARLY_CLOSE: &str = "an object is closed before its last members";
pub(super) const DUPLICATE_KEY: &str = "an object has the same key twice with different values";
pub(super) const SEVERAL: &str = "there are several values; send one";
pub(super) const AROUND: &str = "there is text around the value";
pub(super) const COMMENT: &str = "a comment holds a single quote; it may be part of a string";
pub(super) const TORN: &str = "the text around the value looks like a part of it";
pub(super) const CUT: &str = "the value does not end";
