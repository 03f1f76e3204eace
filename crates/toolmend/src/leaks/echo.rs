//! The echo guard: a block that stands in a message to the model is a quotation, not a call.
//!
//! A file, a web page or a user may hold markup of a call, and a model that quotes it must not run
//! it. Texts are compared without white space, backslashes and the letter of a line break's
//! escape, so that neither a new indentation nor the JSON or HTML around a tool's result hides an
//! echo; the numbers that file tools put before lines are left out in a second comparison.

use std::cell::Cell;

/// The texts that the model was sent, folded. A conversation is long and few messages hold a
/// block, so the texts may be told late: until then nothing is an echo, and `wanted` says whether
/// that was asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Echo {
    texts: Vec<String>,
    told: bool,
    wanted: Cell<bool>,
}

impl Echo {
    /// Adds texts that were sent.
    pub(super) fn tell<'a>(&mut self, texts: impl IntoIterator<Item = &'a str>) {
        self.told = true;
        self.wanted.set(false);
        for text in texts {
            self.texts.push(fold(text));
            self.texts.extend(without_line_numbers(text).map(|plain| fold(&plain)));
        }
    }

    /// Whether an answer was given without the texts.
    pub(super) fn wanted(&self) -> bool {
        self.wanted.get()
    }

    /// Whether `block` stands in one of the texts.
    pub(super) fn holds(&self, block: &str) -> bool {
        self.wanted.set(!self.told);
        if self.texts.is_empty() {
            return false;
        }
        let block = fold(block);
        self.texts.iter().any(|text| text.contains(&block))
    }
}

/// HTML's names of the characters that markup is made of.
const ENTITIES: [(&str, char); 5] =
    [("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&#39;", '\''), ("&amp;", '&')];

fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let mut length = character.len_utf8();
        match character {
            '\\' => {
                length = rest.len() - rest.trim_start_matches('\\').len();
                if rest[length..].starts_with(['n', 'r', 't']) {
                    length += 1;
                }
            }
            '&' => {
                let entity = ENTITIES.iter().find(|(name, _)| rest.starts_with(name));
                length = entity.map_or(1, |(name, _)| name.len());
                folded.push(entity.map_or('&', |(_, plain)| *plain));
            }
            _ if character.is_whitespace() => {}
            _ => folded.push(character),
        }
        rest = &rest[length..];
    }
    folded
}

/// The text without what file tools put before each line: `12: `, `00012| `, `  12→`. `None` if
/// its lines are not numbered.
fn without_line_numbers(text: &str) -> Option<String> {
    let mut numbered = false;
    let mut plain = String::with_capacity(text.len());
    for line in text.lines() {
        let content = line.trim_start();
        let unnumbered = content.trim_start_matches(|first: char| first.is_ascii_digit());
        let after = unnumbered.trim_start_matches([' ', '\t']);
        let separator = after.strip_prefix(['|', ':', '\u{2192}']);
        let tabbed = unnumbered.starts_with('\t').then_some(after);
        match separator.or(tabbed) {
            Some(rest) if unnumbered.len() < content.len() => {
                numbered = true;
                plain.push_str(rest);
            }
            _ => plain.push_str(line),
        }
        plain.push('\n');
    }
    numbered.then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_block_however_it_was_laid_out() {
        let block =
            "<tool_call>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n</tool_call>";
        for sent in [
            block,
            "File: <tool_call> {\"name\":\"bash\", \"arguments\":{\"command\": \"ls\"}} </tool_call> end",
            "    <tool_call>\n    {\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n    </tool_call>",
            "00001| <tool_call>\n00002| {\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n00003| </tool_call>",
            "1\t<tool_call>\n2\t{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n3\t</tool_call>",
            r#"{"out":"<tool_call>\n{\"name\": \"bash\", \"arguments\": {\"command\": \"ls\"}}\n</tool_call>"}"#,
            "&lt;tool_call&gt;{&quot;name&quot;: \"bash\", \"arguments\": {\"command\": \"ls\"}}&lt;/tool_call&gt;",
        ] {
            assert!(told([sent]).holds(block), "{sent}");
        }
        assert!(!told(["ls", "<tool_call>", ""]).holds(block));
    }

    #[test]
    fn asks_for_the_texts_once() {
        let mut echo = Echo::default();
        assert!(!echo.wanted());
        assert!(!echo.holds("<tool_call>"));
        assert!(echo.wanted());
        echo.tell([]);
        assert!(!echo.holds("<tool_call>"));
        assert!(!echo.wanted());
    }

    fn told<const N: usize>(texts: [&str; N]) -> Echo {
        let mut echo = Echo::default();
        echo.tell(texts);
        echo
    }
}
