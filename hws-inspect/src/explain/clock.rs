//! The cycle to which an observed state belongs.

use hws_model::{Decision, Hws};
use hws_types::Cycle;

/// Tells states after a tick from states after an access between ticks (scheduler.md §1.1).
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Clock {
    seen: Cycle,
}

impl Clock {
    /// The cycle of the tick or access that led to this state.
    pub(super) fn settle(&mut self, hws: &Hws) -> Cycle {
        let now = hws.cycle();
        let has_ticked = now > self.seen;
        self.seen = now;
        if has_ticked { Cycle(now.0.saturating_sub(1)) } else { now }
    }
}

/// A LATCH and its decision.
#[derive(Clone, Debug)]
pub(super) struct Latch {
    pub(super) at: Cycle,
    pub(super) decision: Decision,
}
