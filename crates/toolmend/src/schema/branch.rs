//! Which branch of `anyOf` or `oneOf` a value that none of them takes was meant for.
//!
//! A tag tells, that is a property which is an `enum` or a `const` in the branch: `"type": "file"`.
//! Failing that, the JSON type does if only one branch takes it. A value without either sign, as
//! `{}` for `[{"required":["a"]},{"required":["b"]}]`, was meant for no branch that could be known.

use super::{Schema, SchemaId, Types, equality};
use crate::tree::{Kind, NodeId, Tree};

impl Schema {
    /// The one branch that the value was meant for, if it shows.
    pub(super) fn meant_branch(
        &self,
        branches: &[SchemaId],
        tree: &Tree,
        node: NodeId,
    ) -> Option<SchemaId> {
        self.tagged_branch(branches, tree, node).or_else(|| self.typed_branch(branches, tree, node))
    }

    /// The branch that each telling tag of the object names. A tag tells if exactly one branch
    /// accepts its value.
    fn tagged_branch(&self, branches: &[SchemaId], tree: &Tree, node: NodeId) -> Option<SchemaId> {
        if tree.kind(node) != Kind::Object {
            return None;
        }
        let properties: Vec<_> = branches.iter().map(|&branch| self.properties(branch)).collect();
        let mut meant = None;
        for member in equality::last_members(tree, node) {
            let mut takers = branches.iter().zip(&properties).filter(|(_, properties)| {
                properties
                    .iter()
                    .find(|property| tree.key_is(member, property.name))
                    .is_some_and(|property| self.is_member(property.schema, tree, member))
            });
            if let (Some((&taker, _)), None) = (takers.next(), takers.next()) {
                if meant.is_some_and(|meant| meant != taker) {
                    return None;
                }
                meant = Some(taker);
            }
        }
        meant
    }

    fn typed_branch(&self, branches: &[SchemaId], tree: &Tree, node: NodeId) -> Option<SchemaId> {
        let types = Types::of(tree, node);
        let mut takers = branches.iter().copied().filter(|&branch| {
            let accepted = self.types(branch);
            accepted != Types::NULL && accepted.has(types)
        });
        let taker = takers.next()?;
        takers.next().is_none().then_some(taker)
    }

    /// Whether the schema has an `enum` or a `const`, and the value is in it.
    fn is_member(&self, schema: SchemaId, tree: &Tree, node: NodeId) -> bool {
        let members = self.member_nodes(schema);
        members.is_some_and(|members| {
            members.iter().any(|&member| equality::equal((&self.tree, member), (tree, node)))
        })
    }
}
