//! What is refused, with place and remedy.

use rstest::rstest;

use super::*;
use crate::common::refused;

#[rstest]
#[case(&["--objective", "makespn"], "--objective makespn: unknown objective `makespn`; did you mean `makespan`?")]
#[case(&["--budget", "1"], "--budget: 1 is too few to compare anything; give at least 6:")]
#[case(&["--budget", "5x"], "`5x` is not a budget; give a number of runs such as 400, or of minutes such as 5m")]
#[case(&["--budget", "0"], "`0` is not a budget")]
#[case(&["--budget=-1m"], "is not a budget")]
#[case(&["--set", "p_topk=1"], "--set p_topk=1, column 1: p_topk: unknown key; did you mean `p_top_k`?")]
#[case(&["--set", "p_top_k=1,9"], "--set p_top_k=1,9, column 11: 9: ")]
#[case(&["--set", "p_top_k=1", "--set", "p_top_k=2"], "p_top_k is given twice")]
#[case(&["--only", "--set", "age_boost=off"], "there is nothing to tune")]
#[case(&["--set", "p_top_k=1,2", "--set", "reg.P_TOP_K.K=1,2"], "reg.P_TOP_K.K")]
#[case(&["--set", "error_model=low,none"], "--set: error_model is part of what is run, not a choice; give --error-model")]
#[case(&["--exhaustive"], "--exhaustive: the sweep has")]
#[case(&["--exhaustive", "--budget", "10"], "cannot be used with")]
#[case(&["--seeds", "999999..1000001"], "--seeds: 1000000 may be held out")]
#[case(&["--seeds", "20", "--budget", "40"], "--budget: 40 is too few")]
#[case(&["--held-out", "1"], "1 is not in 2..=10000")]
#[case(&["examples/detector.yaml"], "workload `examples/detector.yaml` is given twice")]
#[case(&["examples/detector.yaml+examples/nothing.yaml"], "examples/nothing.yaml: cannot be read")]
fn refused_with_the_remedy(#[case] options: &[&str], #[case] message: &str) {
    let folder = folder(&format!("refused{}", message.len()));
    let out = as_text(&folder);
    let error = refused(&[&["tune", "examples/detector.yaml", "--out", &out], options].concat());
    assert!(error.contains(message), "{error}");
    assert!(!folder.exists(), "a refusal writes nothing");
}

#[test]
fn defaults_that_do_not_drain_are_reported() {
    let workload = "dags: [{ id: g, kernels: [{ id: a, threads: 16, est: 9 }] }]\n\
                    contexts: { 0: { 9_12_16: [] } }\n";
    let path = common::file("tune/stuck.yaml", workload);
    let error = refused(&["tune", &path, "--budget", "20"]);
    assert!(
        error.contains("stuck.yaml: not drained with the defaults and seed 0, so there is nothing to compare with: stuck: g/a: "),
        "{error}"
    );
}
