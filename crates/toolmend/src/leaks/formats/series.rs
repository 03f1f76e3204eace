//! Calls one after another, in formats whose calls all begin with the same token.

use crate::leaks::block::{Anchor, Block, Wrapper};
use crate::leaks::cursor::{Cursor, Parsed, Stop};

use super::table::is_end_token;

/// Reads the calls that stand here, the first of which must be there, the others as long as
/// `begins` says that one does. What cannot be read behind the first is left.
pub(super) fn calls<'t>(
    cursor: &mut Cursor<'t>,
    block: &mut Block<'t>,
    begins: &dyn Fn(&Cursor<'t>) -> Parsed<bool>,
    call: &mut dyn FnMut(&mut Cursor<'t>, &mut Block<'t>) -> Parsed<()>,
) -> Parsed<()> {
    cursor.space();
    call(cursor, block)?;
    loop {
        let read = block.parts.len();
        let mut ahead = *cursor;
        ahead.space();
        if ahead.at_end()? || !begins(&ahead)? {
            return Ok(());
        }
        if let Err(stop) = call(&mut ahead, block) {
            block.parts.truncate(read);
            if stop == Stop::Unfinished {
                cursor.ended_or_stop()?;
                block.cut = true;
            }
            return Ok(());
        }
        cursor.set(ahead.at());
    }
}

/// Reads one of `tokens`, if it is next behind white space, as markup.
pub(super) fn take_markup(
    cursor: &mut Cursor<'_>,
    block: &mut Block<'_>,
    tokens: &[&str],
) -> Parsed<bool> {
    let span = cursor.take_next(tokens)?;
    if let Some(span) = &span {
        block.markup(span.clone());
    }
    Ok(span.is_some())
}

/// Reads the tokens that end a turn, where they leaked too.
pub(super) fn end_tokens(cursor: &mut Cursor<'_>, block: &mut Block<'_>) -> Parsed<()> {
    loop {
        let mut ahead = *cursor;
        ahead.space();
        let start = ahead.at();
        if !is_end_token(&mut ahead)? {
            return Ok(());
        }
        cursor.set(ahead.at());
        block.markup(start..ahead.at());
    }
}

/// Says of a block how much of its wrapper it has. Without the opener it is an orphan.
pub(super) fn set_wrapper(block: &mut Block<'_>, opened: bool, closed: bool) {
    block.wrapper = match (opened, closed) {
        (true, true) => Wrapper::Whole,
        (true, false) => Wrapper::Unclosed,
        (false, _) => Wrapper::Missing,
    };
    if !opened {
        block.anchor = Anchor::LastLines;
    }
}
