//! Faults, injected between the HWS and its surroundings.
//!
//! A [`FaultPlan`] says which [`FaultKind`] strikes when: at chosen occasions ("the third report") or at random from a
//! seed. Each place at which faults happen is made from the plan, and wraps what it disturbs:
//!
//! * [`MachineFaults`], in a [`Machine`](crate::Machine): shared memory as the HWS reads it ([`DisturbedMemory`]), and the
//!   reports of the SIPs on their way to the doorbells ([`ReportFaults`]);
//! * [`BusFaults`], around a bus of `fw-api` ([`FaultyBus`]): its accesses, and the messages that firmware takes;
//! * [`LineFaults`]: the interrupt line as firmware sees it.
//!
//! Nothing here changes the HWS: every fault is something that its surroundings do to it, or keep from firmware. The same
//! plan on the same run gives the same faults; each kind has its own occasions and its own random numbers, so that
//! another kind does not move them. `docs/reliability.md` says what the HWS and the calls of `fw-api` do in each case.
//!
//! Without a plan nothing is disturbed and nothing costs time. In a machine with faults the recorded stimulus has every
//! report as a write, and no reference environment; it replays the run, unless a memory fault or a rejection happened in
//! it, for which a stimulus has no operation.

mod bus;
mod chance;
mod interrupt;
mod kind;
mod memory;
mod messages;
mod plan;
mod reports;

pub use bus::{BusFaults, FaultyBus};
pub use chance::{Chance, UnknownChance};
pub use interrupt::LineFaults;
pub use kind::{FaultKind, UnknownFault};
pub use memory::{DisturbedMemory, MemoryFaults};
pub use plan::FaultPlan;
pub use reports::ReportFaults;

/// The faults of a machine.
#[derive(Clone, Debug)]
pub struct MachineFaults {
    /// Those of shared memory.
    pub memory: MemoryFaults,
    /// Those of the reports of SIPs.
    pub reports: ReportFaults,
}

impl MachineFaults {
    /// The faults of shared memory and of reports in a plan.
    #[must_use]
    pub fn new(plan: &FaultPlan) -> Self {
        Self { memory: MemoryFaults::new(plan), reports: ReportFaults::new(plan) }
    }

    /// Returns how often a kind has struck; 0 for the kinds of other places.
    #[must_use]
    pub fn struck(&self, kind: FaultKind) -> u64 {
        self.memory.struck(kind) + self.reports.struck(kind)
    }
}

#[cfg(test)]
mod tests;
