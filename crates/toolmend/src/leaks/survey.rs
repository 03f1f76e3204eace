//! One walk over the text that is held: the blocks in it, and which of them may be calls.

use super::block::Block;
use super::cursor::{Cursor, Effort, Stop};
use super::echo::Echo;
use super::formats;
use super::offer::Offer;
use super::quoting::{Event, Walker};
use super::{Recovered, ScanOptions, gate};

/// An opener that is refuted within this many bytes cost nothing.
const COSTLY: usize = 512;

/// What one walk needs.
pub(super) struct Setting<'s> {
    pub(super) offer: Offer<'s>,
    pub(super) options: &'s ScanOptions,
    pub(super) echo: &'s Echo,
    /// What the grammars cost that were tried last.
    pub(super) effort: Effort,
}

/// A block that may hold calls.
pub(super) struct Candidate<'t> {
    pub(super) block: Block<'t>,
    /// The walk before the block.
    pub(super) before: Walker,
    /// The calls that the tools take, with the places of their parts.
    pub(super) calls: Vec<(usize, Recovered)>,
    /// Inline code from an earlier line goes on behind it.
    pub(super) quoted: bool,
    /// Thinking that it may be part of ended behind it.
    pub(super) thinking_closed: bool,
}

/// What a walk found.
pub(super) struct Survey<'t> {
    pub(super) text: &'t str,
    pub(super) ended: bool,
    pub(super) candidates: Vec<Candidate<'t>>,
    /// How far the walk came.
    pub(super) walker: Walker,
}

/// Walks over `text` from where `walker` stands.
pub(super) fn survey<'t>(
    text: &'t str,
    walker: &Walker,
    ended: bool,
    setting: &'t Setting<'_>,
) -> Survey<'t> {
    let walker = walker.clone();
    let mut survey = Survey { text, ended, candidates: Vec::new(), walker };
    // The first candidate of the thinking that is open, and of the code span that may be.
    let (mut thinking_from, mut span_from) = (0, None);
    loop {
        match survey.walker.next(text, ended) {
            Event::End => return survey,
            Event::Thinking { open } => {
                let from = survey.candidates.len();
                if !open {
                    for candidate in &mut survey.candidates[thinking_from..] {
                        candidate.thinking_closed = true;
                    }
                }
                thinking_from = from;
            }
            Event::CodeSpan { closed } => {
                if let Some(from) = span_from.take()
                    && closed
                {
                    for candidate in &mut survey.candidates[from..] {
                        candidate.quoted = true;
                    }
                }
            }
            Event::Opener(place) => {
                let in_span = survey.walker.in_code_span();
                let found = survey.candidates.len();
                if !survey.opener(place, setting) {
                    return survey;
                }
                if in_span && survey.candidates.len() > found {
                    span_from.get_or_insert(found);
                }
            }
        }
    }
}

impl<'t> Survey<'t> {
    /// Tries to read a block. False if the walk ends here.
    fn opener(&mut self, place: formats::Place, setting: &'t Setting<'_>) -> bool {
        let at = self.walker.at;
        if self.walker.is_exhausted() {
            self.walker.refute();
            return true;
        }
        setting.effort.restart(at);
        let cursor = Cursor::new(self.text, at, self.ended).noting(&setting.effort);
        let read = formats::read(cursor, place, setting.offer);
        let cost = setting.effort.reached.get() - at;
        match read {
            Err(Stop::Refuted) => {
                self.walker.waste(if cost > COSTLY { cost } else { 0 });
                self.walker.refute();
                true
            }
            Err(Stop::Unfinished) => {
                if self.ended {
                    // A call that was cut. What follows its opener may be the inside of a value,
                    // so nothing there is a call.
                    self.walker.at = self.text.len();
                }
                false
            }
            Ok(block) => self.candidate(block, cost, setting),
        }
    }

    fn candidate(&mut self, block: Block<'t>, cost: usize, setting: &Setting<'_>) -> bool {
        let before = self.walker.clone();
        let length = block.span.end - block.span.start;
        self.walker.waste(cost.saturating_sub(length + COSTLY));
        self.walker.pass_block(self.text, block.span.end);
        if block.cut {
            self.walker.at = self.text.len();
        }
        let calls = gate::calls(&block, setting.offer, setting.options);
        let cut = block.cut;
        self.candidates.push(Candidate {
            block,
            before,
            calls,
            quoted: false,
            thinking_closed: false,
        });
        !cut
    }
}
