//! Topological levels and the width of a launch (N4).

use super::graph::Graph;
use super::input::Problem;

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
    pub(super) fn of(problem: &Problem) -> Self {
        let level = levels(&problem.graph);
        let deepest = level.iter().copied().max().unwrap_or(0);
        let mut nodes = vec![0_usize; deepest + 1];
        level.iter().for_each(|&level| nodes[level] += 1);
        let max_concurrency = nodes.into_iter().max().unwrap_or(0);
        let given = problem.width.and_then(|width| usize::try_from(width).ok());
        let width = given.unwrap_or(max_concurrency).min(problem.pes);
        Self { level, max_concurrency, width, launches: problem.pes.div_ceil(width) }
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
