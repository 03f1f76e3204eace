//! What a schema certainly accepts, for a pass over the text that makes no tree.
//!
//! Every subschema becomes a shape. A shape may be certain of less than its schema accepts, never
//! of more: what no shape can say (`pattern`, `not`, `uniqueItems`, …) is certain nowhere, and left
//! to the checker.

use toolmend_accept::{Entry, Items, Limits, Members, Plan, Row, Scalars, Shape, ShapeId, Texts};

use super::rules::{
    ArrayRules, Combination, NumberRules, ObjectRules, Range, StringRules, Subschema,
};
use super::{Schema, SchemaId, Types};
use crate::tree::{NodeId, Tree, string};

/// The shape of every value: the first of every plan.
const ANYTHING: ShapeId = ShapeId(0);
const BOOLEANS: Scalars = Scalars(Scalars::TRUE.0 | Scalars::FALSE.0);
const NUMBERS: Scalars = Scalars(Scalars::INTEGER.0 | Scalars::FRACTION.0);
const ANY_ITEMS: Items = Items { shape: ANYTHING, count: Limits::ANY };
const ANY_MEMBERS: Members =
    Members { named: Row { start: 0, end: 0 }, required: 0, others: ANYTHING };

/// How often the combinations are gone through. Each round starts from shapes that are sound, so
/// that stopping early is; a schema mostly stands before those that it is made of.
const ROUNDS: usize = 3;

/// The shape of the root.
pub(super) const ROOT: ShapeId = ShapeId(1);

fn shape_of(id: SchemaId) -> ShapeId {
    ShapeId(id.0 + ROOT.0)
}

/// The plan of a schema: the shape of every value, then one for each subschema.
pub(super) fn plan(schema: &Schema) -> Plan {
    let subschemas = &schema.subschemas;
    let mut planner = Planner { schema, entries: Vec::new() };
    let own: Vec<Shape> = subschemas.iter().map(|subschema| planner.own(subschema)).collect();
    let mut shapes = vec![Shape::NOTHING; subschemas.len() + 1];
    shapes[0] = of_types(Types::ALL);
    for _ in 0..ROUNDS {
        for (at, (subschema, &own)) in subschemas.iter().zip(&own).enumerate().rev() {
            let mut shape = match &subschema.combination {
                Some(combination) => combined(own, combination, schema, &shapes),
                None => own,
            };
            if subschema.nullable {
                shape.scalars.0 |= Scalars::NULL.0;
            }
            shapes[at + 1] = shape;
        }
    }
    Plan { shapes, entries: planner.entries }
}

struct Planner<'s> {
    schema: &'s Schema,
    entries: Vec<Entry>,
}

impl Planner<'_> {
    /// What the keywords of a subschema accept that are no combinations.
    fn own(&mut self, subschema: &Subschema) -> Shape {
        let mut shape = of_types(subschema.types);
        shape.texts = shape.texts.and_then(|_| texts(subschema.string.as_deref()));
        shape.items = shape.items.and_then(|_| items(subschema.array.as_deref()));
        shape.members = shape.members.and_then(|_| self.members(subschema.object.as_deref()));
        match subschema.number.as_deref().map(|rules| limits(rules, &self.schema.tree)) {
            Some(Some(limits)) => shape.numbers = limits,
            Some(None) => shape.scalars.0 &= !NUMBERS.0,
            None => {}
        }
        match &subschema.members {
            Some(members) => self.among(shape, members),
            None => shape,
        }
    }

    /// Of what `shape` accepts the literals and strings that are among `members`.
    fn among(&mut self, shape: Shape, members: &[NodeId]) -> Shape {
        let tree = &self.schema.tree;
        let start = self.entries.len() as u32;
        let mut scalars = Scalars::NONE;
        for &member in members {
            let lexeme = tree.lexeme(member);
            scalars.0 |= match lexeme {
                "null" => Scalars::NULL.0,
                "true" => Scalars::TRUE.0,
                "false" => Scalars::FALSE.0,
                _ => 0,
            };
            if let Some(text) = tree.string(member) {
                self.entries.push(Entry { lexeme: string::encode(&text).into(), shape: ANYTHING });
            }
        }
        let words = Some(Row { start, end: self.entries.len() as u32 });
        scalars.0 &= shape.scalars.0;
        let texts = shape.texts.map(|texts| Texts { words, ..texts });
        Shape { scalars, texts, ..Shape::NOTHING }
    }

    fn members(&mut self, rules: Option<&ObjectRules>) -> Option<Members> {
        let Some(rules) = rules else { return Some(ANY_MEMBERS) };
        let is_simple = rules.patterns.is_empty()
            && rules.keys.is_none()
            && rules.count.is_any()
            && rules.dependents.is_empty();
        is_simple.then_some(())?;
        let others = rules.additional.map_or(ANYTHING, shape_of);
        let start = self.entries.len() as u32;
        let mut required = 0;
        for (place, name) in (0_u32..).zip(rules.names.list()) {
            if name.required {
                required |= 1_u64.checked_shl(place)?;
            }
            let shape = name.schema.map_or(others, shape_of);
            self.entries.push(Entry { lexeme: name.lexeme.clone(), shape });
        }
        let named = Row { start, end: self.entries.len() as u32 };
        Some(Members { named, required, others })
    }
}

/// Every value of these types.
fn of_types(types: Types) -> Shape {
    let of = |kind, scalars: Scalars| if types.has(kind) { scalars.0 } else { 0 };
    let literals = of(Types::NULL, Scalars::NULL) | of(Types::BOOLEAN, BOOLEANS);
    let numbers = of(Types::INTEGER, Scalars::INTEGER) | of(Types::FRACTION, Scalars::FRACTION);
    Shape {
        scalars: Scalars(literals | numbers),
        numbers: Limits::ANY,
        texts: types.has(Types::STRING).then_some(Texts::ANY),
        items: types.has(Types::ARRAY).then_some(ANY_ITEMS),
        members: types.has(Types::OBJECT).then_some(ANY_MEMBERS),
    }
}

fn texts(rules: Option<&StringRules>) -> Option<Texts> {
    let Some(rules) = rules else { return Some(Texts::ANY) };
    rules.pattern.is_none().then(|| Texts { length: range(rules.length), words: None })
}

fn items(rules: Option<&ArrayRules>) -> Option<Items> {
    let Some(rules) = rules else { return Some(ANY_ITEMS) };
    let is_simple = rules.prefix.is_empty() && rules.contains.is_none() && !rules.unique;
    let shape = rules.items.map_or(ANYTHING, shape_of);
    is_simple.then(|| Items { shape, count: range(rules.count) })
}

fn range(range: Range) -> Limits {
    let bound = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    Limits { least: bound(range.least), most: range.most.map_or(i64::MAX, bound) }
}

/// The bounds of a number, if they are whole.
fn limits(rules: &NumberRules, tree: &Tree) -> Option<Limits> {
    let bound = |node: Option<NodeId>, otherwise: i64| match node {
        Some(node) => tree.lexeme(node).parse().ok(),
        None => Some(otherwise),
    };
    let least = bound(rules.minimum, i64::MIN)?.max(match rules.above {
        Some(_) => bound(rules.above, 0)?.checked_add(1)?,
        None => i64::MIN,
    });
    let most = bound(rules.maximum, i64::MAX)?.min(match rules.below {
        Some(_) => bound(rules.below, 0)?.checked_sub(1)?,
        None => i64::MAX,
    });
    rules.multiple_of.is_none().then_some(Limits { least, most })
}

/// Of what `own` accepts that which the combination accepts too.
fn combined(own: Shape, combination: &Combination, schema: &Schema, shapes: &[Shape]) -> Shape {
    let Combination { all, any_of, one_of, not: None, condition: None } = combination else {
        return Shape::NOTHING;
    };
    let shape = |id: &SchemaId| shapes[shape_of(*id).0 as usize];
    let mut whole = all.iter().map(shape).fold(own, both);
    if !any_of.is_empty() {
        whole = both(whole, any_of.iter().map(shape).fold(Shape::NOTHING, either));
    }
    if !one_of.is_empty() {
        let only = KINDS.iter().map(|&kind| {
            // The only branch that a value of this kind can fit.
            let mut branches = one_of.iter().filter(|id| schema.subschema(**id).accepted.has(kind));
            match (branches.next(), branches.next()) {
                (Some(branch), None) => both(shape(branch), of_types(kind)),
                _ => Shape::NOTHING,
            }
        });
        whole = both(whole, only.fold(Shape::NOTHING, either));
    }
    whole
}

/// The kinds of value that a branch is told by.
const KINDS: [Types; 6] =
    [Types::NULL, Types::BOOLEAN, Types::NUMBER, Types::STRING, Types::ARRAY, Types::OBJECT];

/// What both accept.
fn both(left: Shape, right: Shape) -> Shape {
    let texts = match (left.texts, right.texts) {
        (Some(left), Some(right)) if left.words.is_none() || right.words.is_none() => {
            let length = overlap(left.length, right.length);
            Some(Texts { length, words: left.words.or(right.words) })
        }
        _ => None,
    };
    Shape {
        scalars: Scalars(left.scalars.0 & right.scalars.0),
        numbers: overlap(left.numbers, right.numbers),
        texts,
        items: narrower(left.items, right.items, ANY_ITEMS),
        members: narrower(left.members, right.members, ANY_MEMBERS),
    }
}

fn overlap(left: Limits, right: Limits) -> Limits {
    Limits { least: left.least.max(right.least), most: left.most.min(right.most) }
}

/// Of two demands that which includes the other, if it can be seen.
fn narrower<T: PartialEq + Copy>(left: Option<T>, right: Option<T>, any: T) -> Option<T> {
    let (left, right) = (left?, right?);
    if left == any || left == right { Some(right) } else { (right == any).then_some(left) }
}

/// What one of them accepts. Where both accept something of a kind, it may be that of one alone.
fn either(left: Shape, right: Shape) -> Shape {
    let wider = if Scalars(left.scalars.0 & NUMBERS.0) == Scalars::NONE { right } else { left };
    let literals = (left.scalars.0 | right.scalars.0) & !NUMBERS.0;
    let texts = match (left.texts, right.texts) {
        (Some(left), Some(right)) => Some(either_text(left, right)),
        (left, right) => left.or(right),
    };
    Shape {
        scalars: Scalars(literals | wider.scalars.0 & NUMBERS.0),
        numbers: wider.numbers,
        texts,
        items: left.items.or(right.items),
        members: left.members.or(right.members),
    }
}

fn either_text(left: Texts, right: Texts) -> Texts {
    match (left.words, right.words) {
        // Words of neighbours stand in one row.
        (Some(first), Some(second)) if first.end == second.start && left.length == right.length => {
            let words = Some(Row { start: first.start, end: second.end });
            Texts { words, ..left }
        }
        (Some(_), None) => right,
        _ => left,
    }
}
