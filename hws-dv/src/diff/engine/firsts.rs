//! The first difference of each lane, and the surroundings of the first of all.

use super::{Engine, WINDOW};
use crate::diff::place::{LaneFirst, Place};
use crate::wave::Bits;

/// The lanes of which the surroundings of the first difference are kept.
const WATCHED: usize = 256;

impl Engine<'_> {
    /// Records the lanes that differ for the first time.
    pub(super) fn record(&mut self, place: Place) {
        if self.waiting.is_empty() {
            return;
        }
        let is_first = self.firsts.is_empty();
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        for lane in waiting {
            let at = lane as usize;
            if self.state[at].is_difference() && !std::mem::replace(&mut self.is_recorded[at], true) {
                let (a, b, state) = (self.a[at], self.b[at], self.state[at]);
                self.firsts.push(LaneFirst { lane, place, a, b, state, is_initial: self.changed[at] == 0 });
            }
        }
        if is_first && !self.firsts.is_empty() {
            self.watch();
        }
    }

    /// Keeps the surroundings of the first difference.
    fn watch(&mut self) {
        self.watched = self.firsts.iter().map(|first| first.lane).take(WATCHED).collect();
        let now = self.watched_values();
        self.rows = self.history.before(&self.watched, &now);
        // This cycle, and those after it.
        self.rows_left = self.options.around.max(WINDOW) + 1;
        self.history.stop();
    }

    pub(super) fn watched_values(&self) -> Vec<(Bits, Bits)> {
        self.watched.iter().map(|&lane| (self.a[lane as usize], self.b[lane as usize])).collect()
    }

    /// No signal of the first difference had changed before it.
    pub(in crate::diff) fn differs_from_the_start(&self) -> bool {
        let Some(first) = self.firsts.first() else { return false };
        let mut of_first = self.firsts.iter().take_while(|it| it.place == first.place);
        of_first.all(|it| it.is_initial)
    }

    pub(in crate::diff) fn watched(&self) -> &[u32] {
        &self.watched
    }
}
