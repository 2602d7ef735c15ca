//! Totals of attempts and waits, for those who show no list of them: a run of 10^6 kernels has some 10^7 of both.

use super::Why;
use super::words::{self, REASONS};

/// The totals of a run whose timeline lists neither attempts nor waits.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TimelineSums {
    /// The attempts.
    pub attempts: AttemptSums,
    /// The waits before the first launch.
    pub waits: WaitSums,
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
