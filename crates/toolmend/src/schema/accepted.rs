//! The types that each subschema can accept, with what the schemas that it refers to leave over.

use super::Types;
use super::rules::Subschema;
use crate::tree::Tree;

/// How often the schemas are gone through at most. Every round only takes types away that cannot
/// be accepted, so that stopping early is safe.
const ROUNDS: usize = 16;

/// Fills in [`Subschema::accepted`].
pub(super) fn narrow(tree: &Tree, subschemas: &mut [Subschema]) {
    for _ in 0..ROUNDS {
        let mut changed = false;
        // A schema mostly stands before those that it is made of.
        for at in (0..subschemas.len()).rev() {
            let accepted = accepted(tree, subschemas, &subschemas[at]);
            changed |= accepted != subschemas[at].accepted;
            subschemas[at].accepted = accepted;
        }
        if !changed {
            return;
        }
    }
}

fn accepted(tree: &Tree, subschemas: &[Subschema], subschema: &Subschema) -> Types {
    let mut types = subschema.types;
    if let Some(members) = &subschema.members {
        let of_members = members.iter().map(|&member| Types::of(tree, member));
        types = types.intersection(of_members.fold(Types::NONE, Types::union));
    }
    if let Some(combination) = &subschema.combination {
        let of = |id: &super::SchemaId| subschemas[id.0 as usize].accepted;
        types = combination.all.iter().map(of).fold(types, Types::intersection);
        for branches in [&combination.any_of, &combination.one_of] {
            if !branches.is_empty() {
                let of_branches = branches.iter().map(of).fold(Types::NONE, Types::union);
                types = types.intersection(of_branches);
            }
        }
    }
    if subschema.nullable { types.union(Types::NULL) } else { types }
}
