//! Which values of a metric are good.

use serde::Serialize;

/// Which of two values of a metric is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    Less,
    More,
}

/// The metrics of which more is better.
const MORE: [&str; 2] = ["utilisation_permille", "attempt_success_permille"];

impl Direction {
    /// Returns the direction of a metric. Counts without a good side, as of launches, are like costs: less is better.
    pub(super) fn of(metric: &str) -> Self {
        if MORE.contains(&metric) { Self::More } else { Self::Less }
    }

    /// Returns a number that is smaller for a better value.
    pub(super) fn cost(self, value: f64) -> f64 {
        if self == Self::More { -value } else { value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::metric_names;

    #[test]
    fn every_metric_of_which_more_is_better_exists() {
        assert!(MORE.iter().all(|name| metric_names().contains(name)));
    }
}
