//! The settings of the place where calls run.

use super::read::{Object, parse};
use crate::{Error, Host, Options, Platform};

/// [`Options`] with strings of its own.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    host: Option<Host>,
    cwd: Option<String>,
    platform: Platform,
    rules_off: Vec<String>,
    rules_on: Vec<String>,
    paths: Vec<String>,
}

impl Settings {
    /// Reads `{"host"?, "cwd"?, "platform"?, "rules"?: {"off"?, "on"?}, "paths"?}`.
    pub fn from_json(json: &str) -> Result<Settings, Error> {
        let read = parse(json).and_then(|tree| Settings::of(Object::root(&tree)?));
        read.map_err(|problem| Error::new(format!("options: {problem}")))
    }

    /// Reads the same members of an object that may have others.
    pub(crate) fn of(object: Object<'_>) -> Result<Settings, String> {
        let rules = object.object("rules")?;
        let rules = |name| rules.map_or_else(|| Ok(Vec::new()), |rules| rules.texts(name));
        Settings::new(
            object.text("host")?.as_deref(),
            object.text("cwd")?.map(Into::into),
            object.text("platform")?.as_deref(),
            (rules("off")?, rules("on")?),
            object.texts("paths")?,
        )
    }

    /// Settings by their names; `rules` are those that are off and those that are on.
    pub fn new(
        host: Option<&str>,
        cwd: Option<String>,
        platform: Option<&str>,
        (rules_off, rules_on): (Vec<String>, Vec<String>),
        paths: Vec<String>,
    ) -> Result<Settings, String> {
        let host = match host {
            None => None,
            Some(name) => {
                Some(Host::from_name(name).ok_or_else(|| format!("no host is called `{name}`"))?)
            }
        };
        let platform = match platform {
            None | Some("posix") => Platform::Posix,
            Some("windows") => Platform::Windows,
            Some(other) => return Err(format!("no platform is called `{other}`")),
        };
        Ok(Settings { host, cwd, platform, rules_off, rules_on, paths })
    }

    /// The settings as a call takes them.
    pub fn options(&self) -> Options<'_> {
        Options {
            host: self.host,
            cwd: self.cwd.as_deref(),
            platform: self.platform,
            rules_off: borrowed(&self.rules_off),
            rules_on: borrowed(&self.rules_on),
            paths: borrowed(&self.paths),
        }
    }
}

fn borrowed(strings: &[String]) -> Vec<&str> {
    strings.iter().map(String::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::{Host, Platform};

    #[test]
    fn what_is_said_is_taken_and_the_rest_is_left_at_its_default() {
        let json = r#"{"host": "dsh", "platform": "windows", "rules": {"off": ["a"]}, "x": 1}"#;
        let settings = Settings::from_json(json).expect("settings");
        let options = settings.options();
        assert_eq!((options.host, options.platform), (Some(Host::Dsh), Platform::Windows));
        assert_eq!((options.cwd, options.rules_off), (None, vec!["a"]));
        assert!(options.rules_on.is_empty() && options.paths.is_empty());
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        for json in
            ["[]", r#"{"host": "x"}"#, r#"{"platform": "x"}"#, r#"{"rules": []}"#, r#"{"cwd": 1}"#]
        {
            assert!(Settings::from_json(json).is_err(), "{json}");
        }
    }
}
