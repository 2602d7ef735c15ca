//! The places and times of the copies of a period, and the resulting retiming (N18).

use super::graph::Graph;

/// Positions of all copies, by index of the copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout<'a> {
    /// The graph.
    pub(crate) graph: &'a Graph,
    /// Number of copies of each node.
    pub(crate) i_period: usize,
    /// Length of a period, T.
    pub(crate) t: i64,
    /// PE of each copy.
    pub(crate) pe: &'a [u32],
    /// Start of each copy in the period.
    pub(crate) st: &'a [i64],
}

impl Layout<'_> {
    /// Returns the end of a copy in the period.
    pub(crate) fn ed(&self, copy: usize) -> i128 {
        i128::from(self.st[copy]) + i128::from(self.graph.cost[copy / self.i_period])
    }

    /// Producer and consumer of a copy of an edge.
    pub(crate) fn ends(&self, edge_copy: usize) -> (usize, usize) {
        let (edge, r) = (&self.graph.edges[edge_copy / self.i_period], edge_copy % self.i_period);
        (edge.from * self.i_period + r, edge.to * self.i_period + r)
    }

    /// Transfer time of a copy of an edge.
    pub(crate) fn transfer(&self, edge_copy: usize, cached: bool) -> i128 {
        let edge = &self.graph.edges[edge_copy / self.i_period];
        i128::from(if cached { edge.t_cache } else { edge.t_dram })
    }

    /// Absolute start of a copy, iteration group 0.
    pub(crate) fn starts(&self, copy: usize, r: &[i128]) -> i128 {
        i128::from(self.st[copy]) + r[copy] * i128::from(self.t)
    }

    /// Absolute end of a copy, iteration group 0.
    pub(crate) fn ends_at(&self, copy: usize, r: &[i128]) -> i128 {
        self.ed(copy) + r[copy] * i128::from(self.t)
    }

    /// Returns the pointwise largest retiming:
    /// R_j = min(0, min over successors of floor((st_i + R_i T - t - ed_j) / T)).
    pub(crate) fn retiming(&self, cached: &[bool]) -> Vec<i128> {
        let mut r = vec![0; self.st.len()];
        for &node in self.graph.topo.iter().rev() {
            for (&edge, copy) in self.graph.out_of[node]
                .iter()
                .flat_map(|edge| (0..self.i_period).map(move |copy| (edge, copy)))
            {
                let edge_copy = edge * self.i_period + copy;
                let (from, to) = self.ends(edge_copy);
                let gap =
                    i128::from(self.st[to]) - self.transfer(edge_copy, cached[edge_copy]) - self.ed(from);
                r[from] = r[from].min(r[to] + gap.div_euclid(i128::from(self.t)));
            }
        }
        r
    }
}

/// R_max = max(-R); 0 without copies.
pub(crate) fn r_max(r: &[i128]) -> i128 {
    r.iter().map(|r| -r).max().unwrap_or(0)
}
