//! The causes of waiting before the first launch: overhead, or lack of SIPs.
//!
//! Overhead is the waiting that would remain on an unlimited machine: for the HDR port, the loader, attempts,
//! and firmware (triggers and grants). The rest is lack of SIPs: other kernels had them, or came first.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Spread;
use crate::timeline::sums::WaitsByReason;
use crate::timeline::{Timeline, WaitSpan, WaitSums, Why};

/// Cycles of waiting, over all kernels with blocks to launch, before the first launch of each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overhead {
    /// For each kernel that was launched: the cycles up to its launch that more SIPs would not have shortened.
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
    /// Credits of other kernels, without which firmware held it back; left out if 0, as the next four are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub credits: u64,
    /// A free slot for parameters, without which firmware held it back.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub parameters: u64,
    /// Firmware's window of blocks, which was 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub window: u64,
    /// Firmware, which pushes it itself: it was busy, other kernels came first, or its FIFO was full.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub firmware: u64,
    /// Not pushed, and the reason was not recorded.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub not_recorded: u64,
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
        match &timeline.sums {
            Some(sums) => Self::of(&sums.waits),
            None => Self::of(&added_up(timeline)),
        }
    }

    fn of(sums: &WaitSums) -> Self {
        Self {
            overhead: Spread::from_values(sums.overhead.iter().copied()),
            for_sips: Spread::from_values(sums.for_sips.iter().copied()),
            reasons: Reasons::new(|why| sums.cycles(why)),
        }
    }
}

/// The sums of the waits of a timeline.
fn added_up(timeline: &Timeline) -> WaitSums {
    let mut sums = WaitSums::default();
    let mut waits = timeline.every_wait().peekable();
    while let Some(&WaitSpan { kernel, .. }) = waits.peek() {
        let launch = timeline.kernels.get(kernel as usize).and_then(|kernel| kernel.first_launch);
        let mut of_kernel = WaitsByReason::default();
        while let Some(wait) = waits.next_if(|wait| wait.kernel == kernel) {
            launch.into_iter().for_each(|at| of_kernel.add(wait.why, wait.to.min(at).since(wait.from)));
        }
        if launch.is_some() {
            sums.add_kernel(&of_kernel, 0, 0);
        }
    }
    sums
}

const fn is_zero(cycles: &u64) -> bool {
    *cycles == 0
}

impl Reasons {
    fn new(cycles: impl Fn(Why) -> u64) -> Self {
        Self {
            hdr_port: cycles(Why::HdrPort),
            credits: cycles(Why::Credits),
            parameters: cycles(Why::Parameters),
            window: cycles(Why::Window),
            firmware: cycles(Why::Firmware),
            not_recorded: cycles(Why::Unrecorded),
            ready_station: cycles(Why::ReadyStation),
            trigger: cycles(Why::Trigger),
            grants: cycles(Why::Grants),
            attempt: cycles(Why::Attempt),
            not_in_pool: cycles(Why::NotInPool),
            nothing_allowed: cycles(Why::NothingAllowed),
            no_place: cycles(Why::NoPlace),
            // Whichever kernel is to blame.
            reserved: cycles(Why::Reserved { by: 0 }),
            outranked: cycles(Why::Outranked { by: 0 }),
        }
    }
}
