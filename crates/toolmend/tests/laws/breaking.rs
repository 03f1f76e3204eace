//! Defects that models put into a call.

use proptest::prelude::*;

/// One defect at one place; `at` picks the place from those where it can be.
#[derive(Clone, Debug)]
pub struct Break {
    kind: usize,
    at: usize,
}

impl Arbitrary for Break {
    type Parameters = ();
    type Strategy = BoxedStrategy<Break>;

    fn arbitrary_with((): ()) -> Self::Strategy {
        (0..14_usize, any::<u16>())
            .prop_map(|(kind, at)| Break { kind, at: usize::from(at) })
            .boxed()
    }
}

impl Break {
    /// The call with the defect; the call itself where there is no place for it.
    pub fn apply(&self, text: &str) -> String {
        match self.kind {
            0 => self.replace(text, "}", ",}"),
            1 => self.replace(text, ",", ""),
            2 => self.replace(text, "\"", ""),
            3 => self.replace(text, "\"", "'"),
            4 => self.replace(text, ":", ""),
            5 => self.replace(text, "}", ""),
            6 => self.replace(text, "]", "}"),
            7 => format!("```json\n{text}\n```"),
            8 => format!("{text}{text}"),
            9 => format!("Sure: {text} done"),
            10 => serde_json::to_string(text).unwrap_or_default(),
            11 => format!("{{\"arguments\":{text}}}"),
            12 => text.replace("\\n", "\n"),
            _ => {
                let mut end = self.at % (text.len() + 1);
                while !text.is_char_boundary(end) {
                    end -= 1;
                }
                text[..end].to_owned()
            }
        }
    }

    fn replace(&self, text: &str, what: &str, with: &str) -> String {
        let places: Vec<usize> = text.match_indices(what).map(|(place, _)| place).collect();
        if places.is_empty() {
            return text.to_owned();
        }
        let place = places[self.at % places.len()];
        format!("{}{with}{}", &text[..place], &text[place + what.len()..])
    }
}
