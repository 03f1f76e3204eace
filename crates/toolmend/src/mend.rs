//! The way through: name → schema → text → tree → issues → rules → outcome.

use std::borrow::Cow;

use toolmend_accept::is_json;

use crate::bench::Bench;
use crate::call::means_cut;
use crate::names::{self, Candidate, Resolution};
use crate::reader::{self, Read, Tolerance};
use crate::repair::{Failure, Frame, repair};
use crate::tools::Tool;
use crate::tree::{NodeId, Tree, same_value, string};
use crate::{Arguments, Call, Edit, Issue, Outcome, Reading, Repair, Tools, hosts, report};

/// The rule for arguments that were left empty: its name and what it does.
pub(crate) const EMPTY: (&str, &str) =
    ("json-empty", "reads empty arguments as `{}`, for a tool that needs none");

/// The note for each of several calls that came in one text.
const TOGETHER: &str =
    "Several calls were sent as one; each was run by itself. Send one call for each.";

/// Texts above this are refused: offsets are kept in 32 bits.
pub(crate) const LARGEST: usize = 1 << 30;

/// Mends one call.
///
/// ```
/// use toolmend::{Arguments, Call, Outcome, Tools, mend};
///
/// let tools = Tools::compile(r#"[{"name": "read", "parameters": {"type": "object",
///     "properties": {"path": {"type": "string"}, "limit": {"type": "integer"}},
///     "required": ["path"]}}]"#).unwrap();
/// let arguments = Arguments::Text(r#"{"path": "a.md", "limit": null}"#);
/// let call = Call { name: "read", arguments, ..Call::default() };
///
/// let Outcome::Repaired(repair) = mend(&tools, &call) else { panic!() };
/// assert_eq!(repair.arguments, r#"{"path": "a.md"}"#);
/// ```
pub fn mend(tools: &Tools, call: &Call<'_>) -> Outcome {
    let mut outcomes = mend_with(tools, call, false);
    // There is one outcome unless a split was asked for.
    outcomes.pop().unwrap_or(Outcome::Valid)
}

/// Mends a call whose arguments may hold several objects: one outcome for each, in order. Where
/// there is one object the list has one outcome, that of [`mend`].
pub fn mend_all(tools: &Tools, call: &Call<'_>) -> Vec<Outcome> {
    mend_with(tools, call, true)
}

fn mend_with(tools: &Tools, call: &Call<'_>, split: bool) -> Vec<Outcome> {
    if tools.surely_accept(call) {
        return vec![Outcome::Valid];
    }
    mend_by_tree(tools, call, split)
}

/// The long way, which every call that is not surely valid goes.
fn mend_by_tree(tools: &Tools, call: &Call<'_>, split: bool) -> Vec<Outcome> {
    let resolution = names::resolve(call.name, tools, call.options.host);
    let candidates: Vec<Candidate> = resolution
        .candidates
        .iter()
        .copied()
        .filter(|candidate| candidate.rule.is_none_or(|rule| call.options.allows(rule, true)))
        .collect();
    let inside = inner_arguments(call, &resolution);
    if inside.is_none() && resolution.arguments.is_some() && !sent_twice(call, &resolution) {
        return vec![unknown(tools, call, &resolution)];
    }
    let sent = inside.as_deref().map_or(call.arguments, Arguments::Text);
    let attempts = candidates
        .iter()
        .map(|&candidate| (candidate, attempt(tools, candidate.tool, call, sent, split)))
        .collect::<Vec<_>>();
    let conclude = |(candidate, attempt): (Candidate, Attempt)| {
        Conclusion { tools, call, candidate, inside: inside.as_deref() }.outcomes(attempt)
    };
    let mut attempts = attempts.into_iter();
    match (attempts.next(), attempts.next()) {
        (None, _) => vec![unknown(tools, call, &resolution)],
        (Some(only), None) => conclude(only),
        (Some(first), Some(second)) => {
            // Several tools are alike: the one whose schema takes the arguments is meant.
            let all = [first, second].into_iter().chain(attempts);
            let mut taking = all.filter(|(_, attempt)| attempt.runs());
            match (taking.next(), taking.next()) {
                (Some(only), None) => conclude(only),
                _ => vec![unknown(tools, call, &resolution)],
            }
        }
    }
}

/// Arguments that stood inside the name, if none were sent beside it.
fn inner_arguments(call: &Call<'_>, resolution: &Resolution) -> Option<String> {
    let (Arguments::Text(text) | Arguments::Value(text)) = call.arguments;
    matches!(text.trim(), "" | "{}" | "null").then(|| resolution.arguments.clone()).flatten()
}

/// Whether the arguments inside the name are those that were sent beside it too.
fn sent_twice(call: &Call<'_>, resolution: &Resolution) -> bool {
    let (Arguments::Text(text) | Arguments::Value(text)) = call.arguments;
    let inside = resolution.arguments.as_deref().unwrap_or_default();
    match (Tree::parse(text), Tree::parse(inside)) {
        (Ok(sent), Ok(inner)) => same_value((&sent, sent.root()), (&inner, inner.root())),
        _ => false,
    }
}

/// What became of the arguments against one tool.
enum Attempt {
    Valid,
    Repaired(Mended),
    /// Several readings that validate and differ.
    Ambiguous(Vec<Mended>),
    /// Several objects, each a call of its own.
    Split(Vec<Attempt>),
    Cut,
    Invalid {
        issues: Vec<Issue>,
        reason: Option<Cow<'static, str>>,
    },
}

impl Attempt {
    fn runs(&self) -> bool {
        matches!(self, Attempt::Valid | Attempt::Repaired(_))
    }

    fn refused(reason: &'static str) -> Attempt {
        Attempt::Invalid { issues: Vec::new(), reason: Some(Cow::Borrowed(reason)) }
    }
}

/// Arguments that the tool takes, and what led there.
struct Mended {
    arguments: String,
    edits: Vec<Edit>,
}

/// Tries to read `arguments` as those of one tool.
fn attempt(
    tools: &Tools,
    tool: usize,
    call: &Call<'_>,
    arguments: Arguments<'_>,
    split: bool,
) -> Attempt {
    let tool = &tools.tools[tool];
    let (text, parsed) = match arguments {
        Arguments::Text(text) => (text, false),
        Arguments::Value(text) => (text, true),
    };
    if text.len() > LARGEST {
        return Attempt::refused("the arguments are larger than 1 GiB");
    }
    let frame = Frame::new(&tool.schema, &*tools.patterns, &call.options, Some(&tool.name), parsed);
    let cut = call.finish.is_some_and(means_cut);
    // Without a tree up to the first defect.
    let tree = if is_json(text.as_bytes()) { Tree::parse(text).ok() } else { None };
    match tree {
        Some(tree) if frame.accepts(&tree) => corrected(tree, &frame),
        _ if cut => Attempt::Cut,
        Some(tree) => repaired(text, Bench::new(tree), &frame),
        None => broken(text, &frame, split),
    }
}

/// A call that the schema accepts: only host rules may still have a word.
fn corrected(tree: Tree<'_>, frame: &Frame<'_>) -> Attempt {
    if !frame.options.has_host_rules() {
        return Attempt::Valid;
    }
    let mut bench = Bench::new(tree);
    hosts::correct(frame.tool_name(), &mut bench, frame.options);
    if bench.edits.is_empty() || !frame.accepts(&bench.tree) {
        return Attempt::Valid;
    }
    Attempt::Repaired(Mended { arguments: bench.tree.render(), edits: bench.edits })
}

/// Strict JSON, `text`, that the schema refuses.
fn repaired<'t>(text: &'t str, mut bench: Bench<'t>, frame: &Frame<'_>) -> Attempt {
    hosts::reshape(frame.tool_name(), &mut bench, frame.options);
    let properties = frame.schema.properties(frame.schema.root());
    if properties.iter().any(|member| member.required && member.name == "description") {
        hosts::describe(frame.tool_name(), &mut bench, frame.options);
    }
    match repair(&mut bench, frame.schema.root(), frame) {
        Ok(()) => Attempt::Repaired(finished(bench, frame)),
        Err(Failure::Fork(readings)) => {
            Attempt::Ambiguous(readings.into_iter().map(|bench| finished(bench, frame)).collect())
        }
        Err(Failure::Stuck) => Attempt::Invalid { issues: issues(text, frame), reason: None },
    }
}

/// What is wrong with `text` before anything was tried.
fn issues(text: &str, frame: &Frame<'_>) -> Vec<Issue> {
    let Ok(tree) = Tree::parse(text) else { return Vec::new() };
    let mut bench = Bench::new(tree);
    hosts::reshape(frame.tool_name(), &mut bench, frame.options);
    report::issues(&bench.tree, frame.schema, frame.patterns)
}

/// Lets the host rules correct what the schema accepts now.
fn finished(mut bench: Bench<'_>, frame: &Frame<'_>) -> Mended {
    if frame.options.has_host_rules() {
        let mut corrected = bench.clone();
        hosts::correct(frame.tool_name(), &mut corrected, frame.options);
        if frame.accepts(&corrected.tree) {
            bench = corrected;
        }
    }
    Mended { arguments: bench.tree.render(), edits: bench.edits }
}

/// A text that is not JSON.
fn broken(text: &str, frame: &Frame<'_>, split: bool) -> Attempt {
    match reader::read(text, frame.schema.keys(), Tolerance::Certain) {
        Read::Value(reading) => from_reading(reading, frame),
        Read::Several(readings) if split => {
            Attempt::Split(readings.into_iter().map(|one| from_reading(one, frame)).collect())
        }
        Read::Several(readings) => {
            several(readings, frame, "several different objects were sent; send one call for each")
        }
        Read::Duplicates(readings) => {
            several(readings, frame, "one key was sent twice with different values; send it once")
        }
        Read::Cut { closed: Some(reading), .. } => match from_reading(reading, frame) {
            mended @ Attempt::Repaired(_) => mended,
            _ => Attempt::Cut,
        },
        Read::Cut { closed: None, .. } => Attempt::Cut,
        Read::Empty => from_reading(instead(text, "{}", EMPTY.0), frame),
        Read::Nothing { offset, reason } => {
            match hosts::bare_text(frame.tool_name(), frame.options) {
                Some(rule) => from_reading(instead(text, &string::encode(text), rule), frame),
                None => Attempt::Invalid {
                    issues: Vec::new(),
                    reason: Some(report::near(text, offset, reason).into()),
                },
            }
        }
    }
}

/// The reading that puts `after` in the place of the whole text.
fn instead(text: &str, after: &str, rule: &'static str) -> reader::Reading {
    let (before, after) = (text.to_owned(), after.to_owned());
    let edit = Edit::Text { rule: rule.into(), byte: 0, before, after: after.clone() };
    reader::Reading { text: after, edits: vec![edit] }
}

fn from_reading(reading: reader::Reading, frame: &Frame<'_>) -> Attempt {
    if !reading.edits.iter().all(|edit| frame.options.allows(edit.rule(), true)) {
        return Attempt::refused("the arguments are not JSON");
    }
    let brackets = |edit: &Edit| edit.rule().contains("close") || edit.rule().contains("opener");
    let guessed = reading.edits.iter().any(brackets);
    match mended(reading, frame) {
        Attempt::Repaired(mended) if guessed && misplaces(&mended, frame) => {
            Attempt::refused("brackets do not match; close each object and list at its end")
        }
        attempt => attempt,
    }
}

/// What becomes of a reading where its edits may be made.
fn mended(reader::Reading { text, edits }: reader::Reading, frame: &Frame<'_>) -> Attempt {
    // Mostly nothing else was wrong.
    if frame.surely_accepts(&text) {
        return Attempt::Repaired(Mended { arguments: text, edits });
    }
    let Ok(tree) = Tree::parse(&text) else {
        return Attempt::refused("the arguments are not JSON");
    };
    let is_accepted = frame.accepts(&tree);
    let bench = Bench { tree, edits };
    if is_accepted {
        Attempt::Repaired(finished(bench, frame))
    } else {
        repaired(&text, bench, frame)
    }
}

/// Whether a bracket that the reader put somewhere belongs elsewhere: then an argument is left over,
/// or one that the tool declares stands inside the last of the others.
fn misplaces(mended: &Mended, frame: &Frame<'_>) -> bool {
    let Ok(tree) = Tree::parse(&mended.arguments) else { return false };
    let (root, schema) = (tree.root(), frame.schema);
    let properties = schema.properties(schema.root());
    let strays = |member| {
        tree.key_string(member).is_some_and(|key| {
            properties.iter().any(|property| property.name == key)
                && tree.member(root, &key).is_none()
        })
    };
    let inside = |&node: &NodeId| tree.children(node).last();
    std::iter::successors(inside(&root), inside).any(|node| tree.children(node).any(strays))
        || mended.edits.iter().any(|edit| edit.rule() == "closed-extra")
}

/// Readings of one text of which the tool may take several, one, or none. One alone is not taken
/// either: it would lose what the others hold.
fn several(readings: Vec<reader::Reading>, frame: &Frame<'_>, reason: &'static str) -> Attempt {
    let mended: Vec<Mended> = readings
        .into_iter()
        .filter_map(|reading| match from_reading(reading, frame) {
            Attempt::Repaired(mended) => Some(mended),
            _ => None,
        })
        .collect();
    match mended.len() {
        2..=4 => Attempt::Ambiguous(mended),
        _ => Attempt::refused(reason),
    }
}

/// All that an outcome is made of beside the attempt.
struct Conclusion<'a> {
    tools: &'a Tools,
    call: &'a Call<'a>,
    candidate: Candidate,
    inside: Option<&'a str>,
}

impl Conclusion<'_> {
    fn outcomes(&self, attempt: Attempt) -> Vec<Outcome> {
        match attempt {
            Attempt::Split(attempts) => attempts
                .into_iter()
                .map(|attempt| match self.outcome(attempt) {
                    // To this call the others are text that was left out; the model must not read so.
                    Outcome::Repaired(repair) => {
                        Outcome::Repaired(Repair { note: TOGETHER.to_owned(), ..repair })
                    }
                    outcome => outcome,
                })
                .collect(),
            attempt => vec![self.outcome(attempt)],
        }
    }

    fn outcome(&self, attempt: Attempt) -> Outcome {
        let tool = &self.tools.tools[self.candidate.tool];
        match attempt {
            Attempt::Valid if self.candidate.rule.is_none() => Outcome::Valid,
            Attempt::Valid => {
                let (Arguments::Text(text) | Arguments::Value(text)) = self.call.arguments;
                let arguments = self.inside.unwrap_or(text).to_owned();
                self.repair(tool, Mended { arguments, edits: Vec::new() })
            }
            Attempt::Repaired(mended) => self.repair(tool, mended),
            Attempt::Ambiguous(mended) => {
                let readings: Vec<Reading> = mended
                    .into_iter()
                    .map(|Mended { arguments, edits }| {
                        let edits = self.all_edits(tool, edits);
                        Reading { name: tool.name.clone(), arguments, edits }
                    })
                    .collect();
                let message = report::ambiguous(&tool.name, &readings);
                Outcome::Ambiguous { readings, message }
            }
            // `outcomes` takes splits apart, and no part is split again.
            Attempt::Cut | Attempt::Split(_) => Outcome::Cut { message: report::cut(&tool.name) },
            Attempt::Invalid { issues, reason } => {
                let reason = reason.as_deref();
                let message = report::invalid(self.call.name, tool, &issues, reason);
                Outcome::Invalid { issues: report::with_reason(issues, reason), message }
            }
        }
    }

    fn repair(&self, tool: &Tool, mended: Mended) -> Outcome {
        let edits = self.all_edits(tool, mended.edits);
        let note = report::note(&edits);
        let name = tool.name.clone();
        Outcome::Repaired(Repair { name, arguments: mended.arguments, edits, note })
    }

    /// The edits of the name, then those of the arguments.
    fn all_edits(&self, tool: &Tool, edits: Vec<Edit>) -> Vec<Edit> {
        let mut all = Vec::with_capacity(edits.len() + 2);
        if let Some(rule) = self.candidate.rule {
            let (before, after) = (self.call.name.to_owned(), tool.name.clone());
            all.push(Edit::Name { rule: rule.into(), before, after });
        }
        if let Some(inside) = self.inside {
            let (Arguments::Text(text) | Arguments::Value(text)) = self.call.arguments;
            let (before, after) = (text.to_owned(), inside.to_owned());
            all.push(Edit::Text { rule: "name-arguments".into(), byte: 0, before, after });
        }
        all.extend(edits);
        all
    }
}

/// The outcome for a name that means no offered tool.
fn unknown(tools: &Tools, call: &Call<'_>, resolution: &Resolution) -> Outcome {
    let nearest: Vec<&str> =
        resolution.nearest.iter().map(|&tool| tools.tools[tool].name.as_str()).collect();
    let issue = Issue {
        path: String::new(),
        expected: "the name of an offered tool".to_owned(),
        got: report::shorten(call.name),
    };
    let message = report::unknown(call.name, &nearest, tools);
    Outcome::Invalid { issues: vec![issue], message }
}
