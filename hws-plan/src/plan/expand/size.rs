//! Checks the values of repetitions, and that the plan written out is not too large.

use std::collections::BTreeMap;

use crate::input::MOST;
use crate::plan::finding::Findings;
use crate::plan::rule::{TOO_LARGE, VALUE};
use crate::plan::{Plan, PlanKernel, PlanRepeat, PlanTriggers};

/// Most entries of all lists of a plan written out: a bound for its memory.
const ENTRIES: u128 = 1 << 24;

/// Reports values out of range, times beyond 64 bits, and too many kernels or entries.
pub(super) fn check(plan: &Plan, findings: &mut Findings) {
    let repeats = repeats(plan);
    values(plan, &repeats, findings);
    if repeats.is_empty() || !findings.0.is_empty() {
        return;
    }
    let kernels = plan.kernel_count();
    let reason = format_args!("{kernels} kernels in all instances, more than {MOST}");
    findings.unless(kernels <= MOST as u128, TOO_LARGE, "dags", reason);
    let entries = entries(plan, &repeats);
    let reason = format_args!("{entries} entries of lists in all instances, more than {ENTRIES}");
    findings.unless(entries <= ENTRIES, TOO_LARGE, "dags", reason);
}

impl Plan {
    /// Returns the number of kernels with every repetition written out.
    #[must_use]
    pub fn kernel_count(&self) -> u128 {
        let repeats = repeats(self);
        let count = |dag: &str| repeats.get(dag).map_or(1, |repeat| repeat.count);
        let of = |kernel: &PlanKernel| {
            let all = count(&kernel.dag);
            u128::from(kernel.instances.map_or(all, |some| some.min(all)))
        };
        self.kernels.iter().map(of).sum()
    }

    /// Returns how many instances of each graph a run can take, if not all: as many as 2^20 kernels have.
    #[must_use]
    pub fn instances_that_run(&self) -> Option<usize> {
        (self.kernel_count() > MOST as u128).then(|| MOST / self.kernels.len().max(1))
    }
}

/// The repetitions by graph.
pub(super) fn repeats(plan: &Plan) -> BTreeMap<&str, &PlanRepeat> {
    plan.dags.iter().filter_map(|dag| Some((dag.id.as_str(), dag.repeat.as_ref()?))).collect()
}

fn values(plan: &Plan, repeats: &BTreeMap<&str, &PlanRepeat>, findings: &mut Findings) {
    let latest = latest(plan);
    for (index, dag) in plan.dags.iter().enumerate() {
        let Some(repeat) = dag.repeat else { continue };
        let path = |key: &str| format!("dags[{index}].repeat.{key}");
        findings.unless(repeat.count > 0, VALUE, path("count"), "0 is less than 1");
        findings.unless(repeat.per_graph > 0, VALUE, path("per_graph"), "0 is less than 1");
        let latest = latest.get(dag.id.as_str()).copied().unwrap_or(0).max(dag.arrival);
        let after = u128::from(repeat.count.saturating_sub(1)) * u128::from(repeat.period);
        let is_time = u128::from(latest) + after <= u64::MAX.into();
        findings.unless(is_time, VALUE, path("period"), "the last instance is later than 2^64 - 1");
    }
    for (index, kernel) in plan.kernels.iter().enumerate() {
        let Some(instances) = kernel.instances else { continue };
        let count = repeats.get(kernel.dag.as_str()).map_or(1, |repeat| repeat.count);
        let reason = format_args!("{instances} is not a number from 1 to the {count} instances of its graph");
        let is_some = (1..=count).contains(&instances);
        findings.unless(is_some, VALUE, format_args!("kernels[{index}].instances"), reason);
    }
}

/// The latest time in the slots of each graph.
fn latest(plan: &Plan) -> BTreeMap<&str, u64> {
    let mut latest = BTreeMap::new();
    for slot in &plan.slots {
        let of_graph = latest.entry(slot.dag.as_str()).or_insert(0);
        *of_graph = slot.start.max(slot.end).max(*of_graph);
    }
    latest
}

/// The entries of all lists written out; more than there are where a kernel is not in all instances.
fn entries(plan: &Plan, repeats: &BTreeMap<&str, &PlanRepeat>) -> u128 {
    let count = |dag: &str| repeats.get(dag).map_or(1, |repeat| u128::from(repeat.count));
    let kernels = plan.kernels.iter().map(|kernel| {
        let credits = match &kernel.triggers {
            PlanTriggers::Credits(credits) => credits.iter().map(|credit| credit.need.len() + 1).sum(),
            _ => 0,
        };
        count(&kernel.dag) * (1 + kernel.deps.len() + credits) as u128
    });
    let dags = plan.dags.iter().map(|dag| count(&dag.id));
    let slots = plan.slots.iter().map(|slot| count(&slot.dag));
    let fifos = plan.fifos.iter().map(|fifo| count(&fifo.dag));
    let buffers = plan
        .buffers
        .iter()
        .map(|buffer| buffer.dag.as_deref().map_or(1, count) * (1 + buffer.kernels.len()) as u128);
    kernels.chain(dags).chain(slots).chain(fifos).chain(buffers).sum()
}
