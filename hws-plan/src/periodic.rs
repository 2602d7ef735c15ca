//! The retiming periodic scheduler: a graph that runs many times, on PEs that repeat one period (planner §4.1).
//!
//! A period holds some copies of every task, packed so that no PE waits. Tasks of one period belong to different
//! iterations; the retiming R of a task is the number of periods by which it is shifted (0 or negative).
//! [`Periodic`] answers the modes `plan`, `check` and `bruteforce`.
//!
//! All arithmetic is on integers. Not modelled: contention for DRAM or the network, and the memory that a task
//! needs besides its inputs.

mod arrange;
mod baseline;
mod bruteforce;
mod cache;
mod candidate;
mod check;
mod forest;
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
mod widths;

use std::{fmt, io};

use serde_json::Value;

pub use bruteforce::Best;
pub use check::PeriodicChecked;
pub use planned::PeriodicPlanned;

use crate::input::{InputError, InputFault};
use crate::plan::{Naming, Plan};
use crate::{PlannerAnswer, TaskGraph};
use input::{Mode, Problem};

/// The result for a periodic input.
#[derive(Clone, Debug)]
pub enum Periodic {
    /// A plan.
    Plan(Box<PeriodicPlanned>),
    /// Whether a schedule is valid.
    Check(Box<PeriodicChecked>),
    /// The optimum for a very small graph.
    Bruteforce(Best),
}

impl Periodic {
    /// Answers an input.
    ///
    /// # Errors
    /// An input that breaks planner §7, or an answer beyond signed 64 bits.
    pub fn from_json(input: &Value) -> Result<Self, InputError> {
        Self::answer(Problem::read(input)?)
    }

    /// Answers an input of which an imported graph is the part [`Self::input_of`], without making JSON of it; `keys` are the others.
    ///
    /// # Errors
    /// Those of [`Self::from_json`] and of [`Self::input_of`].
    pub fn from_graph(graph: &TaskGraph, keys: &Value) -> Result<Self, InputError> {
        Self::answer(Problem::of(graph, keys)?)
    }

    fn answer(input: (Problem, Mode)) -> Result<Self, InputError> {
        match input {
            (problem, Mode::Plan { iterations }) => {
                Ok(Self::Plan(Box::new(PeriodicPlanned::of(problem, iterations)?)))
            }
            (problem, Mode::Check { schedule, iterations }) => {
                Ok(Self::Check(Box::new(PeriodicChecked::of(&problem, &schedule, iterations)?)))
            }
            (problem, Mode::Bruteforce) => Ok(Self::Bruteforce(Best::of(&problem)?)),
        }
    }

    /// Returns the plan for a run (planner §5), of at most `most` graphs.
    ///
    /// # Errors
    /// A mode other than `plan`; more than 32 PEs, 2^20 kernels or `most` graphs.
    pub fn to_plan(&self, naming: &Naming<'_>, most: u64) -> Result<Plan, InputError> {
        match self {
            Self::Plan(planned) => planned.to_plan(naming, most),
            Self::Check(_) | Self::Bruteforce(_) => {
                let what = "this mode makes no plan".to_owned();
                Err(InputError::new("mode", InputFault::Infeasible { what, remedy: "use the mode plan" }))
            }
        }
    }

    /// Returns the part of an input that follows from a graph: `nodes` and `edges`. Ids are the indices of the tasks,
    /// `name` is the name, and `size` is the bytes of the edge or 0.
    ///
    /// # Errors
    /// A task of time 0, or values or lists beyond the limits of an input; the error names the task.
    pub fn input_of(graph: &TaskGraph) -> Result<Value, InputError> {
        graph::as_input(graph)
    }
}

impl PlannerAnswer for Periodic {
    fn json(&self) -> Value {
        match self {
            // Keys are strings and values are integers within 64 bits, so JSON can hold all of it.
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
