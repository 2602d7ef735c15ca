//! Checks a plan made elsewhere (planner §5, §6).
//!
//! The first check is for consistency: ids, names, values, prefetches, credits, and no kernel or block that waits for
//! itself. The slots of a consistent plan are then checked against the rest of the plan.

mod checked;
mod links;
mod lists;
mod names;
mod progress;
mod slots;
mod values;

pub use checked::PlanChecked;
use links::Links;
pub(super) use links::Pred;
pub(super) use slots::{Placed, Reached, ready_slots, ready_times, sips};

use hws_types::Topology;

use super::Plan;
use super::finding::{Findings, PlanFinding};
use names::Names;

/// A plan by position instead of by name.
#[derive(Debug)]
pub(super) struct Resolved<'p> {
    /// The links of each kernel.
    pub(super) links: Vec<Links<'p>>,
    /// The kernel of each slot.
    pub(super) slots: Vec<usize>,
}

/// Returns the plan by position, if it is consistent; else the inconsistencies, in the order plan, graphs, names,
/// kernels, slots, FIFOs, buffers, cycles. The plan is written out.
pub(super) fn resolve(plan: &Plan) -> Result<Resolved<'_>, Vec<PlanFinding>> {
    let mut findings = Findings::default();
    values::of_plan(plan, &mut findings);
    let names = Names::read(plan, &mut findings);
    let links = links::read(plan, &names, &mut findings);
    let slots = lists::slots(plan, &names, &mut findings).into_iter().flatten().collect();
    lists::fifos(plan, &names, &mut findings);
    lists::buffers(plan, &names, &mut findings);
    if findings.0.is_empty() {
        progress::check(plan, &links, &mut findings);
    }
    if findings.0.is_empty() { Ok(Resolved { links, slots }) } else { Err(findings.0) }
}

/// Returns whether the slots of a consistent plan are valid.
pub(super) fn slots_are_right(plan: &Plan, resolved: &Resolved<'_>) -> bool {
    slots::check(plan, resolved).is_empty()
}

impl Plan {
    /// Returns the machine for which the plan is made: the largest one if it names none, `None` if it does not exist.
    #[must_use]
    pub fn topology(&self) -> Option<Topology> {
        self.machine.map_or(Some(Topology::FULL), |machine| {
            Topology::new(machine.cluster_sip_num, machine.cluster_num)
        })
    }

    /// Checks everything in a plan that can be judged without a machine. Slots are checked once the rest is consistent.
    #[must_use]
    pub fn check(&self) -> PlanChecked {
        let expanded = match self.expand() {
            Ok(expanded) => expanded,
            Err(findings) => return PlanChecked::new(self, findings),
        };
        let violations = match resolve(&expanded.plan) {
            Ok(resolved) => slots::check(&expanded.plan, &resolved),
            Err(findings) => findings,
        };
        PlanChecked::new(&expanded.plan, expanded.in_file(violations))
    }
}
