//! What is certainly accepted, in the form in which it is looked up.

/// The index of a shape in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapeId(pub u32);

/// The shapes of a schema and its parts.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// By [`ShapeId`].
    pub shapes: Vec<Shape>,
    /// The keys and words that shapes name, each shape's in a row.
    pub entries: Vec<Entry>,
}

/// A text that a shape names.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The key of a member, or a word that a string may be: as JSON writes it, with its quotes. In
    /// another spelling it is not found.
    pub lexeme: Box<str>,
    /// What the member must be; without meaning for a word.
    pub shape: ShapeId,
}

/// Entries from the first to before the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The first.
    pub start: u32,
    /// The one after the last.
    pub end: u32,
}

/// Which values are certainly accepted, by their type.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The literals and the kinds of number.
    pub scalars: Scalars,
    /// Between which bounds numbers are.
    pub numbers: Limits,
    /// What a string must be.
    pub texts: Option<Texts>,
    /// What an array must be.
    pub items: Option<Items>,
    /// What an object must be.
    pub members: Option<Members>,
}

impl Shape {
    /// Is certain of nothing.
    pub const NOTHING: Shape = Shape {
        scalars: Scalars::NONE,
        numbers: Limits::ANY,
        texts: None,
        items: None,
        members: None,
    };
}

/// A set of the literals of JSON and the kinds of number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalars(pub u8);

impl Scalars {
    /// None of them.
    pub const NONE: Scalars = Scalars(0);
    /// `null`.
    pub const NULL: Scalars = Scalars(1);
    /// `true`.
    pub const TRUE: Scalars = Scalars(2);
    /// `false`.
    pub const FALSE: Scalars = Scalars(4);
    /// Numbers that are written without a fraction and an exponent.
    pub const INTEGER: Scalars = Scalars(8);
    /// Numbers that are written with one.
    pub const FRACTION: Scalars = Scalars(16);

    /// Whether any of `others` is in the set.
    pub fn has(self, others: Scalars) -> bool {
        self.0 & others.0 != 0
    }
}

/// Bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The lower one.
    pub least: i64,
    /// The upper one.
    pub most: i64,
}

impl Limits {
    /// No bounds.
    pub const ANY: Limits = Limits { least: i64::MIN, most: i64::MAX };

    /// Whether all from `low` to `high` is within the bounds.
    pub fn hold(self, (low, high): (i64, i64)) -> bool {
        self.least <= low && high <= self.most
    }
}

/// What a string must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texts {
    /// How many code points it may have.
    pub length: Limits,
    /// The words of which it must be one, if it must.
    pub words: Option<Row>,
}

impl Texts {
    /// Every string.
    pub const ANY: Texts = Texts { length: Limits::ANY, words: None };
}

/// What an array must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Items {
    /// What each item must be.
    pub shape: ShapeId,
    /// How many there may be.
    pub count: Limits,
}

/// What an object must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Members {
    /// The members that have a name.
    pub named: Row,
    /// Which of the first 64 of these must be there: a bit each, the first the lowest.
    pub required: u64,
    /// What all other members must be.
    pub others: ShapeId,
}
