//! What was understood of a workload, before anything runs: for a person ([`Overview`] displays itself) and
//! as JSON.
//!
//! Registers are those that firmware really leaves, read after it has brought an HWS up, with whoever
//! set them last. Times are cycles, except `est`, which is in time units. Bounds are those of
//! [`report`](crate::report), without what deciding costs.

mod graphs;
mod machine;
mod registers;
mod schema;
mod text;

use schemars::JsonSchema;
use serde::Serialize;

pub use graphs::{DagOverview, DependencyOverview, KernelOverview};
pub use machine::{CostOverview, ErrorModelOverview, MachineOverview};
pub use registers::RegisterOverview;
pub use schema::schema;

use crate::report::{Bounds, narrow, work};
use crate::run::{RunError, RunRecord, settings};
use crate::workload::Understood;
use registers::Registers;

/// A workload as it would be run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overview {
    /// What it runs on.
    pub machine: MachineOverview,
    /// The registers that differ from reset when firmware has brought the HWS up, by address.
    pub registers: Vec<RegisterOverview>,
    /// How real times differ from estimates, if they do.
    pub error_model: Option<ErrorModelOverview>,
    /// What imported times were multiplied by.
    pub est_scale: u64,
    /// Kernels of all graphs.
    pub kernels: u64,
    /// SIP cycles of all blocks.
    pub work: u64,
    /// No schedule is shorter.
    pub lower_bound: u64,
    /// Graham's bound and the latest arrival: what list scheduling that costs nothing stays below.
    pub graham_bound: u64,
    /// The graphs in order.
    pub dags: Vec<DagOverview>,
}

impl Overview {
    /// The overview of a workload.
    ///
    /// # Errors
    /// [`RunError`] when firmware cannot bring the HWS up for it.
    pub fn new(understood: &Understood) -> Result<Self, RunError> {
        let workload = &understood.workload;
        let registers = Registers::new(settings(workload)?);
        let bounds = Bounds::of(workload, &RunRecord::default());
        let works = workload.kernels().map(|(_, kernel)| work(workload, kernel));
        Ok(Self {
            machine: MachineOverview::of(&workload.hardware, &understood.origins),
            error_model: understood.error_model.map(ErrorModelOverview::from),
            est_scale: workload.est_scale,
            kernels: workload.kernels().count() as u64,
            work: narrow(works.fold(0, u128::saturating_add)),
            lower_bound: bounds.lower,
            graham_bound: bounds.graham,
            dags: workload.dags.iter().map(|dag| DagOverview::of(workload, dag, &registers)).collect(),
            registers: registers.overview(&understood.origins),
        })
    }
}

#[cfg(test)]
mod tests;
