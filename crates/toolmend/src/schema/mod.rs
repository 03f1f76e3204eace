//! JSON Schema: compiled once, checked without recursion on the input.

use std::collections::HashSet;

use crate::tree::{NodeId, Tree};

/// The index of a compiled schema or subschema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SchemaId(pub(crate) u32);

/// A set of JSON types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Types(pub(crate) u8);

impl Types {
    pub(crate) const NULL: Types = Types(1);
    pub(crate) const BOOLEAN: Types = Types(2);
    /// Numbers without a fraction; a subset of `NUMBER`.
    pub(crate) const INTEGER: Types = Types(4);
    /// All numbers (the bit of `INTEGER` is set too).
    pub(crate) const NUMBER: Types = Types(4 | 8);
    pub(crate) const STRING: Types = Types(16);
    pub(crate) const ARRAY: Types = Types(32);
    pub(crate) const OBJECT: Types = Types(64);
    pub(crate) const ALL: Types = Types(127);
    pub(crate) const NONE: Types = Types(0);

    /// Whether any type of `other` is in the set.
    pub(crate) fn has(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) fn union(self, other: Types) -> Types {
        Types(self.0 | other.0)
    }

    pub(crate) fn intersection(self, other: Types) -> Types {
        Types(self.0 & other.0)
    }
}

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
}

/// Accepts every text: for a caller without regular expressions.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyPattern;

impl Patterns for AnyPattern {
    fn matches(&self, _pattern: &str, _text: &str) -> bool {
        true
    }
}

/// A compiled schema.
#[derive(Debug)]
pub(crate) struct Schema {
    /// Every property name that is declared anywhere.
    keys: HashSet<String>,
}

impl Schema {
    /// Compiles a JSON Schema. Never fails: what it does not know accepts.
    pub(crate) fn compile(json: &str) -> Schema {
        let _ = json;
        Schema { keys: HashSet::new() }
    }

    pub(crate) fn root(&self) -> SchemaId {
        SchemaId(0)
    }

    pub(crate) fn keys(&self) -> &HashSet<String> {
        &self.keys
    }

    /// Whether the value at `node` is valid against `schema`.
    pub(crate) fn accepts(
        &self,
        schema: SchemaId,
        tree: &Tree,
        node: NodeId,
        patterns: &dyn Patterns,
    ) -> bool {
        let _ = (schema, tree, node, patterns);
        true
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
        let _ = (schema, tree, node, patterns);
        Vec::new()
    }

    /// The types that a schema can accept, looking through `$ref`, `allOf`, `anyOf`, `oneOf`,
    /// `enum` and `const`.
    pub(crate) fn types(&self, schema: SchemaId) -> Types {
        let _ = schema;
        Types::ALL
    }

    /// The `enum` or `const` members of a schema as JSON lexemes, looking through `$ref` and
    /// `allOf`; `None` if it has none.
    pub(crate) fn members(&self, schema: SchemaId) -> Option<Vec<&str>> {
        let _ = schema;
        None
    }

    /// The declared properties of an object schema, looking through `$ref` and `allOf`.
    pub(crate) fn properties(&self, schema: SchemaId) -> Vec<Property<'_>> {
        let _ = schema;
        Vec::new()
    }

    /// Whether an object schema forbids undeclared members (`additionalProperties: false`),
    /// looking through `$ref` and `allOf`.
    pub(crate) fn is_closed(&self, schema: SchemaId) -> bool {
        let _ = schema;
        false
    }

    /// The schema of the array's item at `index`, if one is given.
    pub(crate) fn item(&self, schema: SchemaId, index: usize) -> Option<SchemaId> {
        let _ = (schema, index);
        None
    }

    /// The JSON lexeme of the schema's `default`.
    pub(crate) fn default(&self, schema: SchemaId) -> Option<&str> {
        let _ = schema;
        None
    }

    /// Whether the schema says that its string holds JSON (`contentMediaType`, or its description).
    pub(crate) fn holds_json(&self, schema: SchemaId) -> bool {
        let _ = schema;
        false
    }

    /// What a schema asks for, in a few words for a model: `an array of strings`, `one of "a", "b"`.
    pub(crate) fn describe(&self, schema: SchemaId) -> String {
        let _ = schema;
        String::new()
    }
}

/// A declared property of an object schema.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Property<'s> {
    pub(crate) name: &'s str,
    pub(crate) schema: SchemaId,
    pub(crate) required: bool,
}
