//! Totals of attempts, waits, runs and reservations, for those who show no list of them: a run of 10^6 kernels has some 10^7 of each.

use std::collections::BTreeMap;

use hws_types::Sip;

use super::words::{self, REASONS};
use super::{ReservationSums, Timeline, Why};

/// The totals of a run whose timeline need not list what they are about.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TimelineSums {
    /// The attempts.
    pub attempts: AttemptSums,
    /// The waits before the first launch.
    pub waits: WaitSums,
    /// The runs on SIPs.
    pub runs: RunSums,
    /// The reservations.
    pub reservations: ReservationSums,
    /// How many compute kernels were passed over so often as P-tasks.
    pub fail_times: BTreeMap<u16, u64>,
}

/// Totals of runs on SIPs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RunSums {
    /// Cycles in which each SIP was running a block.
    pub busy: [u64; Sip::COUNT],
    /// Blocks that the HWS launched.
    pub blocks: u64,
    /// Those of them on a SIP reserved for another kernel.
    pub backfilled_blocks: u64,
    /// Those of them on a SIP that was not idle yet.
    pub early_blocks: u64,
    /// The runs of the HWS on such SIPs.
    pub early_runs: u64,
}

impl RunSums {
    pub(crate) const fn add_busy(&mut self, sip: Sip, cycles: u64) {
        self.busy[sip.index()] += cycles;
    }

    fn listed(timeline: &Timeline) -> Self {
        let mut sums = Self::default();
        timeline.every_run().for_each(|run| sums.add_busy(run.sip, run.to.since(run.from)));
        for block in timeline.launched_blocks() {
            sums.blocks += 1;
            sums.backfilled_blocks += u64::from(block.backfilled);
            sums.early_blocks += u64::from(block.early);
        }
        sums.early_runs = timeline.every_run().filter(|run| run.early && run.is_by_hws()).count() as u64;
        sums
    }
}

impl Timeline {
    /// Returns the totals of the runs on SIPs.
    #[must_use]
    pub fn run_sums(&self) -> RunSums {
        self.sums.as_ref().map_or_else(|| RunSums::listed(self), |sums| sums.runs)
    }
}

/// Totals of attempts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct AttemptSums {
    /// Attempts that ended.
    pub total: u64,
    /// Those that launched something.
    pub launched: u64,
    /// The sum of [`AttemptSpan::idle_unusable`](super::AttemptSpan::idle_unusable).
    pub idle_unusable: u64,
}

impl AttemptSums {
    pub(crate) fn add(&mut self, launched: bool, idle_unusable: u32) {
        self.total += 1;
        self.launched += u64::from(launched);
        self.idle_unusable += u64::from(idle_unusable);
    }

    /// Adds this many attempts that launched nothing.
    pub(crate) fn add_failed(&mut self, count: u64, idle_unusable: u32) {
        self.total += count;
        self.idle_unusable += count * u64::from(idle_unusable);
    }
}

/// Totals of waits, in cycles before the first launch of each kernel that was launched and has waited at all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct WaitSums {
    /// By kernel, in any order: what more SIPs would not have changed.
    pub overhead: Vec<u64>,
    /// In the same order: what they would have.
    pub for_sips: Vec<u64>,
    reasons: WaitsByReason,
}

impl WaitSums {
    /// Returns the cycles of all kernels with a reason, whichever kernel that blames.
    #[must_use]
    pub const fn cycles(&self, why: Why) -> u64 {
        self.reasons.0[words::code(why)]
    }

    /// The totals of kernels that are still to be added, whose reasons are known already.
    pub(crate) fn of_reasons(reasons: WaitsByReason) -> Self {
        Self { reasons, ..Self::default() }
    }

    /// Adds a kernel with these waits, and further ones whose reasons are known already.
    pub(crate) fn add_kernel(&mut self, waits: &WaitsByReason, overhead: u64, for_sips: u64) {
        self.overhead.push(waits.overhead() + overhead);
        self.for_sips.push(waits.for_sips() + for_sips);
        self.reasons.add_all(waits);
    }
}

/// Cycles by reason.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct WaitsByReason([u64; REASONS]);

impl WaitsByReason {
    pub(crate) const fn add(&mut self, why: Why, cycles: u64) {
        self.0[words::code(why)] += cycles;
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(cycles, more)| *cycles += more);
    }

    pub(crate) fn overhead(&self) -> u64 {
        self.sum(Why::is_overhead)
    }

    pub(crate) fn for_sips(&self) -> u64 {
        self.sum(|why| !why.is_overhead())
    }

    fn sum(&self, is_wanted: impl Fn(Why) -> bool) -> u64 {
        let wanted = words::EVERY.into_iter().zip(self.0).filter(|&(why, _)| is_wanted(why));
        wanted.map(|(_, cycles)| cycles).sum()
    }
}
