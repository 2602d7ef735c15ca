//! Counting: an observation of a group increments a bin of each of its coverpoints and crosses.

use super::model::{CoverGroup, CoverageModel};
use super::spec::GroupSpec;

/// The largest number of coverpoints in a group.
const MOST_POINTS: usize = 24;

/// The counts of all bins of the model, in its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageCounts(Vec<u64>);

impl CoverageCounts {
    /// Nothing has been counted.
    #[must_use]
    pub fn new(model: &CoverageModel) -> Self {
        Self(vec![0; model.len()])
    }

    /// The count of each bin.
    #[must_use]
    pub fn all(&self) -> &[u64] {
        &self.0
    }

    /// Adds the counts of another run.
    pub fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, &more)| *sum = sum.saturating_add(more));
    }

    /// Counts the bin at a place; a place outside the model is not counted.
    pub(super) fn hit(&mut self, place: usize) {
        self.add(place, 1);
    }

    pub(super) fn add(&mut self, place: usize, count: u64) {
        if let Some(sum) = self.0.get_mut(place) {
            *sum = sum.saturating_add(count);
        }
    }
}

/// Counts the observations of one group.
pub(super) struct Sampler<F: 'static> {
    group: &'static GroupSpec<F>,
    /// The place of the first bin of each coverpoint.
    points: Vec<usize>,
    crosses: Vec<CrossPlaces>,
}

/// Where the bins of a cross are.
struct CrossPlaces {
    first: usize,
    /// The coverpoints, and the distance between the bins of neighbouring bins of each.
    strides: Vec<(usize, usize)>,
}

impl<F> Sampler<F> {
    /// Adds the group to the model.
    pub(super) fn new(group: &'static GroupSpec<F>, model: &mut CoverageModel) -> Self {
        let mut places = model.add(CoverGroup::of(group));
        let crosses = places.split_off(group.points.len());
        let strides = group.crosses.iter().map(|cross| strides(group, cross.points));
        let crosses =
            crosses.into_iter().zip(strides).map(|(first, strides)| CrossPlaces { first, strides }).collect();
        Self { group, points: places, crosses }
    }

    /// Counts one observation.
    pub(super) fn sample(&self, facts: &F, counts: &mut CoverageCounts) {
        let mut bins = [None; MOST_POINTS];
        for ((bin, point), first) in bins.iter_mut().zip(self.group.points).zip(&self.points) {
            *bin = (point.bin)(facts).filter(|&bin| bin < point.bins.len());
            if let Some(bin) = *bin {
                counts.hit(first + bin);
            }
        }
        for cross in &self.crosses {
            let distance = cross.strides.iter().try_fold(cross.first, |place, &(point, stride)| {
                bins.get(point).copied().flatten().map(|bin| place + bin * stride)
            });
            if let Some(place) = distance {
                counts.hit(place);
            }
        }
    }
}

fn strides<F>(group: &GroupSpec<F>, crossed: &[&str]) -> Vec<(usize, usize)> {
    let place = |name: &&str| group.points.iter().position(|point| point.name == *name);
    let mut stride = 1;
    let mut strides: Vec<(usize, usize)> = crossed
        .iter()
        .rev()
        .filter_map(place)
        .map(|point| {
            let own = stride;
            stride *= group.points[point].bins.len();
            (point, own)
        })
        .collect();
    strides.reverse();
    strides
}
