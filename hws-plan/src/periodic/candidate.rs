//! The plan with launches of one width: periods, split of the iterations, totals.

use super::baseline::Baseline;
use super::input::Problem;
use super::launches::split;
use super::layers::Layers;
use super::period::Period;
use crate::input::{InputError, fit};

/// Launches of one kind.
#[derive(Clone, Debug)]
pub(crate) struct Launches {
    /// Number of launches.
    pub(crate) count: usize,
    /// Iterations of each; may be 0.
    pub(crate) iterations: i64,
    /// Their period.
    pub(crate) period: Period,
}

impl Launches {
    /// Groups of `i_period` iterations of each; the last one may have fewer iterations.
    pub(crate) fn groups(&self) -> i64 {
        let i_period = self.period.arrangement.i_period as i64;
        (self.iterations + i_period - 1) / i_period
    }
}

/// What follows from a width.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) layers: Layers,
    pub(super) baseline: Baseline,
    pub(super) launches: Vec<Launches>,
    pub(super) total_time: i64,
    pub(super) total_time_formula: i64,
    /// Work × iterations, and total_time × P.
    pub(super) utilisation: (i64, i64),
    /// Longest time of an iteration in the retimed plan.
    latency: i64,
}

impl Candidate {
    pub(super) fn of(
        problem: &Problem,
        layers: Layers,
        order: &[usize],
        iterations: i64,
    ) -> Result<Self, InputError> {
        let baseline = Baseline::of(problem, &layers, order, iterations)?;
        let launches = launch(problem, &layers, order, iterations)?;
        let largest = |of: fn(&Launches) -> i128| {
            launches.iter().filter(|launch| launch.iterations > 0).map(of).max().unwrap_or(0)
        };
        let total_time = fit(largest(|launch| launch.period.totals.exact(launch.iterations)), "total_time")?;
        let bound = largest(|launch| launch.period.totals.bound(launch.iterations));
        let total_time_formula = fit(bound, "total_time_formula")?;
        let latency = fit(largest(|launch| launch.period.totals.latency()), "latency")?;
        let work = i128::from(problem.graph.work()) * i128::from(iterations);
        let offered = i128::from(total_time) * problem.pes as i128;
        let utilisation = (fit(work, "utilisation")?, fit(offered, "utilisation")?);
        Ok(Self { layers, baseline, launches, total_time, total_time_formula, utilisation, latency })
    }

    /// Returns the total of the chosen plan, retimed or simple.
    pub(super) fn total(&self) -> i64 {
        if self.baseline.use_retiming() { self.total_time } else { self.baseline.t_normal }
    }

    /// Returns the longest time from the first start to the last end of an iteration of the chosen plan.
    pub(super) fn latency(&self) -> i64 {
        if self.baseline.use_retiming() { self.latency } else { self.baseline.one_iteration }
    }

    /// Returns the most live bytes of a cache in the retimed plan.
    pub(super) fn cache(&self) -> i64 {
        let peaks = self.launches.iter().flat_map(|launch| &launch.period.peak);
        peaks.copied().max().unwrap_or(0)
    }
}

/// One kind of launches if m divides P, else the full ones and the last one.
fn launch(
    problem: &Problem,
    layers: &Layers,
    order: &[usize],
    iterations: i64,
) -> Result<Vec<Launches>, InputError> {
    let main = Period::of(problem, order, layers.width)?;
    let rest = problem.pes % layers.width;
    let launches = layers.launches;
    if rest == 0 {
        let each = (iterations + launches as i64 - 1) / launches as i64;
        return Ok(vec![Launches { count: launches, iterations: each, period: main }]);
    }
    let last = Period::of(problem, order, rest)?;
    let others = launches as i64 - 1;
    let (x, y) = split(iterations, others, |n| main.totals.exact(n), |n| last.totals.exact(n));
    Ok(vec![
        Launches { count: launches - 1, iterations: x, period: main },
        Launches { count: 1, iterations: y, period: last },
    ])
}
