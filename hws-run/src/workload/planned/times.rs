//! The times of a plan and their scale.

use std::collections::BTreeMap;

use hws_plan::plan::{Plan, PlanTimeUnit};
use hws_types::Cycle;

use super::names::Names;
use super::{PlannedGraph, Times, in_plan, value};
use crate::workload::dags::ARRIVAL_MOST;
use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::imported::Imports;
use crate::workload::{Kernel, PlannedSpan, Role};

/// Returns the start of the first slot and the end of the last one for each kernel that has slots.
pub(super) fn spans(plan: &Plan, names: &Names<'_>) -> Result<BTreeMap<usize, (u64, u64)>, Fault> {
    let mut spans = BTreeMap::new();
    for (index, slot) in plan.slots.iter().enumerate() {
        let dag = names.graph(&slot.dag, || format!("slots[{index}].dag"))?;
        let kernel = names.kernel(dag, &slot.kernel, || format!("slots[{index}].kernel"))?;
        let (start, end) = spans.entry(names.of_graph(dag)[kernel]).or_insert((slot.start, slot.end));
        (*start, *end) = ((*start).min(slot.start), (*end).max(slot.end));
    }
    Ok(spans)
}

impl PlannedGraph {
    /// Returns the arrival of the graph.
    pub(in crate::workload) fn arrival(&self, imports: &Imports) -> Result<Cycle, Fault> {
        self.cycles(self.arrival, imports).ok_or_else(|| {
            let wanted = format!("an arrival of at most {ARRIVAL_MOST} cycles");
            value(format!("dags[{}].arrival", self.place), self.arrival.to_string(), &wanted)
        })
    }

    /// Returns the kernels with their estimates.
    pub(in crate::workload) fn kernels(&self, imports: &Imports) -> Result<Vec<Kernel>, Fault> {
        let kernels = self.kernels.iter().zip(&self.times);
        kernels.map(|(kernel, times)| self.timed(kernel, times, imports)).collect()
    }

    fn timed(&self, kernel: &Kernel, times: &Times, imports: &Imports) -> Result<Kernel, Fault> {
        let is_prefetch = matches!(kernel.role, Role::PrefetchOf(_));
        let est = if is_prefetch { 1 } else { self.est(times.est, imports) };
        let too_long = |_| WorkloadReason::EstTooLong { task: kernel.name.to_string(), est };
        let fault = |reason| in_plan(format!("kernels[{}].est", times.place), reason);
        let est = u32::try_from(est).map_err(too_long).map_err(fault)?;
        let mut timed = Kernel { est, planned: self.planned(times, imports).map(Box::new), ..kernel.clone() };
        for delay in timed.delays_mut() {
            *delay = self.delay(*delay, times.place, imports)?;
        }
        Ok(timed)
    }

    /// Converts the time of a transfer.
    fn delay(&self, transfer: u64, place: usize, imports: &Imports) -> Result<u64, Fault> {
        let cycles = self.cycles(transfer, imports).ok_or_else(|| {
            let wanted = format!("transfers of at most {ARRIVAL_MOST} cycles");
            value(format!("kernels[{place}].deps"), transfer.to_string(), &wanted)
        })?;
        Ok(cycles.0)
    }

    /// In time units, at least one.
    fn est(&self, est: u64, imports: &Imports) -> u128 {
        match self.unit {
            PlanTimeUnit::Cycles => imports.units_of_cycles(est),
            PlanTimeUnit::Units => imports.units(est),
        }
    }

    /// None if a time is out of range.
    fn planned(&self, times: &Times, imports: &Imports) -> Option<PlannedSpan> {
        let (start, end) = times.span?;
        Some(PlannedSpan { start: self.cycles(start, imports)?, finish: self.cycles(end, imports)? })
    }

    /// Converts a point in time; none if it is out of range.
    fn cycles(&self, time: u64, imports: &Imports) -> Option<Cycle> {
        let cycles = match self.unit {
            PlanTimeUnit::Cycles => imports.cycles_of_cycles(time),
            PlanTimeUnit::Units => imports.cycles(time),
        };
        u64::try_from(cycles).ok().filter(|&cycles| cycles <= ARRIVAL_MOST).map(Cycle)
    }
}
