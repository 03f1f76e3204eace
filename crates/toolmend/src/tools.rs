//! The tools that a request offers, compiled once.

use std::fmt;
use std::rc::Rc;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::schema::{AnyPattern, Patterns, Schema};

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

/// A list of tools that cannot be read.
#[derive(Debug)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// A tool in any of the shapes in which providers take them.
#[derive(Deserialize)]
struct Wire<'a> {
    name: Option<String>,
    #[serde(borrow)]
    parameters: Option<&'a RawValue>,
    #[serde(borrow)]
    input_schema: Option<&'a RawValue>,
    #[serde(borrow, rename = "inputSchema")]
    input_schema_camel: Option<&'a RawValue>,
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
    #[serde(borrow)]
    function: Option<Box<Wire<'a>>>,
}

impl Tools {
    /// Compiles a JSON array of tools: `{name, parameters}`, OpenAI's `{type, function}` or
    /// Anthropic's `{name, input_schema}`. Entries without a name (server tools) are passed over.
    pub fn compile(json: &str) -> Result<Tools, Error> {
        Tools::compile_with(json, Rc::new(AnyPattern))
    }

    /// As [`Tools::compile`], with a decider for `pattern`.
    pub fn compile_with(json: &str, patterns: Rc<dyn Patterns>) -> Result<Tools, Error> {
        let wires: Vec<Wire<'_>> =
            serde_json::from_str(json).map_err(|error| Error(format!("tools: {error}")))?;
        let tools = wires
            .into_iter()
            .filter_map(|mut wire| {
                if let Some(function) = wire.function.take() {
                    wire = *function;
                }
                let schema = wire
                    .parameters
                    .or(wire.input_schema)
                    .or(wire.input_schema_camel)
                    .or(wire.schema);
                let schema = Rc::new(Schema::compile_tool(schema.map_or("true", |raw| raw.get())));
                Some(Tool { name: wire.name?, schema })
            })
            .collect();
        Ok(Tools { tools, patterns })
    }

    /// The offered names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().map(|tool| tool.name.as_str())
    }
}
