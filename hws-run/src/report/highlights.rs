//! The backfills and early launches of a run, explained: for whom the backfilled SIPs were reserved, and how
//! much idle time early launches saved.
//!
//! A launch on an idle SIP begins with the COMMIT of an attempt that was latched after the SIP became idle, so
//! the SIP is idle for at least ATTEMPT_CYCLES in between (scheduler.md §3.1). A launch on a SIP that is not
//! idle yet begins in the cycle in which the SIP becomes free. Each such SIP saves at least ATTEMPT_CYCLES.

use std::collections::{BTreeMap, BTreeSet};

use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Sip;

use super::problems::kernel_name;
use crate::timeline::{Reservation, RunSums, SipRun, Timeline};
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
    let kept = KeptBySip::new(timeline);
    let runs = timeline.runs.iter().filter(|run| run.is_by_hws() && run.backfilled);
    let blocks: BTreeSet<(u32, u32, u16)> =
        runs.filter_map(|run| Some((kept.holder(run)?, run.kernel, run.block))).collect();
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    blocks.iter().for_each(|(holder, ..)| *counts.entry(*holder).or_default() += 1);
    let mut counts: Vec<(u32, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, blocks)| std::cmp::Reverse(blocks));
    counts
}

/// The reservations of each SIP, which follow one another.
struct KeptBySip<'t>([Vec<&'t Reservation>; Sip::COUNT]);

impl<'t> KeptBySip<'t> {
    fn new(timeline: &'t Timeline) -> Self {
        let mut by_sip = [const { Vec::new() }; Sip::COUNT];
        for kept in &timeline.reservations {
            kept.sips.iter().for_each(|sip| by_sip[sip.index()].push(kept));
        }
        Self(by_sip)
    }

    /// The kernel for which the SIP of a run was reserved when the run was launched.
    fn holder(&self, run: &SipRun) -> Option<u32> {
        let of_sip = &self.0[run.sip.index()];
        let begun = &of_sip[..of_sip.partition_point(|kept| kept.from <= run.launched)];
        begun.iter().rev().take_while(|kept| run.launched < kept.to).last().map(|kept| kept.kernel)
    }
}
