//! What a schema says, for the rules that mend and the messages that explain.
//!
//! Most of it is said through `$ref` and `allOf`, and through the one branch of an `anyOf` or
//! `oneOf` that a value of the kind in question can only mean: the list in "a list or null".

use super::rules::{ArrayRules, ObjectRules, Subschema};
use super::{Property, Schema, SchemaId, Types};
use crate::table::TextTable;
use crate::tree::NodeId;

impl Schema {
    /// The types that a schema can accept, looking through `$ref`, `allOf`, `anyOf`, `oneOf`,
    /// `enum` and `const`.
    pub(crate) fn types(&self, schema: SchemaId) -> Types {
        self.subschema(schema).accepted
    }

    /// The `enum` or `const` members of a schema as JSON lexemes, looking through `$ref` and
    /// `allOf`, and through an `anyOf` or `oneOf` whose branches all have members; `None` if it
    /// has none.
    pub(crate) fn members(&self, schema: SchemaId) -> Option<Vec<&str>> {
        let nodes = self.member_nodes(schema)?;
        Some(nodes.into_iter().map(|node| self.tree.lexeme(node)).collect())
    }

    pub(super) fn member_nodes(&self, schema: SchemaId) -> Option<Vec<NodeId>> {
        let mut found = Vec::new();
        let mut seen = Vec::new();
        let mut pending = vec![schema];
        while let Some(id) = pending.pop() {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            let conjuncts = self.conjuncts(id, Types::NONE);
            let own = conjuncts.iter().find_map(|&id| self.subschema(id).members.as_ref());
            if let Some(own) = own {
                found.extend_from_slice(own);
                continue;
            }
            let branches = conjuncts.iter().find_map(|&id| {
                let combination = self.subschema(id).combination.as_ref()?;
                let branches = [&combination.any_of, &combination.one_of];
                branches.into_iter().find(|branches| !branches.is_empty())
            });
            pending.extend(branches?.iter().rev());
        }
        Some(found)
    }

    /// The declared properties of an object schema, looking through `$ref` and `allOf`.
    pub(crate) fn properties(&self, schema: SchemaId) -> Vec<Property<'_>> {
        let names = || self.object_rules(schema).flat_map(|rules| rules.names.list());
        let mut properties: Vec<Property<'_>> = Vec::new();
        let mut places = TextTable::new();
        for name in names() {
            let Some(schema) = name.schema else { continue };
            if !places.contains_key(&*name.text) {
                places.insert(name.text.to_string(), properties.len() as u32);
                properties.push(Property { name: &name.text, schema, required: false });
            }
        }
        for name in names().filter(|name| name.required) {
            if let Some(&place) = places.get(&*name.text) {
                properties[place as usize].required = true;
            }
        }
        properties
    }

    /// The schema of the array's item at `index`, if one is given.
    pub(crate) fn item(&self, schema: SchemaId, index: usize) -> Option<SchemaId> {
        self.array_rules(schema).find_map(|rules| rules.item(index))
    }

    /// The JSON lexeme of the schema's `default`.
    pub(crate) fn default(&self, schema: SchemaId) -> Option<&str> {
        let default = self.all_of(schema, Types::NONE).find_map(|subschema| subschema.default)?;
        Some(self.tree.lexeme(default))
    }

    /// Whether the schema says that its string holds JSON (`contentMediaType`, or its description).
    pub(crate) fn holds_json(&self, schema: SchemaId) -> bool {
        self.all_of(schema, Types::STRING).any(|subschema| subschema.holds_json)
    }

    fn object_rules(&self, schema: SchemaId) -> impl Iterator<Item = &ObjectRules> {
        self.all_of(schema, Types::OBJECT).filter_map(|subschema| subschema.object.as_deref())
    }

    pub(super) fn array_rules(&self, schema: SchemaId) -> impl Iterator<Item = &ArrayRules> {
        self.all_of(schema, Types::ARRAY).filter_map(|subschema| subschema.array.as_deref())
    }

    pub(super) fn all_of(
        &self,
        schema: SchemaId,
        types: Types,
    ) -> impl Iterator<Item = &Subschema> {
        self.conjuncts(schema, types).into_iter().map(|id| self.subschema(id))
    }

    /// The schema, and those that hold for a value of one of `types` wherever it does: through
    /// `$ref` and `allOf`, and an `anyOf` or `oneOf` of which only one branch takes those types.
    fn conjuncts(&self, schema: SchemaId, types: Types) -> Vec<SchemaId> {
        let mut found = vec![schema];
        let mut at = 0;
        while let Some(&id) = found.get(at) {
            at += 1;
            let Some(combination) = &self.subschema(id).combination else { continue };
            let only = |branches: &[SchemaId]| {
                let mut takers =
                    branches.iter().copied().filter(|&branch| self.types(branch).has(types));
                takers.next().filter(|_| takers.next().is_none())
            };
            let branches = [only(&combination.any_of), only(&combination.one_of)];
            for next in combination.all.iter().copied().chain(branches.into_iter().flatten()) {
                if !found.contains(&next) {
                    found.push(next);
                }
            }
        }
        found
    }
}
