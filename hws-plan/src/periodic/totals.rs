//! The length of a launch (N19), computed without visiting its iterations.

use super::layout::{Layout, r_max};

/// The data of a period on which totals depend.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    t: i128,
    r_max: i128,
    /// For each copy of the graph, the largest R T + ed of its nodes.
    ends: Vec<i128>,
    /// The longest time from the first start to the last end of a copy of the graph.
    latency: i128,
}

impl Totals {
    pub(super) fn of(layout: &Layout<'_>, r: &[i128]) -> Self {
        let mut ends = vec![i128::MIN; layout.i_period];
        let mut starts = vec![i128::MAX; layout.i_period];
        for copy in 0..layout.st.len() {
            let (end, start) = (&mut ends[copy % layout.i_period], &mut starts[copy % layout.i_period]);
            *end = (*end).max(layout.ends_at(copy, r));
            *start = (*start).min(layout.starts(copy, r));
        }
        let latency = ends.iter().zip(starts).map(|(end, start)| end - start).max().unwrap_or(0);
        Self { t: layout.t.into(), r_max: r_max(r), ends, latency }
    }

    /// Returns the longest time from the first start to the last end of an iteration.
    pub(crate) fn latency(&self) -> i128 {
        self.latency
    }

    /// Returns the exact end of the last task of `n` iterations; 0 for none. Never falls as `n` grows.
    pub(crate) fn exact(&self, n: i64) -> i128 {
        let (n, period) = (i128::from(n), self.ends.len() as i128);
        // The last iteration of a copy ends last.
        let last = |(copy, end): (i128, &i128)| ((n - 1 - copy) / period + self.r_max) * self.t + end;
        let run = (0..).zip(&self.ends).take_while(|&(copy, _)| copy < n);
        run.map(last).max().unwrap_or(0)
    }

    /// (R_max + ceil(n / I_period)) T.
    pub(crate) fn bound(&self, n: i64) -> i128 {
        let period = self.ends.len() as i128;
        (self.r_max + (i128::from(n) + period - 1) / period) * self.t
    }
}
