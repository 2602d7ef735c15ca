//! Points of a space, and the default values.

use std::collections::BTreeSet;

use super::*;
use crate::policy::{self, RunSettings};

#[test]
fn every_point_has_a_number() {
    let space = space();
    assert_eq!(space.points(), 36);
    let all: BTreeSet<TunePoint> = (0..36).map(|number| space.point(number)).collect();
    assert_eq!(all.len(), 36);
    assert_eq!(space.point(0), space.defaults());
    assert_eq!(space.point(35), TunePoint(vec![3, 2, 2]));
}

#[test]
fn singles_take_the_first_values_first() {
    let singles: Vec<Vec<usize>> = space().singles().into_iter().map(|point| point.0).collect();
    let expected = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [2, 0, 0], [0, 2, 0], [0, 0, 2], [3, 0, 0]]
        .map(|point| point.to_vec());
    assert_eq!(singles, expected);
}

#[test]
fn a_setting_as_in_the_workload_is_not_set() {
    let space = space();
    let settings = space.settings(&TunePoint(vec![0, 2, 0]));
    assert_eq!((settings.len(), settings[0].key.as_str(), settings[0].value.as_str()), (1, "b", "y"));
    assert!(space.settings(&space.defaults()).is_empty());
}

#[test]
fn unknown_points_are_found_until_there_are_none() {
    let space = space();
    let known: BTreeSet<TunePoint> = (0..34).map(|number| space.point(number)).collect();
    assert_eq!(space.unknown(&known, 5), [space.point(34), space.point(35)]);
}

#[test]
fn every_default_value_is_legal_and_every_preset_is_in_the_space() {
    let mut dimensions = Vec::new();
    for (key, values) in DEFAULT_SPACE {
        for value in *values {
            policy::set(&mut RunSettings::default(), key, value).unwrap();
        }
        let values = values.iter().map(|&value| value.to_owned()).collect();
        dimensions.push(TuneDimension { key: (*key).to_owned(), values });
    }
    let presets = TuneSpace::new(dimensions).presets();
    for (point, preset) in presets.iter().zip(PRESETS) {
        assert_eq!(point.changes(), preset.len(), "{preset:?}");
    }
}
