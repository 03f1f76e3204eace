//! `host-run-code-shape`: a command or a bare program for dsh's `run_code`.
//!
//! Under Code Mode `run_code` is the only tool that can be called, and models send it what they
//! would send to a shell: `{"command": "pnpm test"}`. The program that does what they ask for is
//! known: it calls `tools.bash` with these very arguments. The command goes into it as the JSON
//! literal that it was sent as, never as a part of the program's text. A bare text that is no
//! object is the program itself.
//!
//! Looks alike but is not: an empty command or a list (`{"command": []}`; the program would do
//! nothing and succeed), a command beside a program, a key that `bash` does not know (`dry_run`
//! would be lost), and text that starts like JSON (a broken object is no program).

use super::command_description::describe;
use super::run_code_description::{self, quoted_label};
use crate::bench::Bench;
use crate::tree::{Kind, NodeId, Tree, string};

/// The rule's public name.
pub(super) const RULE: &str = "host-run-code-shape";
/// What the rule does, in one line.
pub(super) const SUMMARY: &str = "a command or a bare text for run_code's program";

/// The keys under which a command is sent.
const COMMANDS: [&str; 2] = ["command", "cmd"];

/// Arguments of dsh's `bash` beside the command and its description.
const OF_BASH: [&str; 5] =
    ["workdir", "timeoutMs", "run_in_background", "sandbox_permissions", "justification"];

/// Gives the arguments the shape `{code, description}`.
pub(super) fn reshape(bench: &mut Bench<'_>) {
    let root = bench.tree.root();
    match bench.tree.kind(root) {
        Kind::String => bare_program(bench, root),
        Kind::Object => command(bench, root),
        _ => {}
    }
}

fn bare_program(bench: &mut Bench<'_>, root: NodeId) {
    let Some(text) = bench.tree.string(root) else { return };
    if text.trim().is_empty() || text.trim_start().starts_with(['{', '[', '"', '<']) {
        return;
    }
    let label = quoted_label(&text);
    let json = format!(r#"{{"code":{},"description":{label}}}"#, bench.tree.lexeme(root));
    // Two lexemes and two keys make an object.
    let _ = bench.replace(RULE, root, &json);
}

fn command(bench: &mut Bench<'_>, root: NodeId) {
    let Some(sent) = Sent::read(&bench.tree, root) else { return };
    let is_described = sent.description.is_some_and(|id| {
        bench.tree.string(id).is_some_and(|description| !description.trim().is_empty())
    });
    let description = match sent.description {
        Some(id) if is_described => bench.tree.lexeme(id).to_owned(),
        _ => describe(&bench.tree, sent.command),
    };
    let program = program(&bench.tree, &sent, &description);
    for id in sent.superfluous.iter().chain(&sent.of_bash) {
        bench.remove(RULE, *id);
    }
    bench.rename(RULE, sent.command, "code");
    // The texts are JSON strings.
    let _ = bench.replace(RULE, sent.command, &string::encode(&program));
    let _ = match sent.description {
        None => bench.insert(RULE, root, "description", &description),
        Some(id) if !is_described => bench.replace(RULE, id, &description),
        Some(_) => Ok(()),
    };
}

/// The program that runs the command.
fn program(tree: &Tree<'_>, sent: &Sent, description: &str) -> String {
    let mut literal = format!(r#"{{"command":{}"#, tree.lexeme(sent.command));
    for &id in &sent.of_bash {
        literal.push(',');
        literal.push_str(tree.key(id).unwrap_or_default());
        literal.push(':');
        literal.push_str(&tree.source(id));
    }
    // dsh's `bash` refuses a call without a description.
    literal.push_str(r#","description":"#);
    literal.push_str(description);
    literal.push('}');
    format!("const result = await tools.bash({literal});\nreturn result;")
}

/// Arguments that hold a command in place of a program.
struct Sent {
    command: NodeId,
    description: Option<NodeId>,
    of_bash: Vec<NodeId>,
    /// An empty program, and the command under its other key.
    superfluous: Vec<NodeId>,
}

impl Sent {
    fn read(tree: &Tree<'_>, root: NodeId) -> Option<Sent> {
        let mut command: Option<NodeId> = None;
        let (mut description, mut of_bash, mut superfluous) = (None, Vec::new(), Vec::new());
        let mut keys: Vec<String> = Vec::new();
        for id in tree.children(root) {
            let key = tree.key_string(id)?.into_owned();
            if keys.contains(&key) {
                return None;
            }
            match key.as_str() {
                key if COMMANDS.contains(&key) => {
                    let text = tree.string(id).filter(|text| !text.trim().is_empty())?;
                    match command {
                        None => command = Some(id),
                        Some(other) if tree.string(other)? == text => superfluous.push(id),
                        Some(_) => return None,
                    }
                }
                "code" if run_code_description::is_placeholder(tree, id) => superfluous.push(id),
                "description" => description = Some(id),
                key if OF_BASH.contains(&key) => of_bash.push(id),
                _ => return None,
            }
            keys.push(key);
        }
        Some(Sent { command: command?, description, of_bash, superfluous })
    }
}
