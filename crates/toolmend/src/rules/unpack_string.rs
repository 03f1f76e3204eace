//! `unpack-string`: a list or an object that was sent as its own JSON text.
//!
//! Certain because the schema accepts no string here and the whole text reads as one value: as
//! JSON, as JSON with certain defects, or as a Python literal. A text inside a text is unpacked
//! once per step. Where the schema accepts a string, a text that looks like JSON is content; a text
//! that only begins like JSON (`[draft] fix the build`) or was cut is left alone.

use super::{Certainty, Change, Context, Rule};
use crate::reader::{self, Read, Tolerance};
use crate::schema::Types;
use crate::tree::{Kind, Tree, string};

pub(super) const RULE: Rule = Rule {
    name: "unpack-string",
    summary: "a list or an object sent as JSON text becomes that list or object",
    advice: "send lists and objects as JSON values, not as text",
    certainty: Certainty::Certain,
    propose,
};

fn propose(context: &Context<'_>) -> Option<Change> {
    let types = context.types();
    let node = context.node();
    if context.kind() != Kind::String
        || types.has(Types::STRING)
        || !types.has(Types::ARRAY.union(Types::OBJECT))
    {
        return None;
    }
    let unpacked = string::decode_json(context.tree.lexeme(node));
    let text = unpacked.trim();
    if !text.starts_with(['{', '[', '(', '"', '\'']) {
        return None;
    }
    let json = match Tree::parse(text) {
        Ok(_) => text.to_owned(),
        Err(_) => match reader::read(text, context.schema.keys(), Tolerance::Embedded) {
            Read::Value(reading) => reading.text,
            _ => return None,
        },
    };
    let inner = Tree::parse(&json).ok()?;
    let root = inner.root();
    let fits = match inner.kind(root) {
        // A single object may be the only item of a list, and a list of one object that object.
        Kind::Object => true,
        Kind::Array => types.has(Types::ARRAY) || inner.children(root).count() == 1,
        Kind::String => string::decode_json(inner.lexeme(root)).trim().starts_with(['{', '[', '"']),
        Kind::Null | Kind::Boolean | Kind::Number => false,
    };
    fits.then_some(Change::Replace(node, json))
}
