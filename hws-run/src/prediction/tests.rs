//! Predictions against runs of the whole plan.

use hws_plan::Periodic;
use hws_plan::plan::{Naming, Plan, PlanTimeUnit};
use serde_json::json;

use super::{PREDICTION_KERNELS, PredictionError, part, predicted_factor};
use crate::run::run;

/// A diamond of tasks of some hundred cycles, with a long one, on four PEs.
fn diamond(cost: u64, iterations: u64) -> Plan {
    let nodes: Vec<_> =
        [3, 1, 4, 1, 5].iter().enumerate().map(|(id, n)| json!({ "id": id, "cost": cost * n })).collect();
    let edges: Vec<_> = [(0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 4)]
        .map(|(from, to)| json!({ "from": from, "to": to, "size": 0, "t_cache": 1, "t_dram": 9 }))
        .into();
    let input = json!({ "pes": 4, "iterations": iterations, "nodes": nodes, "edges": edges });
    let naming = Naming { name: "diamond", source: "test", unit: PlanTimeUnit::Cycles };
    Periodic::from_json(&input).unwrap().to_plan(&naming, u64::MAX).unwrap()
}

fn run_end(plan: &Plan) -> u64 {
    let record = run(&part(plan, 1, 1).unwrap(), ()).unwrap().0;
    assert!(record.drained);
    record.makespan
}

#[test]
fn a_whole_run_is_predicted_exactly() {
    let plan = diamond(20, 100);
    let [run, planned] = predicted_factor(&plan, PREDICTION_KERNELS).unwrap().unwrap();
    assert_eq!((run, u128::from(planned)), (run_end(&plan), plan.end()));
    assert!(run > planned * 11 / 10, "{run} of {planned}: short times are late");
}

/// The prediction stays within 2 % where only parts are run.
#[test]
fn a_long_plan_is_predicted_by_its_beginning() {
    for cost in [5, 60] {
        let plan = diamond(cost, 1000);
        let [predicted, _] = predicted_factor(&plan, 1200).unwrap().unwrap();
        let run = run_end(&plan);
        assert!(predicted.abs_diff(run) * 50 <= run, "cost {cost}: predicted {predicted}, run {run}");
    }
}

#[test]
fn long_times_need_no_prediction() {
    assert_eq!(predicted_factor(&diamond(2000, 50), PREDICTION_KERNELS).unwrap(), None);
}

#[test]
fn a_plan_that_a_run_refuses_is_not_predicted() {
    let mut plan = diamond(20, 30);
    plan.kernels[3].est = 1 << 40;
    let error = predicted_factor(&plan, PREDICTION_KERNELS).unwrap_err();
    assert!(matches!(error, PredictionError::Refused(_)), "{error}");
    assert!(error.to_string().starts_with("diamond: kernels[3].est: "), "{error}");
}

/// What a report says of a run of the written plan.
#[test]
fn a_report_has_the_predicted_end() {
    let mut plan = diamond(20, 100);
    plan.time.predicted_factor = predicted_factor(&plan, PREDICTION_KERNELS).unwrap();
    let workload = part(&plan, 1, 1).unwrap();
    let record = run(&workload, ()).unwrap().0;
    let report = crate::report::Report::new(&workload, &record);
    assert_eq!(report.predicted_end, Some(report.makespan));
    let text = crate::report::ReportSummary::new(&report).to_string();
    let line = format!("predicted end     {} cycles; the run ends 0.0 % later\n", report.makespan);
    assert!(text.contains(&line), "{text}");
}
