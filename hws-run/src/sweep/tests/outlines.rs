//! Outlines: a written outline is read again, and any other text is refused.

use rstest::rstest;
use serde_json::{Value, json};

use super::super::{RunKey, SweepOutline};
use super::{CONTENTION, plan, plan_of};

#[test]
fn an_outline_that_was_written_has_the_runs_of_its_plan() {
    let plan = plan(&["p_top_k=1,2", "topology=16x2,16x1", "early_launch=off,report"], 3);
    let text = serde_json::to_string(plan.outline()).unwrap();
    let outline: SweepOutline = serde_json::from_str(&text).unwrap();
    assert_eq!(outline.difference(plan.outline()), None);
    assert_eq!(outline.runs(), 24);
    for run in 0..24 {
        assert_eq!(outline.key(run), plan.key(run));
        assert_eq!((outline.settings(run), outline.seed(run)), (plan.settings(run), plan.seed(run)));
    }
    let key = outline.key(7);
    assert_eq!(key.to_string().parse(), Ok(key));
    assert!(
        ["", "7", &"g".repeat(32), &"A".repeat(32), &"é".repeat(16)]
            .iter()
            .all(|text| text.parse::<RunKey>().is_err())
    );
}

#[rstest]
#[case(&["p_top_k=1,2"], "the settings are p_top_k, promote.threshold, and p_top_k")]
#[case(&["p_top_k=1,2", "promote.threshold=1..9"],
    "the values of promote.threshold are 1, 4, and 1 … 9 (9 of them)")]
fn what_differs_is_named(#[case] axes: &[&str], #[case] difference: &str) {
    let one = plan(&["p_top_k=1,2", "promote.threshold=1,4"], 2);
    assert_eq!(one.difference(&plan(axes, 2)).as_deref(), Some(difference));
}

#[test]
fn other_seeds_and_other_workloads_are_named() {
    let one = plan(&["p_top_k=1,2"], 2);
    let seeds = plan(&["p_top_k=1,2"], 3);
    assert_eq!(one.difference(&seeds).as_deref(), Some("the seeds are 0, 1, and 0, 1, 2"));
    let changed = plan_of(&CONTENTION.replace("700", "701"), &["p_top_k=1,2"], 2).unwrap();
    assert_eq!(one.difference(&changed).as_deref(), Some("the workloads differ"));
}

fn written() -> Value {
    serde_json::to_value(plan(&["p_top_k=1,2", "topology=16x2,16x1"], 2).outline()).unwrap()
}

#[rstest]
#[case("seeds", json!([]), "`seeds` is empty")]
#[case("seeds", json!([1, 1]), "has one twice")]
#[case("error_model", json!("lo"), "`error_model`: unknown error model")]
#[case("settings", json!([{ "key": "p_top_k", "values": [] }]), "the values of `p_top_k` are missing")]
#[case("settings", json!([{ "key": "p_top_k", "values": ["1", "1"] }]), "one is given twice")]
#[case("workloads", json!([]), "lacks the workload of a setting")]
#[case("workloads", json!([{ "values": [0, 0], "base": "7" }]), "not a key of a run")]
#[case("other", json!(1), "unknown field `other`")]
fn what_is_not_an_outline_is_refused(#[case] key: &str, #[case] value: Value, #[case] error: &str) {
    let mut written = written();
    written[key] = value;
    let found = serde_json::from_value::<SweepOutline>(written).unwrap_err().to_string();
    assert!(found.contains(error), "{found}");
}

/// A file cannot make a large table.
#[test]
fn an_outline_with_too_many_runs_is_refused() {
    let mut written = written();
    let values: Vec<String> = (0..2000).map(|value| value.to_string()).collect();
    written["settings"] = json!([{ "key": "a", "values": values }, { "key": "b", "values": values }]);
    let found = serde_json::from_value::<SweepOutline>(written).unwrap_err().to_string();
    assert!(found.contains("more than 1000000 runs"), "{found}");
}
