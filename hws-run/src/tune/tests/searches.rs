//! The combinations that a search tries, and its choice.

use std::collections::BTreeSet;

use rstest::rstest;

use super::*;

#[rstest]
#[case(TuneBudget::Exhaustive)]
#[case(TuneBudget::Runs(400))]
#[case(TuneBudget::Seconds(400.0))]
fn a_search_finds_what_an_exhaustive_one_finds(#[case] budget: TuneBudget) {
    let plan = plan(budget);
    let report = tune(&plan, &mut Computed::new(two_matter)).unwrap();
    let best: Vec<&TunedPoint> = report.recommended().collect();
    assert_eq!(best.len(), 1);
    assert_eq!(settings(best[0]), ["a=2", "b=x"]);
    // 15 % less, and 1 ‰ of noise on average.
    let change = best[0].changes[0].unwrap();
    assert!((-15.0..-14.8).contains(&change.percent) && change.seeds == 4, "{change:?}");
    assert!(change.low.unwrap() < change.percent && change.percent < change.high.unwrap());
}

#[test]
fn an_exhaustive_search_tries_every_point_with_every_seed() {
    let mut bench = Computed::new(two_matter);
    let report = tune(&plan(TuneBudget::Exhaustive), &mut bench).unwrap();
    assert_eq!(report.tried.len(), 4 * 3 * 3);
    assert!(report.tried.iter().all(|tried| tried.seeds == 4));
    assert_eq!(points(&bench.asked).len(), 36);
}

#[rstest]
fn a_budget_is_never_exceeded(#[values(32, 33, 47, 64, 100, 150, 399)] runs: u64) {
    let mut bench = Computed::new(two_matter);
    let plan = plan(TuneBudget::Runs(runs));
    assert!(runs >= plan.least_runs());
    let report = tune(&plan, &mut bench).unwrap();
    assert!(bench.asked.len() as u64 <= runs && report.is_complete, "{}", bench.asked.len());
    // The held-out runs are always made.
    assert!(report.best.iter().all(|best| best.changes[0].is_some_and(|change| change.seeds == 4)));
}

#[test]
fn no_run_is_made_twice_and_no_seed_chooses_and_measures() {
    let mut bench = Computed::new(two_matter);
    let plan = plan(TuneBudget::Runs(400));
    let report = tune(&plan, &mut bench).unwrap();
    let once: BTreeSet<TuneRun> = bench.asked.iter().cloned().collect();
    assert_eq!(once.len(), bench.asked.len());
    let held_out: BTreeSet<TunePoint> =
        bench.asked.iter().filter(|run| run.seed >= HELD_OUT_FIRST).map(|run| run.point.clone()).collect();
    assert_eq!(held_out.len(), 2, "the defaults and the recommendation");
    assert_eq!(report.runs, bench.asked.len());
}

#[test]
fn where_nothing_matters_the_defaults_stay() {
    let mut bench = Computed::new(|run| Ok(1000 + run.seed));
    let report = tune(&plan(TuneBudget::Runs(400)), &mut bench).unwrap();
    assert!(report.best.is_empty() && report.is_complete);
    assert!(report.to_string().contains("Keep the defaults: nothing that was tried is better."), "{report}");
    assert!(bench.asked.iter().all(|run| run.seed < HELD_OUT_FIRST));
}

#[test]
fn what_is_better_by_chance_is_said_to_be_noise() {
    // The candidates are better with the seeds that choose, and as often better as worse with the others.
    let outcome = |run: &TuneRun| {
        let is_better = run.seed < HELD_OUT_FIRST || run.seed.is_multiple_of(2);
        Ok(if run.point.changes() == 0 {
            1000
        } else if is_better {
            990
        } else {
            1010
        })
    };
    let report = tune(&plan(TuneBudget::Runs(400)), &mut Computed::new(outcome)).unwrap();
    assert_eq!(report.best[0].verdicts, [TuneVerdict::Noise]);
    assert_eq!(report.recommended().count(), 0);
    let text = report.to_string();
    assert!(text.contains("no gain beyond noise") && !text.contains("--policy"), "{report}");
    assert!(report.conclusion().unwrap().starts_with("Keep the defaults: on the held-out seeds"));
}

#[test]
fn a_point_that_is_not_drained_is_disqualified_and_not_run_again() {
    // b=x would be the best, but the second workload gets stuck under it.
    let outcome = |run: &TuneRun| match (run.point.0[1], run.workload) {
        (1, 1) => Err("stuck: k: no room".to_owned()),
        (1, _) => Ok(100),
        _ => two_matter(run),
    };
    let mut bench = Computed::new(outcome);
    let report = tune(&plan(TuneBudget::Runs(400)), &mut bench).unwrap();
    assert_eq!(settings(&report.best[0]), ["a=2"]);
    assert!(report.disqualified() > 0);
    assert!(report.to_string().contains("disqualified: b=x: two, seed 0: stuck: k: no room"), "{report}");
    let stuck = space().single(1, 1);
    // A screening run has up to four seeds.
    assert!(bench.asked.iter().filter(|run| run.point == stuck).count() <= 2 * 4);
}

#[test]
fn defaults_that_are_not_drained_end_the_search() {
    let outcome = |run: &TuneRun| if run.seed == 2 { Err("stuck".to_owned()) } else { Ok(5) };
    let halt = tune(&plan(TuneBudget::Runs(400)), &mut Computed::new(outcome)).unwrap_err();
    assert!(matches!(halt, TuneHalt::Defaults { workload: 0, seed: 2, .. }), "{halt:?}");
}

#[test]
fn a_stopped_search_keeps_what_it_has() {
    let mut bench = Computed { most: 50, ..Computed::new(two_matter) };
    let report = tune(&plan(TuneBudget::Runs(400)), &mut bench).unwrap();
    assert_eq!((report.is_complete, report.runs), (false, 50));
    assert!(report.to_string().contains("Stopped"), "{report}");
}

#[test]
fn a_metric_that_is_not_measured_ends_the_search() {
    let mut plan = plan(TuneBudget::Runs(400));
    plan.objectives = vec![Objective::parse("unfairness").unwrap()];
    let halt = tune(&plan, &mut Computed::new(two_matter)).unwrap_err();
    assert!(matches!(halt, TuneHalt::NotMeasured { workload: 0, goal: "unfairness" }), "{halt:?}");
}

#[test]
fn settings_that_replace_each_other_are_not_both_dropped() {
    // Either of b=x and c=1 is enough.
    let outcome = |run: &TuneRun| Ok(if run.point.0[1] == 1 || run.point.0[2] == 1 { 900 } else { 1000 });
    let report = tune(&plan(TuneBudget::Exhaustive), &mut Computed::new(outcome)).unwrap();
    assert_eq!(report.best[0].settings.len(), 1);
    assert_eq!(report.best[0].verdicts, [TuneVerdict::Gain]);
}

/// Only a=1 with c=1 is better, and the first point with both that is proposed sets b, too: number 13 of 36, seven times seven modulo 36.
#[rstest]
fn an_idle_setting_is_not_recommended(#[values(150, 200, 400)] runs: u64) {
    let outcome = |run: &TuneRun| {
        Ok(if run.point.0[0] == 1 && run.point.0[2] == 1 { 900 } else { 1000 } + run.seed % 3)
    };
    let mut bench = Computed::new(outcome);
    let report = tune(&plan(TuneBudget::Runs(runs)), &mut bench).unwrap();
    assert!(points(&bench.asked).contains(&TunePoint(vec![1, 1, 1])));
    assert_eq!(report.best.iter().map(settings).collect::<Vec<_>>(), [["a=1", "c=1"]]);
    assert_eq!(report.best[0].options, "--policy a=1 --policy c=1");
    assert!(bench.asked.len() as u64 <= runs);
}

/// b=x adds 2 % to the 10 % of a=2: more than a tenth of the gain.
#[test]
fn a_setting_that_matters_a_little_stays() {
    let outcome = |run: &TuneRun| {
        let (a, b) = (run.point.0[0] == 2, run.point.0[1] == 1);
        Ok(100_000 - if a { 10_000 } else { 0 } - if b { 2_000 } else { 0 })
    };
    let report = tune(&plan(TuneBudget::Runs(400)), &mut Computed::new(outcome)).unwrap();
    assert_eq!(settings(&report.best[0]), ["a=2", "b=x"]);
}
