//! External control of a run: its progress can be observed, and it can be stopped. Its events do not depend on
//! being observed.

use hws_types::Cycle;

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The present cycle.
    pub cycle: Cycle,
    /// The number of blocks launched.
    pub blocks: u64,
}

/// Callbacks of a run; none by default.
#[derive(Clone, Copy, Default)]
pub struct Control<'c> {
    /// Called between two steps of the run; true stops it.
    pub stop: Option<&'c dyn Fn() -> bool>,
    /// Called between two steps of the run.
    pub progress: Option<&'c dyn Fn(Progress)>,
}

impl Control<'_> {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop())
    }

    pub(super) fn tell(&self, progress: Progress) {
        if let Some(listener) = self.progress {
            listener(progress);
        }
    }
}
