//! The length of a launch (N19), computed without visiting its iterations.

use super::layout::{Layout, r_max};

/// The data of a period on which totals depend.
#[derive(Clone, Debug)]
pub(crate) struct Totals {
    t: i128,
    r_max: i128,
    /// For each copy of the graph, the largest R T + ed of its nodes.
    ends: Vec<i128>,
}

impl Totals {
    pub(super) fn of(layout: &Layout<'_>, r: &[i128]) -> Self {
        let mut ends = vec![i128::MIN; layout.i_period];
        for copy in 0..layout.st.len() {
            let end = &mut ends[copy % layout.i_period];
            *end = (*end).max(layout.ends_at(copy, r));
        }
        Self { t: layout.t.into(), r_max: r_max(r), ends }
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
