//! The as-soon-as-possible timeline of a static schedule: start = latest end of the predecessors.

use crate::TaskGraph;

/// Start and end of every task if each core keeps its order and nothing else takes time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaticTimeline {
    /// Start of each task.
    pub start: Vec<u64>,
    /// End of each task.
    pub end: Vec<u64>,
    /// Latest end; 0 for an empty graph.
    pub makespan: u64,
}

/// Computes the timeline along [`TaskGraph::static_preds`]. Without a static order this is the
/// schedule on unlimited cores, and the makespan is the critical path.
pub fn static_timeline(graph: &TaskGraph) -> StaticTimeline {
    let preds = graph.static_preds();
    let mut start = vec![0; graph.len()];
    let mut end = vec![0; graph.len()];
    for &task in graph.static_topological_order() {
        start[task] = preds[task].iter().map(|&pred| end[pred]).max().unwrap_or(0);
        // Cannot overflow, since a path is part of the total time, which fits.
        end[task] = start[task] + graph.tasks()[task].time;
    }
    let makespan = end.iter().copied().max().unwrap_or(0);
    StaticTimeline { start, end, makespan }
}
