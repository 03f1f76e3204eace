//! The settings of the place where the calls run, as JavaScript gives them.

use serde::Deserialize;
use toolmend::{Host, Options, Platform};

use crate::{Thrown, refusal};

/// What `compileTools` takes besides the tools; [`Options`] with its own strings.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    host: Option<String>,
    cwd: Option<String>,
    platform: Option<Paths>,
    rules: Rules,
    paths: Vec<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Rules {
    off: Vec<String>,
    on: Vec<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Paths {
    Posix,
    Windows,
}

impl Settings {
    pub(crate) fn from_json(json: &str) -> Result<Settings, Thrown> {
        let settings: Option<Settings> =
            serde_json::from_str(json).map_err(|error| refusal(format!("options: {error}")))?;
        let settings = settings.unwrap_or_default();
        match settings.host.as_deref() {
            Some(host) if Host::from_name(host).is_none() => {
                Err(refusal(format!("options: no host is called `{host}`")))
            }
            _ => Ok(settings),
        }
    }

    pub(crate) fn options(&self) -> Options<'_> {
        Options {
            host: self.host.as_deref().and_then(Host::from_name),
            cwd: self.cwd.as_deref(),
            platform: match self.platform {
                Some(Paths::Windows) => Platform::Windows,
                Some(Paths::Posix) | None => Platform::Posix,
            },
            rules_off: borrowed(&self.rules.off),
            rules_on: borrowed(&self.rules.on),
            paths: borrowed(&self.paths),
        }
    }
}

fn borrowed(strings: &[String]) -> Vec<&str> {
    strings.iter().map(String::as_str).collect()
}
