//! What a page has of one metric.

use serde::Serialize;

use super::combinations::Combinations;
use super::direction::Direction;
use super::effects::Effect;
use super::figure::{Figure, Interval, interval};
use super::keep;
use super::ranking::{is_tie, ranked};
use super::series::Series;

/// A metric that differs between runs. The lists have an entry for each combination of the page.
#[derive(Serialize)]
pub(super) struct Measure {
    /// Its place among the metrics.
    metric: usize,
    /// Mean over the drained runs, with its interval.
    means: Vec<Option<Interval>>,
    /// Difference to the combination with which all are compared, seed by seed; none for that one.
    differences: Vec<Option<Interval>>,
    /// The place in the order of all combinations, from 0.
    ranks: Vec<usize>,
    /// As good as the best one, which is among them: the interval of the difference contains 0.
    ties: Vec<bool>,
    /// The number of ties among all combinations.
    all_ties: usize,
    /// For each setting.
    effects: Vec<EffectData>,
    /// Single runs: for each seed of the page.
    runs: Vec<Vec<Option<Figure>>>,
    /// The combinations of the table, the best first.
    #[serde(skip)]
    pub(super) order: Vec<usize>,
}

/// The effect of a setting.
#[derive(Serialize)]
struct EffectData {
    /// For each value, the mean and half the interval of the differences to all.
    values: Vec<Option<Interval>>,
    /// The highest minus the lowest.
    spread: Option<Interval>,
}

/// A metric that is the same in all runs that have a value.
#[derive(Serialize)]
pub(super) struct Constant {
    metric: usize,
    value: Figure,
}

/// What of the table the page has: places of combinations and seeds.
pub(super) struct Kept {
    pub(super) combinations: Vec<usize>,
    pub(super) seeds: Vec<usize>,
}

impl Measure {
    /// Measures all combinations; [`keep`](Self::keep) follows.
    pub(super) fn new(
        metric: usize,
        name: &str,
        series: &Series,
        all: &Combinations,
        drained: &[usize],
        baseline: usize,
    ) -> Self {
        let order = ranked(series, Direction::of(name), drained, all);
        let mut ranks = vec![0; order.len()];
        order.iter().enumerate().for_each(|(rank, &one)| ranks[one] = rank);
        let best = order.first().copied().unwrap_or_default();
        let tie = |one| one == best || series.difference(one, best).is_some_and(|sample| is_tie(&sample));
        let ties: Vec<bool> = (0..order.len()).map(tie).collect();
        let difference = |one| series.difference(one, baseline).filter(|_| one != baseline);
        let effect = |setting| EffectData::new(&Effect::new(all, series, setting));
        Self {
            metric,
            means: series.samples().iter().map(|sample| sample.as_ref().map(interval)).collect(),
            differences: (0..order.len()).map(|one| difference(one).as_ref().map(interval)).collect(),
            ranks,
            all_ties: ties.iter().filter(|&&tie| tie).count(),
            ties,
            effects: (0..all.settings.len()).map(effect).collect(),
            runs: Vec::new(),
            order,
        }
    }

    /// Leaves out what the page does not have, and adds single runs.
    pub(super) fn keep(&mut self, kept: &Kept, series: &Series) {
        self.means = keep::only(std::mem::take(&mut self.means), &kept.combinations);
        self.differences = keep::only(std::mem::take(&mut self.differences), &kept.combinations);
        self.ranks = keep::only(std::mem::take(&mut self.ranks), &kept.combinations);
        self.ties = keep::only(std::mem::take(&mut self.ties), &kept.combinations);
        let run = |runs: &[(usize, f64)], seed| {
            let place = runs.binary_search_by_key(&seed, |&(seed, _)| seed).ok()?;
            Some(Figure(runs[place].1))
        };
        let of = |&one: &usize| kept.seeds.iter().map(|&seed| run(&series.0[one], seed)).collect();
        self.runs = kept.combinations.iter().map(of).collect();
    }
}

impl EffectData {
    fn new(effect: &Effect) -> Self {
        let value = |&(mean, deviation): &(f64, crate::sweep::Sample)| {
            (Figure(mean), deviation.half_width.map(Figure))
        };
        Self {
            values: effect.values.iter().map(|of| of.as_ref().map(value)).collect(),
            spread: effect.spread.as_ref().map(interval),
        }
    }
}

impl Constant {
    /// None if the values differ.
    pub(super) fn new(metric: usize, series: &Series) -> Option<Self> {
        series.constant().map(|value| Self { metric, value: Figure(value) })
    }
}
