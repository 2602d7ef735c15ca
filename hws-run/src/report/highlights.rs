//! The backfills and early launches of a run, explained: for whom the backfilled SIPs were reserved, and how
//! much idle time early launches saved.
//!
//! A launch on an idle SIP begins with the COMMIT of an attempt that was latched after the SIP became idle, so
//! the SIP is idle for at least ATTEMPT_CYCLES in between (scheduler.md §3.1). A launch on a SIP that is not
//! idle yet begins in the cycle in which the SIP becomes free. Each such SIP saves at least ATTEMPT_CYCLES.

use std::collections::{BTreeMap, BTreeSet};

use hws_regs::params::ATTEMPT_CYCLES;
use hws_types::Sip;

use crate::timeline::{Reservation, SipRun, StartedBy, Timeline};

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
        let by_hws = timeline.runs.iter().filter(|run| matches!(run.by, StartedBy::Hws(_)));
        let early: Vec<&SipRun> = by_hws.clone().filter(|run| run.early).collect();
        let early_blocks: BTreeSet<(u32, u16)> = early.iter().map(|run| (run.kernel, run.block)).collect();
        Self {
            backfilled: backfilled(timeline, by_hws.filter(|run| run.backfilled)),
            early_blocks: early_blocks.len() as u64,
            saved_sip_cycles: early.len() as u64 * u64::from(ATTEMPT_CYCLES),
        }
    }
}

fn backfilled<'t>(timeline: &Timeline, runs: impl Iterator<Item = &'t SipRun>) -> Vec<(String, u64)> {
    let kept = KeptBySip::new(timeline);
    let blocks: BTreeSet<(u32, u32, u16)> =
        runs.filter_map(|run| Some((kept.holder(run)?, run.kernel, run.block))).collect();
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    blocks.iter().for_each(|(holder, ..)| *counts.entry(*holder).or_default() += 1);
    let mut counts: Vec<(u32, u64)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, blocks)| std::cmp::Reverse(blocks));
    counts.into_iter().map(|(kernel, blocks)| (timeline.kernel_name(kernel), blocks)).collect()
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
