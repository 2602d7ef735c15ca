//! Means and differences of hand-made rows.

use super::super::{SweepOrder, SweepOutline, SweepReference, SweepRow, SweepSummary, metric_names};
use super::plan;
use crate::policy::RunSettings;

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
p_top_k            runs       makespan      vs first  util %  wait mean  wait p95  early  backfills  promotions  unfairness
1                     3   110.0 ±24.8         first       -          -         -      -          -           -           -
2        2 of 3 drained  112.0 ±114.4  +2.0 ±12.7 ~       -          -         -      -          -           -           -
~ no difference that the seeds tell: the 95 % interval contains 0
";
    assert_eq!(text.replace(' ', ""), expected.replace(' ', ""), "{text}");
    let widths: Vec<usize> = text.lines().take(3).map(|line| line.chars().count()).collect();
    assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "aligned: {text}");
}

/// 90 is better than the defaults by 10 with every seed, 150 worse; the defaults are marked, whatever their place.
#[test]
fn the_best_comes_first_and_all_are_compared_with_the_defaults() {
    let plan = plan(&["p_top_k=2,1,3,4"], 2).with_defaults(&RunSettings::default());
    assert_eq!(plan.defaults(), Some(1));
    let rows = [row(250), row(252), row(100), row(102), row(90), row(92), undrained(), None];
    let summary = SweepSummary::new(&plan, &rows);
    let order: Vec<&str> = summary.settings.iter().map(|set| set.settings["p_top_k"].as_str()).collect();
    assert_eq!((summary.reference, order), (SweepReference::Defaults, vec!["3", "1", "2", "4"]));
    let makespan = |at: usize| &summary.settings[at].metrics["makespan"];
    let difference = makespan(0).difference.unwrap();
    assert_eq!((difference.mean, difference.half_width, makespan(0).is_tie), (-10.0, Some(0.0), Some(false)));
    assert_eq!((makespan(1).difference, makespan(1).is_tie), (None, None));
    let marked: Vec<bool> = summary.settings.iter().map(|set| set.is_reference).collect();
    assert_eq!(marked, [false, true, false, false]);
    let text = summary.to_string();
    assert!(text.contains("vs defaults") && text.contains(" defaults  "), "{text}");
    assert!(!text.contains('~'), "{text}");
}

/// More utilisation is better; a metric without values changes no order.
#[test]
fn the_order_is_that_of_any_metric_or_of_the_options() {
    let at = metric_names().iter().position(|&name| name == "utilisation_permille").unwrap();
    let with = |utilisation| {
        row(100).map(|mut row| {
            row.metrics[at] = Some(utilisation);
            row
        })
    };
    let plan = plan(&["p_top_k=1..3"], 1);
    let rows = [with(300), with(900), with(600)];
    let order = |order: SweepOrder| {
        let summary = SweepSummary::of_workloads(&[(None, &plan)], &rows, order);
        summary.settings.iter().map(|set| set.settings["p_top_k"].clone()).collect::<String>()
    };
    assert_eq!(order("utilisation_permille".parse().unwrap()), "231");
    assert_eq!(order("makespan".parse().unwrap()), "123");
    assert_eq!(order("wait_max".parse().unwrap()), "123");
    assert_eq!(order("given".parse().unwrap()), "123");
    let error = "makespam".parse::<SweepOrder>().unwrap_err().to_string();
    assert!(
        error.starts_with("unknown metric `makespam`; did you mean `makespan`? give given for"),
        "{error}"
    );
}

#[test]
fn workloads_are_compared_each_with_its_own_defaults() {
    let plan = plan(&["p_top_k=1,2"], 1).with_defaults(&RunSettings::default());
    let rows = [row(100), row(90), row(1000), row(1100)];
    let outline: &SweepOutline = &plan;
    let workloads = [(Some("short"), outline), (Some("long"), outline)];
    let summary = SweepSummary::of_workloads(&workloads, &rows, SweepOrder::default());
    assert_eq!((summary.runs, summary.varying.join(" ")), (4, "workload p_top_k".to_owned()));
    let shown: Vec<(Option<&str>, &str, Option<f64>)> = summary
        .settings
        .iter()
        .map(|set| {
            let difference = set.metrics["makespan"].difference.map(|sample| sample.mean);
            (set.workload.as_deref(), set.settings["p_top_k"].as_str(), difference)
        })
        .collect();
    let expected = [
        (Some("short"), "2", Some(-10.0)),
        (Some("short"), "1", None),
        (Some("long"), "1", None),
        (Some("long"), "2", Some(100.0)),
    ];
    assert_eq!(shown, expected);
    assert!(summary.to_string().lines().nth(3).unwrap().starts_with("long "), "{summary}");
}
