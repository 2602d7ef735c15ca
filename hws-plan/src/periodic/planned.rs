//! The plan of a whole input: launches, totals, and the choice between retiming and the simple arrangement.

use super::arrange::lpt_order;
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

/// The answer of the mode `plan`.
#[derive(Clone, Debug)]
pub struct PeriodicPlanned {
    pub(crate) problem: Problem,
    pub(crate) iterations: i64,
    pub(crate) layers: Layers,
    pub(crate) baseline: Baseline,
    pub(crate) launches: Vec<Launches>,
    pub(crate) total_time: i64,
    pub(crate) total_time_formula: i64,
    /// Work × iterations, and total_time × P.
    pub(crate) utilisation: (i64, i64),
}

impl PeriodicPlanned {
    pub(super) fn of(problem: Problem, iterations: i64) -> Result<Self, InputError> {
        let layers = Layers::of(&problem);
        let order = lpt_order(&problem.graph, &layers.level);
        let baseline = Baseline::of(&problem, &layers, &order, iterations)?;
        let launches = launch(&problem, &layers, &order, iterations)?;
        let largest = |total: fn(&Launches) -> i128| {
            launches.iter().filter(|launch| launch.iterations > 0).map(total).max().unwrap_or(0)
        };
        let total_time = fit(largest(|launch| launch.period.totals.exact(launch.iterations)), "total_time")?;
        let bound = largest(|launch| launch.period.totals.bound(launch.iterations));
        let total_time_formula = fit(bound, "total_time_formula")?;
        let work = i128::from(problem.graph.work()) * i128::from(iterations);
        let offered = i128::from(total_time) * problem.pes as i128;
        let utilisation = (fit(work, "utilisation")?, fit(offered, "utilisation")?);
        Ok(Self {
            problem,
            iterations,
            layers,
            baseline,
            launches,
            total_time,
            total_time_formula,
            utilisation,
        })
    }

    /// Returns the total of the chosen plan.
    pub(crate) fn chosen_total(&self) -> i64 {
        if self.baseline.use_retiming() { self.total_time } else { self.baseline.t_normal }
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
