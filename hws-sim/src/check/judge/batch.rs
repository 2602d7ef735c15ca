//! The events of one step, until its state is judged.

use hws_model::ErrorBit;
use hws_types::Entry;

use crate::check::launched::{Judged, Launched};
use crate::check::view::View;

/// The events of one step, until its state is judged.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// Launches of the COMMIT, in order.
    pub(super) launches: Vec<Launched>,
    /// Kernels that left the Ready Station.
    pub(super) left: Vec<(Entry, u32)>,
    /// Entries whose descriptor was read again.
    pub(super) refreshed: Vec<Entry>,
    /// ERR_STATUS conditions.
    pub(super) errors: Vec<ErrorBit>,
    /// The state that the COMMIT is judged by.
    pub(super) latched: Option<Box<View>>,
    pub(super) is_commit: bool,
}

impl Batch {
    pub(super) fn has(&self, bits: &[ErrorBit]) -> bool {
        self.errors.iter().any(|bit| bits.contains(bit))
    }

    /// The launches with the state they are judged by.
    pub(super) fn judged(&self) -> impl Iterator<Item = Judged<'_>> {
        let latched = self.latched.as_deref();
        self.launches.iter().filter_map(move |&launch| {
            let latched = latched?;
            latched.tasks[launch.entry.index()].map(|task| Judged { launch, task, latched })
        })
    }

    /// Forgets everything, but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.launches.clear();
        self.left.clear();
        self.refreshed.clear();
        self.errors.clear();
        self.latched = None;
        self.is_commit = false;
    }
}
