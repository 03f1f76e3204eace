//! One step of a command: a program that must succeed.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What went wrong, in words.
pub(crate) type Result<T = ()> = std::result::Result<T, String>;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.ancestors().nth(2).unwrap_or(xtask).to_owned()
}

/// Cargo's target folder: this program stands in its `debug`.
pub(crate) fn target() -> Result<PathBuf> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let folder = program.parent().and_then(Path::parent);
    folder.map(Path::to_owned).ok_or_else(|| String::from("xtask is not run by cargo"))
}

/// A program to run in the root of the repository.
pub(crate) struct Step {
    command: Command,
    words: Vec<OsString>,
    quiet: bool,
}

impl Step {
    pub(crate) fn new(program: &str) -> Step {
        let mut command = Command::new(program);
        command.current_dir(root());
        Step { command, words: vec![program.into()], quiet: false }
    }

    /// The cargo that runs xtask.
    pub(crate) fn cargo(words: &[&str]) -> Step {
        Step::new("cargo").args(words)
    }

    /// A script for Node, by its path in the repository.
    pub(crate) fn node(script: &str) -> Step {
        Step::new("node").args([script])
    }

    /// npm, which on Windows is a batch file.
    pub(crate) fn npm(words: &[&str]) -> Step {
        Step::new(if cfg!(windows) { "npm.cmd" } else { "npm" }).args(words)
    }

    pub(crate) fn args(mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Step {
        for word in words {
            self.words.push(word.as_ref().to_owned());
            self.command.arg(word);
        }
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Step {
        self.command.env(name, value);
        self
    }

    /// Does not say what is run.
    pub(crate) fn quietly(mut self) -> Step {
        self.quiet = true;
        self
    }

    /// Runs the program to its end.
    pub(crate) fn run(mut self) -> Result {
        let line = self.words.join(OsStr::new(" "));
        let line = line.display();
        if !self.quiet {
            println!("→ {line}");
        }
        match self.command.status() {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{line}: {status}")),
            Err(error) => Err(format!("{line}: {error}")),
        }
    }

    /// Runs the program to its end and gives what it printed.
    pub(crate) fn output(mut self) -> Result<String> {
        let line = self.words.join(OsStr::new(" "));
        let line = line.display();
        match self.command.output() {
            Ok(output) if output.status.success() => {
                Ok(String::from_utf8_lossy(&output.stdout).into_owned())
            }
            Ok(output) => Err(format!("{line}: {}", output.status)),
            Err(error) => Err(format!("{line}: {error}")),
        }
    }
}
