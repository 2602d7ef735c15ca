//! Objectives as they are written, and their values.

use rstest::rstest;

use super::*;

#[rstest]
#[case("makespn", "unknown objective `makespn`; did you mean `makespan`?")]
#[case("speed", "unknown objective `speed`; give one of makespan, worst_slowdown,")]
#[case("", "unknown objective ``")]
#[case("makespan+", "unknown objective ``")]
#[case("0*makespan", "`0` is not a weight")]
#[case("-1*makespan", "`-1` is not a weight")]
#[case("nan*makespan", "`nan` is not a weight")]
#[case("makespan+2*makespan", "`makespan` is given twice")]
fn refused(#[case] text: &str, #[case] reason: &str) {
    let error = Objective::parse(text).unwrap_err().to_string();
    assert!(error.starts_with(&format!("--objective {text}: {reason}")), "{error}");
}

#[test]
fn one_objective_is_given_once() {
    let error = Objective::parse_all(["makespan", "1*makespan"]).unwrap_err();
    assert!(error.to_string().contains("given twice"), "{error}");
    assert_eq!(Objective::parse_all([]).unwrap(), [Objective::default()]);
}

#[test]
fn a_column_is_a_name_too() {
    assert!(
        Objective::parse("unfairness_permille").is_ok() && Objective::parse(" 0.5 * unfairness ").is_ok()
    );
}

fn with(makespan: u64, wait: Option<i128>) -> SweepRow {
    let mut row = row(Ok(makespan));
    let place = metric_names().iter().position(|&name| name == "wait_mean").unwrap();
    row.metrics[place] = wait;
    row
}

/// (99 + 1) / (199 + 1) is a half; the wait is 3 times as long: (1 × 1/2 + 3 × 3) / 4 = 19/8.
#[test]
fn a_sum_is_the_weighted_mean_of_the_ratios() {
    let objective = Objective::parse("makespan+3*wait_mean").unwrap();
    let ratio = objective.log_ratio(&with(99, Some(5)), &with(199, Some(1))).unwrap();
    assert!((ratio - (19.0_f64 / 8.0).ln()).abs() < 1e-12, "{ratio}");
    assert_eq!(objective.log_ratio(&with(7, Some(0)), &with(7, Some(0))), Some(0.0));
    assert_eq!(objective.log_ratio(&with(7, None), &with(7, Some(0))), None);
}
