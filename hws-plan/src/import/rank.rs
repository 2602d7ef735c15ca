//! The input of `hws plan rank` (planner §7) as a task graph.
//!
//! Tasks ascend by id. A task with a cost per processor takes their mean, rounded up; `comm` is the
//! communication time of an edge. `coeff` and `normalise` are checked, but not used.

use super::error::{FilePlace, ImportError, ImportReason};
use crate::input;
use crate::rank::Problem;
use crate::{GraphError, Task, TaskGraph};

/// Reads a graph.
pub(super) fn read(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    let value = input::parse(text).map_err(ImportError::from)?;
    let problem = Problem::read(&value).map_err(ImportError::from)?;
    build(problem, name).map_err(|error| ImportError::new(FilePlace::File, ImportReason::Graph(error)))
}

fn build(problem: Problem, name: &str) -> Result<TaskGraph, GraphError> {
    let costs = problem.mean_costs();
    let sorted = |list: &[(usize, i128)]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    let pred: Vec<_> = problem.pred.iter().map(sorted).collect();
    let mean = |cost: i128| u64::try_from(cost.unsigned_abs().div_ceil(problem.denominator.unsigned_abs()));
    let tasks = problem.ids.iter().zip(&pred).zip(costs).map(|((id, preds), cost)| Task {
        id: id.plain(),
        // Costs are below 2^31.
        time: mean(cost).unwrap_or(u64::MAX),
        core: None,
        preds: preds.iter().map(|&(pred, _)| pred).collect(),
    });
    let comm = |list: &Vec<(usize, i128)>| list.iter().map(|&(_, comm)| comm.unsigned_abs() as u64).collect();
    TaskGraph::new(name, tasks.collect())?.with_comm(pred.iter().map(comm).collect())
}
