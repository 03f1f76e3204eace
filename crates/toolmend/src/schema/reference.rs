//! What `$ref` points to. A reference that leads nowhere in the document is unknown, and accepts.

use crate::table::{NumberTable, TextTable};
use crate::tree::{Kind, NodeId, Tree};

/// The places of a schema document that a `$ref` can name.
pub(super) struct References<'t> {
    tree: &'t Tree<'static>,
    /// Of every node inside an embedded resource: the resource, that is the nearest schema around
    /// it with an `$id`. Nodes of the document itself are absent.
    resources: NumberTable,
    ids: TextTable,
    /// The nodes of anchors, by what [`within`] makes of resource and name.
    anchors: TextTable,
    /// What has been looked up already, by the same; [`NOWHERE`] for what leads nowhere.
    known: TextTable,
}

impl<'t> References<'t> {
    pub(super) fn new(tree: &'t Tree<'static>) -> References<'t> {
        let mut references = References {
            tree,
            resources: NumberTable::default(),
            ids: TextTable::new(),
            anchors: TextTable::new(),
            known: TextTable::new(),
        };
        let source = tree.lexeme(tree.root());
        if source.contains("\"$id\"") || source.contains("nchor\"") {
            references.index();
        }
        references
    }

    /// The schema that `reference`, standing in the schema `from`, points to.
    pub(super) fn resolve(&mut self, from: NodeId, reference: &str) -> Option<NodeId> {
        let resource = self.resources.get(&u64::from(from.0));
        let resource = resource.map_or(self.tree.root(), |&node| NodeId(node as u32));
        let key = within(resource, reference);
        if let Some(&known) = self.known.get(&key) {
            return (known != NOWHERE).then_some(NodeId(known));
        }
        let found = self.look_up(resource, reference);
        self.known.insert(key, found.map_or(NOWHERE, |node| node.0));
        found
    }

    fn look_up(&self, resource: NodeId, reference: &str) -> Option<NodeId> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let resource = if uri.is_empty() { resource } else { NodeId(*self.ids.get(uri)?) };
        let fragment = percent_decode(fragment)?;
        if fragment.is_empty() {
            Some(resource)
        } else if fragment.starts_with('/') {
            self.at_pointer(resource, &fragment)
        } else {
            self.anchors.get(&within(resource, &fragment)).map(|&node| NodeId(node))
        }
    }

    fn at_pointer(&self, resource: NodeId, pointer: &str) -> Option<NodeId> {
        let mut node = resource;
        for token in pointer.split('/').skip(1) {
            let token = token.replace("~1", "/").replace("~0", "~");
            node = match self.tree.kind(node) {
                Kind::Object => self.tree.member(node, &token)?,
                Kind::Array => self.tree.children(node).nth(token.parse().ok()?)?,
                _ => return None,
            };
        }
        Some(node)
    }

    /// Finds every `$id` and `$anchor`, those too that stand where no schema stands: nothing refers
    /// to them.
    fn index(&mut self) {
        let tree = self.tree;
        let root = tree.root();
        let mut pending = vec![(root, root)];
        while let Some((node, around)) = pending.pop() {
            let mut resource = around;
            if tree.kind(node) == Kind::Object {
                let text = |name| tree.member(node, name).and_then(|value| tree.string(value));
                let id = text("$id");
                // Drafts 6 and 7 write an anchor as an `$id`.
                let old_anchor = id.as_ref().and_then(|id| id.strip_prefix('#')).map(str::to_owned);
                if let Some(id) = id.filter(|_| old_anchor.is_none()) {
                    resource = node;
                    let id = id.strip_suffix('#').unwrap_or(&id).to_owned();
                    self.ids.entry(id).or_insert(node.0);
                }
                let new_anchors = ["$anchor", "$dynamicAnchor"].into_iter().filter_map(text);
                for anchor in new_anchors.map(String::from).chain(old_anchor) {
                    self.anchors.insert(within(resource, &anchor), node.0);
                }
            }
            if resource != root {
                self.resources.insert(u64::from(node.0), u64::from(resource.0));
            }
            pending.extend(tree.children(node).map(|child| (child, resource)));
        }
    }
}

/// The mark of a reference that leads nowhere.
const NOWHERE: u32 = u32::MAX;

/// A name inside a resource as one text.
fn within(resource: NodeId, name: &str) -> String {
    format!("{}#{name}", resource.0)
}

/// Decodes `%25` and the like; `None` if what they stand for is not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escaped = (*first == b'%')
            .then(|| tail.get(..2).and_then(|digits| std::str::from_utf8(digits).ok()))
            .flatten()
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8(bytes).ok()
}
