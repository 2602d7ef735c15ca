//! A task graph as the problem of the rank mode.

use std::num::NonZeroU64;

use super::Problem;
use super::input::Scale;
use crate::TaskGraph;
use crate::input::InputId;

impl Problem {
    /// Tasks by id; ids that are all integers order by value. `bw` is bytes per unit of time. Times and
    /// communication fit in 64 bits together, so ranks do.
    pub(crate) fn of_graph(graph: &TaskGraph, bw: Option<NonZeroU64>, scale: Scale) -> Self {
        let ids = ids(graph);
        let mut by_id: Vec<usize> = (0..graph.len()).collect();
        by_id.sort_unstable_by(|&a, &b| ids[a].cmp(&ids[b]));
        let mut place = vec![0; graph.len()];
        by_id.iter().enumerate().for_each(|(to, &from)| place[from] = to);
        let (pred, succ) = edges(graph, bw, &place);
        Self {
            ids: by_id.iter().map(|&task| ids[task].clone()).collect(),
            costs: by_id.iter().map(|&task| vec![graph.tasks()[task].time.into()]).collect(),
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
    let integer = |text: &str| text.parse::<i32>().ok().filter(|id| id.to_string() == text);
    let integers: Option<Vec<InputId>> =
        graph.tasks().iter().map(|task| integer(&task.id).map(|id| InputId::Int(id.into()))).collect();
    integers.unwrap_or_else(|| graph.tasks().iter().map(|task| InputId::Text(task.id.clone())).collect())
}

type Adjacency = Vec<Vec<(usize, i128)>>;

fn edges(graph: &TaskGraph, bw: Option<NonZeroU64>, place: &[usize]) -> (Adjacency, Adjacency) {
    let (mut pred, mut succ) = (vec![Vec::new(); graph.len()], vec![Vec::new(); graph.len()]);
    let comm = graph.comm(bw);
    for (to, task) in graph.tasks().iter().enumerate() {
        for (at, &from) in task.preds.iter().enumerate() {
            let weight = comm.as_ref().map_or(0, |comm| comm[to][at]).into();
            pred[place[to]].push((place[from], weight));
            succ[place[from]].push((place[to], weight));
        }
    }
    (pred, succ)
}
