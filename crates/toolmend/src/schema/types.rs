//! JSON types as a set.

use super::number;
use crate::tree::{Kind, NodeId, Tree};

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

    /// Numbers with a fraction: what `NUMBER` has over `INTEGER`.
    pub(super) const FRACTION: Types = Types(8);

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

    /// The type of a value: one type, and of numbers either `INTEGER` or the rest of `NUMBER`.
    pub(crate) fn of(tree: &Tree, node: NodeId) -> Types {
        match tree.kind(node) {
            Kind::Null => Types::NULL,
            Kind::Boolean => Types::BOOLEAN,
            Kind::Number if number::is_integer(tree.lexeme(node)) => Types::INTEGER,
            Kind::Number => Types::FRACTION,
            Kind::String => Types::STRING,
            Kind::Array => Types::ARRAY,
            Kind::Object => Types::OBJECT,
        }
    }

    /// Whether the set has the type of a value.
    pub(super) fn take(self, tree: &Tree, node: NodeId) -> bool {
        self == Types::ALL || self.has(Types::of(tree, node))
    }

    /// The type that `type` calls `name`. Some providers write the names in capitals.
    pub(super) fn named(name: &str) -> Option<Types> {
        const NAMES: [(&str, Types); 7] = [
            ("string", Types::STRING),
            ("object", Types::OBJECT),
            ("array", Types::ARRAY),
            ("integer", Types::INTEGER),
            ("number", Types::NUMBER),
            ("boolean", Types::BOOLEAN),
            ("null", Types::NULL),
        ];
        NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, types)| types)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_one_type() {
        for (json, expected) in [
            ("null", Types::NULL),
            ("true", Types::BOOLEAN),
            ("1.0", Types::INTEGER),
            ("1.5", Types::FRACTION),
            ("\"\"", Types::STRING),
            ("[]", Types::ARRAY),
            ("{}", Types::OBJECT),
        ] {
            let tree = Tree::parse(json).expect("JSON");
            assert_eq!(Types::of(&tree, tree.root()), expected, "{json}");
        }
    }

    #[test]
    fn unknown_names_are_no_types() {
        assert_eq!(Types::named("OBJECT"), Some(Types::OBJECT));
        assert_eq!(Types::named("any"), None);
    }
}
