//! The causes of waiting before the first launch: overhead, or lack of SIPs.
//!
//! Overhead is the waiting that would remain on an unlimited machine: for the HDR port, the loader, attempts,
//! and firmware (triggers and grants). The rest is lack of SIPs: other kernels had them, or came first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Spread;
use crate::timeline::{Timeline, Why};

/// Cycles of waiting, over all kernels with blocks to launch, before the first launch of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overhead {
    /// For each kernel that was launched: cycles of hdr_port, ready_station, trigger, grants and attempt.
    pub overhead: Spread,
    /// For each kernel that was launched: the other cycles.
    pub for_sips: Spread,
    /// The sums by reason, over the same kernels.
    pub reasons: Reasons,
}

/// Cycles by cause.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    /// Room in the HDR FIFO.
    pub hdr_port: u64,
    /// The loader, or a free entry of the Ready Station.
    pub ready_station: u64,
    /// A block trigger.
    pub trigger: u64,
    /// Grants of second resources.
    pub grants: u64,
    /// The first attempt that can see it, or the one that launches it.
    pub attempt: u64,
    /// Not among the P_TOP_K of its graph while P- or R-tasks were launched.
    pub not_in_pool: u64,
    /// No SIP that it may use.
    pub nothing_allowed: u64,
    /// No aligned place.
    pub no_place: u64,
    /// Its places are reserved for another kernel.
    pub reserved: u64,
    /// It had a place, but another kernel was chosen.
    pub outranked: u64,
}

impl Overhead {
    pub(super) fn new(timeline: &Timeline) -> Self {
        let (mut overhead, mut for_sips, mut reasons) = (Vec::new(), Vec::new(), Reasons::default());
        for waits in timeline.waits.chunk_by(|a, b| a.kernel == b.kernel) {
            let kernel = waits.first().and_then(|wait| timeline.kernels.get(wait.kernel as usize));
            let Some(launch) = kernel.and_then(|kernel| kernel.first_launch) else { continue };
            let (mut own, mut others) = (0, 0);
            for wait in waits {
                let cycles = wait.to.min(launch).since(wait.from);
                *reasons.of(wait.why) += cycles;
                *if is_overhead(wait.why) { &mut own } else { &mut others } += cycles;
            }
            overhead.push(own);
            for_sips.push(others);
        }
        Self { overhead: Spread::from_values(overhead), for_sips: Spread::from_values(for_sips), reasons }
    }
}

/// Whether more SIPs would not have helped.
const fn is_overhead(why: Why) -> bool {
    matches!(why, Why::HdrPort | Why::ReadyStation | Why::Trigger | Why::Grants | Why::Attempt)
}

impl Reasons {
    const fn of(&mut self, why: Why) -> &mut u64 {
        match why {
            Why::HdrPort => &mut self.hdr_port,
            Why::ReadyStation => &mut self.ready_station,
            Why::Trigger => &mut self.trigger,
            Why::Grants => &mut self.grants,
            Why::Attempt => &mut self.attempt,
            Why::NotInPool => &mut self.not_in_pool,
            Why::NothingAllowed => &mut self.nothing_allowed,
            Why::NoPlace => &mut self.no_place,
            Why::Reserved { .. } => &mut self.reserved,
            Why::Outranked { .. } => &mut self.outranked,
        }
    }
}
