//! One block launch and the state that its attempt latched, by which it is judged.

use hws_model::Pool;
use hws_types::{Cycle, Entry, LaunchId, SipMask};

use super::view::{TaskView, View};

/// The event of one launched block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Launched {
    pub(super) cycle: Cycle,
    pub(super) entry: Entry,
    pub(super) seq: u32,
    pub(super) pool: Pool,
    pub(super) block: u16,
    pub(super) id: LaunchId,
    pub(super) sips: SipMask,
}

/// A launch, its kernel and the machine as latched.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    pub(super) launch: Launched,
    pub(super) task: &'a TaskView,
    pub(super) latched: &'a View,
}

impl Judged<'_> {
    /// The tick at whose end the attempt was latched.
    pub(super) fn latched_at(&self) -> Cycle {
        latched_at(self.latched)
    }
}

/// The tick that ended in this state.
pub(super) fn latched_at(view: &View) -> Cycle {
    Cycle(view.cycle.0.saturating_sub(1))
}
