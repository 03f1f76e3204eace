//! What the arguments of `OpenCode`'s own tools are.
//!
//! Measured with 1.18: a link for a path is "File not found" in `read`, and `write` makes a folder
//! of its front half; a link for a URL is refused; `limit: 0` reads nothing and tells the model to
//! send the same call again. `offset` counts from 1 and takes 0 for 1, so that 1 says the same (and
//! older versions refuse 0). Relative paths are resolved by the tools themselves.

use super::Argument;
use super::Meaning::{Count, Line, Path, Url};

/// Tool, argument, meaning.
pub(super) const ARGUMENTS: &[Argument] = &[
    ("read", "filePath", Path),
    ("read", "offset", Line),
    ("read", "limit", Count),
    ("write", "filePath", Path),
    ("edit", "filePath", Path),
    ("glob", "path", Path),
    ("grep", "path", Path),
    ("list", "path", Path),
    ("lsp", "filePath", Path),
    ("bash", "workdir", Path),
    ("webfetch", "url", Url),
];
