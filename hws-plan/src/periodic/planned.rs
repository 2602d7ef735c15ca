//! The plan of a whole input: the width, and the choice between retiming and the simple arrangement.

use super::arrange::lpt_order;
use super::baseline::Baseline;
use super::candidate::{Candidate, Launches};
use super::input::Problem;
use super::layers::Layers;
use super::period::Period;
use super::subset::Approximations;
use super::widths::{self, Widths};
use crate::input::InputError;

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
    /// Longest time of an iteration of the chosen plan.
    pub(crate) latency: i64,
    /// The widths that were compared, if the width was to be chosen.
    pub(crate) widths: Option<Widths>,
}

impl PeriodicPlanned {
    pub(super) fn of(problem: Problem, iterations: i64) -> Result<Self, InputError> {
        let layers = Layers::of(&problem);
        let order = lpt_order(&problem.graph, &layers.level);
        let (chosen, widths) = widths::choose(&problem, layers, &order, iterations)?;
        let latency = chosen.latency();
        let Candidate { layers, baseline, launches, total_time, total_time_formula, utilisation, .. } =
            chosen;
        Ok(Self {
            problem,
            iterations,
            layers,
            baseline,
            launches,
            total_time,
            total_time_formula,
            utilisation,
            latency,
            widths,
        })
    }

    /// Returns what was not exact in the starts, and in the choice of cached edges.
    pub(crate) fn approximations(&self) -> (Approximations, Approximations) {
        let both = |(starts, cached): (Approximations, Approximations), period: &Period| {
            (starts.and(period.approximations), cached.and(period.choice.approximations))
        };
        self.launches.iter().map(|launch| &launch.period).fold(Default::default(), both)
    }

    /// Returns the number of PEs of a launch.
    #[must_use]
    pub fn width(&self) -> usize {
        self.layers.width
    }

    /// Returns the total of the chosen plan.
    #[must_use]
    pub fn chosen_total(&self) -> i64 {
        if self.baseline.use_retiming() { self.total_time } else { self.baseline.t_normal }
    }
}
