//! From the text of a JSON Schema to subschemas that are quick to check.
//!
//! Compiling never fails. Schemas come from tools of every make, and a schema that says something
//! odd (`"required": "files"`, `"properties": []`, a `$ref` to nowhere, an unknown type) must not
//! make a call invalid: what is not understood accepts. A list of work takes the place of
//! recursion, so that neither deep nor circular schemas matter.

use super::keyword::{Keyword, Keywords};
use super::number::Decimal;
use super::pattern::Pattern;
use super::reference::References;
use super::rules::{
    ArrayRules, Combination, Condition, Contains, Dependent, Names, NumberRules, ObjectRules,
    Range, StringRules, Subschema,
};
use super::{SchemaId, Types, accepted, equality};
use crate::table::{NumberTable, TextTable};
use crate::tree::{Kind, NodeId, Tree};

/// What compiling a schema document gives.
pub(super) struct Compiled {
    /// By [`SchemaId`]; the root is the first.
    pub(super) subschemas: Vec<Subschema>,
    /// Every property name that is declared anywhere.
    pub(super) keys: TextTable,
}

/// Compiles a schema document. With `is_tool` the root accepts objects only.
pub(super) fn compile(tree: &Tree<'static>, is_tool: bool) -> Compiled {
    let mut compiler = Compiler {
        tree,
        references: References::new(tree),
        ids: NumberTable::default(),
        subschemas: vec![Subschema::anything()],
        pending: vec![(SchemaId(0), tree.root())],
        keys: TextTable::new(),
    };
    // A tool's root is compiled apart from what `"$ref": "#"` means: arguments must be an object,
    // values further down need not.
    if !is_tool {
        compiler.ids.insert(u64::from(tree.root().0), 0);
    }
    while let Some((id, node)) = compiler.pending.pop() {
        let subschema = compiler.subschema(node);
        let shared = compiler.subschemas[id.0 as usize].shared;
        compiler.subschemas[id.0 as usize] = Subschema { shared, ..subschema };
    }
    let Compiler { mut subschemas, keys, .. } = compiler;
    if is_tool {
        let root = &mut subschemas[0];
        root.nullable = false;
        root.types = Types::OBJECT;
    }
    drop_idle_key_rules(&mut subschemas);
    accepted::narrow(tree, &mut subschemas);
    Compiled { subschemas, keys }
}

struct Compiler<'t> {
    tree: &'t Tree<'static>,
    references: References<'t>,
    ids: NumberTable,
    subschemas: Vec<Subschema>,
    pending: Vec<(SchemaId, NodeId)>,
    keys: TextTable,
}

impl Compiler<'_> {
    /// The id of the schema at `node`, which is compiled later if it is new.
    fn id(&mut self, node: NodeId) -> SchemaId {
        let next = SchemaId(self.subschemas.len() as u32);
        let id = *self.ids.entry(u64::from(node.0)).or_insert(u64::from(next.0));
        let id = SchemaId(id as u32);
        if id == next {
            self.subschemas.push(Subschema::anything());
            self.pending.push((id, node));
        }
        id
    }

    fn subschema(&mut self, node: NodeId) -> Subschema {
        match self.tree.kind(node) {
            Kind::Object => {}
            Kind::Boolean if self.tree.lexeme(node) == "false" => return Subschema::nothing(),
            _ => return Subschema::anything(),
        }
        let keywords = Keywords::read(self.tree, node);
        Subschema {
            types: self.types(&keywords),
            nullable: self.is_true(keywords.get(Keyword::Nullable)),
            members: self.members(&keywords),
            number: self.number(&keywords),
            string: self.string(&keywords),
            array: self.array(&keywords),
            object: self.object(&keywords),
            combination: self.combination(node, &keywords),
            default: keywords.get(Keyword::Default),
            holds_json: self.holds_json(&keywords),
            unknown: self.is_unknown(node, &keywords),
            ..Subschema::anything()
        }
    }

    /// Whether the schema asks for something that is taken to hold because it is not understood.
    fn is_unknown(&mut self, schema: NodeId, keywords: &Keywords) -> bool {
        let leads_nowhere =
            keywords.get(Keyword::Ref).is_some() && self.target(schema, keywords).is_none();
        let asks = |keyword| keywords.get(keyword).is_some_and(|node| !self.is_idle(node));
        let types = keywords.get(Keyword::Type);
        let is_known = types.is_none_or(|node| self.named_types(node).is_some());
        !is_known
            || leads_nowhere
            || asks(Keyword::UnevaluatedProperties)
            || asks(Keyword::UnevaluatedItems)
            || [Keyword::DynamicRef, Keyword::RecursiveRef, Keyword::Format]
                .into_iter()
                .any(|keyword| keywords.get(keyword).is_some())
    }

    fn types(&self, keywords: &Keywords) -> Types {
        let named = keywords.get(Keyword::Type).and_then(|node| self.named_types(node));
        named.unwrap_or(Types::ALL)
    }

    fn named_types(&self, node: NodeId) -> Option<Types> {
        let named = |node| self.tree.string(node).and_then(|name| Types::named(&name));
        let types = match self.tree.kind(node) {
            Kind::String => named(node),
            Kind::Array => self
                .tree
                .children(node)
                .try_fold(Types::NONE, |types, name| Some(types.union(named(name)?))),
            _ => None,
        };
        types.filter(|&types| types != Types::NONE)
    }

    fn members(&self, keywords: &Keywords) -> Option<Box<[NodeId]>> {
        let listed: Option<Vec<NodeId>> = keywords
            .get(Keyword::Enum)
            .filter(|&list| self.tree.kind(list) == Kind::Array && !self.tree.is_empty(list))
            .map(|list| self.tree.children(list).collect());
        let Some(constant) = keywords.get(Keyword::Const) else { return listed.map(Into::into) };
        let is_listed = listed.is_none_or(|listed| {
            listed.iter().any(|&member| equality::equal((self.tree, member), (self.tree, constant)))
        });
        Some(if is_listed { [constant].into() } else { [].into() })
    }

    fn number(&self, keywords: &Keywords) -> Option<Box<NumberRules>> {
        let bound =
            |keyword| keywords.get(keyword).filter(|&node| self.tree.kind(node) == Kind::Number);
        // In draft 4 `exclusiveMinimum: true` made `minimum` exclusive.
        let bounds = |inclusive, exclusive| {
            let bound_and_exclusive = (bound(inclusive), bound(exclusive));
            if self.is_true(keywords.get(exclusive)) {
                (None, bound_and_exclusive.0)
            } else {
                bound_and_exclusive
            }
        };
        let (minimum, above) = bounds(Keyword::Minimum, Keyword::ExclusiveMinimum);
        let (maximum, below) = bounds(Keyword::Maximum, Keyword::ExclusiveMaximum);
        let multiple_of = bound(Keyword::MultipleOf);
        let asks = minimum.or(maximum).or(above).or(below).or(multiple_of).is_some();
        asks.then(|| Box::new(NumberRules { minimum, maximum, above, below, multiple_of }))
    }

    fn string(&self, keywords: &Keywords) -> Option<Box<StringRules>> {
        let length = self.range(keywords, Keyword::MinLength, Keyword::MaxLength);
        let pattern = keywords.get(Keyword::Pattern).and_then(|node| self.tree.string(node));
        let pattern = pattern.map(|source| Pattern::new(&source));
        let asks = pattern.is_some() || !length.is_any();
        asks.then(|| Box::new(StringRules { length, pattern }))
    }

    fn array(&mut self, keywords: &Keywords) -> Option<Box<ArrayRules>> {
        let mut items = keywords.get(Keyword::Items);
        let mut prefix = keywords.get(Keyword::PrefixItems);
        // Up to draft 2019-09 a list of `items` was what `prefixItems` is now.
        if items.is_some_and(|node| self.tree.kind(node) == Kind::Array) {
            prefix = items;
            items = keywords.get(Keyword::AdditionalItems);
        }
        let prefix = prefix.filter(|&node| self.tree.kind(node) == Kind::Array);
        let prefix = self.branches(prefix);
        let items = items.and_then(|node| self.demanding(node));
        let count = self.range(keywords, Keyword::MinItems, Keyword::MaxItems);
        let unique = self.is_true(keywords.get(Keyword::UniqueItems));
        let contains = keywords.get(Keyword::Contains).filter(|&node| self.is_schema(node));
        let contains = contains.map(|node| {
            let mut count = self.range(keywords, Keyword::MinContains, Keyword::MaxContains);
            if self.count(keywords.get(Keyword::MinContains)).is_none() {
                count.least = 1;
            }
            Contains { schema: self.id(node), count }
        });
        let asks = !prefix.is_empty()
            || items.is_some()
            || contains.is_some()
            || unique
            || !count.is_any();
        asks.then(|| Box::new(ArrayRules { prefix, items, count, unique, contains }))
    }

    fn object(&mut self, keywords: &Keywords) -> Option<Box<ObjectRules>> {
        let mut names = Names::default();
        for member in self.members_of(keywords.get(Keyword::Properties)) {
            let Some(text) = self.tree.key_string(member) else { continue };
            self.keys.insert(text.clone().into_owned(), 0);
            let schema = self.id(member);
            let place = names.place(&text);
            if let Some(name) = names.get_mut(place) {
                name.schema = Some(schema);
            }
        }
        for text in self.strings(keywords.get(Keyword::Required)) {
            let place = names.place(&text);
            if let Some(name) = names.get_mut(place) {
                name.required = true;
            }
            self.keys.insert(text, 0);
        }
        let dependents = self.dependents(keywords, &mut names);
        let mut patterns = Vec::new();
        for member in self.members_of(keywords.get(Keyword::PatternProperties)) {
            let Some(source) = self.tree.key_string(member) else { continue };
            patterns.push((Pattern::new(&source), self.id(member)));
        }
        let additional = keywords.get(Keyword::AdditionalProperties);
        let additional = additional.and_then(|node| self.demanding(node));
        let keys = keywords.get(Keyword::PropertyNames).and_then(|node| self.demanding(node));
        let count = self.range(keywords, Keyword::MinProperties, Keyword::MaxProperties);
        let patterns = patterns.into_boxed_slice();
        let rules = ObjectRules { names, additional, patterns, keys, count, dependents };
        let asks = !rules.names.list().is_empty() || rules.minds_other_members();
        asks.then(|| Box::new(rules))
    }

    fn dependents(&mut self, keywords: &Keywords, names: &mut Names) -> Box<[Dependent]> {
        let sources =
            [Keyword::DependentRequired, Keyword::DependentSchemas, Keyword::Dependencies];
        let members: Vec<NodeId> =
            sources.into_iter().flat_map(|source| self.members_of(keywords.get(source))).collect();
        let mut dependents = Vec::new();
        for member in members {
            let Some(text) = self.tree.key_string(member) else { continue };
            let trigger = names.place(&text);
            let required = self.strings(Some(member));
            let required = required.iter().map(|text| names.place(text)).collect();
            let schema = self.demanding(member);
            dependents.push(Dependent { trigger, required, schema });
        }
        dependents.into()
    }

    fn combination(&mut self, schema: NodeId, keywords: &Keywords) -> Option<Box<Combination>> {
        let target = self.target(schema, keywords).map(|node| {
            let id = self.id(node);
            self.subschemas[id.0 as usize].shared = true;
            id
        });
        let all: Box<[SchemaId]> =
            target.into_iter().chain(self.branches(keywords.get(Keyword::AllOf))).collect();
        let any_of = self.branches(keywords.get(Keyword::AnyOf));
        let one_of = self.branches(keywords.get(Keyword::OneOf));
        let not = keywords.get(Keyword::Not).filter(|&node| self.is_schema(node));
        let not = not.map(|node| self.id(node));
        let test = keywords.get(Keyword::If).filter(|&node| self.is_schema(node));
        let condition = test.map(|node| Condition {
            test: self.id(node),
            then: keywords.get(Keyword::Then).and_then(|node| self.demanding(node)),
            otherwise: keywords.get(Keyword::Else).and_then(|node| self.demanding(node)),
        });
        let condition =
            condition.filter(|condition| condition.then.or(condition.otherwise).is_some());
        let asks = !all.is_empty()
            || !any_of.is_empty()
            || !one_of.is_empty()
            || not.is_some()
            || condition.is_some();
        asks.then(|| Box::new(Combination { all, any_of, one_of, not, condition }))
    }

    /// What the schema's `$ref` points to.
    fn target(&mut self, schema: NodeId, keywords: &Keywords) -> Option<NodeId> {
        let reference = keywords.get(Keyword::Ref).and_then(|node| self.tree.string(node))?;
        self.references.resolve(schema, &reference)
    }

    /// The schemas of a list; none for what is no list.
    fn branches(&mut self, list: Option<NodeId>) -> Box<[SchemaId]> {
        let tree = self.tree;
        let list = list.filter(|&list| tree.kind(list) == Kind::Array);
        list.into_iter().flat_map(|list| tree.children(list)).map(|node| self.id(node)).collect()
    }

    /// The id of the schema at `node`, unless it obviously accepts everything.
    fn demanding(&mut self, node: NodeId) -> Option<SchemaId> {
        (!self.is_idle(node)).then(|| self.id(node))
    }

    /// Whether a schema obviously accepts everything, or is none.
    fn is_idle(&self, node: NodeId) -> bool {
        !self.is_schema(node)
            || self.is_true(Some(node))
            || (self.tree.kind(node) == Kind::Object && self.tree.is_empty(node))
    }

    fn is_schema(&self, node: NodeId) -> bool {
        matches!(self.tree.kind(node), Kind::Object | Kind::Boolean)
    }

    fn is_true(&self, node: Option<NodeId>) -> bool {
        node.is_some_and(|node| self.tree.lexeme(node) == "true")
    }

    /// The members of an object, of equal keys the last; none for what is no object.
    fn members_of(&self, object: Option<NodeId>) -> Vec<NodeId> {
        object
            .filter(|&object| self.tree.kind(object) == Kind::Object)
            .map(|object| equality::last_members(self.tree, object))
            .unwrap_or_default()
    }

    /// The strings of a list; none for what is no list.
    fn strings(&self, list: Option<NodeId>) -> Vec<String> {
        let list = list.filter(|&list| self.tree.kind(list) == Kind::Array);
        let items = list.into_iter().flat_map(|list| self.tree.children(list));
        items.filter_map(|item| self.tree.string(item)).map(Into::into).collect()
    }

    fn range(&self, keywords: &Keywords, least: Keyword, most: Keyword) -> Range {
        let least = self.count(keywords.get(least)).unwrap_or(0);
        Range { least, most: self.count(keywords.get(most)) }
    }

    fn count(&self, node: Option<NodeId>) -> Option<u64> {
        let node = node.filter(|&node| self.tree.kind(node) == Kind::Number)?;
        Decimal::of(self.tree.lexeme(node)).to_count()
    }

    fn holds_json(&self, keywords: &Keywords) -> bool {
        const SAYINGS: [&str; 10] = [
            "json string",
            "json-string",
            "json encoded",
            "json-encoded",
            "json serialized",
            "json-serialized",
            "stringified json",
            "serialized json",
            "encoded as json",
            "serialized as json",
        ];
        let text = |keyword| {
            let text = keywords.get(keyword).and_then(|node| self.tree.string(node));
            text.unwrap_or_default().to_ascii_lowercase()
        };
        let description = text(Keyword::Description);
        text(Keyword::ContentMediaType).contains("json")
            || text(Keyword::Format).starts_with("json-string")
            || SAYINGS.iter().any(|saying| description.contains(saying))
    }
}

/// Takes out the `propertyNames` that accept every key, as `{"type":"string"}` does, which
/// generators write for every map.
fn drop_idle_key_rules(subschemas: &mut [Subschema]) {
    for at in 0..subschemas.len() {
        let keys = subschemas[at].object.as_ref().and_then(|rules| rules.keys);
        let is_idle = keys.is_some_and(|keys| subschemas[keys.0 as usize].accepts_every_string());
        if let Some(rules) = subschemas[at].object.as_mut().filter(|_| is_idle) {
            rules.keys = None;
        }
    }
}
