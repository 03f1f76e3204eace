//! Reading objects whose members are known.

use std::borrow::Cow;

use crate::Edit;
use crate::tree::{Kind, NodeId, Tree, string};

/// What is wrong, in words for whoever wrote the JSON.
type Problem = String;

/// An object of which some members are looked up. A member that is `null` counts as absent; of
/// equal keys the last counts.
#[derive(Clone, Copy)]
pub(crate) struct Object<'t> {
    tree: &'t Tree<'t>,
    id: NodeId,
}

impl<'t> Object<'t> {
    pub(crate) fn root(tree: &'t Tree<'t>) -> Result<Object<'t>, Problem> {
        Object::at(tree, tree.root()).ok_or_else(|| "an object is expected".to_owned())
    }

    pub(crate) fn at(tree: &'t Tree<'t>, id: NodeId) -> Option<Object<'t>> {
        (tree.kind(id) == Kind::Object).then_some(Object { tree, id })
    }

    /// The source of a member's value.
    pub(crate) fn source(&self, name: &str) -> Option<&'t str> {
        self.member(name).map(|id| self.tree.lexeme(id))
    }

    /// As [`Object::source`], of a member that may be `null`.
    pub(crate) fn source_or_null(&self, name: &str) -> Option<&'t str> {
        self.tree.member(self.id, name).map(|id| self.tree.lexeme(id))
    }

    /// A member that must be a string if it is there.
    pub(crate) fn text(&self, name: &str) -> Result<Option<Cow<'t, str>>, Problem> {
        match self.member(name) {
            None => Ok(None),
            Some(id) => self.tree.string(id).map(Some).ok_or_else(|| wrong(name, "a string")),
        }
    }

    /// A member that must be a string.
    pub(crate) fn required_text(&self, name: &str) -> Result<Cow<'t, str>, Problem> {
        self.text(name)?.ok_or_else(|| format!("`{name}` is missing"))
    }

    /// A member that must be a list of strings if it is there.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>, Problem> {
        let Some(list) = self.member(name) else { return Ok(Vec::new()) };
        let texts = self.tree.children(list).map(|id| self.tree.string(id).map(Cow::into_owned));
        match texts.collect() {
            Some(texts) if self.tree.kind(list) == Kind::Array => Ok(texts),
            _ => Err(wrong(name, "a list of strings")),
        }
    }

    /// A member that must be an object if it is there.
    pub(crate) fn object(&self, name: &str) -> Result<Option<Object<'t>>, Problem> {
        match self.member(name) {
            None => Ok(None),
            Some(id) => Object::at(self.tree, id).map(Some).ok_or_else(|| wrong(name, "an object")),
        }
    }

    fn number(&self, name: &str) -> Result<usize, Problem> {
        let lexeme = self.source(name).unwrap_or_default();
        lexeme.parse().map_err(|_| wrong(name, "a whole number"))
    }

    fn member(&self, name: &str) -> Option<NodeId> {
        let member = self.tree.member(self.id, name)?;
        (self.tree.kind(member) != Kind::Null).then_some(member)
    }
}

fn wrong(name: &str, expected: &str) -> Problem {
    format!("`{name}` is not {expected}")
}

/// Reads `json`, or says where it is no JSON.
pub(crate) fn parse(json: &str) -> Result<Tree<'_>, Problem> {
    Tree::parse(json).map_err(|error| format!("this is not JSON (at byte {})", error.offset))
}

/// The items of a list.
pub(crate) fn items<'t>(tree: &'t Tree<'t>) -> Result<impl Iterator<Item = NodeId> + 't, Problem> {
    if tree.kind(tree.root()) == Kind::Array {
        Ok(tree.children(tree.root()))
    } else {
        Err("a list is expected".to_owned())
    }
}

pub(super) fn edits(json: &str) -> Result<Vec<Edit>, Problem> {
    let tree = parse(json)?;
    items(&tree)?.map(|id| edit(Object::at(&tree, id).ok_or("an edit is an object")?)).collect()
}

fn edit(object: Object<'_>) -> Result<Edit, Problem> {
    let text = |name| object.required_text(name).map(Cow::into_owned);
    // The source of a value may hold the escape of a lone surrogate; it is JSON itself.
    let source = |name| {
        let lexeme = object.source(name).filter(|lexeme| lexeme.starts_with('"'));
        lexeme.map(|lexeme| string::decode_json(lexeme).into_owned())
    };
    let rule = text("rule")?.into();
    Ok(match object.required_text("at")?.as_ref() {
        "text" => Edit::Text {
            rule,
            byte: object.number("byte")?,
            before: text("before")?,
            after: text("after")?,
        },
        "value" => Edit::Value {
            rule,
            path: text("path")?,
            before: source("before"),
            after: source("after"),
        },
        "key" => {
            Edit::Key { rule, path: text("path")?, before: text("before")?, after: text("after")? }
        }
        "name" => Edit::Name { rule, before: text("before")?, after: text("after")? },
        other => return Err(format!("there are no edits at `{other}`")),
    })
}

#[cfg(test)]
mod tests {
    use super::{Object, edits, parse};
    use crate::wire::report::edits_json;

    #[test]
    fn members_are_found_and_null_is_absent() {
        let tree = parse(r#"{"a": "x\n", "n": null, "l": ["1", "2"], "o": {"a": "y"}, "a": "z"}"#);
        let tree = tree.expect("JSON");
        let object = Object::root(&tree).expect("an object");
        assert_eq!(object.text("a").ok().flatten().as_deref(), Some("z"));
        assert_eq!(object.text("n"), Ok(None));
        assert_eq!(object.source("l"), Some(r#"["1", "2"]"#));
        assert_eq!(object.texts("l").ok(), Some(vec!["1".to_owned(), "2".to_owned()]));
        assert_eq!(object.texts("none").ok(), Some(Vec::new()));
        let inner = object.object("o").ok().flatten().expect("an object");
        assert_eq!(inner.required_text("a").as_deref(), Ok("y"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let tree = parse(r#"{"a": 1, "l": ["1", 2], "s": "x"}"#).expect("JSON");
        let object = Object::root(&tree).expect("an object");
        assert_eq!(object.text("a"), Err("`a` is not a string".to_owned()));
        assert_eq!(object.texts("l"), Err("`l` is not a list of strings".to_owned()));
        assert_eq!(object.texts("s"), Err("`s` is not a list of strings".to_owned()));
        assert_eq!(object.required_text("none"), Err("`none` is missing".to_owned()));
        assert_eq!(parse("[1,").err().as_deref(), Some("this is not JSON (at byte 3)"));
    }

    #[test]
    fn edits_are_read_as_they_are_written() {
        let json = concat!(
            r#"[{"at":"text","rule":"a","byte":3,"before":"\n","after":""},"#,
            r#"{"at":"value","rule":"b","path":"/x","after":"\"\\ud800\""},"#,
            r#"{"at":"value","rule":"b","path":"/x","before":"1"},"#,
            r#"{"at":"key","rule":"c","path":"/y","before":"y","after":"z"},"#,
            r#"{"at":"name","rule":"d","before":"Read","after":"read"}]"#
        );
        assert_eq!(edits_json(&edits(json).expect("edits")), json);
        for bad in ["{}", "[1]", r#"[{"at":"text","rule":"a"}]"#, r#"[{"at":"x","rule":"a"}]"#] {
            assert!(edits(bad).is_err(), "{bad}");
        }
    }
}
