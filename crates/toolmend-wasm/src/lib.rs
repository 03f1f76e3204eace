//! The engine for JavaScript.
//!
//! Texts do not cross the boundary as arguments: the caller reserves a buffer, lets `encodeInto`
//! write UTF-8 into it, and passes lengths. A compiled list of tools is an integer handle. There
//! are no exported classes, so that nothing is left for a finalizer to free in an instance that
//! has trapped. Nothing crosses back for a valid call; a report crosses as JSON text, which is
//! smaller and quicker than to build it property by property.
//!
//! `npm/src/engine.ts` is the other half.

// The module is built without what `{:?}` needs: see `crates/bindgen/src/silence.rs`.
#![cfg_attr(not(test), warn(clippy::use_debug))]

mod buffer;
mod handles;
mod patterns;
mod scanners;
#[cfg(feature = "values")]
pub mod values;

use std::cell::RefCell;
use std::rc::Rc;

use toolmend::wire::{self, Settings};
use toolmend::{Arguments, Call, Outcome, Patterns, Tools, lines};
use wasm_bindgen::prelude::*;

use crate::buffer::Buffer;
use crate::handles::Handles;
use crate::patterns::HostRegExp;
use crate::scanners::Message;

/// In place of the standard library's: see the workspace's `Cargo.toml`.
#[cfg(all(target_family = "wasm", not(target_feature = "atomics")))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// What an instance holds between calls.
#[derive(Default)]
struct State {
    buffer: Buffer,
    compiled: Handles<Compiled>,
    messages: Handles<Message>,
}

/// A list of tools and the settings of the place where they run.
struct Compiled {
    tools: Tools,
    settings: Settings,
}

thread_local! {
    static STATE: Rc<RefCell<State>> = Rc::default();
    static PATTERNS: Rc<dyn Patterns> = Rc::new(HostRegExp::default());
}

/// What a call throws: a string where the caller made a mistake, an `Error` where we did. After
/// an `Error`, as after a trap, the caller gives the instance up.
type Thrown = JsValue;

/// The caller's mistake.
fn refusal(message: impl std::fmt::Display) -> Thrown {
    JsValue::from_str(&message.to_string())
}

/// Our mistake.
fn failure(message: impl std::fmt::Display) -> Thrown {
    JsError::new(&message.to_string()).into()
}

fn patterns() -> Rc<dyn Patterns> {
    PATTERNS.with(Rc::clone)
}

/// Runs `work` on the state, and lets go of a buffer that grew large.
fn with_state<T>(work: impl FnOnce(&mut State) -> Result<T, Thrown>) -> Result<T, Thrown> {
    let state = state();
    let mut state = state.try_borrow_mut().map_err(failure)?;
    let result = work(&mut state);
    state.buffer.shrink();
    result
}

/// The state, by a pointer of its own: code for reaching it stands in the module once.
fn state() -> Rc<RefCell<State>> {
    STATE.with(Rc::clone)
}

/// The engine's version.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Every rule, as JSON: `[{"name", "summary", "stage", "certain"}]`.
#[wasm_bindgen]
pub fn rules() -> String {
    wire::rules_report()
}

/// Makes room for `length` bytes and tells where they begin. What the buffer holds stays until
/// the next call that reads it.
#[wasm_bindgen]
pub fn reserve(length: usize) -> Result<*mut u8, Thrown> {
    Ok(state().try_borrow_mut().map_err(failure)?.buffer.reserve(length))
}

/// Compiles a list of tools, to be used with the settings that follow it in the buffer, both as
/// JSON; gives its handle.
#[wasm_bindgen]
pub fn compile(tools: usize, settings: usize) -> Result<u32, Thrown> {
    with_state(|state| {
        let [tools, settings] = state.buffer.texts([tools, settings])?;
        let tools = Tools::compile_with(tools, patterns()).map_err(refusal)?;
        let settings = Settings::from_json(settings).map_err(refusal)?;
        Ok(state.compiled.add(Compiled { tools, settings }))
    })
}

/// Forgets a compiled list of tools.
#[wasm_bindgen]
pub fn release(handle: u32) {
    if let Ok(mut state) = state().try_borrow_mut() {
        state.compiled.remove(handle);
    }
}

/// The place in the list of the tool whose name is in the buffer.
#[wasm_bindgen]
pub fn place(tools: u32, name: usize) -> Result<Option<usize>, Thrown> {
    with_state(|state| {
        let compiled = state.compiled.get(tools).ok_or_else(|| failure("no such tools"))?;
        let [name] = state.buffer.texts([name])?;
        Ok(compiled.tools.place(name))
    })
}

/// Whether the arguments in the buffer are certainly valid for the tool at `place`, so that
/// [`mend`] has nothing to do. In doubt, and where anything is wrong, they are not.
#[wasm_bindgen]
pub fn accepts(tools: u32, place: usize, arguments: usize) -> bool {
    let state = state();
    let Ok(state) = state.try_borrow() else { return false };
    state.compiled.get(tools).is_some_and(|Compiled { tools, settings }| {
        tools.accepts(place, state.buffer.bytes(arguments), &settings.options())
    })
}

/// Mends the call whose arguments, name and finish reason (none if empty) stand in the buffer one
/// after another. `parsed` says that the arguments are the source of a value that the host had
/// parsed. Gives nothing for a valid call, else a report.
#[wasm_bindgen]
pub fn mend(
    tools: u32,
    arguments: usize,
    name: usize,
    finish: usize,
    parsed: bool,
) -> Result<Option<String>, Thrown> {
    with_call(tools, [arguments, name, finish], parsed, |tools, call| {
        match toolmend::mend(tools, call) {
            Outcome::Valid => None,
            outcome => Some(wire::report(&outcome)),
        }
    })
}

/// As [`mend`], for arguments that may hold several objects: a list of reports.
#[wasm_bindgen]
pub fn mend_all(
    tools: u32,
    arguments: usize,
    name: usize,
    finish: usize,
    parsed: bool,
) -> Result<Option<String>, Thrown> {
    with_call(tools, [arguments, name, finish], parsed, |tools, call| {
        match toolmend::mend_all(tools, call).as_slice() {
            [Outcome::Valid] => None,
            outcomes => Some(wire::reports(outcomes)),
        }
    })
}

/// Runs `work` on the call whose parts stand in the buffer, against the tools behind `handle`.
fn with_call<T>(
    handle: u32,
    lengths: [usize; 3],
    parsed: bool,
    work: impl FnOnce(&Tools, &Call<'_>) -> T,
) -> Result<T, Thrown> {
    with_state(|state| {
        let compiled = state.compiled.get(handle).ok_or_else(|| failure("no such tools"))?;
        let [arguments, name, finish] = state.buffer.texts(lengths)?;
        let arguments =
            if parsed { Arguments::Value(arguments) } else { Arguments::Text(arguments) };
        let call = Call {
            name,
            arguments,
            finish: (!finish.is_empty()).then_some(finish),
            options: compiled.settings.options(),
        };
        Ok(work(&compiled.tools, &call))
    })
}

/// Reads the text in the buffer as JSON, and against the schema that follows it unless that is
/// empty. Gives nothing for valid JSON.
#[wasm_bindgen]
pub fn mend_json(text: usize, schema: usize) -> Result<Option<String>, Thrown> {
    with_state(|state| {
        let [text, schema] = state.buffer.texts([text, schema])?;
        let schema = (!schema.is_empty()).then_some(schema);
        let outcome = toolmend::mend_json_with(text, schema, &*patterns());
        Ok((outcome.outcome != "valid").then(|| wire::json_report(&outcome)))
    })
}

/// Applies the edits whose JSON follows it in the buffer to a text.
#[wasm_bindgen]
pub fn apply_edits(text: usize, edits: usize) -> Result<String, Thrown> {
    with_state(|state| {
        let [text, edits] = state.buffer.texts([text, edits])?;
        let edits = wire::edits(edits).map_err(refusal)?;
        toolmend::apply_edits(text, &edits).map_err(refusal)
    })
}

/// Answers the line of `toolmend mend` that is in the buffer.
#[wasm_bindgen]
pub fn mend_line(line: usize) -> Result<String, Thrown> {
    with_state(|state| Ok(lines::mend_line(state.buffer.texts([line])?[0], &patterns())))
}

/// Answers the line of `toolmend json` that is in the buffer.
#[wasm_bindgen]
pub fn json_line(line: usize) -> Result<String, Thrown> {
    with_state(|state| Ok(lines::json_line(state.buffer.texts([line])?[0], &patterns())))
}

/// Answers the line of `toolmend scan` that is in the buffer.
#[wasm_bindgen]
pub fn scan_line(line: usize) -> Result<String, Thrown> {
    with_state(|state| Ok(lines::scan_line(state.buffer.texts([line])?[0], &patterns())))
}
