//! A task graph as the problem of the rank mode.

use std::num::NonZeroU64;

use super::Problem;
use super::input::{Neighbours, Scale, neighbours};
use crate::input::InputId;
use crate::lists::Lists;
use crate::{Task, TaskGraph};

impl Problem {
    /// Tasks by id; ids that are all integers order by value. `bw` is bytes per unit of time. Times and
    /// communication fit in 64 bits together, so ranks do.
    pub(crate) fn of_graph(graph: &TaskGraph, bw: Option<NonZeroU64>, scale: Scale) -> Self {
        let mut by_id: Vec<(InputId, usize)> = ids(graph).into_iter().zip(0..).collect();
        by_id.sort_unstable();
        let (ids, by_id): (Vec<InputId>, Vec<usize>) = by_id.into_iter().unzip();
        let mut place = vec![0; graph.len()];
        by_id.iter().enumerate().for_each(|(to, &from)| place[from] = to);
        let (pred, succ) = edges(graph, bw, &place);
        Self {
            ids,
            costs: Lists::of(by_id.iter().map(|&task| [graph.tasks()[task].time.into()])),
            pred,
            succ,
            topo: graph.topological_order().iter().map(|&task| place[task]).collect(),
            processors: None,
            has_pes: false,
            listed: None,
            denominator: 1,
            scale,
        }
    }
}

fn ids(graph: &TaskGraph) -> Vec<InputId> {
    let integers: Option<Vec<InputId>> =
        graph.tasks().iter().map(|task| integer(&task.id).map(|id| InputId::Int(id.into()))).collect();
    integers.unwrap_or_else(|| graph.tasks().iter().map(|task| InputId::Text(task.id.clone())).collect())
}

/// Returns an integer that is written in the usual way: `7`, but neither `+7` nor `07` nor `-0`.
fn integer(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_usual = text == "0" || !digits.starts_with(['0', '+']);
    text.parse().ok().filter(|_| is_usual)
}

fn edges(graph: &TaskGraph, bw: Option<NonZeroU64>, place: &[usize]) -> (Neighbours, Neighbours) {
    let comm = graph.comm(bw);
    let placed = |((from, to), comm): ((usize, usize), i128)| ((place[from], place[to]), comm);
    neighbours(graph.len(), weighted(graph, comm.as_deref()).map(placed))
}

/// Returns the edges of a graph with their communication times, which are 0 if there are none.
pub(super) fn weighted<'a>(
    graph: &'a TaskGraph,
    comm: Option<&'a [Vec<u64>]>,
) -> impl Iterator<Item = ((usize, usize), i128)> + Clone + 'a {
    let time = move |to: usize, at: usize| comm.map_or(0, |comm| comm[to][at]).into();
    let of_task = move |(to, task): (usize, &'a Task)| {
        task.preds.iter().enumerate().map(move |(at, &from)| ((from, to), time(to, at)))
    };
    graph.tasks().iter().enumerate().flat_map(of_task)
}
