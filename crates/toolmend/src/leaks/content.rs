//! What is left of a message when its calls are taken out.
//!
//! Without a call the text stays as it is, byte for byte. With one, its markup goes, the white
//! space that touches the gap goes with it, and the texts on either side are joined by one line
//! break.

use std::ops::Range;

use super::{Recovered, ScanEvent};

/// A stretch of text to take out, and the calls that take its place.
pub(super) struct Gap {
    pub(super) span: Range<usize>,
    pub(super) calls: Vec<Recovered>,
}

/// The events for `text`. `wrote` says whether text went out before.
pub(super) fn events(text: &str, gaps: Vec<Gap>, wrote: bool) -> Vec<ScanEvent> {
    let mut writer = Writer { events: Vec::new(), wrote, behind_gap: false };
    let mut from = 0;
    for gap in gaps {
        let before = text.get(from..gap.span.start).unwrap_or_default();
        writer.text(before.trim_ascii_end());
        writer.behind_gap = true;
        writer.events.extend(gap.calls.into_iter().map(ScanEvent::Call));
        from = gap.span.end;
    }
    writer.text(text.get(from..).unwrap_or_default());
    writer.events
}

struct Writer {
    events: Vec<ScanEvent>,
    wrote: bool,
    behind_gap: bool,
}

impl Writer {
    fn text(&mut self, text: &str) {
        let text = if self.behind_gap { text.trim_ascii_start() } else { text };
        if text.is_empty() {
            return;
        }
        let mut own = String::with_capacity(text.len() + 1);
        if self.behind_gap && self.wrote {
            own.push('\n');
        }
        own.push_str(text);
        self.wrote = true;
        self.events.push(ScanEvent::Text(own));
    }
}
