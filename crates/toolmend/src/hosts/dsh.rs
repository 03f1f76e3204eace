//! What the arguments of dsh's own tools are.
//!
//! Every file tool resolves relative paths against the session's folder, but for
//! `str_replace_editor`, which refuses them. `read` counts lines from 1 and refuses less.
//! `terminal_read`'s offset counts from 0 and `insert_line: 0` is the top of a file: both stay.

use super::Argument;
use super::Meaning::{AbsolutePath, Count, Line, LineRange, Path, Program, Url};

/// Tool, argument, meaning.
pub(super) const ARGUMENTS: &[Argument] = &[
    ("read", "file_path", Path),
    ("read", "offset", Line),
    ("read", "limit", Count),
    ("read_image", "file_path", Path),
    ("write", "file_path", Path),
    ("edit", "file_path", Path),
    ("str_replace_editor", "path", AbsolutePath),
    ("str_replace_editor", "view_range", LineRange),
    ("glob", "path", Path),
    ("grep", "path", Path),
    ("lsp", "file_path", Path),
    ("lsp", "line", Line),
    ("lsp", "character", Line),
    ("bash", "workdir", Path),
    ("terminal_open", "cwd", Path),
    ("web_fetch", "url", Url),
    ("run_code", "code", Program),
];

/// The tool whose argument is a program.
pub(super) const RUN_CODE: &str = "run_code";

/// The tool that runs a command.
pub(super) const BASH: &str = "bash";
