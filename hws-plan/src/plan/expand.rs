//! Plans with every repetition and order written out (planner §5.2), as they are checked, linted and run.
//!
//! A graph with `repeat` becomes its instances, `per_graph` of them in each graph; kernels, slots, FIFOs and buffers of
//! the template are repeated with them. Then, in a plan of the order `planned`, kernels get the dependencies and
//! priorities that follow from their slots. A plan without either is not copied.

mod end;
mod first;
mod instances;
mod origin;
mod planned;
mod size;

use std::borrow::Cow;

use super::Plan;
use super::finding::{Findings, PlanFinding};
use origin::Origin;

/// A plan written out, and the entries of the file that its own entries come from.
#[derive(Debug)]
pub(super) struct Expanded<'p> {
    pub(super) plan: Cow<'p, Plan>,
    pub(super) origin: Option<Origin>,
}

/// A plan with every repetition and order written out, and the way back to the entries of its file.
#[derive(Debug)]
pub struct WrittenOut {
    /// The plan, without repetitions.
    pub plan: Plan,
    pub(super) origin: Option<Origin>,
}

impl WrittenOut {
    /// Returns the path in the file of a path in the plan, such as `kernels[3].deps[0]` for `kernels[41].deps[0]`.
    #[must_use]
    pub fn path_in_file(&self, path: &str) -> String {
        self.origin.as_ref().map_or_else(|| path.to_owned(), |origin| origin.path(path))
    }
}

impl Plan {
    /// Writes the plan out, or returns why that is not possible; there is then at least one finding.
    pub(super) fn expand(&self) -> Result<Expanded<'_>, Vec<PlanFinding>> {
        let mut findings = Findings::default();
        size::check(self, &mut findings);
        if !findings.0.is_empty() {
            return Err(findings.0);
        }
        let repeats = self.dags.iter().any(|dag| dag.repeat.is_some());
        if !repeats && self.order.is_explicit() {
            return Ok(Expanded { plan: Cow::Borrowed(self), origin: None });
        }
        let (mut plan, origin) = instances::write_out(self);
        if !plan.order.is_explicit() {
            planned::order(&mut plan, &mut findings);
        }
        let expanded = Expanded { plan: Cow::Owned(plan), origin: Some(origin) };
        if findings.0.is_empty() { Ok(expanded) } else { Err(expanded.in_file(findings.0)) }
    }
}

impl Expanded<'_> {
    /// Findings with the paths of the file. What all instances of a template have in common is reported once.
    pub(super) fn in_file(&self, findings: Vec<PlanFinding>) -> Vec<PlanFinding> {
        match &self.origin {
            Some(origin) => origin.once(findings),
            None => findings,
        }
    }
}
