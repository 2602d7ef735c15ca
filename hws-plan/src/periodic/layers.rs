//! Topological levels and the width of a launch (N4).

use super::graph::Graph;
use super::input::{Problem, Width};

/// The division of the machine into launches.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    /// Level of each node: the number of edges on a longest path from a source.
    pub(crate) level: Vec<usize>,
    /// The number of nodes of the widest level.
    pub(crate) max_concurrency: usize,
    /// PEs of a launch, m.
    pub(crate) width: usize,
    /// Launches, H = ceil(P / m).
    pub(crate) launches: usize,
}

impl Layers {
    /// The width of the problem; the widest level, if the width is to be chosen.
    pub(super) fn of(problem: &Problem) -> Self {
        let level = levels(&problem.graph);
        let nodes = widths(&level);
        let max_concurrency = nodes.iter().copied().max().unwrap_or(0);
        let width = match problem.width {
            Width::Widest | Width::Auto => max_concurrency,
            Width::Mode if max_concurrency <= problem.pes => max_concurrency,
            Width::Mode => most_frequent(nodes),
            Width::Given(width) => usize::try_from(width).unwrap_or(usize::MAX),
        };
        let width = width.min(problem.pes);
        Self { level, max_concurrency, width, launches: problem.pes.div_ceil(width) }
    }

    /// Returns the same levels with launches of another width.
    pub(super) fn of_width(&self, width: usize, pes: usize) -> Self {
        Self { width, launches: pes.div_ceil(width), ..self.clone() }
    }

    /// Returns the most frequent number of nodes of a level.
    pub(super) fn most_frequent(&self) -> usize {
        most_frequent(widths(&self.level))
    }

    /// Returns the nodes of each level, ascending.
    pub(super) fn nodes(&self) -> Vec<Vec<usize>> {
        let deepest = self.level.iter().copied().max().unwrap_or(0);
        let mut nodes = vec![Vec::new(); deepest + 1];
        self.level.iter().enumerate().for_each(|(node, &level)| nodes[level].push(node));
        nodes
    }
}

fn levels(graph: &Graph) -> Vec<usize> {
    let mut level = vec![0; graph.len()];
    for &node in &graph.topo {
        for edge in &graph.out_of[node] {
            let next = graph.edges[*edge].to;
            level[next] = level[next].max(level[node] + 1);
        }
    }
    level
}

/// Returns the number of nodes of each level.
fn widths(level: &[usize]) -> Vec<usize> {
    let deepest = level.iter().copied().max().unwrap_or(0);
    let mut nodes = vec![0; deepest + 1];
    level.iter().for_each(|&level| nodes[level] += 1);
    nodes
}

/// Returns the most frequent number; among equally frequent ones, the largest.
fn most_frequent(mut numbers: Vec<usize>) -> usize {
    numbers.sort_unstable();
    let runs = numbers.chunk_by(|a, b| a == b).map(|run| (run.len(), run[0]));
    runs.max().map_or(0, |(_, number)| number)
}
