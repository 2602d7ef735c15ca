//! Which values of a metric are good.

use serde::Serialize;

use crate::sweep::metrics::more_is_better;

/// Which of two values of a metric is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    Less,
    More,
}

impl Direction {
    /// Returns the direction of a metric. Counts without a good side, as of launches, are like costs: less is better.
    pub(super) fn of(metric: &str) -> Self {
        if more_is_better(metric) { Self::More } else { Self::Less }
    }

    /// Returns a number that is smaller for a better value.
    pub(super) fn cost(self, value: f64) -> f64 {
        if self == Self::More { -value } else { value }
    }
}
