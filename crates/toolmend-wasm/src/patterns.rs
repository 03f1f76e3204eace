//! `pattern` by the regular expressions of JavaScript itself: what JSON Schema asks for, without
//! an engine of our own in the module.

use std::cell::RefCell;
use std::collections::HashMap;

use js_sys::{Array, Function, Reflect, RegExp};
use toolmend::Patterns;
use wasm_bindgen::{JsCast, JsValue};

/// `RegExp`, each expression compiled once.
#[derive(Default)]
pub(crate) struct HostRegExp {
    compiled: RefCell<Compiled>,
}

/// Expressions by their place, places by pattern: the one table of the whole module (its types are
/// those of the engine's).
#[derive(Default)]
struct Compiled {
    expressions: Vec<Option<RegExp>>,
    places: HashMap<String, u32>,
}

impl Patterns for HostRegExp {
    fn matches(&self, pattern: &str, text: &str) -> bool {
        let mut compiled = self.compiled.borrow_mut();
        compiled.expression(pattern).is_none_or(|expression| expression.test(text))
    }
}

impl Compiled {
    fn expression(&mut self, pattern: &str) -> Option<&RegExp> {
        let place = self.places.get(pattern).copied().unwrap_or_else(|| {
            let place = self.expressions.len() as u32;
            self.places.insert(pattern.to_owned(), place);
            self.expressions.push(compile(pattern));
            place
        });
        self.expressions.get(place as usize)?.as_ref()
    }
}

/// JSON Schema means the flag `u`; what only works without it (`\-` outside a class, say) is
/// common in the field and meant as it is written.
fn compile(pattern: &str) -> Option<RegExp> {
    with_flags(pattern, "u").or_else(|| with_flags(pattern, ""))
}

/// `RegExp` through `Reflect`, since the constructor throws for what it cannot read.
fn with_flags(pattern: &str, flags: &str) -> Option<RegExp> {
    let constructor = Reflect::get(&js_sys::global(), &JsValue::from_str("RegExp")).ok()?;
    let arguments = Array::of2(&JsValue::from_str(pattern), &JsValue::from_str(flags));
    Reflect::construct(constructor.unchecked_ref::<Function>(), &arguments).ok()?.dyn_into().ok()
}
