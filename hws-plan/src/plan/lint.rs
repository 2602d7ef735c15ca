//! Checks how a machine would run a plan: the limits of planner §5, and where the run would deviate from the plan.
//!
//! An error is something that the machine cannot do, a warning something that it does differently from the plan.

mod graphs;
mod imported;
mod kernels;
mod linted;
mod order;
mod replay;
mod target;

pub use linted::Linted;
pub use target::LintTarget;

use super::Plan;
use super::check::resolve;
use super::finding::{Findings, PlanFinding};
use super::rule::{FIFO_WINDOW, MACHINE, NOT_RUNNABLE};
use super::{PlanFifo, PlanTriggers};

impl Plan {
    /// Lints the plan for a machine. For an inconsistent plan only the inconsistencies are reported; the order of
    /// priorities and the use of the cache are examined if the slots are valid.
    #[must_use]
    pub fn lint(&self, target: &LintTarget) -> Linted {
        let findings = match self.expand() {
            Ok(expanded) => expanded.in_file(written_out(&expanded.plan, target)),
            Err(findings) => findings,
        };
        Linted::new(findings)
    }
}

/// Lints a plan that is written out.
fn written_out(plan: &Plan, target: &LintTarget) -> Vec<PlanFinding> {
    let resolved = match resolve(plan) {
        Ok(resolved) => resolved,
        Err(findings) => return findings,
    };
    let mut findings = Findings::default();
    if let Some(reason) = &plan.not_runnable {
        findings.add(NOT_RUNNABLE, "not_runnable", reason);
        return findings.0;
    }
    machine(plan, target, &mut findings);
    kernels::check(plan, target, &mut findings);
    graphs::check(plan, &resolved, target, &mut findings);
    fifos(plan, &mut findings);
    if !plan.slots.is_empty() && super::check::slots_are_right(plan, &resolved) {
        order::check(plan, &resolved, &mut findings);
        replay::check(plan, &resolved, &mut findings);
    }
    findings.0
}

fn machine(plan: &Plan, target: &LintTarget, findings: &mut Findings) {
    let Some(planned) = plan.machine else { return };
    let there = (target.topology.cluster_sip_num(), target.topology.cluster_num());
    let (sips, clusters) = (planned.cluster_sip_num, planned.cluster_num);
    let reason =
        format_args!("the plan is for {sips}x{clusters}, but the machine is {}x{}", there.0, there.1);
    findings.unless((sips, clusters) == there, MACHINE, "machine", reason);
}

/// The window of a FIFO has to be enforced by the producer's triggers.
fn fifos(plan: &Plan, findings: &mut Findings) {
    let producers: std::collections::BTreeMap<(&str, &str), &PlanTriggers> = plan
        .kernels
        .iter()
        .map(|kernel| ((kernel.dag.as_str(), kernel.id.as_str()), &kernel.triggers))
        .collect();
    for (index, PlanFifo { dag, from, window, .. }) in plan.fifos.iter().enumerate() {
        let (Some(window), Some(triggers)) = (window, producers.get(&(dag.as_str(), from.as_str()))) else {
            continue;
        };
        let is_kept = match triggers {
            PlanTriggers::All => false,
            PlanTriggers::Window(own) => own <= window,
            PlanTriggers::Credits(_) => true,
        };
        let reason =
            format_args!("{window} blocks of `{from}` may be in flight, but its triggers allow more");
        findings.unless(is_kept, FIFO_WINDOW, format_args!("fifos[{index}].window"), reason);
    }
}
