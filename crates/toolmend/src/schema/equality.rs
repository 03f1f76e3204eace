//! Equality of JSON values, as `enum`, `const` and `uniqueItems` mean it: numbers by value, strings
//! by what their escapes stand for, objects whatever the order of their members.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::number::Decimal;
use crate::table::{NumberTable, TextTable};
use crate::tree::{Kind, NodeId, Tree, string};

/// Up to this many members are compared with each other; more are looked up by hash.
const FEW: usize = 8;

/// Whether two values are equal.
pub(super) fn equal(left: (&Tree, NodeId), right: (&Tree, NodeId)) -> bool {
    let ((left, left_root), (right, right_root)) = (left, right);
    // Most values are scalars; only containers need the list of pairs.
    match equal_head(left, left_root, right, right_root) {
        Head::Differ => return false,
        Head::Equal => return true,
        Head::Containers => {}
    }
    let mut pending = vec![(left_root, right_root)];
    while let Some((a, b)) = pending.pop() {
        match equal_head(left, a, right, b) {
            Head::Differ => return false,
            Head::Equal => {}
            Head::Containers if left.kind(a) == Kind::Array => {
                let (mut items, mut others) = (left.children(a), right.children(b));
                loop {
                    match (items.next(), others.next()) {
                        (None, None) => break,
                        (Some(x), Some(y)) => pending.push((x, y)),
                        _ => return false,
                    }
                }
            }
            Head::Containers => {
                let Some(mut pairs) = pair_members(left, a, right, b) else { return false };
                pending.append(&mut pairs);
            }
        }
    }
    true
}

/// What two values show without a look inside.
enum Head {
    Differ,
    Equal,
    Containers,
}

fn equal_head(left: &Tree, a: NodeId, right: &Tree, b: NodeId) -> Head {
    if left.kind(a) != right.kind(b) {
        return Head::Differ;
    }
    let (x, y) = (left.lexeme(a), right.lexeme(b));
    let same = match left.kind(a) {
        Kind::Array | Kind::Object => return Head::Containers,
        Kind::Null => true,
        Kind::Boolean => x == y,
        Kind::Number => x == y || Decimal::of(x) == Decimal::of(y),
        Kind::String => string::same(Some(x), Some(y)),
    };
    if same { Head::Equal } else { Head::Differ }
}

/// The members of two objects by their keys; `None` if one has a key that the other lacks.
fn pair_members(left: &Tree, a: NodeId, right: &Tree, b: NodeId) -> Option<Vec<(NodeId, NodeId)>> {
    let members = last_members(left, a);
    let others = last_members(right, b);
    if members.len() != others.len() {
        return None;
    }
    if others.len() <= FEW {
        let partner = |&member: &NodeId| {
            let key = left.key(member);
            let other = others.iter().find(|&&other| string::same(key, right.key(other)));
            other.map(|&other| (member, other))
        };
        return members.iter().map(partner).collect();
    }
    let by_key: TextTable =
        others.iter().map(|&other| (key_text(right, other).into_owned(), other.0)).collect();
    let partner = |&member: &NodeId| {
        let other = by_key.get(&*key_text(left, member))?;
        Some((member, NodeId(*other)))
    };
    members.iter().map(partner).collect()
}

/// The members of an object that `JSON.parse` would keep: of equal keys the last.
pub(super) fn last_members(tree: &Tree, object: NodeId) -> Vec<NodeId> {
    let mut members = tree.children(object).collect();
    keep_last(tree, &mut members);
    members
}

/// Takes out the members whose key comes again later.
pub(super) fn keep_last(tree: &Tree, members: &mut Vec<NodeId>) {
    if members.len() <= FEW {
        let mut at = 0;
        while at < members.len() {
            let key = tree.key(members[at]);
            if members[at + 1..].iter().any(|&later| string::same(key, tree.key(later))) {
                members.remove(at);
            } else {
                at += 1;
            }
        }
        return;
    }
    let mut seen = TextTable::new();
    let mut kept: Vec<NodeId> = members
        .iter()
        .rev()
        .copied()
        .filter(|&member| seen.insert(key_text(tree, member).into_owned(), member.0).is_none())
        .collect();
    kept.reverse();
    *members = kept;
}

fn key_text<'a>(tree: &'a Tree, member: NodeId) -> std::borrow::Cow<'a, str> {
    string::decode_json(tree.key(member).unwrap_or_default())
}

/// Hashes of values, such that equal values have equal hashes. Each value is hashed once, however
/// many arrays around it ask for unique items.
#[derive(Default)]
pub(super) struct Hashes {
    known: NumberTable,
}

impl Hashes {
    /// Whether no two items of the array are equal.
    pub(super) fn all_distinct(&mut self, tree: &Tree, array: NodeId) -> bool {
        let items: Vec<NodeId> = tree.children(array).take(FEW + 1).collect();
        let few_scalars = items.len() <= FEW
            && items.iter().all(|&item| !matches!(tree.kind(item), Kind::Array | Kind::Object));
        if few_scalars {
            return items.iter().enumerate().all(|(place, &item)| {
                items[..place].iter().all(|&other| !equal((tree, item), (tree, other)))
            });
        }
        // Of each hash the item that came last with it, and of each item the one before it.
        let mut last = NumberTable::default();
        let mut before: Vec<(NodeId, Option<usize>)> = Vec::new();
        tree.children(array).all(|item| {
            let place = before.len();
            let previous = last.insert(self.of(tree, item), place as u64);
            let mut next = previous.map(|place| place as usize);
            before.push((item, next));
            while let Some(place) = next {
                let (other, earlier) = before[place];
                if equal((tree, item), (tree, other)) {
                    return false;
                }
                next = earlier;
            }
            true
        })
    }

    fn of(&mut self, tree: &Tree, root: NodeId) -> u64 {
        let mut pending = vec![(root, false)];
        while let Some((node, children_done)) = pending.pop() {
            if self.known.contains_key(&u64::from(node.0)) {
                continue;
            }
            let is_container = matches!(tree.kind(node), Kind::Array | Kind::Object);
            if is_container && !children_done {
                pending.push((node, true));
                pending.extend(tree.children(node).map(|child| (child, false)));
                continue;
            }
            let hash = self.of_head(tree, node);
            self.known.insert(u64::from(node.0), hash);
        }
        self.known.get(&u64::from(root.0)).copied().unwrap_or_default()
    }

    /// The hash of a scalar, or of a container whose children are hashed already.
    fn of_head(&self, tree: &Tree, node: NodeId) -> u64 {
        let lexeme = tree.lexeme(node);
        let child = |id: NodeId| self.known.get(&u64::from(id.0)).copied().unwrap_or_default();
        match tree.kind(node) {
            Kind::Null | Kind::Boolean => hash_of(&lexeme),
            Kind::Number => hash_of(&Decimal::of(lexeme)),
            Kind::String => hash_of(&string::decode_json(lexeme)),
            Kind::Array => hash_of(&tree.children(node).map(child).collect::<Vec<_>>()),
            // A sum, since the order of members does not matter.
            Kind::Object => last_members(tree, node)
                .into_iter()
                .map(|member| hash_of(&(key_text(tree, member), child(member))))
                .fold(0, u64::wrapping_add),
        }
    }
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_equal(left: &str, right: &str) -> bool {
        let (left, right) = (Tree::parse(left).expect("JSON"), Tree::parse(right).expect("JSON"));
        equal((&left, left.root()), (&right, right.root()))
    }

    #[test]
    fn values_are_compared_and_not_lexemes() {
        for (left, right) in [
            ("1", "1.0"),
            (r#""a/b""#, r#""\u0061\/b""#),
            (r#"{"a":1,"b":[2]}"#, r#"{ "b": [2.0], "a": 1 }"#),
            (r#"{"a":1,"a":2}"#, r#"{"a":2}"#),
            ("[[],{}]", "[ [ ], { } ]"),
        ] {
            assert!(are_equal(left, right), "{left} and {right}");
        }
        for (left, right) in [
            ("1", "\"1\""),
            ("0", "false"),
            ("[1,2]", "[2,1]"),
            ("[1]", "[1,1]"),
            (r#"{"a":1}"#, r#"{"a":1,"b":null}"#),
            (r#"{"a":1,"b":2}"#, r#"{"a":1,"c":2}"#),
            ("9007199254740993", "9007199254740992"),
        ] {
            assert!(!are_equal(left, right), "{left} and {right}");
        }
    }

    #[test]
    fn large_objects_are_compared_by_key() {
        let members = |order: &mut dyn Iterator<Item = u32>| {
            let members: Vec<_> = order.map(|n| format!("\"k{n}\":{n}")).collect();
            format!("{{{}}}", members.join(","))
        };
        let (up, down) = (members(&mut (0..500)), members(&mut (0..500).rev()));
        assert!(are_equal(&up, &down));
        assert!(!are_equal(&up, &members(&mut (1..501))));
    }

    #[test]
    fn distinct_items() {
        for (array, expected) in [
            ("[]", true),
            ("[1,2,\"1\",true,null]", true),
            ("[1,1.0]", false),
            ("[0,false,[0],[false]]", true),
            (r#"[{"a":1,"b":2},{"b":2,"a":1}]"#, false),
            (r#"[{"a":1},{"b":1}]"#, true),
            ("[1,2,3,4,5,6,7,8,9,10,11,9]", false),
            ("[1,2,3,4,5,6,7,8,9,10,11,12]", true),
        ] {
            let tree = Tree::parse(array).expect("JSON");
            let distinct = Hashes::default().all_distinct(&tree, tree.root());
            assert_eq!(distinct, expected, "{array}");
        }
    }
}
