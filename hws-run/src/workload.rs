//! Workloads: task graphs with priorities, and the machine they run on, complete and validated.
//!
//! This module reads every source of a workload: our YAML, plans, imported graphs, the built-in example.
//! [`read`] accepts a file only if it can be run; the first problem is an error with file, line, column, reason
//! and remedy. [`Inputs`] reads several files. [`schema`] describes the YAML for editors.
//!
//! Defaults and details of the YAML:
//! * a graph arrives at 0, is static, and runs once; `repeat: 3, every: 50000` makes the instances `id`,
//!   `id#1` and `id#2`, each arriving `every` cycles after the previous one;
//! * a kernel has one block, context 0, any SIP, and all its triggers; `threads` is required, and so is one of
//!   `est` (time units per block) and `cost` (operations and bytes of the whole kernel, converted with the rates
//!   of the machine, by default those of [`hws_plan::cost::CostModel`]);
//! * `prefetch: k` makes a kernel that allocates L2 for `k`. It has the shape of `k`; only `id`, `deps` and
//!   `priority` are its own. `k` waits for its launch, whether or not `deps` lists it, and has no other
//!   prefetch;
//! * priorities are upward ranks ([`hws_plan::priorities`]) of est × rounds, where a round is as many blocks
//!   as the machine holds at once; dependencies on a launch count like those on a finish, and `priority`
//!   overrides the rank;
//! * imported times are scaled by one constant for all files ([`ReadOptions::est_scale`]); those of ONNX
//!   models are already cycles, from the same rates, and are not scaled unless a scale is given;
//! * integers may be written as `118e6`, masks as numbers or as lists of SIPs; anchors and `<<` are supported.
//!
//! ```
//! use hws_run::workload::{ReadOptions, read};
//!
//! let text = "dags: [{ id: g, kernels: [{ id: a, thread: 2, est: 9 }] }]";
//! let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
//! let error = read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files).unwrap_err();
//! assert!(error.to_string().starts_with(
//!     "w.yaml:1:36: unknown key `thread` in a kernel; did you mean `threads`?"
//! ));
//! ```

mod across;
mod built_in;
mod dag;
mod dags;
mod error;
mod error_model;
mod faults;
mod fields;
mod file;
mod firmware;
mod gemini;
mod graph_priority;
mod hardware;
mod imported;
mod inputs;
mod kernel;
mod kernels;
mod layers;
mod needs;
mod node;
mod options;
mod origins;
mod planned;
mod ranks;
mod read;
mod real_times;
mod registers;
mod scalar;
mod schema;
mod to_plan;
mod triggers;

use hws_types::Cycle;

use crate::hardware::Hardware;
use crate::policy::{self, PolicyError, PolicyReason, RunSettings};

pub use built_in::built_in;
pub use dag::{Dag, GraphKind};
pub use error::{ImportPlace, WorkloadError, WorkloadReason};
pub use error_model::{ErrorKind, ErrorModel, RealTimeTooLong, UnknownErrorKind};
pub use faults::Faults;
pub use firmware::{FirmwareOptions, Pin, Scheduler};
pub(crate) use firmware::{IN_PATHS, L2_MOST, OUT_PATHS, PINS, VCS_MOST};
pub use graph_priority::GRAPH_PRIORITY_MOST;
pub(crate) use hardware::{RATE_MOST, legal_topologies};
pub use imported::MEAN_EST_CYCLES;
pub use inputs::{InputFile, Inputs, Load, Masks, STANDARD_INPUT, Understood};
pub use kernel::{Dep, ExternalDep, Kernel, PlannedSpan, Role};
pub(crate) use kernels::places;
pub use needs::{Needs, Params, Vc, VcBy};
pub use options::{Loader, Mapping, ReadOptions};
pub use origins::Origins;
pub(crate) use ranks::rounds;
pub use read::read;
pub(crate) use registers::reserved as register_reserved;
pub use schema::{config_schema, schema};
pub use triggers::{Credit, Triggers};

/// Machine, contexts and task graphs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Workload {
    /// The machine.
    pub hardware: Hardware,
    /// Usage masks that are not all ones: context, one thread count of the size class, mask.
    pub usage_masks: Masks,
    /// The firmware options.
    pub firmware: FirmwareOptions,
    /// The graphs, in file order; each repetition is a separate graph.
    pub dags: Vec<Dag>,
    /// The scale of imported times; 1 if nothing was imported.
    pub est_scale: u64,
    /// The [prediction](hws_plan::plan::Time::predicted_factor) of the plan, if it is the only file.
    pub predicted_factor: Option<[u64; 2]>,
    /// The faults that a run injects; none by default.
    pub faults: Faults,
}

impl Workload {
    /// Creates a workload of these graphs on the default machine, with all usage masks open.
    #[must_use]
    pub fn new(dags: Vec<Dag>) -> Self {
        Self {
            hardware: Hardware::default(),
            usage_masks: Masks::new(),
            firmware: FirmwareOptions::default(),
            dags,
            est_scale: 1,
            predicted_factor: None,
            faults: Faults::default(),
        }
    }

    /// Returns the same workload without its graphs.
    #[must_use]
    pub fn without_graphs(&self) -> Self {
        Self {
            hardware: self.hardware.clone(),
            usage_masks: self.usage_masks.clone(),
            dags: Vec::new(),
            faults: self.faults.clone(),
            ..*self
        }
    }

    /// Applies a [policy].
    ///
    /// # Errors
    /// An unknown key, an invalid value, or a key that [shapes the workload](policy::shapes_workload) or its real times: such a
    /// key must be set before the files are read ([`Inputs::policies`]). Nothing is changed on error.
    pub fn set_policy(&mut self, key: &str, value: &str) -> Result<(), PolicyError> {
        if policy::shapes_workload(key) || key == policy::ERROR_MODEL {
            return Err(PolicyError::new(key, value, PolicyReason::TooLate));
        }
        let mut settings = RunSettings::of(self, &ReadOptions::default(), ErrorKind::None);
        policy::set(&mut settings, key, value)?;
        settings.apply_to(self);
        Ok(())
    }

    /// Returns all kernels of all graphs, in kernel_id order.
    pub fn kernels(&self) -> impl Iterator<Item = (&Dag, &Kernel)> {
        self.dags.iter().flat_map(|dag| dag.kernels.iter().map(move |kernel| (dag, kernel)))
    }

    /// Returns the number of kernels of all graphs.
    #[must_use]
    pub fn kernel_count(&self) -> usize {
        self.dags.iter().map(|dag| dag.kernels.len()).sum()
    }

    /// Returns the kernel of a kernel_id, and its graph.
    #[must_use]
    pub fn kernel_of_id(&self, kernel_id: u32) -> Option<(&Dag, &Kernel)> {
        let mut place = kernel_id as usize;
        self.dags.iter().find_map(|dag| match dag.kernels.get(place) {
            Some(kernel) => Some((dag, kernel)),
            None => {
                place -= dag.kernels.len();
                None
            }
        })
    }

    /// Returns the kernel_id of the first kernel of each graph.
    #[must_use]
    pub fn first_kernels(&self) -> Vec<u32> {
        let firsts = self.dags.iter().scan(0, |end, dag| {
            let first = *end;
            *end += dag.kernels.len() as u32;
            Some(first)
        });
        firsts.collect()
    }

    /// Returns the end of the last planned kernel; none if nothing is planned.
    #[must_use]
    pub fn planned_end(&self) -> Option<Cycle> {
        self.kernels().filter_map(|(_, kernel)| Some(kernel.planned.as_ref()?.finish)).max()
    }

    /// Returns whether transfers take time: some dependency has a delay, or some load takes time.
    #[must_use]
    pub fn has_transfers(&self) -> bool {
        let delayed = |kernel: &Kernel| {
            kernel.deps.iter().any(|dep| dep.delay > 0) || kernel.external.iter().any(|dep| dep.delay > 0)
        };
        self.kernels().any(|(_, kernel)| delayed(kernel) || kernel.role == Role::Load && kernel.est > 0)
    }

    /// Lets transfers take no time. Loads remain, but no longer wait for one another.
    pub fn forget_transfers(&mut self) {
        for dag in &mut self.dags {
            let is_load: Vec<bool> = dag.kernels.iter().map(|kernel| kernel.role == Role::Load).collect();
            for kernel in &mut dag.kernels {
                kernel.delays_mut().for_each(|delay| *delay = 0);
                if kernel.role == Role::Load {
                    kernel.est = 0;
                    kernel.deps.retain(|dep| is_load.get(dep.place()) == Some(&false));
                }
            }
        }
    }

    /// Returns the number of blocks that run on SIPs.
    #[must_use]
    pub fn launches(&self) -> u64 {
        let runs = self.kernels().filter(|(_, kernel)| kernel.runs());
        runs.map(|(_, kernel)| u64::from(kernel.blocks)).sum()
    }

    /// Returns the real cycles of one block.
    #[must_use]
    pub fn block_cycles(&self, kernel: &Kernel) -> u64 {
        match kernel.actual {
            Some(cycles) => u64::from(cycles),
            None => u64::from(kernel.est) * u64::from(self.hardware.time_unit),
        }
    }
}

#[cfg(test)]
mod tests;
