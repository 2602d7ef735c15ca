//! The retiming periodic scheduler: a graph that runs many times, on PEs that always do the same (planner §4.1).
//!
//! A period holds some copies of every task, packed so that no PE waits; tasks of one period belong to different
//! iterations, and the retiming R of a task says how many periods before its last one it runs. [`Periodic`]
//! answers the modes `plan`, `check` and `bruteforce`.
//!
//! All arithmetic is on integers. Not modelled: contention for DRAM or the network, and the size of what a task
//! needs beside its inputs.

mod arrange;
mod baseline;
mod bruteforce;
mod cache;
mod check;
mod graph;
mod input;
mod launches;
mod layers;
mod layout;
mod live;
mod output;
mod period;
mod place;
mod plan;
mod planned;
mod subset;
mod tables;
mod totals;

use std::{fmt, io};

use serde_json::Value;

pub use bruteforce::Best;
pub use check::PeriodicChecked;
pub use plan::Naming;
pub use planned::PeriodicPlanned;

use crate::input::{InputError, InputFault};
use crate::plan::Plan;
use crate::{PlannerAnswer, TaskGraph};
use input::{Mode, Problem};

/// The answer to a periodic input.
#[derive(Clone, Debug)]
pub enum Periodic {
    /// A plan.
    Plan(Box<PeriodicPlanned>),
    /// Whether a schedule holds.
    Check(Box<PeriodicChecked>),
    /// The best there is for a very small graph.
    Bruteforce(Best),
}

impl Periodic {
    /// Answers an input.
    ///
    /// # Errors
    /// An input that breaks planner §7, or an answer beyond signed 64 bits.
    pub fn from_json(input: &Value) -> Result<Self, InputError> {
        match Problem::read(input)? {
            (problem, Mode::Plan { iterations }) => {
                Ok(Self::Plan(Box::new(PeriodicPlanned::of(problem, iterations)?)))
            }
            (problem, Mode::Check { schedule, iterations }) => {
                Ok(Self::Check(Box::new(PeriodicChecked::of(&problem, &schedule, iterations)?)))
            }
            (problem, Mode::Bruteforce) => Ok(Self::Bruteforce(Best::of(&problem)?)),
        }
    }

    /// The plan that a run executes (planner §5, rows 001); `most` graphs at most.
    ///
    /// # Errors
    /// Another mode than `plan`; more than 32 PEs, 2^20 kernels or `most` graphs.
    pub fn to_plan(&self, naming: &Naming<'_>, most: u64) -> Result<Plan, InputError> {
        match self {
            Self::Plan(planned) => planned.to_plan(naming, most),
            Self::Check(_) | Self::Bruteforce(_) => {
                let what = "this mode makes no plan".to_owned();
                Err(InputError::new("mode", InputFault::Infeasible { what, remedy: "use the mode plan" }))
            }
        }
    }

    /// The part of an input that a graph gives: `nodes` and `edges`. Ids are the indices of the tasks, `name` is
    /// the name, bytes on the edges are `size`, 0 without.
    ///
    /// # Errors
    /// A task of time 0, or values or lists beyond what an input may have; the task is named.
    pub fn input_of(graph: &TaskGraph) -> Result<Value, InputError> {
        graph::as_input(graph)
    }
}

impl PlannerAnswer for Periodic {
    fn json(&self) -> Value {
        match self {
            // Keys are texts and values integers within 64 bits: there is nothing that JSON could not hold.
            Self::Plan(planned) => serde_json::to_value(planned).unwrap_or_default(),
            Self::Check(checked) => checked.json(),
            Self::Bruteforce(best) => best.json(),
        }
    }

    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        match self {
            Self::Plan(planned) => Ok(serde_json::to_writer_pretty(out, planned)?),
            other => Ok(serde_json::to_writer_pretty(out, &other.json())?),
        }
    }

    fn is_good(&self) -> bool {
        match self {
            Self::Plan(_) | Self::Bruteforce(_) => true,
            Self::Check(checked) => checked.is_good(),
        }
    }
}

impl fmt::Display for Periodic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(planned) => planned.fmt(f),
            Self::Check(checked) => checked.fmt(f),
            Self::Bruteforce(best) => best.fmt(f),
        }
    }
}
