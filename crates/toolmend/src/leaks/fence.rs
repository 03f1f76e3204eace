//! Fences of Markdown: three or more backticks or tildes.

use super::cursor::{Parsed, Stop};

/// A fence that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fence {
    byte: u8,
    length: usize,
    indent: usize,
}

impl Fence {
    /// The fence that opens at the start of `text`, which stands `indent` bytes into its line. A
    /// run of backticks with more of them behind is inline code.
    pub(super) fn opened_by(text: &str, indent: usize, ended: bool) -> Parsed<Option<Fence>> {
        let whole = ended || text.contains('\n');
        let line = text.lines().next().unwrap_or_default();
        let byte = line.bytes().next().unwrap_or_default();
        let length = line.bytes().take_while(|&other| other == byte).count();
        if length < 3 {
            let may_grow = length == line.len() && !whole;
            return if may_grow { Err(Stop::Unfinished) } else { Ok(None) };
        }
        if byte == b'`' && line[length..].contains('`') {
            return Ok(None);
        }
        if whole { Ok(Some(Fence { byte, length, indent })) } else { Err(Stop::Unfinished) }
    }

    /// Whether the line at the start of `text`, `indent` bytes of white space aside, closes the
    /// fence.
    pub(super) fn is_closed_by(&self, text: &str, indent: usize, ended: bool) -> Parsed<bool> {
        let line = text.get(indent..).unwrap_or_default();
        let end = line.find('\n');
        let content = line[..end.unwrap_or(line.len())].trim_end();
        let run = content.bytes().take_while(|&byte| byte == self.byte).count();
        let only_fence = run == content.len();
        if only_fence && end.is_none() && !ended {
            return Err(Stop::Unfinished);
        }
        Ok(only_fence && run >= self.length && indent <= self.indent + 3)
    }
}
