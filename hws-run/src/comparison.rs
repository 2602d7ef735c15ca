//! One workload three ways, all in cycles: as planned before the run, as the HWS runs it, and what neither can beat.
//!
//! * static: the latest end of a plan in which every block has its place and its time. It is the file's own where a
//!   file places its kernels, else insertion-based list scheduling in order of the priorities, which are upward
//!   ranks unless a file says otherwise ([`hws_plan::schedule`]): HEFT on equal processors, with groups of SIPs
//!   for kernels of several threads, and their blocks one by one.
//! * static run: the same places and the same order on each SIP, on the model.
//! * dynamic: the run of the model, where the HWS chooses the SIPs.
//! * lower bound: that of the report.
//!
//! Real times count where a file has them, in the plan, too. Data has no time on its way: communication is in the
//! priorities alone, as in a run.

mod placed;

use hws_plan::schedule::{Block, list_schedule};

use crate::report::lower_bound;
use crate::run::{RunError, run};
use crate::workload::{Kernel, Triggers, Workload};
use placed::{jobs, on_their_places, priority_order};

/// What a workload comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// No schedule is shorter.
    pub lower: u64,
    /// The plan; none for kernels that a list schedule cannot place: those with windows or credits, and those that
    /// fit nowhere.
    pub planned: Option<Planned>,
    /// The plan on the model; none where blocks of one kernel have several places, which no descriptor can say.
    pub executed: Option<Executed>,
    /// The run of the HWS.
    pub dynamic: Executed,
}

/// A plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Planned {
    /// Its latest end.
    pub makespan: u64,
    /// Whose places they are.
    pub by: PlannedBy,
}

/// Whose places a plan has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlannedBy {
    /// Those of the file.
    File,
    /// List scheduling.
    Heft,
}

/// A run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Executed {
    /// The last finish.
    pub makespan: u64,
    /// Whether everything was done.
    pub drained: bool,
}

impl Comparison {
    /// Compares the ways of a workload. `placed` is the same workload with the places of its file, if it has them
    /// all ([`crate::workload::Mapping::Static`]).
    ///
    /// # Errors
    /// [`RunError`] when the firmware could not go on.
    pub fn of(workload: &Workload, placed: Option<&Workload>) -> Result<Self, RunError> {
        let (planned, on_places) = match (slots(workload), placed) {
            (Some(makespan), _) => (Some(Planned { makespan, by: PlannedBy::File }), None),
            (None, Some(placed)) => (plan(placed, PlannedBy::File).map(|plan| plan.0), Some(placed.clone())),
            (None, None) => match plan(workload, PlannedBy::Heft) {
                Some((planned, blocks)) => (Some(planned), on_their_places(workload, &blocks)),
                None => (None, None),
            },
        };
        let executed = on_places.filter(|_| planned.is_some()).map(|placed| execute(&placed)).transpose()?;
        Ok(Self { lower: lower_bound(workload), planned, executed, dynamic: execute(workload)? })
    }

    /// Whether every run came to its end.
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

fn plan(workload: &Workload, by: PlannedBy) -> Option<(Planned, Vec<Vec<Block>>)> {
    let is_free = |kernel: &Kernel| kernel.triggers == Triggers::All;
    if !workload.kernels().all(|(_, kernel)| is_free(kernel)) {
        return None;
    }
    let blocks = list_schedule(&jobs(workload), &priority_order(workload)).ok()?;
    let latest = blocks.iter().flatten().map(|block| block.end).max().unwrap_or(0);
    Some((Planned { makespan: u64::try_from(latest).unwrap_or(u64::MAX), by }, blocks))
}

fn execute(workload: &Workload) -> Result<Executed, RunError> {
    let (record, ()) = run(workload, ())?;
    Ok(Executed { makespan: record.makespan, drained: record.drained })
}

#[cfg(test)]
mod tests;
