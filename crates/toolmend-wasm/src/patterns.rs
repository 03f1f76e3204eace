//! `pattern` by the regular expressions of JavaScript itself: what JSON Schema asks for, without
//! an engine of our own in the module.

use std::cell::RefCell;
use std::collections::HashMap;

use toolmend::Patterns;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    type RegExp;

    #[wasm_bindgen(constructor, catch)]
    fn new(pattern: &str, flags: &str) -> Result<RegExp, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn test(this: &RegExp, text: &str) -> Result<bool, JsValue>;
}

/// `RegExp`, each expression compiled once.
#[derive(Default)]
pub(crate) struct HostRegExp {
    compiled: RefCell<HashMap<Box<str>, Option<RegExp>>>,
}

impl Patterns for HostRegExp {
    fn matches(&self, pattern: &str, text: &str) -> bool {
        let mut compiled = self.compiled.borrow_mut();
        if !compiled.contains_key(pattern) {
            compiled.insert(pattern.into(), compile(pattern));
        }
        let expression = compiled.get(pattern).and_then(Option::as_ref);
        expression.is_none_or(|expression| expression.test(text).unwrap_or(true))
    }
}

/// JSON Schema means the flag `u`; what only works without it (`\-` outside a class, say) is
/// common in the field and meant as it is written.
fn compile(pattern: &str) -> Option<RegExp> {
    RegExp::new(pattern, "u").or_else(|_| RegExp::new(pattern, "")).ok()
}
