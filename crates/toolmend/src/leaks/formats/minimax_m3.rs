//! `MiniMax` M3: every tag has the token `]<]minimax[>[` before it, and parameters are tags of
//! their own name, nested for objects and with `<item>` for lists.
//!
//! ```text
//! ]<]minimax[>[<tool_call>
//! ]<]minimax[>[<invoke name="NAME">]<]minimax[>[<K>V]<]minimax[>[</K>]<]minimax[>[</invoke>
//! ]<]minimax[>[</tool_call>
//! ```
//!
//! The token shows what is a tag, so a value may hold anything else. Models leave it out before
//! closers: the closer of the open element then counts without it. Leaves take the type that the
//! schema asks for; an empty one is an empty list or object where that is asked for. The closer of
//! the block may be missing.

use super::series;
use crate::leaks::block::{Block, FoundArguments, Wrapper};
use crate::leaks::coercion::by_schema;
use crate::leaks::cursor::{Cursor, Parsed, Stop};
use crate::leaks::offer::{Offer, Offered};
use crate::schema::{SchemaId, Types};
use crate::table::TextTable;
use crate::tree::string;

pub(super) const TOKEN: &str = "]<]minimax[>[";
const OPENER: &str = "<tool_call>";
const CLOSER: &str = "</tool_call>";
const INVOKE: &str = "<invoke name=";
const LONGEST_TAG: usize = 300;

/// Reads a block; the cursor stands at the token.
pub(super) fn block<'t>(
    cursor: &mut Cursor<'t>,
    offer: Offer<'_>,
    block: &mut Block<'t>,
) -> Parsed<()> {
    block.format = "minimax_m3";
    cursor.demand(TOKEN)?;
    cursor.space();
    cursor.demand(OPENER)?;
    block.markup(block.span.start..cursor.at());
    let begins = |ahead: &Cursor<'t>| {
        let mut ahead = *ahead;
        ahead.take_next(&[TOKEN])?;
        Ok(ahead.take_next(&[INVOKE])?.is_some())
    };
    series::calls(cursor, block, &begins, &mut |ahead, block| call(ahead, offer, block))?;
    let token = series::take_markup(cursor, block, &[TOKEN])?;
    if !series::take_markup(cursor, block, &[CLOSER])? && !token {
        block.wrapper = Wrapper::Unclosed;
    }
    series::end_tokens(cursor, block)
}

fn call<'t>(cursor: &mut Cursor<'t>, offer: Offer<'_>, block: &mut Block<'t>) -> Parsed<()> {
    let start = cursor.at();
    cursor.take(TOKEN)?;
    cursor.space();
    cursor.demand(INVOKE)?;
    let name = cursor.until(">", LONGEST_TAG)?.trim_matches(['"', '\'', ' ']);
    let mut writer = Writer::new(offer.tool(name));
    while writer.step(cursor)? {}
    let arguments = FoundArguments::Text(writer.json.into());
    block.call(start..cursor.at(), name.into(), arguments);
    Ok(())
}

/// Writes elements as JSON while it reads them.
struct Writer<'t, 'o> {
    tool: Option<Offered<'o>>,
    json: String,
    open: Vec<Element<'t>>,
}

struct Element<'t> {
    name: &'t str,
    schema: Option<SchemaId>,
    shape: Shape,
    children: usize,
    /// The names of an object's members.
    names: TextTable,
}

impl<'t> Element<'t> {
    fn new(name: &'t str, schema: Option<SchemaId>, shape: Shape) -> Element<'t> {
        Element { name, schema, shape, children: 0, names: TextTable::new() }
    }
}

/// What an element turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Leaf,
    Object,
    List,
}

impl<'t, 'o> Writer<'t, 'o> {
    fn new(tool: Option<Offered<'o>>) -> Writer<'t, 'o> {
        let schema = tool.map(|tool| tool.schema.root());
        let root = Element::new("invoke", schema, Shape::Object);
        Writer { tool, json: String::from("{"), open: vec![root] }
    }

    /// Reads the text up to the next tag, and the tag. False behind the call's own closer.
    fn step(&mut self, cursor: &mut Cursor<'t>) -> Parsed<bool> {
        let name = self.open.last().map_or("", |element| element.name);
        let (text, tag) = text_and_tag(cursor, name)?;
        if let Some(closing) = tag.strip_prefix('/') {
            self.close_inner(closing.trim(), text)?;
            return self.close(text);
        }
        // Text beside an element inside has no place in JSON.
        if !text.trim().is_empty() || tag.is_empty() || tag.contains(char::is_whitespace) {
            return Err(Stop::Refuted);
        }
        self.open(tag)?;
        Ok(true)
    }

    fn open(&mut self, name: &'t str) -> Parsed<()> {
        let is_item = self.is_item(name);
        let schema = self.child_schema(name, is_item);
        let parent = self.open.last_mut().ok_or(Stop::Refuted)?;
        let shape = if is_item { Shape::List } else { Shape::Object };
        if parent.shape == Shape::Leaf {
            parent.shape = shape;
            self.json.push(if is_item { '[' } else { '{' });
        }
        // A list has items only, an object each name once: else something would be lost.
        if parent.shape != shape || (!is_item && parent.names.insert(name.to_owned(), 0).is_some())
        {
            return Err(Stop::Refuted);
        }
        if parent.children > 0 {
            self.json.push(',');
        }
        parent.children += 1;
        if !is_item {
            self.json.push_str(&string::encode(name));
            self.json.push(':');
        }
        self.open.push(Element::new(name, schema, Shape::Leaf));
        Ok(())
    }

    /// Whether a child called `name` of the open element is an item of a list.
    fn is_item(&self, name: &str) -> bool {
        name == "item" && self.open.len() > 1 && self.declared(name).is_none()
    }

    /// The schema of the child called `name` of the open element.
    fn child_schema(&self, name: &str, is_item: bool) -> Option<SchemaId> {
        if !is_item {
            return self.declared(name);
        }
        let parent = self.open.last()?;
        self.tool?.schema.item(parent.schema?, parent.children)
    }

    /// The schema that the open element's own declares for a member called `name`.
    fn declared(&self, name: &str) -> Option<SchemaId> {
        let properties = self.tool?.schema.properties(self.open.last()?.schema?);
        properties.into_iter().find(|property| property.name == name).map(|found| found.schema)
    }

    /// Closes the objects and lists that lack their closer before that of `name`.
    fn close_inner(&mut self, name: &str, text: &str) -> Parsed<()> {
        let own = self.open.iter().rposition(|element| element.name == name);
        let own = own.ok_or(Stop::Refuted)?;
        while self.open.len() > own + 1 {
            if self.open.last().is_some_and(|element| element.shape == Shape::Leaf) {
                return Err(Stop::Refuted);
            }
            self.close(text)?;
        }
        Ok(())
    }

    fn close(&mut self, text: &str) -> Parsed<bool> {
        let Some(element) = self.open.pop() else { return Err(Stop::Refuted) };
        match element.shape {
            Shape::Object | Shape::List if !text.trim().is_empty() => return Err(Stop::Refuted),
            Shape::Object => self.json.push('}'),
            Shape::List => self.json.push(']'),
            Shape::Leaf => {
                let json = self.leaf(text, element.schema);
                self.json.push_str(&json);
            }
        }
        Ok(!self.open.is_empty())
    }

    fn leaf(&self, text: &str, position: Option<SchemaId>) -> String {
        let Some(tool) = self.tool else { return string::encode(text) };
        if let Some(position) = position
            && text.trim().is_empty()
        {
            let types = tool.schema.types(position);
            if !types.has(Types::STRING) && types.has(Types::ARRAY) {
                return "[]".to_owned();
            }
            if !types.has(Types::STRING) && types.has(Types::OBJECT) {
                return "{}".to_owned();
            }
        }
        by_schema(text, position, tool.schema)
    }
}

/// Reads a text and the inside of the tag that ends it: one behind the token, or the closer of the
/// open element `name` without it.
fn text_and_tag<'t>(cursor: &mut Cursor<'t>, name: &str) -> Parsed<(&'t str, &'t str)> {
    let start = cursor.at();
    let bare = ["</", name, ">"].concat();
    loop {
        let at = cursor.find("<")?;
        cursor.set(at);
        let token = at.checked_sub(1).filter(|&before| before >= start);
        if let Some(before) = token {
            let mut ahead = *cursor;
            ahead.set(before);
            if ahead.slice(before..at) == "]" && ahead.take(TOKEN)? {
                ahead.space();
                ahead.demand("<")?;
                let tag = ahead.until(">", LONGEST_TAG)?;
                cursor.set(ahead.at());
                return Ok((cursor.slice(start..before), tag));
            }
        }
        if cursor.sees(&bare)? {
            cursor.advance();
            let tag = cursor.until(">", LONGEST_TAG)?;
            return Ok((cursor.slice(start..at), tag));
        }
        cursor.advance();
    }
}

#[cfg(test)]
mod tests {
    use crate::leaks::tests::{assert_calls, assert_text};

    #[test]
    fn reads_calls_whole_and_damaged() {
        for text in [
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"bash\">]<]minimax[>[<command>ls]<]minimax[>[</command>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>",
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"bash\">]<]minimax[>[<command>ls</command>]<]minimax[>[</invoke>\n",
        ] {
            assert_calls(text, &[r#"bash{"command":"ls"}"#]);
        }
        assert_calls(
            r#"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name="set">]<]minimax[>[<tags>]<]minimax[>[<item>a]<]minimax[>[</item>]<]minimax[>[<item>b]<]minimax[>[</item>]<]minimax[>[</tags>]<]minimax[>[<target>]<]minimax[>[</target>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>"#,
            &[r#"set{"tags":["a","b"],"target":{}}"#],
        );
        assert_calls(
            r#"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name="set">]<]minimax[>[<target>]<]minimax[>[<x>1]<]minimax[>[</x>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>"#,
            &[r#"set{"target":{"x":"1"}}"#],
        );
        assert_calls(
            r#"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name="bash">]<]minimax[>[<command>a </b> < c]<]minimax[>[</command>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>"#,
            &[r#"bash{"command":"a </b> < c"}"#],
        );
    }

    #[test]
    fn leaves_what_only_looks_alike_or_was_cut() {
        for text in [
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"bash\">]<]minimax[>[<command>l",
            "The token is ]<]minimax[>[.",
            r#"]<]minimax[>[<tool_call>]<]minimax[>[<invoke name="bash">]<]minimax[>[<command>a]<]minimax[>[</command>]<]minimax[>[<command>b]<]minimax[>[</command>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>"#,
        ] {
            assert_text(text);
        }
    }
}
