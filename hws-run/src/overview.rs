//! The interpretation of a workload, before anything runs: as text ([`Overview`] implements `Display`) and as
//! JSON.
//!
//! Registers are those that firmware actually leaves, read after it has brought up an HWS, with the source of
//! the last setting. Times are cycles, except `est`, which is in time units. Bounds are those of
//! [`report`](crate::report), without the cost of scheduling.

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

use crate::bounds::{Bounds, Paths, narrow, total_work};
use crate::run::{RunError, settings};
use crate::workload::Understood;
use registers::Registers;

/// A workload as it would be run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Overview {
    /// The machine.
    pub machine: MachineOverview,
    /// The registers that differ from reset once firmware has brought up the HWS, by address.
    pub registers: Vec<RegisterOverview>,
    /// The error model of real times, if there is one.
    pub error_model: Option<ErrorModelOverview>,
    /// The factor of imported times.
    pub est_scale: u64,
    /// Number of kernels of all graphs.
    pub kernels: u64,
    /// SIP cycles of all blocks.
    pub work: u64,
    /// No schedule is shorter.
    pub lower_bound: u64,
    /// Graham's bound plus the latest arrival: list scheduling without overhead is never longer.
    pub graham_bound: u64,
    /// The graphs in order.
    pub dags: Vec<DagOverview>,
}

impl Overview {
    /// Creates the overview of a workload.
    ///
    /// # Errors
    /// [`RunError`] when firmware cannot bring the HWS up for it.
    pub fn new(understood: &Understood) -> Result<Self, RunError> {
        let workload = &understood.workload;
        let registers = Registers::new(settings(workload)?);
        let paths = Paths::new(workload);
        let bounds = Bounds::of(workload, &paths);
        Ok(Self {
            machine: MachineOverview::new(&workload.hardware, &understood.origins),
            error_model: understood.error_model.map(ErrorModelOverview::from),
            est_scale: workload.est_scale,
            kernels: workload.kernels().count() as u64,
            work: narrow(total_work(workload, &workload.dags)),
            lower_bound: narrow(bounds.lower),
            graham_bound: narrow(bounds.graham),
            dags: workload
                .dags
                .iter()
                .zip(&paths.own)
                .map(|(dag, &path)| DagOverview::new(workload, dag, path, &registers))
                .collect(),
            registers: registers.overview(&understood.origins),
        })
    }
}

#[cfg(test)]
mod tests;
