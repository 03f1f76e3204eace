//! JSON Schema (drafts 7 and 2020-12): compiled once, checked without recursion, in time linear in
//! the input.
//!
//! `compile` reads a schema document into `rules`; `check` says whether a value is valid, `issues`
//! what is wrong with it; `query` and `describe` say what a schema asks for.
//!
//! What is not understood accepts: unknown keywords and types, keywords of the wrong shape,
//! references that lead out of the document, `format`, `unevaluatedProperties`,
//! `unevaluatedItems`, `$dynamicRef`. Keywords beside a `$ref` count, whatever the draft.

mod accepted;
mod assertion;
mod branch;
mod check;
mod compile;
mod describe;
mod equality;
mod goal;
mod issues;
mod keyword;
mod members;
mod number;
mod pattern;
mod plan;
mod query;
mod reference;
mod rules;
#[cfg(test)]
mod tests;
mod types;

use toolmend_accept::{Plan, Watch};

use crate::table::TextTable;
use crate::tree::{NodeId, Tree};
use check::Checker;
use rules::Subschema;
pub(crate) use types::Types;

/// The index of a compiled schema or subschema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SchemaId(pub(crate) u32);

/// What is wrong at a node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// The value's type is not among those that `type` names.
    Type(Types),
    /// The value is none of `enum` or not `const`.
    Enum,
    /// The object lacks a required member.
    Missing(String),
    /// The member is not declared by a closed object. The issue's node is the member's value.
    Undeclared,
    /// No branch of `anyOf` or `oneOf` takes the value, and neither a tag nor its type picks one.
    NoBranch(Vec<SchemaId>),
    /// Any other keyword; what it asks for, in words.
    Other(String),
}

/// One complaint of the checker.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Issue {
    pub(crate) node: NodeId,
    /// The subschema whose keyword complains.
    pub(crate) schema: SchemaId,
    /// The schema that was entered for this node: the property's or item's own, of which `schema`
    /// may be a part. Its accepted types are those of the position.
    pub(crate) position: SchemaId,
    /// The object schema through whose `properties` the node was reached, if any.
    pub(crate) holder: Option<SchemaId>,
    pub(crate) fault: Fault,
}

/// Decides `pattern`; what ECMAScript's `RegExp` does where that is at hand.
pub trait Patterns {
    /// Whether `text` matches `pattern`, unanchored. An expression that cannot be read accepts.
    fn matches(&self, pattern: &str, text: &str) -> bool;

    /// Whether [`Patterns::matches`] means what it says. Where it does not, no value is refused
    /// for having matched.
    fn is_certain(&self) -> bool {
        true
    }
}

/// Accepts every text: for a caller without regular expressions.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyPattern;

impl Patterns for AnyPattern {
    fn matches(&self, _pattern: &str, _text: &str) -> bool {
        true
    }

    fn is_certain(&self) -> bool {
        false
    }
}

/// A compiled schema.
#[derive(Debug)]
pub(crate) struct Schema {
    /// The schema's own document, which holds the values of `enum`, `const` and `default`, and the
    /// bounds.
    tree: Tree<'static>,
    subschemas: Vec<Subschema>,
    keys: TextTable,
    /// What is certainly accepted; of a tool's schema only.
    plan: Plan,
}

impl Schema {
    /// Compiles a JSON Schema. Never fails: what it does not know accepts.
    pub(crate) fn compile(json: &str) -> Schema {
        Schema::compile_root(json, false)
    }

    /// Compiles the schema of a tool's arguments, which must be an object whatever else the schema
    /// says. A missing schema (`null`, `true`, `{}`, or what is no JSON) takes any object.
    pub(crate) fn compile_tool(json: &str) -> Schema {
        let mut schema = Schema::compile_root(json, true);
        schema.plan = plan::plan(&schema);
        schema
    }

    fn compile_root(json: &str, is_tool: bool) -> Schema {
        let tree = Tree::parse_owned(json).or_else(|_| Tree::parse_owned("{}"));
        #[expect(clippy::expect_used, reason = "`{}` is JSON")]
        let tree = tree.expect("an empty object");
        let compile::Compiled { subschemas, keys } = compile::compile(&tree, is_tool);
        Schema { tree, subschemas, keys, plan: Plan::default() }
    }

    #[expect(clippy::unused_self, reason = "where the root is, is the schema's business")]
    pub(crate) fn root(&self) -> SchemaId {
        SchemaId(0)
    }

    /// Every property name that is declared anywhere.
    pub(crate) fn keys(&self) -> &TextTable {
        &self.keys
    }

    /// Whether `text` is certainly JSON that this schema of a tool accepts, and each of whose
    /// members `watch`, if there is one, agrees to. A pass over the text that makes no tree; what it
    /// is not certain of may be accepted all the same.
    pub(crate) fn surely_accepts(&self, text: &[u8], watch: Option<Watch<'_>>) -> bool {
        self.plan.accepts(plan::ROOT, text, watch)
    }

    /// Whether the value at `node` is valid against `schema`.
    pub(crate) fn accepts(
        &self,
        schema: SchemaId,
        tree: &Tree,
        node: NodeId,
        patterns: &dyn Patterns,
    ) -> bool {
        Checker::new(self, tree, patterns).accepts(schema, node)
    }

    /// Everything that is wrong with the value at `node`, in document order; empty if and only if
    /// [`Schema::accepts`].
    pub(crate) fn issues(
        &self,
        schema: SchemaId,
        tree: &Tree,
        node: NodeId,
        patterns: &dyn Patterns,
    ) -> Vec<Issue> {
        issues::list(self, schema, tree, node, patterns)
    }

    fn subschema(&self, id: SchemaId) -> &Subschema {
        &self.subschemas[id.0 as usize]
    }
}

/// Whether the JSON text `instance` is valid against the JSON Schema `schema`; `None` if it is not
/// JSON. The schema is compiled anew at each call: this is for trying schemas out, and for tests.
pub fn schema_accepts(schema: &str, instance: &str, patterns: &dyn Patterns) -> Option<bool> {
    let tree = Tree::parse(instance).ok()?;
    let schema = Schema::compile(schema);
    Some(schema.accepts(schema.root(), &tree, tree.root(), patterns))
}

/// A declared property of an object schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Property<'s> {
    pub(crate) name: &'s str,
    pub(crate) schema: SchemaId,
    pub(crate) required: bool,
}
