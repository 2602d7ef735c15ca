//! `--list-runs`: the runs of a sweep without making them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{SWEEP, folder, into, journal, sweep};
use crate::common::{printed, text};

fn listed(more: &[&str]) -> Value {
    let output = sweep(&[SWEEP, &["--list-runs", "--json"], more].concat());
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn keys(list: &Value) -> Vec<String> {
    list["runs"].as_array().unwrap().iter().map(|run| run["key"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_list_has_the_keys_of_the_journal_in_the_order_of_the_sweep() {
    let list = listed(&[]);
    assert_eq!(list["program"]["version"], env!("CARGO_PKG_VERSION"));
    let run = &list["runs"][10];
    assert_eq!((&run["run"], &run["seed"]), (&10.into(), &1.into()));
    assert_eq!(run["settings"], serde_json::json!({ "promote.threshold": "4", "p_top_k": "1" }));
    let folder = folder("listed");
    into(&folder, &["--jobs", "1"]);
    let made = journal(&folder);
    let made: Vec<&str> = made.lines().map(|line| &line[8..40]).collect();
    assert_eq!(keys(&list), made);
}

#[test]
fn every_run_is_in_one_shard() {
    let of = |shard: &str| keys(&listed(&["--shard", shard]));
    let all = keys(&listed(&[]));
    let shards: Vec<Vec<String>> = (1..=4).map(|index| of(&format!("{index}/4"))).collect();
    assert_eq!(shards.iter().map(Vec::len).collect::<Vec<_>>(), [5, 5, 4, 4]);
    assert_eq!(shards.concat().into_iter().collect::<BTreeSet<_>>(), all.into_iter().collect());
    assert_eq!(of("19/19"), [""; 0]);
}

#[test]
fn without_json_a_line_is_for_people() {
    let lines = printed(&[&["sweep"], SWEEP, &["--list-runs", "--shard", "9/9"]].concat());
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("8  "), "{}", lines[0]);
    assert!(
        lines[0].ends_with("  workload=examples/detector.yaml p_top_k=3 promote.threshold=1 seed=2"),
        "{}",
        lines[0]
    );
}
