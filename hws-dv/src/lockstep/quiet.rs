//! Edges about which a caller knows more than their signals: ticks in which nothing happened, and registers that are not read.

use super::compare::Comparison;
use super::registers::Extent;
use super::{Lockstep, LockstepObserver, Moment};
use crate::map::Port;
use crate::sample::{AfterEdge, EdgeSink, SampledEdge};
use crate::wave::Bits;

/// The ports that are compared at a tick of one edge in which nothing happens.
const QUIET: [Port; 14] = [
    Port::BusReady,
    Port::BusErr,
    Port::HdrReady,
    Port::HdrErr,
    Port::MdmaValid,
    Port::RptComplete,
    Port::RptPreComplete,
    Port::RptValid,
    Port::ForcedReset,
    Port::MihPush,
    Port::MihDropped,
    Port::Cycle,
    Port::Irq,
    Port::EvN,
];

impl<O: LockstepObserver> Lockstep<O> {
    /// The last `ticks` ticks of the RTL took one edge each, in which no port showed anything and the interrupt line kept its
    /// value; the edge is the last of them. The model makes them at once.
    pub(crate) fn quiet(&mut self, edge: &SampledEdge<'_>, ticks: u64) -> AfterEdge {
        let (before, is_up) = (self.hws.clone(), self.hws.is_interrupt_asserted());
        self.record.clear();
        self.log.clear();
        self.hws.advance(ticks, &mut (), &mut self.log);
        let expected = [(Port::Cycle, self.hws.cycle().0), (Port::Irq, is_up.into())];
        let is_equal = |&(port, model): &(Port, u64)| {
            self.binding.port(port).is_none() || edge.values[port as usize].get() == Some(model)
        };
        let is_quiet =
            self.log.is_empty() && self.hws.is_interrupt_asserted() == is_up && expected.iter().all(is_equal);
        // Without an event they change once at most.
        let agree = |hws| self.registers.masks_agree(hws, edge);
        if !is_quiet || !agree(&before) || !agree(&self.hws) || !self.can_skip() {
            self.hws = before;
            return self.one_by_one(edge, ticks);
        }
        self.unseen.get_or_insert(before.cycle().0);
        self.inputs.tick_agreed();
        self.tally.edges += ticks;
        self.tally.ticks += ticks;
        self.count_quiet(ticks);
        AfterEdge::Clear
    }

    /// What is compared at a quiet tick counts as at any other one.
    fn count_quiet(&mut self, ticks: u64) {
        let ports = QUIET.iter().map(|port| *port as usize).filter(|&place| self.binding.compares(place));
        for place in ports.chain(self.registers.places_of_masks()) {
            self.tally.was_known[place] = true;
            self.tally.count(ticks, ticks * u64::from(self.tally.bits[place]));
        }
    }

    /// Neither in reset nor during a tick, and not before the state in which the comparison begins.
    fn can_skip(&self) -> bool {
        self.start.is_none()
            && self.lost.is_none()
            && self.away.is_none()
            && !self.is_busy
            && self.reset.pending.is_none()
    }

    /// Something happened in the model in one of the ticks.
    fn one_by_one(&mut self, edge: &SampledEdge<'_>, ticks: u64) -> AfterEdge {
        let mut values = edge.values.to_vec();
        let last = values[Port::Cycle as usize];
        for left in (0..ticks).rev() {
            if self.binding.port(Port::Cycle).is_some() {
                values[Port::Cycle as usize] = Bits { value: last.value.wrapping_sub(left), ..last };
            }
            let tick = SampledEdge { values: &values, changed: &[], has_registers: false, ..*edge };
            if self.edge(&tick) == AfterEdge::Stop {
                return AfterEdge::Stop;
            }
        }
        AfterEdge::Clear
    }

    /// The registers after the last edge are known now: those that were not looked at are compared.
    pub(crate) fn look(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        if self.unseen.is_none() || !self.can_skip() {
            return AfterEdge::Collect;
        }
        let mut tally = std::mem::take(&mut self.tally);
        let binding = std::sync::Arc::clone(&self.binding);
        let mut comparison = Comparison::new(&binding, edge, &mut tally, self.unknown_rule);
        self.registers.compare(&self.hws, edge, Extent::All, &mut comparison);
        let differences = comparison.into_differences();
        self.tally = tally;
        if differences.is_empty() {
            self.unseen = None;
            return AfterEdge::Clear;
        }
        let cycle = self.hws.cycle().0.saturating_sub(1);
        let divergence = self.diverged(edge, Moment::Tick, cycle, differences);
        self.note(Box::new(divergence))
    }

    /// The cycle of the first edge after which registers were not compared and are not yet.
    pub(crate) fn unseen(&self) -> Option<u64> {
        self.unseen
    }

    /// Whether the registers after an edge were seen; called before it is known whether they agree.
    pub(super) fn miss(&mut self, edge: &SampledEdge<'_>, cycle: u64) {
        if !edge.has_registers {
            self.unseen.get_or_insert(cycle);
        }
    }
}
