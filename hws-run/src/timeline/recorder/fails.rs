//! How often each P-task was passed over (scheduler.md §6.4).

use hws_model::{Pool, Survey};
use hws_types::{Entry, EntryMask};

use super::resident::{Resident, Residents};

/// fail_times of all kernels.
#[derive(Clone, Debug, Default)]
pub(super) struct Fails {
    /// The latched P-pool, all of whose kernels stay until the COMMIT.
    latched: EntryMask,
    /// The launch of this COMMIT: its pool and kernel_seq.
    launched: Option<(Pool, u32)>,
    /// By kernel_id, as far as one of them is not 0.
    times: Vec<u16>,
}

impl Fails {
    pub(super) fn latched(&mut self, survey: &Survey) {
        self.latched = p_pool(survey);
    }

    /// Whether this is the P-pool that was latched.
    pub(super) fn has_latched(&self, survey: &Survey) -> bool {
        self.latched == p_pool(survey)
    }

    pub(super) fn committed(&mut self) {
        self.launched = None;
    }

    pub(super) fn launched(&mut self, pool: Pool, seq: u32) {
        self.launched = Some((pool, seq));
    }

    /// A kernel leaves after its last launch: counts the others of its pool.
    pub(super) fn left(&mut self, entry: Entry, residents: &Residents) {
        let Some(left) = residents.get(entry) else { return };
        let Some((pool, seq)) = self.launched.filter(|launched| launched.1 == left.seq) else { return };
        let is_passed = |other: &Resident| match pool {
            Pool::R => false,
            Pool::P => other.seq < seq,
            Pool::O => true,
        };
        let others = self.latched.iter().filter_map(|other| residents.get(other)?.known());
        for other in others.filter(is_passed) {
            let place = other.kernel as usize;
            if self.times.len() <= place {
                self.times.resize(place + 1, 0);
            }
            self.times[place] = self.times[place].saturating_add(1);
        }
    }

    pub(super) fn of(&self, kernel: u32) -> u16 {
        self.times.get(kernel as usize).copied().unwrap_or_default()
    }
}

const fn p_pool(survey: &Survey) -> EntryMask {
    let [_, p_tasks, _] = survey.pools;
    p_tasks
}
