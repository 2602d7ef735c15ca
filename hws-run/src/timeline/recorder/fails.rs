//! How often each P-task was passed over (scheduler.md §6.4).

use std::collections::BTreeMap;

use hws_model::{Decision, Pool};
use hws_types::Entry;

use super::resident::Residents;

/// fail_times of all kernels.
#[derive(Clone, Debug, Default)]
pub(super) struct Fails {
    /// The latched P-pool: kernel_id and kernel_seq.
    latched: Vec<(u32, u32)>,
    /// The launch of this COMMIT: its pool and kernel_seq.
    launched: Option<(Pool, u32)>,
    times: BTreeMap<u32, u16>,
}

impl Fails {
    pub(super) fn latched(&mut self, decision: &Decision, residents: &Residents) {
        let entries = decision.pool(Pool::P).filter_map(|task| residents.get(task.entry));
        self.latched.clear();
        self.latched.extend(entries.map(|resident| (resident.kernel, resident.seq)));
    }

    pub(super) fn committed(&mut self) {
        self.launched = None;
    }

    pub(super) fn launched(&mut self, pool: Pool, seq: u32) {
        self.launched = Some((pool, seq));
    }

    /// A kernel leaves after its last launch: counts the others of its pool, which are all still resident.
    pub(super) fn left(&mut self, entry: Entry, residents: &Residents) {
        let Some(left) = residents.get(entry) else { return };
        let Some((pool, seq)) = self.launched.filter(|launched| launched.1 == left.seq) else { return };
        let is_passed = |&&(_, other): &&(u32, u32)| match pool {
            Pool::R => false,
            Pool::P => other < seq,
            Pool::O => true,
        };
        for &(kernel, _) in self.latched.iter().filter(is_passed) {
            let times = self.times.entry(kernel).or_default();
            *times = times.saturating_add(1);
        }
    }

    pub(super) fn of(&self, kernel: u32) -> u16 {
        self.times.get(&kernel).copied().unwrap_or_default()
    }
}
