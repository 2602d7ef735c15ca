//! The makespan of a workload in three ways: as planned before the run, as run by the HWS, and its lower bound.
//!
//! * static: the latest end of a plan that fixes the place and time of every block. If the file places its
//!   kernels, it is the plan of the file, otherwise insertion-based list scheduling in order of the priorities,
//!   which are upward ranks unless a file sets them ([`hws_plan::schedule`]): HEFT on equal processors, with
//!   groups of SIPs for kernels of several threads, and their blocks one by one.
//! * static run: the same places, and the same order on each SIP, on the model.
//! * dynamic: the run of the model, where the HWS chooses among the SIPs that the plan uses, so that both have the
//!   same resources; beside it, the run on the whole machine.
//! * lower bound: that of the report, for the SIPs of the plan.
//!
//! Real times are used if a file has them, in the plan, too. Transfers take the same time in the plan and in the runs.

mod placed;
mod spans;

use hws_plan::schedule::{Block, list_schedule};
use hws_types::SipMask;

use crate::bounds::{Bounds, Paths, narrow};
use crate::run::{RunError, run};
use crate::workload::{Kernel, Triggers, Workload};
use placed::{jobs, on_their_places, on_these_sips, priority_order, sips_of, used_sips};
pub use spans::{BlockSpan, ComparedSpans};

/// The makespans of a workload.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// No schedule on [`Self::sips`] is shorter.
    pub lower: u64,
    /// The SIPs of the plan; all present ones without a plan, and for one that uses none.
    pub sips: SipMask,
    /// Whether some transfer or load takes time.
    pub transfers: bool,
    /// The plan; none if a list schedule cannot place all kernels: those with windows or credits, and those that
    /// fit nowhere.
    pub planned: Option<PlannedMakespan>,
    /// The plan on the model; none if blocks of one kernel have several places, which a descriptor cannot
    /// express.
    pub executed: Option<Executed>,
    /// The run in which the HWS chooses among the SIPs of the plan.
    pub dynamic: Executed,
    /// The run in which it chooses among all SIPs that the file allows.
    pub dynamic_whole_machine: Executed,
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
        Self::of(workload, placed, None)
    }

    /// Like [`Self::new`], with the blocks of the plan and of the runs.
    ///
    /// # Errors
    /// Those of [`Self::new`].
    pub fn with_spans(
        workload: &Workload,
        placed: Option<&Workload>,
    ) -> Result<(Self, ComparedSpans), RunError> {
        let mut spans = ComparedSpans::default();
        let comparison = Self::of(workload, placed, Some(&mut spans))?;
        Ok((comparison, spans))
    }

    /// Fills `spans` if there are any to fill.
    fn of(
        workload: &Workload,
        placed: Option<&Workload>,
        mut spans: Option<&mut ComparedSpans>,
    ) -> Result<Self, RunError> {
        let (planned, on_places, sips) = match (slots(workload), placed) {
            (Some(makespan), _) => {
                keep(&mut spans, |spans| spans.planned = spans::of_slots(workload));
                (Some(PlannedMakespan { makespan, by: PlannedBy::File }), None, sips_of(workload))
            }
            (None, Some(placed)) => {
                let plan = plan(placed, PlannedBy::File);
                let blocks = plan.as_ref().map(|plan| plan.1.as_slice());
                keep(&mut spans, |spans| spans.planned = spans::of_schedule(blocks.unwrap_or_default()));
                (plan.map(|plan| plan.0), Some(placed.clone()), sips_of(placed))
            }
            (None, None) => match plan(workload, PlannedBy::Heft) {
                Some((planned, blocks)) => {
                    keep(&mut spans, |spans| spans.planned = spans::of_schedule(&blocks));
                    (Some(planned), on_their_places(workload, &blocks), used_sips(&blocks))
                }
                None => (None, None, SipMask::EMPTY),
            },
        };
        let mut execute = |workload: &Workload, of: fn(&mut ComparedSpans) -> &mut Vec<BlockSpan>| {
            execute(workload, spans.as_deref_mut().map(of))
        };
        let on_places = on_places.filter(|_| planned.is_some());
        let executed = on_places.map(|placed| execute(&placed, |spans| &mut spans.executed)).transpose()?;
        let sips = if sips.is_empty() { workload.hardware.topology.present() } else { sips };
        let same_sips = on_these_sips(workload, sips);
        let dynamic_whole_machine = execute(workload, |spans| &mut spans.dynamic_whole_machine)?;
        let is_narrower = same_sips != *workload;
        Ok(Self {
            lower: narrow(Bounds::on(workload, &Paths::new(workload), sips.len()).lower),
            sips,
            transfers: workload.has_transfers(),
            planned,
            executed,
            dynamic: if is_narrower {
                execute(&same_sips, |spans| &mut spans.dynamic)?
            } else {
                dynamic_whole_machine
            },
            dynamic_whole_machine,
        })
    }

    /// Returns whether every run was drained.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        let dynamic = [self.dynamic, self.dynamic_whole_machine];
        dynamic.iter().all(|run| run.drained) && self.executed.is_none_or(|executed| executed.drained)
    }
}

fn keep(spans: &mut Option<&mut ComparedSpans>, fill: impl FnOnce(&mut ComparedSpans)) {
    if let Some(spans) = spans {
        fill(spans);
    }
}

/// The latest end of a plan whose kernels all have slots.
fn slots(workload: &Workload) -> Option<u64> {
    let mut runs = workload.kernels().filter(|(_, kernel)| kernel.runs());
    let is_planned = runs.all(|(_, kernel)| kernel.planned.is_some());
    is_planned.then(|| workload.planned_end().map_or(0, |end| end.0))
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

/// Runs a workload; records its blocks if they are wanted.
fn execute(workload: &Workload, spans: Option<&mut Vec<BlockSpan>>) -> Result<Executed, RunError> {
    let record = match spans {
        Some(wanted) => {
            let (record, spans) = spans::recorded(workload)?;
            *wanted = spans;
            record
        }
        None => run(workload, ())?.0,
    };
    Ok(Executed { makespan: record.makespan, drained: record.drained })
}

#[cfg(test)]
mod tests;
