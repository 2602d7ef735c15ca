//! The order of the settings in a summary.

use std::cmp::Ordering;
use std::str::FromStr;

use hws_input::{did_you_mean, nearest};
use thiserror::Error;

use super::metrics::metric_names;
use super::summary::SettingSummary;

/// The word for the order of the sweep.
const AS_GIVEN: &str = "given";

/// How settings are sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SweepOrder {
    /// By the mean of this metric, the best first; settings without a value come last.
    Best(&'static str),
    /// As the options give them.
    Given,
}

/// A text that is not an order.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown metric `{name}`; {}give {AS_GIVEN} for the order of the options, or one of {}",
    did_you_mean(nearest(name, metric_names().iter().copied())),
    metric_names().join(", ")
)]
pub struct UnknownSweepOrder {
    /// The text.
    pub name: String,
}

impl SweepOrder {
    /// Sorts; equal settings keep their order.
    pub(super) fn sort(self, settings: &mut [SettingSummary]) {
        let Self::Best(metric) = self else { return };
        settings.sort_by(|one, other| match (one.cost(metric), other.cost(metric)) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        });
    }
}

impl Default for SweepOrder {
    /// The shortest makespan first.
    fn default() -> Self {
        Self::Best("makespan")
    }
}

impl FromStr for SweepOrder {
    type Err = UnknownSweepOrder;

    fn from_str(name: &str) -> Result<Self, UnknownSweepOrder> {
        if name == AS_GIVEN {
            return Ok(Self::Given);
        }
        let known = metric_names().iter().find(|known| **known == name);
        known.map(|name| Self::Best(name)).ok_or_else(|| UnknownSweepOrder { name: name.to_owned() })
    }
}
