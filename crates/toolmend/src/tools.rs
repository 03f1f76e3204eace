//! The tools that a request offers, compiled once.

use std::fmt;
use std::rc::Rc;

use crate::schema::{AnyPattern, Patterns, Schema};
use crate::wire::{self, Object};

/// A list of tools with their schemas, ready to mend calls.
#[derive(Clone)]
pub struct Tools {
    pub(crate) tools: Vec<Tool>,
    pub(crate) patterns: Rc<dyn Patterns>,
}

/// One offered tool.
#[derive(Clone)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) schema: Rc<Schema>,
}

/// JSON of ours (a list of tools, settings, edits) that cannot be read.
#[derive(Debug)]
pub struct Error(String);

impl Error {
    pub(crate) fn new(problem: String) -> Error {
        Error(problem)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl Tools {
    /// Compiles a JSON array of tools: `{name, parameters}`, `OpenAI`'s `{type, function}` or
    /// Anthropic's `{name, input_schema}`. Entries without a name (server tools) are passed over.
    pub fn compile(json: &str) -> Result<Tools, Error> {
        Tools::compile_with(json, Rc::new(AnyPattern))
    }

    /// As [`Tools::compile`], with a decider for `pattern`.
    pub fn compile_with(json: &str, patterns: Rc<dyn Patterns>) -> Result<Tools, Error> {
        let tools = Tools::read(json).map_err(|problem| Error(format!("tools: {problem}")))?;
        Ok(Tools { tools, patterns })
    }

    fn read(json: &str) -> Result<Vec<Tool>, String> {
        let tree = wire::parse(json)?;
        let objects = wire::items(&tree)?.filter_map(|id| Object::at(&tree, id));
        Ok(objects.filter_map(Tool::read).collect())
    }

    /// The offered names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name.as_str())
    }
}

impl Tool {
    /// Reads a tool in any of the shapes in which providers take them.
    fn read(entry: Object<'_>) -> Option<Tool> {
        const SCHEMAS: [&str; 4] = ["parameters", "input_schema", "inputSchema", "schema"];
        let tool = entry.object("function").ok().flatten().unwrap_or(entry);
        let name = tool.text("name").ok()??.into_owned();
        let schema = SCHEMAS.iter().find_map(|key| tool.source(key)).unwrap_or("true");
        Some(Tool { name, schema: Rc::new(Schema::compile_tool(schema)) })
    }
}
