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

#[cfg(test)]
mod tests {
    use hws_types::Rule;

    use super::*;
    use crate::coverage::model;
    use crate::coverage::spec::{CrossSpec, GroupSpec, PointSpec, never};

    type Facts = (usize, Option<usize>);

    static GROUP: GroupSpec<Facts> = GroupSpec {
        name: "g",
        rule: Rule::Scheduler0,
        title: "",
        points: &[
            PointSpec::new("a", Rule::Scheduler0, &["0", "1"], |facts| Some(facts.0)),
            PointSpec::new("b", Rule::Scheduler0, &["x", "y", "z"], |facts| facts.1),
        ],
        crosses: &[CrossSpec::new(
            "b × a",
            Rule::Scheduler0,
            &["b", "a"],
            &[never(&[("b", &["y"])], "never")],
        )],
    };

    fn sampled(all: &[Facts]) -> (CoverageModel, Vec<u64>) {
        let mut model = CoverageModel::default();
        let sampler = Sampler::new(&GROUP, &mut model);
        let mut counts = CoverageCounts::new(&model);
        all.iter().for_each(|facts| sampler.sample(facts, &mut counts));
        let counts = counts.all().to_vec();
        (model, counts)
    }

    #[test]
    fn an_observation_counts_in_each_coverpoint_and_cross() {
        let (model, counts) = sampled(&[(1, Some(2)), (0, None), (1, Some(2))]);
        // a: 0, 1; b: x, y, z; then x × 0, x × 1, y × 0, y × 1, z × 0, z × 1.
        assert_eq!(counts, [1, 2, 0, 0, 2, 0, 0, 0, 0, 0, 2]);
        let names: Vec<&str> = model.bins().map(|(_, _, bin)| bin.name.as_str()).collect();
        assert_eq!((names[4], names[10]), ("z", "z × 1"));
    }

    #[test]
    fn a_bin_that_does_not_exist_counts_nothing() {
        assert_eq!(sampled(&[(7, Some(3))]).1, [0; 11]);
    }

    #[test]
    fn exclusions_name_their_combinations() {
        let (model, _) = sampled(&[]);
        let excluded: Vec<&str> = model
            .bins()
            .filter(|(_, _, bin)| bin.excluded.is_some())
            .map(|(_, _, bin)| bin.name.as_str())
            .collect();
        assert_eq!(excluded, ["y × 0", "y × 1"]);
    }

    #[test]
    fn no_group_has_too_many_coverpoints() {
        let points = |group: &CoverGroup| group.items.iter().filter(|item| !item.is_cross()).count();
        // The groups of registers are not sampled in this way.
        let sampled = model()
            .groups()
            .iter()
            .filter(|group| !["register", "index", "field"].contains(&group.name.as_str()));
        assert!(sampled.map(points).all(|points| points <= MOST_POINTS));
    }
}
