//! Means and differences of hand-made rows.

use super::super::{SweepRow, SweepSummary, metric_names};
use super::plan;

fn row(makespan: i128) -> Option<SweepRow> {
    let mut metrics = vec![None; metric_names().len()];
    metrics[0] = Some(makespan);
    Some(SweepRow { problem: None, metrics })
}

fn undrained() -> Option<SweepRow> {
    Some(SweepRow { problem: Some("stuck".to_owned()), metrics: vec![None; metric_names().len()] })
}

/// First setting 100, 110, 120; second 103, undrained, 121, which with the same seeds are 3 and 1 more:
/// mean 112 and 2; s² of (103, 121) = 162, of (3, 1) = 2; with two values the half width is
/// 12.7062047 × √(s² / 2), that is 12.7062047 × 9 = 114.3558 and 12.7062047.
#[test]
fn means_and_paired_differences() {
    assert_eq!(metric_names()[0], "makespan");
    let plan = plan(&["p_top_k=1,2"], 3);
    let rows = [row(100), row(110), row(120), row(103), undrained(), row(121)];
    let summary = SweepSummary::new(&plan, &rows);
    assert_eq!((summary.runs, summary.made), (6, 6));
    let first = &summary.settings[0].metrics["makespan"];
    assert_eq!((first.values.unwrap().mean, first.values.unwrap().median), (110.0, 110.0));
    assert_eq!(first.difference, None);
    let second = &summary.settings[1];
    assert_eq!((second.settings["p_top_k"].as_str(), second.made, second.drained), ("2", 3, 2));
    let (values, difference) =
        (second.metrics["makespan"].values.unwrap(), second.metrics["makespan"].difference.unwrap());
    assert_eq!((values.n, values.mean, difference.n, difference.mean), (2, 112.0, 2, 2.0));
    assert!((values.half_width.unwrap() - 114.355_842_6).abs() < 1e-6);
    assert!((difference.half_width.unwrap() - 12.706_204_7).abs() < 1e-6);
}

#[test]
fn missing_runs_are_not_counted() {
    let plan = plan(&["p_top_k=1,2"], 2);
    let summary = SweepSummary::new(&plan, &[row(5), None, None, None]);
    assert_eq!((summary.made, summary.settings[1].made), (1, 0));
    assert_eq!(summary.settings[0].metrics["makespan"].values.unwrap().half_width, None);
    assert_eq!(summary.settings[1].metrics["makespan"].values, None);
}

#[test]
fn the_table_of_a_terminal() {
    let plan = plan(&["p_top_k=1,2", "bus_cycles=4"], 3);
    let rows = [row(100), row(110), row(120), row(103), undrained(), row(121)];
    let text = SweepSummary::new(&plan, &rows).to_string();
    // The half width of 100, 110 and 120: s = 10, and t with two degrees of freedom 4.302653 × 10 / √3.
    let expected = "\
p_top_k            runs       makespan    vs first  util %  wait mean  wait p95  backfills  promotions  unfairness
1                     3   110.0 ±24.8           -       -          -         -          -           -           -
2        2 of 3 drained  112.0 ±114.4  +2.0 ±12.7       -          -         -          -           -           -
";
    assert_eq!(text.replace(' ', ""), expected.replace(' ', ""), "{text}");
    let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
    assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "aligned: {text}");
}
