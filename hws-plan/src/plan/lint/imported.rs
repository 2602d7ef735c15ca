//! Graphs before they become plans: findings that the plan no longer shows.

use hws_types::Sip;

use super::{LintTarget, Linted};
use crate::TaskGraph;
use crate::plan::finding::Findings;
use crate::plan::rule::{CORE, TIME_ZERO};
use crate::plan::{GraphPlanOptions, NoPlan, Plan};

impl Linted {
    /// Lints a graph and the plan that it becomes for a machine. Paths are `tasks[i]` in the order of the graph, then
    /// those of the plan, whose kernels have the same order.
    ///
    /// # Errors
    /// There is no plan for the graph.
    pub fn from_graph(graph: &TaskGraph, target: &LintTarget) -> Result<Self, NoPlan> {
        let plan = Plan::from_graph(graph, &GraphPlanOptions::default())?;
        let mut findings = Findings::default();
        let present = target.topology.present();
        for (index, task) in graph.tasks().iter().enumerate() {
            let path = format_args!("tasks[{index}]");
            findings.unless(task.time > 0, TIME_ZERO, path, format_args!("`{}` takes no time", task.id));
            let Some(core) = task.core else { continue };
            let is_there = Sip::new(core).is_some_and(|sip| present.contains(sip.mask()));
            let reason = format_args!("`{}` is on core {core}, but present SIPs are {present}", task.id);
            findings.unless(is_there, CORE, path, reason);
        }
        findings.0.extend(plan.lint(target).findings);
        Ok(Self::new(findings.0))
    }
}
