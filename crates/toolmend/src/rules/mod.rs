//! The repair rules: what each mends, in the order in which they are tried.
//!
//! A rule looks at one complaint of the checker and proposes a change, or nothing. It changes
//! nothing itself, so that every change passes through [`Bench`] and is recorded. The order
//! matters in these places:
//!
//! 1. `{}` becomes `[]` before it is dropped as a placeholder: the list was meant.
//! 2. A placeholder is dropped before anything is made of it.
//! 3. A text is unpacked before it is wrapped: `"[\"a\"]"` is the list `["a"]`, not `["[\"a\"]"]`.
//! 4. A value becomes the text of a JSON file, and a list the tool's only required argument, before
//!    a list of one becomes its item.
//! 5. Arguments are taken out of their wrapper before keys are compared.
//! 6. A key's own spelling is mended before the table of equivalents is asked, and what is left
//!    over is dropped last.

mod bare_root;
mod boolean_to_string;
mod closed_extra;
mod drop_placeholder;
mod empty_object_to_list;
mod enum_spelling;
mod fill_default;
mod key_equivalent;
mod key_spelling;
mod likeness;
mod nest_under_key;
mod null_arguments;
mod number_format;
mod number_to_string;
mod object_to_text;
mod single_item;
mod split_list;
mod string_to_scalar;
#[cfg(test)]
mod tests;
mod unpack_string;
mod unwrap_arguments;
mod wrap_in_list;

pub(crate) use fill_default::NAME as FILL;

use crate::bench::Bench;
use crate::schema::{Issue, Patterns, Property, Schema, SchemaId, Types};
use crate::tree::{Kind, NodeId, SyntaxError, Tree};

/// A repair rule.
pub(crate) struct Rule {
    /// The public name; it never changes.
    pub(crate) name: &'static str,
    /// What the rule does, in one line.
    pub(crate) summary: &'static str,
    /// What to tell a model so that it sends the call right next time.
    pub(crate) advice: &'static str,
    /// Whether the rule may be used on what will run, or only on data that is read.
    pub(crate) certainty: Certainty,
    /// Looks at the complaint and proposes a change.
    pub(crate) propose: fn(&Context<'_>) -> Option<Change>,
}

/// How sure a rule is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// One reading is left: may run.
    Certain,
    /// The likely reading: for data that is only read.
    Likely,
}

/// All repair rules in the order in which they are tried.
pub(crate) const RULES: [&Rule; 22] = [
    &null_arguments::RULE,
    &empty_object_to_list::RULE,
    &drop_placeholder::RULE,
    &unpack_string::RULE,
    &string_to_scalar::NUMBER,
    &string_to_scalar::BOOLEAN,
    &string_to_scalar::NULL,
    &number_format::RULE,
    &split_list::RULE,
    &object_to_text::RULE,
    &bare_root::RULE,
    &single_item::RULE,
    &number_to_string::RULE,
    &boolean_to_string::RULE,
    &enum_spelling::RULE,
    &wrap_in_list::RULE,
    &unwrap_arguments::RULE,
    &key_spelling::RULE,
    &key_equivalent::RULE,
    &closed_extra::RULE,
    &fill_default::RULE,
    &nest_under_key::RULE,
];

/// What a rule wants done.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// Put a JSON value in the place of a node.
    Replace(NodeId, String),
    /// Make a node the only item of a list.
    Wrap(NodeId),
    /// Put an inner node in the place of an outer one.
    Unwrap(NodeId, NodeId),
    /// Take a member out.
    Remove(NodeId),
    /// Give members of one object their declared keys.
    Rename(Vec<(NodeId, String)>),
    /// Add a member to an object.
    Insert(NodeId, String, String),
}

impl Change {
    /// Performs the change and records it under the rule's name.
    pub(crate) fn apply(
        self,
        rule: &'static str,
        bench: &mut Bench<'_>,
    ) -> Result<(), SyntaxError> {
        match self {
            Change::Replace(node, json) => bench.replace(rule, node, &json)?,
            Change::Wrap(node) => bench.wrap_in_array(rule, node),
            Change::Unwrap(node, inner) => bench.unwrap(rule, node, inner),
            Change::Remove(node) => bench.remove(rule, node),
            Change::Rename(members) => {
                for (member, key) in members {
                    bench.rename(rule, member, &key);
                }
            }
            Change::Insert(object, key, json) => bench.insert(rule, object, &key, &json)?,
        }
        Ok(())
    }
}

/// What a rule may look at.
pub(crate) struct Context<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) schema: &'a Schema,
    pub(crate) patterns: &'a dyn Patterns,
    pub(crate) issue: &'a Issue,
    /// The tool's name; `None` when data is read.
    pub(crate) tool: Option<&'a str>,
    /// Whether the host parsed the value, so that lexemes of numbers may not be the model's.
    pub(crate) parsed: bool,
    /// Whether every complaint about the document is of undeclared members.
    pub(crate) only_undeclared: bool,
}

impl Context<'_> {
    /// The node that the complaint is about.
    fn node(&self) -> NodeId {
        self.issue.node
    }

    fn kind(&self) -> Kind {
        self.tree.kind(self.issue.node)
    }

    /// The types that are accepted where the node stands.
    fn types(&self) -> Types {
        self.schema.types(self.issue.position)
    }

    /// Whether the position accepts the value at `node`.
    fn accepts(&self, position: SchemaId, node: NodeId) -> bool {
        self.schema.accepts(position, self.tree, node, self.patterns)
    }

    /// Whether the position accepts the JSON value `json`.
    fn accepts_json(&self, position: SchemaId, json: &str) -> bool {
        Tree::parse(json)
            .is_ok_and(|tree| self.schema.accepts(position, &tree, tree.root(), self.patterns))
    }

    /// The declared property that the node is the value of.
    fn property(&self) -> Option<Property<'_>> {
        let holder = self.issue.holder?;
        let key = self.tree.key_string(self.issue.node)?;
        self.schema.properties(holder).into_iter().find(|property| property.name == key)
    }

    /// Whether a number's lexeme is the model's own: always in a text, and in a parsed value only
    /// for safe integers, which every host prints as they were written.
    fn lexeme_is_faithful(&self, lexeme: &str) -> bool {
        !self.parsed || is_safe_integer(lexeme)
    }
}

/// The set that a JSON value's type makes. An integer's is that of `integer` when its lexeme has no
/// fraction or exponent, else that of `number`.
fn type_of(tree: &Tree<'_>, node: NodeId) -> Types {
    match tree.kind(node) {
        Kind::Null => Types::NULL,
        Kind::Boolean => Types::BOOLEAN,
        Kind::Number if tree.lexeme(node).contains(['.', 'e', 'E']) => Types::NUMBER,
        Kind::Number => Types::INTEGER,
        Kind::String => Types::STRING,
        Kind::Array => Types::ARRAY,
        Kind::Object => Types::OBJECT,
    }
}

/// Whether a lexeme is an integer between ±(2⁵³ − 1), written plainly.
fn is_safe_integer(lexeme: &str) -> bool {
    const LARGEST: u64 = (1 << 53) - 1;
    let digits = lexeme.strip_prefix('-').unwrap_or(lexeme);
    lexeme != "-0"
        && digits.len() <= 16
        && digits.parse::<u64>().is_ok_and(|value| value <= LARGEST)
}
