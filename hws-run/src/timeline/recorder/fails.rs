//! How often each P-task was passed over (scheduler.md §6.4).

use hws_model::{Pool, Survey};
use hws_types::Entry;

use super::resident::Residents;

/// fail_times of all kernels.
#[derive(Clone, Debug, Default)]
pub(super) struct Fails {
    /// The latched P-pool: kernel_id and kernel_seq.
    latched: Vec<(u32, u32)>,
    /// The launch of this COMMIT: its pool and kernel_seq.
    launched: Option<(Pool, u32)>,
    /// By kernel_id, as far as one of them is not 0.
    times: Vec<u16>,
}

impl Fails {
    pub(super) fn latched(&mut self, survey: &Survey, residents: &Residents) {
        self.latched.clear();
        self.latched.extend(p_pool(survey, residents));
    }

    /// Whether this is the P-pool that was latched.
    pub(super) fn has_latched(&self, survey: &Survey, residents: &Residents) -> bool {
        self.latched.iter().copied().eq(p_pool(survey, residents))
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
            let place = kernel as usize;
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

/// The kernels of the P-pool: kernel_id and kernel_seq.
fn p_pool(survey: &Survey, residents: &Residents) -> impl Iterator<Item = (u32, u32)> {
    let p_tasks = survey.tasks.iter().filter(|task| task.pool == Pool::P);
    let known = p_tasks.filter_map(|task| residents.get(task.entry)?.known());
    known.map(|resident| (resident.kernel, resident.seq))
}
