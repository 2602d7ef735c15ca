//! Main effects: the mean of a metric for each value of a setting, over everything else.
//!
//! All runs with a value and a seed have one mean. The mean of a value is that over its seeds; its interval is that of the differences to
//! the mean of all runs with the same seed, so that what a seed changes for every setting cancels out. The effect of a setting is the
//! difference between its highest and its lowest value, seed by seed.

use super::combinations::Combinations;
use super::series::{Series, differences};
use crate::sweep::Sample;

/// The effect of a setting on a metric.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Effect {
    /// The mean of each value with the deviations from the mean of all; none without a run.
    pub(super) values: Vec<Option<(f64, Sample)>>,
    /// The highest value minus the lowest one; none with fewer than two values, and without a common seed.
    pub(super) spread: Option<Sample>,
}

impl Effect {
    /// Computes the effect of a setting by its place.
    pub(super) fn new(of: &Combinations, series: &Series, setting: usize) -> Self {
        let count = of.settings[setting].values.len();
        let mut sums = vec![BySeed::new(of.seeds.len()); count];
        let mut all = BySeed::new(of.seeds.len());
        for (combination, runs) in of.list.iter().zip(&series.0) {
            for &(seed, value) in runs {
                sums[combination.values[setting]].add(seed, value);
                all.add(seed, value);
            }
        }
        let (means, all): (Vec<_>, _) = (sums.iter().map(BySeed::means).collect(), all.means());
        let value =
            |means: &Vec<(usize, f64)>| Some((mean(means)?, Sample::from_values(&differences(means, &all))?));
        let values: Vec<Option<(f64, Sample)>> = means.iter().map(value).collect();
        let spread = ends(&values)
            .and_then(|(low, high)| Sample::from_values(&differences(&means[high], &means[low])));
        Self { values, spread }
    }
}

/// The places of the lowest and the highest mean; of equal ones, the first.
fn ends(values: &[Option<(f64, Sample)>]) -> Option<(usize, usize)> {
    let means: Vec<(usize, f64)> =
        values.iter().enumerate().filter_map(|(place, value)| Some((place, value.as_ref()?.0))).collect();
    let (&first, rest) = means.split_first()?;
    let &second = rest.first()?;
    let (low, high) = rest.iter().fold((first, first), |(low, high), &next| {
        (if next.1 < low.1 { next } else { low }, if next.1 > high.1 { next } else { high })
    });
    // Of equal ones, any two have the difference 0.
    Some(if low.0 == high.0 { (low.0, second.0) } else { (low.0, high.0) })
}

fn mean(means: &[(usize, f64)]) -> Option<f64> {
    let sum: f64 = means.iter().map(|&(_, mean)| mean).sum();
    (!means.is_empty()).then(|| sum / means.len() as f64)
}

/// Sum and number of the values of each seed.
#[derive(Clone, Debug)]
struct BySeed(Vec<(f64, usize)>);

impl BySeed {
    fn new(seeds: usize) -> Self {
        Self(vec![(0.0, 0); seeds])
    }

    fn add(&mut self, seed: usize, value: f64) {
        self.0[seed].0 += value;
        self.0[seed].1 += 1;
    }

    fn means(&self) -> Vec<(usize, f64)> {
        let of =
            |(seed, &(sum, count)): (usize, &(f64, usize))| (count > 0).then(|| (seed, sum / count as f64));
        self.0.iter().enumerate().filter_map(of).collect()
    }
}
