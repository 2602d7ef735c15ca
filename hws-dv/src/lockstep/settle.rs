//! The end of an access, a push or a tick: the model does the same, and everything is compared.

use std::sync::Arc;

use super::compare::{self, Comparison};
use super::registers::Extent;
use super::{
    Divergence, Lockstep, LockstepObserver, LockstepStep, ModelDifference, Moment, StepCause, Tally,
    divergence, inputs, rule,
};
use crate::sample::{AfterEdge, SampledEdge};

impl<O: LockstepObserver> Lockstep<O> {
    /// The model does what the edge did, and everything is compared.
    pub(super) fn settle(&mut self, edge: &SampledEdge<'_>, moment: Moment) -> AfterEdge {
        let skipped = self.skip_idle(edge, moment);
        let cycle = self.hws.cycle().0;
        // While model and dump may differ in anything, nothing counts.
        let before = self.is_unsettled().then(|| self.tally.clone());
        let mut tally = std::mem::take(&mut self.tally);
        let binding = Arc::clone(&self.binding);
        let mut comparison = Comparison::new(&binding, edge, &mut tally, self.unknown_rule);
        let (cause, extent) = self.perform(edge, moment, &mut comparison);
        self.origins.note(cycle, &self.log, &self.record, &self.inputs);
        let extent = if skipped > 0 || self.away.is_some() { Extent::All } else { extent };
        self.compare(edge, moment, extent, &mut comparison);
        let differences = comparison.into_differences();
        let is_unsettled = before.is_some();
        self.tally = before.unwrap_or(tally);
        self.tally.unsettled_edges += u64::from(is_unsettled);
        self.tally.ticks += skipped;
        if differences.is_empty() && moment != Moment::Idle {
            self.observer.settled(&LockstepStep { cause, events: self.log.all(), hws: self.hws.model() });
        }
        self.conclude(edge, moment, cycle, differences)
    }

    /// What the edge did, in the model. Returns how much that can have changed.
    fn perform(
        &mut self,
        edge: &SampledEdge<'_>,
        moment: Moment,
        comparison: &mut Comparison<'_>,
    ) -> (StepCause, Extent) {
        match moment {
            Moment::Access => self.access(edge, comparison),
            Moment::Push => {
                self.push(edge, comparison);
                (StepCause::Push, Extent::Time)
            }
            Moment::Tick => {
                self.recorder.tick(self.hws.cycle().0, self.record.words());
                let extent = self.record.tick(&mut self.hws, &mut self.log, &mut self.attempts, comparison);
                (StepCause::Time, extent)
            }
            Moment::Idle => (StepCause::Time, Extent::Time),
        }
    }

    fn access(&mut self, edge: &SampledEdge<'_>, comparison: &mut Comparison<'_>) -> (StepCause, Extent) {
        let cycle = self.hws.cycle().0;
        let access = self.bus.perform(&mut self.hws, &mut self.log, edge);
        self.inputs.access(cycle, &access);
        self.recorder.access(cycle, &access);
        self.bus.compare(&access, &self.log, edge, comparison);
        (StepCause::of(&access), access.extent(&self.log))
    }

    fn push(&mut self, edge: &SampledEdge<'_>, comparison: &mut Comparison<'_>) {
        let (cycle, push) = (self.hws.cycle().0, inputs::push(edge));
        let answer = self.hws.push_hdr(push);
        self.inputs.push(cycle, push, answer.is_ok());
        self.recorder.push(cycle, push);
        compare::answer_of_push(answer, comparison);
    }

    /// Ports, lanes and registers.
    fn compare(
        &mut self,
        edge: &SampledEdge<'_>,
        moment: Moment,
        extent: Extent,
        comparison: &mut Comparison<'_>,
    ) {
        if let Some(reset) = self.log.soft_reset() {
            self.registers.counter_restarts(reset);
        }
        self.bus.compare_responses(comparison);
        if self.is_led {
            return;
        }
        if let Some(address) = self.record.unseen_word() {
            let note = format!(
                "the dump does not show word {address:#x}; what the model does with it is not compared"
            );
            if comparison.ends_with(&note) {
                return;
            }
        }
        compare::quiet_ports(moment, &self.bus, comparison);
        self.record.compare_lanes(&self.log, comparison);
        compare::levels(&self.hws, comparison);
        if edge.has_registers {
            // What changed at the edges before, of which registers were not seen, is compared now.
            let extent = if self.unseen.is_some() { Extent::All } else { extent };
            self.registers.set_time_stale(self.may_skip_idle && moment != Moment::Tick);
            self.registers.compare(&self.hws, edge, extent, comparison);
        } else {
            self.registers.compare_masks(&self.hws, edge, comparison);
        }
    }

    /// The state of the model against that of the dump. It does not count as a comparison of behaviour.
    pub(super) fn state_differences(&mut self, edge: &SampledEdge<'_>) -> Vec<ModelDifference> {
        let mut uncounted = Tally::new(&self.binding);
        let mut comparison = Comparison::new(&self.binding, edge, &mut uncounted, self.unknown_rule);
        compare::levels(&self.hws, &mut comparison);
        if edge.has_registers {
            self.registers.compare(&self.hws, edge, Extent::All, &mut comparison);
        }
        let differences = comparison.into_differences();
        // A register that nothing changes is not read again.
        self.tally.was_known_as(&uncounted);
        differences
    }

    fn conclude(
        &mut self,
        edge: &SampledEdge<'_>,
        moment: Moment,
        cycle: u64,
        found: Vec<ModelDifference>,
    ) -> AfterEdge {
        self.miss(edge, cycle);
        let Some(found) = self.beyond_known(found, edge, moment) else { return AfterEdge::Clear };
        if !found.is_empty() {
            if edge.is_last && self.may_be_cut {
                self.cut_at_end = found.first().map(ToString::to_string);
                return AfterEdge::Stop;
            }
            let divergence = self.diverged(edge, moment, cycle, found);
            return self.note(Box::new(divergence));
        }
        if edge.has_registers {
            self.unseen = None;
        }
        if moment != Moment::Idle {
            self.reset.end_power_up();
        }
        match moment {
            Moment::Tick => {
                self.tally.ticks += 1;
                self.inputs.tick_agreed();
            }
            Moment::Access => self.tally.accesses += 1,
            Moment::Push => self.tally.pushes += 1,
            Moment::Idle => (),
        }
        AfterEdge::Clear
    }

    pub(super) fn diverged(
        &self,
        edge: &SampledEdge<'_>,
        moment: Moment,
        cycle: u64,
        differences: Vec<ModelDifference>,
    ) -> Divergence {
        let events = self.record.events();
        let deviation = self.attempts.deviation(&differences, self.hws.model(), &self.log, &events);
        let rule = match &deviation {
            Some(deviation) => deviation.rule,
            None => rule::of(&differences, self.hws.model(), &self.log, &events, self.attempts.committed()),
        };
        let mut decision = self.attempts.committed().map(divergence::decision).unwrap_or_default();
        decision.extend(deviation.into_iter().flat_map(|deviation| deviation.lines));
        Divergence {
            cycle,
            moment,
            time: edge.time,
            edge: self.skipped.1 + self.tally.edges - 1,
            epoch: self.reset.epoch(),
            inputs: self.inputs.since_agreement(),
            earlier: self.inputs.before_agreement(),
            events: self.record.describe_events(&self.log),
            rule_inputs: rule
                .map_or_else(Vec::new, |rule| rule::inputs(rule, self.hws.model(), &self.inputs)),
            origins: self.origins.of(&differences),
            decision,
            rule,
            differences,
        }
    }
}
