//! The workbench: a tree under repair and the record of what was done to it.

use crate::Edit;
use crate::tree::{NodeId, SyntaxError, Tree};

/// A tree whose every change is recorded as an [`Edit`] of the rule that made it.
#[derive(Clone, Debug)]
pub(crate) struct Bench<'t> {
    pub(crate) tree: Tree<'t>,
    pub(crate) edits: Vec<Edit>,
}

impl<'t> Bench<'t> {
    pub(crate) fn new(tree: Tree<'t>) -> Bench<'t> {
        Bench { tree, edits: Vec::new() }
    }

    /// Puts the JSON value `json` in the place of `id`.
    pub(crate) fn replace(
        &mut self,
        rule: &'static str,
        id: NodeId,
        json: &str,
    ) -> Result<(), SyntaxError> {
        let before = self.tree.source(id);
        self.tree.replace(id, json)?;
        self.record_value(rule, id, before);
        Ok(())
    }

    /// Makes `id` a list whose only item is the value that it had.
    pub(crate) fn wrap_in_array(&mut self, rule: &'static str, id: NodeId) {
        let before = self.tree.source(id);
        self.tree.wrap_in_array(id);
        self.record_value(rule, id, before);
    }

    /// Puts the value of `inner`, somewhere below `id`, in the place of `id`.
    pub(crate) fn unwrap(&mut self, rule: &'static str, id: NodeId, inner: NodeId) {
        let before = self.tree.source(id);
        self.tree.unwrap(id, inner);
        self.record_value(rule, id, before);
    }

    /// Takes a member out of its object.
    pub(crate) fn remove(&mut self, rule: &'static str, id: NodeId) {
        let path = self.tree.pointer(id);
        let before = Some(self.tree.source(id));
        self.tree.remove(id);
        self.edits.push(Edit::Value { rule: rule.into(), path, before, after: None });
    }

    /// Gives a member another key.
    pub(crate) fn rename(&mut self, rule: &'static str, id: NodeId, key: &str) {
        let path = self.tree.pointer(id);
        let before = self.tree.key_string(id).unwrap_or_default().into_owned();
        self.tree.rename(id, key);
        self.edits.push(Edit::Key { rule: rule.into(), path, before, after: key.to_owned() });
    }

    /// Adds a member at the end of an object.
    pub(crate) fn insert(
        &mut self,
        rule: &'static str,
        object: NodeId,
        key: &str,
        json: &str,
    ) -> Result<(), SyntaxError> {
        let id = self.tree.insert(object, key, json)?;
        let path = self.tree.pointer(id);
        let after = Some(json.to_owned());
        self.edits.push(Edit::Value { rule: rule.into(), path, before: None, after });
        Ok(())
    }

    fn record_value(&mut self, rule: &'static str, id: NodeId, before: String) {
        let path = self.tree.pointer(id);
        let after = Some(self.tree.source(id));
        self.edits.push(Edit::Value { rule: rule.into(), path, before: Some(before), after });
    }
}
