//! The runs of a sweep, and refusals before the first of them.

use std::collections::BTreeSet;

use rstest::rstest;

use super::super::{PolicySetting, Seeds, SweepPlan};
use super::{CONTENTION, EXACT, grid, plan, plan_of, read, setting};
use crate::policy::{self, RunSettings};

#[test]
fn runs_are_ordered_by_settings_then_seed() {
    let plan = plan(&["p_top_k=1,2", "promote.threshold=4,8"], 3);
    assert_eq!((plan.combinations(), plan.runs()), (4, 12));
    let (_, settings, seed) = plan.inputs(7);
    assert_eq!(settings, [setting("p_top_k", "2"), setting("promote.threshold", "4")]);
    assert_eq!(seed, 1);
}

/// The machine is read with the workload; the other settings are applied to it afterwards.
#[test]
fn settings_that_shape_the_workload_are_applied_when_it_is_read() {
    let plan = plan(&["p_top_k=1,2", "topology=16x2,16x1"], 1);
    let sips: Vec<u32> = (0..4).map(|run| plan.inputs(run).0.hardware.topology.present().len()).collect();
    assert_eq!(sips, [32, 16, 32, 16]);
    assert_eq!(plan.inputs(3).1, [setting("p_top_k", "2")]);
}

#[rstest]
#[case(&["p_topk=1"], "--set p_topk=1, column 1: p_topk: unknown key; did you mean `p_top_k`?")]
#[case(&["p_top_k=1,2,9"], "--set p_top_k=1,2,9, column 13: 9: ")]
#[case(&["p_top_k=1..9:8"], "--set p_top_k=1..9:8, column 9: 9: ")]
#[case(&["p_top_k=1,x"], "--set p_top_k=1,x, column 11: x: invalid value; give 1 to 4 kernels")]
#[case(&["p_top_k=1", "early_launch=on"], "--set early_launch=on, column 14: on: ")]
#[case(&["p_top_k=1,0x2,2"], "--set p_top_k=1,0x2,2, column 15: 2 is the same as 0x2; remove one;")]
#[case(&["promote.threshold=1,2", "reg.PROMOTE.THRESHOLD=4,8"],
    "--set reg.PROMOTE.THRESHOLD=4,8, column 1: reg.PROMOTE.THRESHOLD sets what promote.threshold sets; keep one of")]
#[case(&["reg.PROMOTE.THRESHOLD=4,65536"], "--set reg.PROMOTE.THRESHOLD=4,65536, column 25: 65536: invalid value; give 0 to")]
#[case(&["reg.HWS_STATUS.BUSY=1"], "--set reg.HWS_STATUS.BUSY=1, column 1: reg.HWS_STATUS.BUSY: HWS_STATUS is not a setting:")]
#[case(&["inject.stuck-sip=off,2/3"], "--set inject.stuck-sip=off,2/3, column 22: 2/3: invalid value; give off, 1/N")]
#[case(&["error_model=none,high"], "--set error_model=none,high, column 18: high: invalid value; give none, low or")]
#[case(&["workload=a.yaml"], "--set workload=a.yaml, column 1: workload: files are values only in a sweep")]
#[case(&["topology=16x2,16x3"], "--set topology=16x2,16x3, column 15: 16x3: ")]
#[case(&["p_top_k=1,2", "topology=16x2,8x4"],
    "--set topology=16x2,8x4, column 15: 8x4: w.yaml:4:27: a block of 16 threads does not fit in a cluster of 8 SIPs")]
fn illegal_values_are_found_before_the_first_run(#[case] options: &[&str], #[case] error: &str) {
    let found = plan_of(CONTENTION, options, 1).unwrap_err().to_string();
    assert!(found.starts_with(error), "{found}");
}

/// Each value of these axes gives another run, and two values of one axis never share a key.
#[rstest]
#[case("pin=none,fixed,least_loaded")]
#[case("report=on,off")]
#[case("bus_cycles=4,40")]
#[case("reg.PROMOTE.THRESHOLD=4,0")]
#[case("inject.late-report=off,1/2")]
#[case("error_model=none,uniform:30%")]
#[case("cost.overhead=0,1000")]
fn any_setting_is_an_axis(#[case] option: &str) {
    let text = "dags: [{ id: g, kernels: [{ id: a, threads: 3, blocks: 9, cost: { ops: 4e6, bytes: 9 } }, { id: b, threads: 16, blocks: 4, est: 900 }] }]";
    let mut reader = |settings: &[PolicySetting]| read(text, settings);
    let plan = SweepPlan::new(&mut reader, grid(&[option]), Seeds::from_count(1), EXACT).unwrap();
    let keys: BTreeSet<String> = (0..plan.runs()).map(|run| plan.key(run).to_string()).collect();
    let rows: Vec<_> = (0..plan.runs()).map(|run| plan.row(run)).collect();
    assert_eq!(keys.len(), plan.runs());
    assert!(rows.iter().all(|row| row.problem.is_none()), "{rows:?}");
    assert!(rows.iter().any(|row| row != &rows[0]), "{option} has no effect");
}

/// The defaults are found by what a value means, not by its spelling; a policy of the command line is one of them.
#[rstest]
#[case(&["p_top_k=2,0x1"], &[], Some(1))]
#[case(&["p_top_k=1,2", "reg.PROMOTE.THRESHOLD=8,4"], &[], Some(1))]
#[case(&["p_top_k=1,2"], &[("p_top_k", "2")], Some(1))]
#[case(&["p_top_k=2,3"], &[], None)]
#[case(&["backfill.margin=0,safe", "inject.reject=1/9,off", "topology=8x4,16x2"], &[], Some(7))]
#[case(&[], &[], Some(0))]
fn the_defaults_are_a_combination(
    #[case] options: &[&str],
    #[case] policies: &[(&str, &str)],
    #[case] defaults: Option<usize>,
) {
    let mut usual = RunSettings::default();
    policies.iter().for_each(|(key, value)| policy::set(&mut usual, key, value).unwrap());
    let text = "dags: [{ id: g, kernels: [{ id: a, threads: 1, est: 9 }] }]";
    let plan = plan_of(text, options, 2).unwrap();
    assert_eq!(plan.defaults(), None);
    assert_eq!(plan.with_defaults(&usual).defaults(), defaults);
}

#[test]
fn an_invalid_workload_is_not_reported_as_an_invalid_setting() {
    let error = plan_of("dags: 7", &["p_top_k=1,2"], 1).unwrap_err().to_string();
    assert!(error.starts_with("w.yaml:1:7: "), "{error}");
}

#[test]
fn a_sweep_beyond_the_limit_is_refused_with_its_number_of_runs() {
    let axes = &["promote.threshold=0..999", "launch_delay=0..999", "early_launch.offset=0..999"];
    let error = plan_of(CONTENTION, axes, 3).unwrap_err().to_string();
    let expected =
        "the sweep has 3000000000 runs, which is more than the limit of 1000000; give fewer values or seeds";
    assert_eq!(error, expected);
}

#[test]
fn every_run_has_its_own_key() {
    let plan = plan(&["p_top_k=1,2", "topology=16x2,16x1"], 5);
    let keys: BTreeSet<String> = (0..plan.runs()).map(|run| plan.key(run).to_string()).collect();
    assert_eq!(keys.len(), 20);
    assert!(keys.iter().all(|key| key.len() == 32));
}

/// Different spellings of the same settings are the same run, anywhere in a sweep.
#[test]
fn a_key_depends_on_what_the_run_is() {
    let one = plan(&["p_top_k=1,2"], 2);
    let commented = format!("# a comment\n{}", CONTENTION.replace("700", "7e2"));
    let other = plan_of(&commented, &["p_top_k=02"], 3).unwrap();
    assert_eq!(one.key(2), other.key(0));
    assert_eq!(one.key(3), other.key(1));
    for (from, to) in [("est: 700", "est: 701"), ("id: d", "id: e"), ("threads: 2", "threads: 1")] {
        let changed = plan_of(&CONTENTION.replace(from, to), &["p_top_k=1,2"], 2).unwrap();
        assert_ne!(one.key(0), changed.key(0), "{from} became {to}");
    }
    let mut reader = |settings: &[PolicySetting]| read(CONTENTION, settings);
    let exact = SweepPlan::new(&mut reader, grid(&["p_top_k=1,2"]), Seeds::from_count(2), EXACT).unwrap();
    assert_ne!(one.key(0), exact.key(0));
}
