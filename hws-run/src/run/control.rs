//! Someone outside who watches a run and may stop it; the events of a run never depend on the watching.

use hws_types::Cycle;

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The present cycle.
    pub cycle: Cycle,
    /// Blocks that have been launched.
    pub blocks: u64,
}

/// What the outside wants to know, and to say; by default nothing.
#[derive(Clone, Copy, Default)]
pub struct Control<'c> {
    /// Asked between two steps of the run: true stops it.
    pub stop: Option<&'c dyn Fn() -> bool>,
    /// Told between two steps of the run.
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
