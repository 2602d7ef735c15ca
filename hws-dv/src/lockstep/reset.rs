//! Power-on resets of a dump.

use super::{Divergence, Lockstep, LockstepObserver, Moment};
use crate::map::{Binding, NameMap, Port};
use crate::sample::{AfterEdge, SampledEdge};

/// What an edge shows of the power-on reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResetLevel {
    Active,
    Inactive,
    /// Unknown before the first reset: it counts as active, because nothing can be compared.
    NotDriven,
    /// Unknown later.
    Unknown,
}

/// What is known about resets.
#[derive(Clone, Debug)]
pub(super) struct ResetState {
    is_active_high: bool,
    /// Resets seen.
    count: u64,
    is_in_reset: bool,
    /// No reset was seen, and nothing was taken.
    is_powering_up: bool,
    /// What differed at the last edge in reset.
    pub(super) pending: Option<Box<Divergence>>,
}

impl ResetState {
    pub(super) fn new(map: &NameMap) -> Self {
        Self {
            is_active_high: map.is_reset_active_high,
            count: 0,
            is_in_reset: false,
            is_powering_up: true,
            pending: None,
        }
    }

    /// What the edge shows of the power-on reset.
    pub(super) fn level(&mut self, edge: &SampledEdge<'_>, binding: &Binding) -> ResetLevel {
        if binding.port(Port::RstN).is_none() {
            return ResetLevel::Inactive;
        }
        let is_active = is_in_reset(edge, self.is_active_high);
        let level = match edge.inputs[Port::RstN as usize].get() {
            None if !self.is_powering_up => return ResetLevel::Unknown,
            None => ResetLevel::NotDriven,
            Some(_) if is_active => ResetLevel::Active,
            Some(_) => ResetLevel::Inactive,
        };
        self.is_powering_up &= level != ResetLevel::Active;
        self.count += u64::from(is_active && !self.is_in_reset);
        self.is_in_reset = is_active;
        level
    }

    pub(super) fn is_powering_up(&self) -> bool {
        self.is_powering_up
    }

    /// The state is known: something was taken, or the comparison begins at a state.
    pub(super) fn end_power_up(&mut self) {
        self.is_powering_up = false;
    }

    /// The number of the run in the dump, from 1: each power-on reset begins one.
    pub(super) fn epoch(&self) -> u64 {
        self.count.max(1)
    }

    /// The comparison goes on in the run of this number, or at the reset that ends it.
    pub(super) fn resume(&mut self, epoch: u64) {
        self.count = epoch;
    }

    pub(super) fn was_seen(&self) -> bool {
        self.count > 0
    }
}

/// Whether the reset port does not show that the reset is inactive.
pub(crate) fn is_in_reset(edge: &SampledEdge<'_>, is_active_high: bool) -> bool {
    edge.inputs[Port::RstN as usize].get() != Some(u64::from(!is_active_high))
}

impl<O: LockstepObserver> Lockstep<O> {
    /// An edge in reset. The reset state is compared, but it counts only if reset ends after this edge.
    pub(super) fn power_on(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        self.hws.power_on();
        self.end_away(edge.time);
        self.is_busy = false;
        self.unseen = (!edge.has_registers).then_some(0);
        self.observer.power_on();
        self.bus.reset();
        self.inputs.forget();
        self.origins = Default::default();
        self.record.clear();
        self.log.clear();
        self.registers.counter_restarts(0);
        self.recorder.power_on();
        let differences = self.state_differences(edge);
        let found = (!differences.is_empty()).then(|| self.diverged(edge, Moment::Idle, 0, differences));
        self.reset.pending = found.map(Box::new);
        AfterEdge::Clear
    }

    /// Reset has ended: what the last edge in it showed is the reset state.
    pub(super) fn leave_reset(&mut self) -> Option<AfterEdge> {
        let pending = self.reset.pending.take()?;
        match self.note(pending) {
            AfterEdge::Stop => Some(AfterEdge::Stop),
            AfterEdge::Clear | AfterEdge::Collect => None,
        }
    }
}
