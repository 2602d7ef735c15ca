//! The backfills and early launches of a run, explained: which kernel had reserved the backfilled SIPs, and how
//! much idle time early launches saved.
//!
//! A launch on an idle SIP begins with the COMMIT of an attempt that was latched after the SIP became idle, so
//! the SIP is idle for at least ATTEMPT_CYCLES in between (scheduler.md §3.1). A launch on a SIP that is not
//! idle yet begins in the cycle in which the SIP becomes free. Each such SIP saves at least ATTEMPT_CYCLES.

use hws_regs::params::ATTEMPT_CYCLES;

use super::problems::kernel_name;
use crate::timeline::{RunSums, Timeline};
use crate::workload::Workload;

/// The backfills and early launches of a run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Highlights {
    /// The kernels, as GRAPH/KERNEL, whose reserved SIPs were backfilled, each with the number of blocks: most
    /// blocks first, then in the order of the kernels.
    pub backfilled: Vec<(String, u64)>,
    /// Number of blocks launched on a SIP that was not idle yet.
    pub early_blocks: u64,
    /// SIP cycles that these launches saved at least.
    pub saved_sip_cycles: u64,
}

impl Highlights {
    /// The highlights of a run with this timeline.
    #[must_use]
    pub fn new(timeline: &Timeline) -> Self {
        Self::naming(timeline, |kernel| timeline.kernel_name(kernel))
    }

    /// The highlights of a run of `workload`, of whose timeline there may be only [totals](Timeline::sums).
    #[must_use]
    pub fn of_run(workload: &Workload, timeline: &Timeline) -> Self {
        Self::naming(timeline, |kernel| kernel_name(workload, kernel))
    }

    fn naming(timeline: &Timeline, name: impl Fn(u32) -> String) -> Self {
        let RunSums { early_blocks, early_runs, .. } = timeline.run_sums();
        Self {
            backfilled: backfilled(timeline)
                .into_iter()
                .map(|(kernel, blocks)| (name(kernel), blocks))
                .collect(),
            early_blocks,
            saved_sip_cycles: early_runs * u64::from(ATTEMPT_CYCLES),
        }
    }
}

/// The kernels whose reserved SIPs were backfilled.
fn backfilled(timeline: &Timeline) -> Vec<(u32, u64)> {
    let mut counts: Vec<(u32, u64)> = timeline.reservation_sums().backfilled.into_iter().collect();
    counts.sort_by_key(|&(_, blocks)| std::cmp::Reverse(blocks));
    counts
}
