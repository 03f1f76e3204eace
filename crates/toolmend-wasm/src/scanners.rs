//! The push scanner: a message is an integer handle from its first piece to its end.

use toolmend::{ScanOptions, Scanner, wire};
use wasm_bindgen::prelude::*;

use crate::{Thrown, failure, refusal, with_state};

/// A message that is still coming.
pub(crate) struct Message {
    scanner: Scanner,
    /// The calls that were sent as calls beside the text: names and arguments.
    beside: Vec<(String, String)>,
}

/// Begins a message of a model that was offered the tools behind `tools`. The scanner's options
/// stand in the buffer as JSON; gives the message's handle.
#[wasm_bindgen]
pub fn scanner(tools: u32, options: usize) -> Result<u32, Thrown> {
    with_state(|state| {
        let compiled = state.compiled.get(tools).ok_or_else(|| failure("no such tools"))?;
        let [options] = state.buffer.texts([options])?;
        let mut options = ScanOptions::from_json(options).map_err(refusal)?;
        options.settings.clone_from(&compiled.settings);
        let scanner = Scanner::asking(&compiled.tools, options);
        Ok(state.messages.add(Message { scanner, beside: Vec::new() }))
    })
}

/// Pushes the piece in the buffer; gives the text that can go out now, or nothing if that is the
/// piece itself and no more.
#[wasm_bindgen]
pub fn scanner_push(message: u32, piece: usize) -> Result<Option<String>, Thrown> {
    with_state(|state| {
        let Message { scanner, .. } = state.messages.get_mut(message).ok_or_else(no_message)?;
        let [piece] = state.buffer.texts([piece])?;
        let held = scanner.holds_text();
        let text = scanner.push(piece);
        Ok((held || scanner.holds_text()).then_some(text))
    })
}

/// Whether the message waits for `scanner_sent`; with `ended`, as if it ended here.
#[wasm_bindgen]
pub fn scanner_wants_sent(message: u32, ended: bool) -> Result<bool, Thrown> {
    with_state(|state| {
        let Message { scanner, .. } = state.messages.get_mut(message).ok_or_else(no_message)?;
        Ok(scanner.wants_sent(ended))
    })
}

/// Tells a text, in the buffer, that the model was sent.
#[wasm_bindgen]
pub fn scanner_sent(message: u32, text: usize) -> Result<(), Thrown> {
    with_state(|state| {
        let Message { scanner, .. } = state.messages.get_mut(message).ok_or_else(no_message)?;
        scanner.tell_sent(state.buffer.texts([text])?);
        Ok(())
    })
}

/// Tells a call that the message has beside its text: name and arguments, in the buffer.
#[wasm_bindgen]
pub fn scanner_beside(message: u32, name: usize, arguments: usize) -> Result<(), Thrown> {
    with_state(|state| {
        let Message { beside, .. } = state.messages.get_mut(message).ok_or_else(no_message)?;
        let [name, arguments] = state.buffer.texts([name, arguments])?;
        beside.push((name.to_owned(), arguments.to_owned()));
        Ok(())
    })
}

/// Ends a message: gives the rest of it, as JSON.
#[wasm_bindgen]
pub fn scanner_finish(message: u32) -> Result<String, Thrown> {
    with_state(|state| {
        let Message { scanner, beside } = state.messages.remove(message).ok_or_else(no_message)?;
        let beside: Vec<_> = beside.iter().map(|(name, sent)| (&**name, &**sent)).collect();
        Ok(wire::events_report(&scanner.finish_beside(&beside)))
    })
}

/// Forgets a message that will not be finished.
#[wasm_bindgen]
pub fn scanner_release(message: u32) -> Result<(), Thrown> {
    with_state(|state| {
        state.messages.remove(message);
        Ok(())
    })
}

fn no_message() -> Thrown {
    failure("no such message")
}
