//! The default random stimuli reach their goals, and a seed always gives the same stimulus.

use std::collections::BTreeSet;

use hws_tests::random::{CASES, goals, reached, stimulus};

#[test]
fn the_default_seeds_reach_every_goal() {
    let reached: BTreeSet<String> = (0..CASES).flat_map(|seed| reached(&stimulus(seed))).collect();
    let missed: Vec<String> = goals().difference(&reached).cloned().collect();
    assert!(missed.is_empty(), "{CASES} stimuli do not reach {missed:#?}");
    let unnamed: Vec<String> = reached.difference(&goals()).cloned().collect();
    assert!(unnamed.is_empty(), "not in the goals: {unnamed:#?}");
}

#[test]
fn a_seed_gives_the_same_stimulus_each_time() {
    assert_eq!(stimulus(5), stimulus(5));
    assert_ne!(stimulus(5), stimulus(6));
}
