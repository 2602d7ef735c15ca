//! The coverage model as data: groups of coverpoints and crosses, with their bins.

use std::collections::BTreeMap;

use hws_types::Rule;

use super::spec::{CrossSpec, GroupSpec, PointSpec};

/// The coverage model: every bin that is counted, with its rule.
#[derive(Debug, Default)]
pub struct CoverageModel {
    groups: Vec<CoverGroup>,
    bins: usize,
}

/// What is observed together.
#[derive(Debug)]
pub struct CoverGroup {
    /// Its name: `launch`.
    pub name: String,
    /// The rule that it covers.
    pub rule: Rule,
    /// What one observation is.
    pub title: String,
    /// The coverpoints, followed by the crosses.
    pub items: Vec<CoverItem>,
}

/// A coverpoint or a cross.
#[derive(Debug)]
pub struct CoverItem {
    /// Its name in the group: `pool`.
    pub name: String,
    /// The rule that it covers; `None` if it is that of a register whose map cites another page.
    pub rule: Option<Rule>,
    /// The names of the crossed coverpoints; empty for a coverpoint.
    pub crossed: Vec<String>,
    /// Its bins.
    pub bins: Vec<CoverBin>,
    /// The place of its first bin among all bins of the model.
    pub first: usize,
}

/// A bin.
#[derive(Debug)]
pub struct CoverBin {
    /// Its name in the coverpoint or cross; in a cross, the names of the crossed bins.
    pub name: String,
    /// In a cross, the place of each crossed bin in its coverpoint.
    pub crossed: Vec<usize>,
    /// Why the rules make it impossible; `None` for a bin that counts.
    pub excluded: Option<String>,
}

/// Between the names of crossed bins.
const TIMES: &str = " × ";

impl CoverageModel {
    /// The groups.
    #[must_use]
    pub fn groups(&self) -> &[CoverGroup] {
        &self.groups
    }

    /// The number of bins, with the excluded ones.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.bins
    }

    /// Whether the model has no bins.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bins == 0
    }

    /// Every coverpoint and cross, with its group.
    pub fn items(&self) -> impl Iterator<Item = (&CoverGroup, &CoverItem)> {
        self.groups.iter().flat_map(|group| group.items.iter().map(move |item| (group, item)))
    }

    /// Every bin, in the order of the counts, with its group and its coverpoint or cross.
    pub fn bins(&self) -> impl Iterator<Item = (&CoverGroup, &CoverItem, &CoverBin)> {
        self.items().flat_map(|(group, item)| item.bins.iter().map(move |bin| (group, item, bin)))
    }

    /// Adds a group; returns the place of the first bin of each of its items.
    pub(super) fn add(&mut self, mut group: CoverGroup) -> Vec<usize> {
        for item in &mut group.items {
            item.first = self.bins;
            self.bins += item.bins.len();
        }
        let places = group.items.iter().map(|item| item.first).collect();
        self.groups.push(group);
        places
    }
}

impl CoverGroup {
    pub(super) fn of<F>(spec: &GroupSpec<F>) -> Self {
        let points = spec.points.iter().map(CoverItem::of_point);
        let crosses = spec.crosses.iter().map(|cross| CoverItem::of_cross(cross, spec.points));
        Self {
            name: spec.name.to_owned(),
            rule: spec.rule,
            title: spec.title.to_owned(),
            items: points.chain(crosses).collect(),
        }
    }
}

impl CoverItem {
    /// A coverpoint without excluded bins.
    pub(super) fn new(name: String, rule: Option<Rule>, bins: impl IntoIterator<Item = String>) -> Self {
        let bin = |name| CoverBin { name, crossed: Vec::new(), excluded: None };
        Self { name, rule, crossed: Vec::new(), bins: bins.into_iter().map(bin).collect(), first: 0 }
    }

    fn of_point<F>(point: &PointSpec<F>) -> Self {
        let names = point.bins.iter().map(|&name| name.to_owned());
        let mut item = Self::new(point.name.to_owned(), Some(point.rule), names);
        for bin in &mut item.bins {
            let excluded = point.excluded.iter().find(|(name, _)| *name == bin.name);
            bin.excluded = excluded.map(|&(_, reason)| reason.to_owned());
        }
        item
    }

    fn of_cross<F>(cross: &CrossSpec, points: &[PointSpec<F>]) -> Self {
        let crossed: Vec<&PointSpec<F>> =
            cross.points.iter().filter_map(|name| points.iter().find(|point| point.name == *name)).collect();
        let mut places = vec![Vec::new()];
        for point in &crossed {
            let with = |place: &Vec<usize>, bin| place.iter().copied().chain([bin]).collect();
            places = places
                .iter()
                .flat_map(|place| (0..point.bins.len()).map(move |bin| with(place, bin)))
                .collect();
        }
        Self {
            name: cross.name.to_owned(),
            rule: Some(cross.rule),
            crossed: cross.points.iter().map(|&name| name.to_owned()).collect(),
            bins: places.into_iter().map(|place| crossed_bin(cross, &crossed, place)).collect(),
            first: 0,
        }
    }

    /// The citation of its rule; empty if it has none.
    #[must_use]
    pub fn cite(&self) -> &'static str {
        self.rule.map_or("", Rule::cite)
    }

    /// Whether it is a cross.
    #[must_use]
    pub fn is_cross(&self) -> bool {
        !self.crossed.is_empty()
    }
}

fn crossed_bin<F>(cross: &CrossSpec, points: &[&PointSpec<F>], crossed: Vec<usize>) -> CoverBin {
    let coordinates: BTreeMap<&str, (&str, Option<&str>)> = points
        .iter()
        .zip(&crossed)
        .map(|(point, &bin)| {
            let reason = point.excluded.iter().find(|(name, _)| *name == point.bins[bin]);
            (point.name, (point.bins[bin], reason.map(|&(_, reason)| reason)))
        })
        .collect();
    let holds = |when: &[(&str, &[&str])]| {
        when.iter().all(|(point, bins)| coordinates.get(point).is_some_and(|(bin, _)| bins.contains(bin)))
    };
    let impossible = cross.excluded.iter().find(|exclusion| holds(exclusion.when));
    let of_point = coordinates.values().find_map(|(_, reason)| *reason);
    let names: Vec<&str> = points.iter().zip(&crossed).map(|(point, &bin)| point.bins[bin]).collect();
    CoverBin {
        name: names.join(TIMES),
        crossed,
        excluded: impossible.map(|exclusion| exclusion.reason).or(of_point).map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::coverage::model;

    #[test]
    fn every_name_is_there_once() {
        let names: BTreeSet<String> = model()
            .bins()
            .map(|(group, item, bin)| format!("{}.{}: {}", group.name, item.name, bin.name))
            .collect();
        assert_eq!(names.len(), model().len());
    }

    #[test]
    fn every_cross_has_all_combinations() {
        for (group, item) in model().items().filter(|(_, item)| item.is_cross()) {
            let bins = |name: &String| {
                group.items.iter().find(|point| point.name == *name).map(|point| point.bins.len())
            };
            let crossed: Vec<usize> = item.crossed.iter().filter_map(bins).collect();
            assert_eq!(
                crossed.len(),
                item.crossed.len(),
                "{}.{} crosses an unknown coverpoint",
                group.name,
                item.name
            );
            assert_eq!(item.bins.len(), crossed.iter().product::<usize>(), "{}.{}", group.name, item.name);
        }
    }

    #[test]
    fn places_follow_each_other() {
        let mut next = 0;
        for (group, item) in model().items() {
            assert_eq!(item.first, next, "{}.{}", group.name, item.name);
            next += item.bins.len();
        }
        assert_eq!(next, model().len());
    }

    #[test]
    fn every_exclusion_has_a_reason_and_leaves_something() {
        for (group, item) in model().items() {
            let excluded: Vec<&String> = item.bins.iter().filter_map(|bin| bin.excluded.as_ref()).collect();
            assert!(excluded.iter().all(|reason| !reason.is_empty()), "{}.{}", group.name, item.name);
            assert!(excluded.len() < item.bins.len(), "{}.{} has only excluded bins", group.name, item.name);
        }
    }
}
