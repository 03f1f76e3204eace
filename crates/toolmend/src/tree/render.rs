//! From the tree back to text: what no change touched is copied as it stands.

use super::{Kind, NodeId, Span, Tree};

enum Step {
    Value(NodeId),
    Text(Span),
    Literal(&'static str),
}

impl Tree<'_> {
    /// The whole document, with the white space around it.
    pub(crate) fn render(&self) -> String {
        let root = self.node(self.root());
        let mut text = String::with_capacity(self.text.len() + self.pool.len() / 2);
        text.push_str(self.slice(root.prefix));
        self.render_into(&mut text, self.root());
        text.push_str(self.slice(root.suffix));
        text
    }

    /// The JSON source of one value as it stands now.
    pub(crate) fn source(&self, id: NodeId) -> String {
        let mut text = String::new();
        self.render_into(&mut text, id);
        text
    }

    fn render_into(&self, text: &mut String, id: NodeId) {
        let mut steps = vec![Step::Value(id)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Text(span) => text.push_str(self.slice(span)),
                Step::Literal(literal) => text.push_str(literal),
                Step::Value(id) => {
                    let node = self.node(id);
                    if !node.changed {
                        text.push_str(self.slice(node.value));
                        continue;
                    }
                    let (opener, closer) =
                        if node.kind == Kind::Array { ("[", "]") } else { ("{", "}") };
                    text.push_str(opener);
                    let first = steps.len();
                    for (place, child) in self.children(id).enumerate() {
                        if place > 0 {
                            steps.push(Step::Literal(","));
                        }
                        let child_node = self.node(child);
                        steps.push(Step::Text(child_node.prefix));
                        steps.push(Step::Value(child));
                        steps.push(Step::Text(child_node.suffix));
                    }
                    steps.push(Step::Text(node.tail));
                    steps.push(Step::Literal(closer));
                    steps[first..].reverse();
                }
            }
        }
    }
}
