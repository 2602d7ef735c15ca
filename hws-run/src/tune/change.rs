//! The change of an objective between two settings, in percent, with its confidence interval.

use std::fmt;

use serde::Serialize;

use crate::sweep::Sample;

/// A smaller change, in percent, is none: the register writes of the settings alone take some cycles at power-on.
pub const LEAST_GAIN: f64 = 0.1;

/// A change in percent of the value before it; negative is better.
///
/// It is the geometric mean over the seeds (and the workloads) of the ratios after/before, each of the same seed. The interval
/// is that of Student's t for the mean of the logarithms, so it is not symmetric.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct TuneChange {
    /// The mean.
    pub percent: f64,
    /// The lower end of the 95 % confidence interval; null for one seed.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The number of seeds.
    pub seeds: usize,
}

impl TuneChange {
    /// Returns the change of these logarithms of ratios; none without any.
    pub(super) fn from_logs(logs: &[f64]) -> Option<Self> {
        let Sample { n, mean, half_width, .. } = Sample::from_values(logs)?;
        let percent = |log: f64| (log.exp() - 1.0) * 100.0;
        Some(Self {
            percent: percent(mean),
            low: half_width.map(|half| percent(mean - half)),
            high: half_width.map(|half| percent(mean + half)),
            seeds: n,
        })
    }

    /// Returns whether the whole interval is an improvement by more than [`LEAST_GAIN`]; without an interval, whether the value is.
    #[must_use]
    pub fn is_gain(&self) -> bool {
        self.high.unwrap_or(self.percent) < -LEAST_GAIN
    }

    /// Returns whether the whole interval is a deterioration by more than [`LEAST_GAIN`]; without an interval, whether the value is.
    #[must_use]
    pub fn is_loss(&self) -> bool {
        self.low.unwrap_or(self.percent) > LEAST_GAIN
    }
}

impl fmt::Display for TuneChange {
    /// `-3.72 % (-4.10 to -3.31)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2} %", self.percent)?;
        match (self.low, self.high) {
            (Some(low), Some(high)) => write!(f, " ({low:+.2} to {high:+.2})"),
            _ => Ok(()),
        }
    }
}
