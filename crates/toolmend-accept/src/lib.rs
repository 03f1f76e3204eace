//! Tells in one pass, without a tree, that a text is JSON that a schema accepts.
//!
//! Most tool calls are valid, and should cost no more than to read them. [`Plan::accepts`] is sound
//! and not complete: `true` is certain, `false` means that the text has to be looked at properly.
//! So a [`Shape`] says what is *certainly* accepted, and what is rare or slow to decide (patterns,
//! escapes in keys) is certain nowhere.
//!
//! Of two equal keys the last counts, and nothing here remembers the first: each is held to the
//! same shape, so that the last one fits if all do.

mod number;
mod pass;
mod shape;
mod text;
mod value;

pub use pass::Watch;
pub use shape::{Entry, Items, Limits, Members, Plan, Row, Scalars, Shape, ShapeId, Texts};
pub use value::{is_json, value_end};
