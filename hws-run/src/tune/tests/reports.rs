//! What a report says.

use super::*;

/// Ratios e⁰, e^0.2 and e^0.4: the mean logarithm is 0.2 with a standard deviation of 0.2, so the half width is 4.302653 × 0.2 / √3 =
/// 0.496828.
#[test]
fn a_change_by_hand() {
    let change = TuneChange::from_logs(&[0.0, 0.2, 0.4]).unwrap();
    let percent = |log: f64| (log.exp() - 1.0) * 100.0;
    for (value, log) in
        [(change.percent, 0.2), (change.low.unwrap(), 0.2 - 0.496_828), (change.high.unwrap(), 0.696_828)]
    {
        assert!((value - percent(log)).abs() < 1e-3, "{value}");
    }
    assert!(!change.is_gain() && !change.is_loss());
    assert_eq!(change.to_string(), "+22.14 % (-25.68 to +100.74)");
}

#[test]
fn a_single_seed_has_no_interval() {
    let change = TuneChange::from_logs(&[-0.1]).unwrap();
    assert_eq!((change.low, change.high, change.seeds), (None, None, 1));
    assert!(change.is_gain());
    assert_eq!(change.to_string(), "-9.52 %");
    assert_eq!(TuneChange::from_logs(&[]), None);
}

#[test]
fn effects_are_those_of_each_value_alone_and_of_the_best_without_it() {
    let plan = plan(TuneBudget::Exhaustive);
    let report = tune(&plan, &mut Computed::new(two_matter)).unwrap();
    let effect = |key: &str, value: &str| {
        report.effects.iter().find(|effect| effect.key == key && effect.value == value).unwrap().clone()
    };
    let near = |change: Option<TuneChange>, percent: f64| (change.unwrap().percent - percent).abs() < 0.2;
    assert!(near(effect("a", "2").alone[0], -10.0) && near(effect("b", "x").alone[0], -5.0));
    // 850 becomes 950, and 850 becomes 900.
    assert!(near(effect("a", "2").without, 11.8) && near(effect("b", "x").without, 5.9));
    assert_eq!(effect("a", "1").without, None);
}

#[test]
fn a_gain_is_concluded_with_the_options_that_give_it() {
    let report = tune(&plan(TuneBudget::Exhaustive), &mut Computed::new(two_matter)).unwrap();
    assert_eq!(report.conclusion().unwrap(), "Recommended: --policy a=2 --policy b=x");
}

#[test]
fn workloads_are_reported_by_themselves_and_together() {
    // The second workload gets worse by as much as the first one gets better.
    let outcome = |run: &TuneRun| {
        let (is_set, is_first) = (run.point.0[0] == 2, run.workload == 0);
        Ok(match (is_set, is_first) {
            (true, true) => 8_000_000,
            (true, false) => 10_500_000,
            (false, _) => 10_000_000,
        })
    };
    let report = tune(&plan(TuneBudget::Exhaustive), &mut Computed::new(outcome)).unwrap();
    let best = &report.best[0];
    let percents: Vec<f64> =
        best.workloads.iter().map(|one| one.changes[0].unwrap().percent.round()).collect();
    assert_eq!(percents, [-20.0, 5.0]);
    // √(0.8 × 1.05) = 0.9165.
    assert!((best.changes[0].unwrap().percent + 8.35).abs() < 0.01);
    assert_eq!(best.workloads[1].metrics[0].difference.unwrap().mean, 500_000.0);
}

#[test]
fn several_objectives_give_a_front() {
    let mut plan = plan(TuneBudget::Exhaustive);
    plan.objectives = Objective::parse_all(["makespan", "wait_mean"]).unwrap();
    let wait = metric_names().iter().position(|&name| name == "wait_mean").unwrap();
    struct Traded(usize);
    impl TuneBench for Traded {
        type Error = ();
        fn make(&mut self, runs: &[TuneRun]) -> Result<Vec<Option<SweepRow>>, ()> {
            // Each value of a shortens the run and lengthens the wait; b=x only lengthens both.
            let of = |run: &TuneRun| {
                let (a, b) = (run.point.0[0] as u64, u64::from(run.point.0[1] == 1));
                let mut row = row(Ok(1000 - 100 * a + 50 * b));
                row.metrics[self.0] = Some(i128::from(if a == 3 { 50 } else { 100 + 10 * a } + 5 * b));
                row
            };
            Ok(runs.iter().map(|run| Some(of(run))).collect())
        }
        fn seconds(&self) -> f64 {
            0.0
        }
    }
    let found = search(&plan, &mut Traded(wait), &mut Strides(&plan.space, 0)).unwrap();
    let report = TuneReport::new(&plan, &found, &mut |_| TunedMachines::default());
    // a=3 is best in both.
    assert_eq!(report.best.iter().map(settings).collect::<Vec<_>>(), [["a=3"]]);
    assert!(report.to_string().contains("Pareto front"), "{report}");
    assert_eq!(report.conclusion(), None, "the reader chooses between objectives");
}
