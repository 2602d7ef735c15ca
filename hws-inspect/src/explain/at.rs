//! The attempt that covers a cycle: every candidate, the choice, and what would have changed it.
//!
//! An attempt covers the cycles after its LATCH up to its COMMIT, and the cycle of its LATCH if no other attempt
//! commits then. Without an attempt, the explanation is that of the attempt that would have been latched, if the
//! conditions of scheduler.md §3.1 held.

mod build;
mod probe;
mod promotion;
mod text;

use std::io::BufRead;

use hws_model::{ChoiceRule, Hws, Pool, TaskMasks, Way};
use hws_regs::Register;
use hws_regs::{RegId, RegIndex, RsvThreadNum};
use hws_sim::Machine;
use hws_sim::stimulus::{Operation, Reader, StimulusError};
use hws_types::{Cycle, LaunchId, Sip, SipMask, ThreadNum};
use serde::Serialize;

use super::error::ExplainError;
use super::facts::{Facts, KernelRef};
use super::reason::Reason;
use super::state::{NoAttempt, StateFacts};
use super::why_not::WhyNot;
use probe::Probe;

pub use promotion::PromotionReason;

/// The explanation of an attempt, or of a cycle without one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AttemptExplanation {
    /// The cycle asked for.
    pub cycle: Cycle,
    /// The attempt; `None` when none is in flight.
    pub attempt: Option<AttemptWindow>,
    /// The conditions of LATCH that do not hold, without an attempt.
    pub no_attempt: Vec<NoAttempt>,
    /// Another attempt is latched in the cycle, too.
    pub next_latched: bool,
    /// The state at LATCH; without an attempt, after the tick of the cycle.
    pub state: StateFacts,
    /// The kernel that is chosen; without an attempt, the one that would be.
    pub chosen: Option<Chosen>,
    /// The kernels of the pools in the order of the attempt: R, P, O.
    pub candidates: Vec<Candidate>,
    /// The other resident kernels, by entry.
    pub outside: Vec<Candidate>,
    /// The kernels that were admitted after LATCH, up to the cycle asked for: the attempt cannot see them.
    pub unseen: Vec<KernelRef>,
    /// The reserved SIPs, as the backfill filter groups them.
    pub groups: Vec<BackfillGroup>,
    /// The reservations that LATCH cancelled as stale (scheduler.md §6.6).
    pub cancelled: Vec<Cancellation>,
    /// The blocks that COMMIT launched.
    pub launched: Vec<LaunchedBlock>,
    /// The kernel that COMMIT promoted (scheduler.md §6.5).
    pub promoted: Option<Promotion>,
}

/// The cycles of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AttemptWindow {
    /// LATCH.
    pub latch: Cycle,
    /// COMMIT.
    pub commit: Cycle,
    /// Whether COMMIT took place: not if a soft reset or the end of the stimulus came first.
    pub committed: bool,
}

/// The choice of an attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Chosen {
    /// The kernel.
    pub kernel: KernelRef,
    /// Its pool.
    pub pool: Pool,
    /// The rule that selected it.
    pub rule: ChoiceRule,
    /// How its SIPs were found.
    pub way: Way,
    /// The SIPs of each block, in the order of the launch.
    pub blocks: Vec<SipMask>,
}

/// A resident kernel in an attempt.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Candidate {
    /// The kernel.
    #[serde(flatten)]
    pub facts: Facts,
    /// Its pool; `None` if it is in none.
    pub pool: Option<Pool>,
    /// Its competing priority in the P-pool.
    pub online_priority: Option<u32>,
    /// The SIPs that it may use; `None` outside the pools.
    pub masks: Option<TaskMasks>,
    /// The first SIPs of the aligned places that are ready for it.
    pub places: SipMask,
    /// The ways to place it, by descending preference.
    pub options: Vec<QueuePlace>,
    /// Why it waits, or that it is launched.
    #[serde(flatten)]
    pub reason: Reason,
    /// What would have started it, the smallest change first.
    pub why_not: Vec<WhyNot>,
    /// The COMMIT of its next launch, from the attempt on; `None` if there is none.
    pub started: Option<Cycle>,
}

/// A way to place a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct QueuePlace {
    /// How it is found.
    pub way: Way,
    /// The SIPs of all blocks.
    pub sips: SipMask,
    /// Whether it takes every ready SIP of every cluster it touches (scheduler.md §5.6).
    pub is_fill_up: bool,
}

/// A group of reserved SIPs (scheduler.md §5.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BackfillGroup {
    /// The reserved SIPs of the group.
    pub sips: SipMask,
    /// RSV_THREAD_NUM; with 1 no SIP passes the filter.
    pub threads: u32,
    /// The remaining time of the group in time units.
    pub remain: u32,
    /// The kernel for which it is reserved.
    pub by: Option<KernelRef>,
}

/// A promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Promotion {
    /// The kernel.
    pub kernel: KernelRef,
    /// The SIPs that are reserved for it.
    pub sips: SipMask,
    /// The rule.
    pub rule: PromotionReason,
}

/// A reservation that was cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Cancellation {
    /// The kernel.
    pub kernel: KernelRef,
    /// The SIPs that were reserved for it.
    pub sips: SipMask,
}

/// A block that a COMMIT launched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LaunchedBlock {
    /// kernel_seq.
    pub seq: u32,
    /// block_id.
    pub block: u16,
    /// launch_id.
    pub launch_id: LaunchId,
    /// The SIPs.
    pub sips: SipMask,
}

/// Replays the stimulus and explains the attempt that covers `at`.
pub(super) fn explain<R: BufRead>(
    stimulus: Reader<R>,
    at: Cycle,
) -> Result<AttemptExplanation, ExplainError> {
    explain_operations(stimulus, at)
}

/// Like [`explain`], with operations from anywhere.
pub(super) fn explain_operations(
    operations: impl Iterator<Item = Result<Operation, StimulusError>>,
    at: Cycle,
) -> Result<AttemptExplanation, ExplainError> {
    let mut machine = Machine::new(Hws::new(hws_model::Config::default()), Probe::new(at));
    for operation in operations {
        let operation = operation?;
        if operation.at > at {
            look(&mut machine, at);
        }
        super::perform(&mut machine, &operation);
    }
    let end = machine.cycle();
    machine.into_observer().answer().ok_or(ExplainError::BeyondEnd { at, end })
}

/// Makes the tick of the cycle, and notes the state after it.
fn look(machine: &mut Machine<Probe>, at: Cycle) {
    if !machine.observer().has_looked() {
        machine.advance_to(at.after(1));
        let hws = machine.hws().clone();
        machine.observer_mut().look(hws);
    }
}

/// The groups of reserved SIPs.
pub(super) fn groups(hws: &Hws) -> Vec<BackfillGroup> {
    let mut groups = Vec::new();
    let mut rest = SipMask(hws.peek(RegId::ReservedSipMask));
    while let Some(first) = rest.first() {
        let threads =
            RsvThreadNum::from_bits(hws.peek(RsvThreadNum::id(RegIndex::wrapping(first.get())))).thread_num();
        let slot = ThreadNum::new(threads).unwrap_or_default().slot();
        let position = first.get() & !(slot - 1);
        let sips = rest & SipMask::aligned_group(position, slot);
        let keeper = |facts: &Facts| facts.reserved.intersects(sips);
        let by = hws_types::Entry::all().filter_map(|entry| Facts::of(hws, entry)).find(keeper);
        let by = by.map(|facts| facts.kernel);
        groups.push(BackfillGroup { sips, threads, remain: remain(hws, position, slot), by });
        rest -= sips;
    }
    groups
}

/// The largest remaining time of a group (scheduler.md §7.4).
fn remain(hws: &Hws, position: u32, slot: u32) -> u32 {
    let sips = position..(position + slot).min(Sip::COUNT as u32);
    sips.map(|sip| hws.peek(RegId::SipRemainExecTime(RegIndex::wrapping(sip)))).max().unwrap_or(0)
}
