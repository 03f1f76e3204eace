//! Host rules: what a schema allows but a host's tool is known to refuse or misuse.
//!
//! Each host has a table of what its tools' arguments are ([`opencode`], [`dsh`]); each meaning has
//! rules. They run only where the caller names the host, or says itself which arguments are paths,
//! and never touch content: no file's text, no command, no program but for a fence around it.

mod command_description;
mod dsh;
mod line_number;
mod line_range;
mod markdown;
mod opencode;
mod path_absolute;
mod path_link;
mod path_quotes;
mod path_url;
mod run_code_description;
mod run_code_fence;
mod run_code_shape;
#[cfg(test)]
mod tests;
mod url_link;

use crate::bench::Bench;
use crate::tree::{Kind, NodeId, string};
use crate::{Host, Options};

/// Every host rule: its public name and what it does.
pub(crate) const RULES: &[(&str, &str)] = &[
    (path_quotes::RULE, path_quotes::SUMMARY),
    (path_link::RULE, path_link::SUMMARY),
    (path_url::RULE, path_url::SUMMARY),
    (path_absolute::RULE, path_absolute::SUMMARY),
    (url_link::RULE, url_link::SUMMARY),
    (line_number::RULE, line_number::SUMMARY),
    (line_range::RULE, line_range::SUMMARY),
    (run_code_shape::RULE, run_code_shape::SUMMARY),
    (run_code_fence::RULE, run_code_fence::SUMMARY),
    (run_code_description::RULE, run_code_description::SUMMARY),
    (command_description::RULE, command_description::SUMMARY),
];

/// Corrects the arguments of `tool`, which its schema accepts already. Every change is recorded
/// on the bench. Does nothing where `options` names neither a host nor paths.
pub(crate) fn correct(tool: &str, bench: &mut Bench<'_>, options: &Options<'_>) {
    for (_, argument, meaning) in table(options).iter().filter(|(of, ..)| *of == tool) {
        if let Some(id) = bench.tree.member(bench.tree.root(), argument) {
            meaning.correct(bench, id, options);
        }
    }
    for pointer in &options.paths {
        if let Some(id) = bench.tree.at_pointer(pointer) {
            Meaning::Path.correct(bench, id, options);
        }
    }
}

/// Whether [`correct`] certainly does nothing to a member of the arguments of `tool`: its key and
/// its value as they are written, the key without escapes. In doubt it may do something.
pub(crate) fn leaves(tool: &str, (key, value): (&str, &str), options: &Options<'_>) -> bool {
    let is_this = |(of, argument, _): &&Argument| *argument == key && *of == tool;
    let named = table(options).iter().find(is_this);
    named.is_none_or(|(.., meaning)| meaning.leaves(value, options))
        && options.paths.iter().all(|pointer| match pointer.strip_prefix('/') {
            Some(token) if !token.contains(['/', '~']) => {
                token != key || Meaning::Path.leaves(value, options)
            }
            // It leads somewhere else than to a member, or its token is not the key as it is.
            _ => false,
        })
}

/// A tool, one of its arguments, and what it takes that for.
type Argument = (&'static str, &'static str, Meaning);

fn table(options: &Options<'_>) -> &'static [Argument] {
    match options.host {
        Some(Host::OpenCode) => opencode::ARGUMENTS,
        Some(Host::Dsh) => dsh::ARGUMENTS,
        None => &[],
    }
}

/// Gives arguments that a host's tool refuses for their shape alone the shape that it takes: those
/// of dsh's `run_code`. Only for arguments that the schema refuses.
pub(crate) fn reshape(tool: &str, bench: &mut Bench<'_>, options: &Options<'_>) {
    if options.host != Some(Host::Dsh) || tool != dsh::RUN_CODE {
        return;
    }
    if options.allows(run_code_shape::RULE, true) {
        run_code_shape::reshape(bench);
    }
    if options.allows(run_code_description::RULE, true) {
        run_code_description::fill(bench);
    }
}

/// Adds the description that dsh's `bash` asks for: only where the schema requires one.
pub(crate) fn describe(tool: &str, bench: &mut Bench<'_>, options: &Options<'_>) {
    let is_bash = options.host == Some(Host::Dsh) && tool == dsh::BASH;
    if is_bash && options.allows(command_description::RULE, true) {
        command_description::fill(bench);
    }
}

/// Whether arguments that are no JSON at all are this tool's argument as a bare text (dsh's
/// `run_code`); then the rule that says so. The caller makes a JSON string of the text and hands it
/// to [`reshape`].
pub(crate) fn bare_text(tool: &str, options: &Options<'_>) -> Option<&'static str> {
    let is_program = options.host == Some(Host::Dsh) && tool == dsh::RUN_CODE;
    (is_program && options.allows(run_code_shape::RULE, true)).then_some(run_code_shape::RULE)
}

/// What a tool takes an argument for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The path of a file or folder.
    Path,
    /// A path that the tool does not resolve itself.
    AbsolutePath,
    /// A web address.
    Url,
    /// A line or column, counted from 1.
    Line,
    /// A number of lines.
    Count,
    /// The first and the last line; -1 for the last means the end.
    LineRange,
    /// The text of a program.
    Program,
}

impl Meaning {
    fn correct(self, bench: &mut Bench<'_>, id: NodeId, options: &Options<'_>) {
        match self {
            Meaning::Line => correct_number(bench, id, line_number::line, options),
            Meaning::Count => correct_number(bench, id, line_number::count, options),
            Meaning::LineRange => {
                if options.allows(line_range::RULE, true) {
                    line_range::correct(bench, id);
                }
            }
            _ => correct_texts(bench, id, self.text_rules(), options),
        }
    }

    fn text_rules(self) -> &'static [TextRule] {
        match self {
            Meaning::Path => PATH_RULES,
            Meaning::AbsolutePath => ABSOLUTE_PATH_RULES,
            Meaning::Url => URL_RULES,
            Meaning::Program => PROGRAM_RULES,
            Meaning::Line | Meaning::Count | Meaning::LineRange => &[],
        }
    }

    /// Whether [`Meaning::correct`] certainly does nothing to a value.
    fn leaves(self, value: &str, options: &Options<'_>) -> bool {
        match (self, value.as_bytes().first()) {
            (Meaning::Line, Some(b'-' | b'0'..=b'9')) => line_number::line(value).is_none(),
            (Meaning::Count, Some(b'-' | b'0'..=b'9')) => line_number::count(value).is_none(),
            // A long program is not decoded to see that it does not begin with a fence.
            (Meaning::Program, Some(b'"')) => {
                let may_be_fence = |first: char| first.is_whitespace() || "`~\\".contains(first);
                !value[1..].starts_with(may_be_fence)
            }
            (_, Some(b'"')) => string::decode(value).is_none_or(|text| {
                self.text_rules().iter().all(|(_, correct)| correct(&text, options).is_none())
            }),
            (_, first) => first != Some(&b'['),
        }
    }
}

/// A rule for a text: its public name, and what gives the text that takes the place of the one
/// sent.
type TextRule = (&'static str, fn(&str, &Options<'_>) -> Option<String>);

const PATH_RULES: &[TextRule] = &[
    (path_quotes::RULE, path_quotes::correct),
    (path_link::RULE, path_link::correct),
    (path_url::RULE, path_url::correct),
];
const ABSOLUTE_PATH_RULES: &[TextRule] = &[
    (path_quotes::RULE, path_quotes::correct),
    (path_link::RULE, path_link::correct),
    (path_url::RULE, path_url::correct),
    (path_absolute::RULE, path_absolute::correct),
];
const URL_RULES: &[TextRule] = &[(url_link::RULE, url_link::correct)];
const PROGRAM_RULES: &[TextRule] = &[(run_code_fence::RULE, run_code_fence::correct)];

/// The most decorations that are taken off one text. What has more is not understood.
const MOST_STEPS: usize = 4;

/// Corrects a text, or each text of a list.
fn correct_texts(bench: &mut Bench<'_>, id: NodeId, rules: &[TextRule], options: &Options<'_>) {
    let ids = match bench.tree.kind(id) {
        Kind::Array => bench.tree.children(id).collect(),
        _ => vec![id],
    };
    for id in ids {
        let steps = bench.tree.string(id).map(|text| steps(&text, rules, options));
        for (rule, text) in steps.unwrap_or_default() {
            // An encoded text is JSON.
            let _ = bench.replace(rule, id, &string::encode(&text));
        }
    }
}

/// The rules that apply to `text` one after another, each with what it makes of it, until none
/// does.
fn steps(text: &str, rules: &[TextRule], options: &Options<'_>) -> Vec<(&'static str, String)> {
    let mut steps: Vec<(&'static str, String)> = Vec::new();
    loop {
        let text = steps.last().map_or(text, |(_, text)| text);
        let next = rules
            .iter()
            .filter(|(rule, _)| options.allows(rule, true))
            .find_map(|(rule, correct)| Some((*rule, correct(text, options)?)));
        match next {
            None => return steps,
            Some(_) if steps.len() == MOST_STEPS => return Vec::new(),
            Some(step) => steps.push(step),
        }
    }
}

fn correct_number(
    bench: &mut Bench<'_>,
    id: NodeId,
    correct: fn(&str) -> Option<String>,
    options: &Options<'_>,
) {
    let is_number = bench.tree.kind(id) == Kind::Number;
    if is_number
        && options.allows(line_number::RULE, true)
        && let Some(number) = correct(bench.tree.lexeme(id))
    {
        // A number is JSON as it is written.
        let _ = bench.replace(line_number::RULE, id, &number);
    }
}
