//! Proposals by a tree-structured Parzen estimator, of the crate `tpe`: for each setting, the values of the better tenth of the points
//! are compared with those of the others.

use hws_run::tune::{Proposer, TunePoint, TuneSpace};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tpe::density_estimation::DefaultEstimatorBuilder;
use tpe::{TpeOptimizer, TpeOptimizerBuilder, categorical_range, histogram_estimator};

/// The share of the points that are the better ones.
const BETTER: f64 = 0.15;

/// The proposer.
pub(super) struct Parzen {
    /// For each dimension, the number of its values, the one of the workload included.
    sizes: Vec<usize>,
    /// Always the same numbers: a tuning is repeatable.
    random: Xoshiro256PlusPlus,
}

impl Parzen {
    /// Creates the proposer of a space.
    pub(super) fn new(space: &TuneSpace) -> Self {
        let sizes = space.dimensions().iter().map(|dimension| dimension.values.len() + 1);
        Self { sizes: sizes.collect(), random: Xoshiro256PlusPlus::seed_from_u64(0) }
    }

    /// The value of a dimension, given the values and results of the known points; that of the workload where the estimator has none.
    fn value(&mut self, dimension: usize, known: &[(TunePoint, f64)]) -> usize {
        let size = self.sizes[dimension];
        let ask = |mut optimizer: TpeOptimizer<DefaultEstimatorBuilder>| {
            for (point, value) in known {
                optimizer.tell(point.0[dimension] as f64, *value).ok()?;
            }
            optimizer.ask(&mut self.random).ok()
        };
        let optimizer = categorical_range(size).ok().and_then(|range| {
            TpeOptimizerBuilder::new().gamma(BETTER).build(histogram_estimator(), range).ok()
        });
        let value = optimizer.and_then(ask).unwrap_or(0.0) as usize;
        value.min(size - 1)
    }
}

impl Proposer for Parzen {
    fn propose(&mut self, known: &[(TunePoint, f64)]) -> TunePoint {
        TunePoint((0..self.sizes.len()).map(|dimension| self.value(dimension, known)).collect())
    }
}
