//! The makespan of a workload in three ways: as planned before the run, as run by the HWS, and its lower bound.
//!
//! * static: the latest end of a plan that fixes the place and time of every block. If the file places its
//!   kernels, it is the plan of the file, otherwise insertion-based list scheduling in order of the priorities,
//!   which are upward ranks unless a file sets them ([`hws_plan::schedule`]): HEFT on equal processors, with
//!   groups of SIPs for kernels of several threads, and their blocks one by one.
//! * static run: the same places, and the same order on each SIP, on the model.
//! * dynamic: the run of the model, where the HWS chooses the SIPs.
//! * lower bound: that of the report.
//!
//! Real times are used if a file has them, in the plan, too. Data transfer takes no time: communication only
//! affects the priorities, as in a run.

mod placed;

use hws_plan::schedule::{Block, list_schedule};

use crate::bounds::{Bounds, narrow};
use crate::run::{RunError, run};
use crate::workload::{Kernel, Triggers, Workload};
use placed::{jobs, on_their_places, priority_order};

/// The makespans of a workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// No schedule is shorter.
    pub lower: u64,
    /// The plan; none if a list schedule cannot place all kernels: those with windows or credits, and those that
    /// fit nowhere.
    pub planned: Option<PlannedMakespan>,
    /// The plan on the model; none if blocks of one kernel have several places, which a descriptor cannot
    /// express.
    pub executed: Option<Executed>,
    /// The run of the HWS.
    pub dynamic: Executed,
}

/// A plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannedMakespan {
    /// Its latest end.
    pub makespan: u64,
    /// The source of its places.
    pub by: PlannedBy,
}

/// The source of the places in a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlannedBy {
    /// The file.
    File,
    /// List scheduling.
    Heft,
}

/// A run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Executed {
    /// The finish of the last block.
    pub makespan: u64,
    /// Whether every kernel finished.
    pub drained: bool,
}

impl Comparison {
    /// Plans and runs a workload. `placed` is the same workload with the places of its file, if the file places
    /// every kernel ([`crate::workload::Mapping::Static`]).
    ///
    /// # Errors
    /// [`RunError`] when the firmware could not continue.
    pub fn new(workload: &Workload, placed: Option<&Workload>) -> Result<Self, RunError> {
        let (planned, on_places) = match (slots(workload), placed) {
            (Some(makespan), _) => (Some(PlannedMakespan { makespan, by: PlannedBy::File }), None),
            (None, Some(placed)) => (plan(placed, PlannedBy::File).map(|plan| plan.0), Some(placed.clone())),
            (None, None) => match plan(workload, PlannedBy::Heft) {
                Some((planned, blocks)) => (Some(planned), on_their_places(workload, &blocks)),
                None => (None, None),
            },
        };
        let executed = on_places.filter(|_| planned.is_some()).map(|placed| execute(&placed)).transpose()?;
        let lower = narrow(Bounds::new(workload).lower);
        Ok(Self { lower, planned, executed, dynamic: execute(workload)? })
    }

    /// Returns whether every run was drained.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        self.dynamic.drained && self.executed.is_none_or(|executed| executed.drained)
    }
}

/// The latest end of a plan whose kernels all have slots.
fn slots(workload: &Workload) -> Option<u64> {
    let runs = workload.kernels().filter(|(_, kernel)| kernel.runs());
    runs.map(|(_, kernel)| Some(kernel.planned?.finish.0))
        .try_fold(0, |latest, finish| Some(latest.max(finish?)))
}

fn plan(workload: &Workload, by: PlannedBy) -> Option<(PlannedMakespan, Vec<Vec<Block>>)> {
    let is_free = |kernel: &Kernel| kernel.triggers == Triggers::All;
    if !workload.kernels().all(|(_, kernel)| is_free(kernel)) {
        return None;
    }
    let blocks = list_schedule(&jobs(workload), &priority_order(workload)).ok()?;
    let latest = blocks.iter().flatten().map(|block| block.end).max().unwrap_or(0);
    Some((PlannedMakespan { makespan: u64::try_from(latest).unwrap_or(u64::MAX), by }, blocks))
}

fn execute(workload: &Workload) -> Result<Executed, RunError> {
    let (record, ()) = run(workload, ())?;
    Ok(Executed { makespan: record.makespan, drained: record.drained })
}

#[cfg(test)]
mod tests;
