//! The settings that a tuning may change, and their values.
//!
//! A dimension is a setting; its values are those besides the one that the workload has, so that the defaults are always a
//! point of the space. The default space has no value that can starve a kernel (docs/dangers.md): no R-task beyond the
//! first, no margin below the safe one, no removal of the rule `threshold`. It describes no hardware either.

use std::collections::BTreeSet;

use super::presets::PRESETS;
use crate::sweep::PolicySetting;

/// A setting and the values to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TuneDimension {
    /// The setting.
    pub key: String,
    /// Values other than that of the workload, in the order in which they are tried.
    pub values: Vec<String>,
}

/// The values that are tried by default, by setting.
pub const DEFAULT_SPACE: &[(&str, &[&str])] = &[
    ("p_top_k", &["4", "2", "3"]),
    ("early_launch", &["estimate"]),
    ("early_launch.offset", &["48", "96", "24"]),
    ("fillup_first", &["on"]),
    ("promote.threshold", &["1", "16", "2", "8", "64"]),
    ("promote.rules", &["threshold+on_cp", "threshold+top1", "threshold+top1_full_vg"]),
    ("promote.most_failed_first", &["on"]),
    ("backfill.margin", &["1000", "4000"]),
    ("reserved_first", &["on"]),
    ("age_boost", &["on"]),
    ("scale.curve", &["linear:100:100", "linear:3200:100"]),
];

/// A place in a space: for each dimension the number of its value, from 1; 0: as in the workload.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TunePoint(pub Vec<usize>);

/// Dimensions, each of a different setting, each with at least one value.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TuneSpace {
    dimensions: Vec<TuneDimension>,
}

impl TunePoint {
    /// Returns the number of settings that it changes.
    #[must_use]
    pub fn changes(&self) -> usize {
        self.0.iter().filter(|&&value| value > 0).count()
    }

    /// Returns the point with one dimension as in the workload.
    #[must_use]
    pub fn without(&self, dimension: usize) -> Self {
        let mut values = self.0.clone();
        values[dimension] = 0;
        Self(values)
    }
}

impl TuneSpace {
    /// Creates a space; dimensions without a value are left out.
    #[must_use]
    pub fn new(dimensions: Vec<TuneDimension>) -> Self {
        let dimensions = dimensions.into_iter().filter(|dimension| !dimension.values.is_empty());
        Self { dimensions: dimensions.collect() }
    }

    /// Returns its dimensions.
    #[must_use]
    pub fn dimensions(&self) -> &[TuneDimension] {
        &self.dimensions
    }

    /// Returns the point of the defaults.
    #[must_use]
    pub fn defaults(&self) -> TunePoint {
        TunePoint(vec![0; self.dimensions.len()])
    }

    /// Returns the number of points.
    #[must_use]
    pub fn points(&self) -> u128 {
        let sizes = self.dimensions.iter().map(|dimension| dimension.values.len() as u128 + 1);
        sizes.fold(1, u128::saturating_mul)
    }

    /// Returns the point of this number, from 0, the defaults; the last dimension changes fastest.
    #[must_use]
    pub fn point(&self, number: u128) -> TunePoint {
        let mut rest = number;
        let digits = self.dimensions.iter().rev().map(|dimension| {
            let size = dimension.values.len() as u128 + 1;
            let digit = rest % size;
            rest /= size;
            digit as usize
        });
        let mut values: Vec<usize> = digits.collect();
        values.reverse();
        TunePoint(values)
    }

    /// Returns the points that change a single setting: the first value of every dimension, then the second ones, and so on.
    #[must_use]
    pub fn singles(&self) -> Vec<TunePoint> {
        let most = self.dimensions.iter().map(|dimension| dimension.values.len()).max().unwrap_or(0);
        let all = (1..=most).flat_map(|value| {
            let has = move |&(_, dimension): &(usize, &TuneDimension)| dimension.values.len() >= value;
            self.dimensions.iter().enumerate().filter(has).map(move |(at, _)| self.single(at, value))
        });
        all.collect()
    }

    /// Returns the presets; what the space does not have is left out of them.
    #[must_use]
    pub fn presets(&self) -> Vec<TunePoint> {
        let of = |preset: &&[(&str, &str)]| {
            let value = |dimension: &TuneDimension| {
                let (_, wanted) = preset.iter().find(|(key, _)| *key == dimension.key)?;
                Some(dimension.values.iter().position(|value| value == wanted)? + 1)
            };
            TunePoint(self.dimensions.iter().map(|dimension| value(dimension).unwrap_or(0)).collect())
        };
        PRESETS.iter().map(of).collect()
    }

    /// Returns the point that changes a single setting.
    #[must_use]
    pub fn single(&self, dimension: usize, value: usize) -> TunePoint {
        let mut point = self.defaults();
        point.0[dimension] = value;
        point
    }

    /// Returns the settings of a point, in the order of the dimensions, without those that are as in the workload.
    #[must_use]
    pub fn settings(&self, point: &TunePoint) -> Vec<PolicySetting> {
        let chosen = self.dimensions.iter().zip(&point.0).filter(|&(_, &value)| value > 0);
        let setting = |(dimension, &value): (&TuneDimension, &usize)| PolicySetting {
            key: dimension.key.clone(),
            value: dimension.values[value - 1].clone(),
        };
        chosen.map(setting).collect()
    }

    /// Returns the first points, by their number, that are not known.
    #[must_use]
    pub fn unknown(&self, known: &BTreeSet<TunePoint>, count: usize) -> Vec<TunePoint> {
        // Among one more than are known, one is unknown.
        let all = (0..self.points()).map(|number| self.point(number));
        all.filter(|point| !known.contains(point)).take(count).collect()
    }
}
