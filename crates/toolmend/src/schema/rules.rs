//! What one subschema asks for, in the form in which it is checked.

use super::pattern::Pattern;
use super::{SchemaId, Types};
use crate::table::TextTable;
use crate::tree::{NodeId, string};

/// A compiled subschema. Its parts are absent where it asks for nothing.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they have nothing to do with each other")]
pub(super) struct Subschema {
    /// The types that its own `type` names.
    pub(super) types: Types,
    /// The types that it can accept in all, with what `$ref`, `allOf` and the like leave over.
    pub(super) accepted: Types,
    /// `nullable`, as `OpenAPI` has it: `null` is accepted whatever else is asked for.
    pub(super) nullable: bool,
    /// Whether several schemas may refer to it, so that one value may be checked against it twice.
    pub(super) shared: bool,
    /// Whether it says something that is not understood.
    pub(super) unknown: bool,
    /// The members of `enum`, or the value of `const`.
    pub(super) members: Option<Box<[NodeId]>>,
    pub(super) number: Option<Box<NumberRules>>,
    pub(super) string: Option<Box<StringRules>>,
    pub(super) array: Option<Box<ArrayRules>>,
    pub(super) object: Option<Box<ObjectRules>>,
    pub(super) combination: Option<Box<Combination>>,
    /// The value of `default`.
    pub(super) default: Option<NodeId>,
    /// Whether it says that its text is JSON.
    pub(super) holds_json: bool,
}

impl Subschema {
    /// Accepts everything.
    pub(super) fn anything() -> Subschema {
        Subschema {
            types: Types::ALL,
            accepted: Types::ALL,
            nullable: false,
            shared: false,
            unknown: false,
            members: None,
            number: None,
            string: None,
            array: None,
            object: None,
            combination: None,
            default: None,
            holds_json: false,
        }
    }

    /// Accepts nothing: the schema `false`.
    pub(super) fn nothing() -> Subschema {
        Subschema { types: Types::NONE, accepted: Types::NONE, ..Subschema::anything() }
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.types == Types::NONE
    }

    /// Whether it accepts every string, as far as can be seen without a look at other schemas.
    pub(super) fn accepts_every_string(&self) -> bool {
        self.types.has(Types::STRING)
            && self.members.is_none()
            && self.string.is_none()
            && self.combination.is_none()
    }
}

/// Bounds of a number. Each is a number in the schema's own tree.
#[derive(Debug, Default)]
pub(super) struct NumberRules {
    pub(super) minimum: Option<NodeId>,
    pub(super) maximum: Option<NodeId>,
    pub(super) above: Option<NodeId>,
    pub(super) below: Option<NodeId>,
    pub(super) multiple_of: Option<NodeId>,
}

/// How much of something there must be at least and may be at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: u64,
    pub(super) most: Option<u64>,
}

impl Range {
    pub(super) fn is_any(self) -> bool {
        self == Range::default()
    }

    pub(super) fn has(self, count: u64) -> bool {
        count >= self.least && self.most.is_none_or(|most| count <= most)
    }
}

#[derive(Debug)]
pub(super) struct StringRules {
    /// In code points.
    pub(super) length: Range,
    pub(super) pattern: Option<Pattern>,
}

#[derive(Debug)]
pub(super) struct ArrayRules {
    /// The schemas of the first items.
    pub(super) prefix: Box<[SchemaId]>,
    /// The schema of the items after those.
    pub(super) items: Option<SchemaId>,
    pub(super) count: Range,
    pub(super) unique: bool,
    pub(super) contains: Option<Contains>,
}

impl ArrayRules {
    /// The schema of the item at `index`.
    pub(super) fn item(&self, index: usize) -> Option<SchemaId> {
        self.prefix.get(index).copied().or(self.items)
    }
}

/// How many items must be of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contains {
    pub(super) schema: SchemaId,
    pub(super) count: Range,
}

#[derive(Debug)]
pub(super) struct ObjectRules {
    pub(super) names: Names,
    /// The schema of the members that neither `properties` nor `patternProperties` has.
    pub(super) additional: Option<SchemaId>,
    pub(super) patterns: Box<[(Pattern, SchemaId)]>,
    /// What every key, as a string, must be.
    pub(super) keys: Option<SchemaId>,
    pub(super) count: Range,
    pub(super) dependents: Box<[Dependent]>,
}

impl ObjectRules {
    /// Whether a member matters that is not among the names.
    pub(super) fn minds_other_members(&self) -> bool {
        self.additional.is_some()
            || !self.patterns.is_empty()
            || self.keys.is_some()
            || !self.count.is_any()
    }
}

/// What the presence of a member asks for.
#[derive(Debug)]
pub(super) struct Dependent {
    /// The member's place among the names.
    pub(super) trigger: u32,
    /// The places of those that must then be there too.
    pub(super) required: Box<[u32]>,
    pub(super) schema: Option<SchemaId>,
}

/// The member names that an object schema mentions, in order.
#[derive(Debug, Default)]
pub(super) struct Names {
    list: Vec<Name>,
    /// The places of the names in the list, if there are too many to compare one by one.
    places: TextTable,
}

/// A member name that an object schema mentions.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) text: Box<str>,
    /// The name as it is mostly written: with quotes, and escapes only where JSON asks for them.
    pub(super) lexeme: Box<str>,
    /// The property's schema; `None` for a name that only `required` or the like mentions.
    pub(super) schema: Option<SchemaId>,
    pub(super) required: bool,
}

impl Names {
    /// Up to this many names are compared one by one.
    const FEW: usize = 8;

    /// The place of a name, which is added if it is new.
    pub(super) fn place(&mut self, text: &str) -> u32 {
        if let Some(&place) = self.places.get(text) {
            return place;
        }
        let place = self.list.len() as u32;
        self.places.insert(text.to_owned(), place);
        let lexeme = string::encode(text).into();
        self.list.push(Name { text: text.into(), lexeme, schema: None, required: false });
        place
    }

    /// The place of the name that a key's lexeme stands for. Members mostly come in the order in
    /// which they are declared, and without escapes, so that `guess` is tried first.
    pub(super) fn find(&self, lexeme: &str, guess: usize) -> Option<usize> {
        if self.list.get(guess).is_some_and(|name| *name.lexeme == *lexeme) {
            return Some(guess);
        }
        let text = string::decode_json(lexeme);
        if self.list.len() <= Names::FEW {
            self.list.iter().position(|name| *name.text == *text)
        } else {
            self.places.get(&*text).map(|&place| place as usize)
        }
    }

    pub(super) fn list(&self) -> &[Name] {
        &self.list
    }

    pub(super) fn get_mut(&mut self, place: u32) -> Option<&mut Name> {
        self.list.get_mut(place as usize)
    }
}

/// The schemas that look at the same value.
#[derive(Debug, Default)]
pub(super) struct Combination {
    /// The target of `$ref` and the branches of `allOf`: all must hold.
    pub(super) all: Box<[SchemaId]>,
    pub(super) any_of: Box<[SchemaId]>,
    pub(super) one_of: Box<[SchemaId]>,
    pub(super) not: Option<SchemaId>,
    pub(super) condition: Option<Condition>,
}

/// `if`, `then` and `else`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    pub(super) test: SchemaId,
    pub(super) then: Option<SchemaId>,
    pub(super) otherwise: Option<SchemaId>,
}
