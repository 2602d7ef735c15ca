//! The order of the combinations by a metric, and which of them are as good as the best.

use super::combinations::Combinations;
use super::direction::Direction;
use super::series::Series;
use crate::sweep::Sample;

/// Returns the combinations, the best first.
///
/// Those whose runs were all drained come first, of these the ones with the most runs (a tuning makes more runs of the better ones),
/// then those with the better mean; equal ones stay in the order of the table. Those without a value come last.
pub(super) fn ranked(
    series: &Series,
    direction: Direction,
    drained: &[usize],
    of: &Combinations,
) -> Vec<usize> {
    let samples = series.samples();
    let mut order: Vec<usize> = (0..of.list.len()).collect();
    let troubled = |&one: &usize| drained[one] < of.list[one].rows.len();
    let cost = |one: usize| samples[one].map_or(f64::INFINITY, |sample| direction.cost(sample.mean));
    order.sort_by(|one, other| {
        let without = |one: &usize| samples[*one].is_none();
        (without(one), troubled(one))
            .cmp(&(without(other), troubled(other)))
            .then(of.list[*other].rows.len().cmp(&of.list[*one].rows.len()))
            .then(cost(*one).total_cmp(&cost(*other)))
    });
    order
}

/// Returns whether two combinations have the same mean as far as their runs show: the interval of the difference contains 0.
pub(super) fn is_tie(difference: &Sample) -> bool {
    match difference.half_width {
        Some(half) => difference.mean.abs() <= half,
        None => difference.mean == 0.0,
    }
}
