//! What the caller knows about a tool call.

/// A tool call as a model sent it.
#[derive(Clone, Debug, Default)]
pub struct Call<'a> {
    /// The tool's name as it was sent.
    pub name: &'a str,
    /// The arguments.
    pub arguments: Arguments<'a>,
    /// Why the model stopped, in any provider's word (`stop`, `tool_calls`, `length`,
    /// `max_tokens`, …).
    pub finish: Option<&'a str>,
    /// Settings of the place where the call would run.
    pub options: Options<'a>,
}

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub enum Arguments<'a> {
    /// The model's raw text.
    Text(&'a str),
    /// The JSON source of a value that the host had already parsed, so that number lexemes may be
    /// the host's, not the model's.
    Value(&'a str),
}

impl Default for Arguments<'_> {
    fn default() -> Self {
        Arguments::Text("")
    }
}

/// What is known of the host, and which rules may run.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// The host, if its tools' habits are known.
    pub host: Option<Host>,
    /// The working folder, for tools that demand absolute paths.
    pub cwd: Option<&'a str>,
    /// Whose paths the host uses.
    pub platform: Platform,
    /// The names of rules that may not run.
    pub rules_off: Vec<&'a str>,
    /// The names of rules that may run though they are off by default.
    pub rules_on: Vec<&'a str>,
    /// JSON Pointers of arguments that the caller knows to be paths, for a host without a table.
    pub paths: Vec<&'a str>,
}

impl Options<'_> {
    /// Whether rules may run on what a schema accepts.
    pub(crate) fn has_host_rules(&self) -> bool {
        self.host.is_some() || !self.paths.is_empty()
    }

    /// Whether the rule called `name` may run. `default` says whether it runs unasked.
    pub(crate) fn allows(&self, name: &str, default: bool) -> bool {
        !self.rules_off.contains(&name) && (default || self.rules_on.contains(&name))
    }
}

/// A host whose tools have a table of host rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    /// `OpenCode`.
    OpenCode,
    /// `DeepSeek` Harness.
    Dsh,
}

impl Host {
    /// The host called `name`: `opencode` or `dsh`.
    pub fn from_name(name: &str) -> Option<Host> {
        match name {
            "opencode" => Some(Host::OpenCode),
            "dsh" => Some(Host::Dsh),
            _ => None,
        }
    }
}

/// Whose path rules hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Platform {
    /// Linux, macOS.
    #[default]
    Posix,
    /// Windows.
    Windows,
}

/// Whether a finish reason means that the output was cut off at a limit.
pub(crate) fn means_cut(finish: &str) -> bool {
    const WORDS: [&str; 5] =
        ["length", "max_tokens", "max_output_tokens", "incomplete", "model_length"];
    WORDS.iter().any(|word| finish.eq_ignore_ascii_case(word))
}
