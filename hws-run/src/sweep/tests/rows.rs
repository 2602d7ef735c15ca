//! The rows of runs.

use super::super::{Cell, ColumnKind, SweepRow, SweepTable, metric_cell, metric_names, row};
use super::{CONTENTION, EXACT, LOW, plan, plan_of, setting, workload};
use crate::run::{Control, run};
use crate::workload::{ErrorKind, ErrorModel, Faults};

fn metric(row: &SweepRow, name: &str) -> Option<i128> {
    row.metrics[metric_names().iter().position(|&known| known == name).unwrap()]
}

#[test]
fn a_row_is_a_function_of_its_arguments() {
    let workload = workload(CONTENTION);
    let settings = [setting("promote.threshold", "1")];
    let make = || row(&workload, &settings, 3, &LOW);
    let first = make();
    let _ = row(&workload, &[], 4, &LOW);
    assert_eq!((&first.problem, &first), (&None, &make()));
    assert_eq!(first.metrics.len(), metric_names().len());
}

/// The row equals the report of `hws run` for the same run.
#[test]
fn without_settings_a_row_is_the_run_itself() {
    let workload = workload(CONTENTION);
    let (record, ()) = run(&workload, ()).unwrap();
    let row = row(&workload, &[], 0, &EXACT);
    assert_eq!(metric(&row, "makespan"), Some(record.makespan.into()));
}

/// The real times of a seed are those that the error model gives the workload, with settings or without, and
/// longer than the estimates.
#[test]
fn the_seed_determines_the_real_times() {
    let estimates = workload(CONTENTION);
    let mut real = estimates.clone();
    ErrorModel { kind: ErrorKind::Low, seed: 5 }.apply(&mut real).unwrap();
    for settings in [vec![], vec![setting("promote.threshold", "1")]] {
        assert_eq!(row(&estimates, &settings, 5, &LOW), row(&real, &settings, 0, &EXACT));
    }
    assert_ne!(row(&estimates, &[], 5, &LOW), row(&estimates, &[], 6, &LOW));
    assert_eq!(row(&estimates, &[], 5, &EXACT), row(&estimates, &[], 6, &EXACT));
}

#[test]
fn a_real_time_that_does_not_fit_is_a_row() {
    let text = "hardware: { time_unit: 2 }\ndags: [ { id: g, kernels: [ { id: a, threads: 1, est: 0xFFFFFFFF } ] } ]";
    let problem = row(&workload(text), &[], 0, &LOW).problem.unwrap();
    assert!(
        problem.starts_with("real time of g/a: ") && problem.ends_with(" do not fit in 32 bits"),
        "{problem}"
    );
}

#[test]
fn settings_change_the_run() {
    let plan = plan(&["bus_cycles=1,400"], 1);
    assert!(metric(&plan.row(0), "makespan") < metric(&plan.row(1), "makespan"));
}

#[test]
fn a_run_that_gets_stuck_is_a_row() {
    let text = "contexts: { 0: { \"2\": 0 } }\n\
                dags: [ { id: g, kernels: [ { id: shut_out, threads: 2, est: 100 } ] } ]\n";
    let row = plan_of(text, &[], 1).unwrap().row(0);
    let problem = row.problem.unwrap();
    assert!(problem.starts_with("stuck: g/shut_out: "), "{problem}");
    assert!(problem.contains("no aligned place for 2 threads"), "{problem}");
    assert!(row.metrics.len() == metric_names().len() && row.metrics.iter().all(Option::is_none));
}

/// A setting that does not exist.
#[test]
fn a_setting_that_cannot_be_made_is_a_row() {
    let row = row(&workload(CONTENTION), &[setting("p_topk", "1")], 0, &EXACT);
    assert!(row.problem.unwrap().starts_with("policy p_topk=1: unknown key"));
}

#[test]
fn a_table_has_typed_columns_and_the_rows_that_were_made() {
    let plan = plan(&["backfill.margin=-50,50", "promote.rules=none"], 2);
    let row = SweepRow { problem: Some("why".to_owned()), metrics: vec![Some(7); metric_names().len()] };
    let made = |problem| Some(SweepRow { problem, ..row.clone() });
    let rows = [None, made(row.problem.clone()), None, made(None)];
    let table = SweepTable::of_workloads(&[("a+b", &plan)], &rows);
    let columns: Vec<(&str, ColumnKind)> =
        table.columns.iter().map(|column| (column.name.as_str(), column.kind)).collect();
    let fixed = [
        ("workload", ColumnKind::Text),
        ("backfill.margin", ColumnKind::I64),
        ("promote.rules", ColumnKind::Text),
        ("seed", ColumnKind::U64),
        ("drained", ColumnKind::Bool),
        ("problem", ColumnKind::Text),
    ];
    assert_eq!(columns[..6], fixed);
    let metrics = &columns[6..columns.len() - 2];
    assert!(metrics.iter().map(|(name, _)| name).eq(metric_names()));
    assert!(metrics.iter().all(|&(_, kind)| kind == ColumnKind::I64), "differences have signs");
    assert_eq!(
        columns[columns.len() - 2..],
        [("version", ColumnKind::Text), ("register_map", ColumnKind::Text)]
    );
    let described = |at: usize| (table.columns[at].unit.as_str(), table.columns[at].description.as_str());
    assert_eq!(described(1).0, "time units");
    assert_eq!(described(6), ("cycles", "The cycle in which the last block finished"));
    let map = Cell::Text(format!("{:#018x}", hws_regs::FINGERPRINT));
    assert!(table.rows.iter().all(|row| row.len() == columns.len() && row.last() == Some(&map)));
    let text = |text: &str| Cell::Text(text.to_owned());
    assert!(table.rows.iter().all(|row| row[0] == text("a+b")));
    let starts: Vec<&[Cell]> = table.rows.iter().map(|row| &row[1..7]).collect();
    assert_eq!(
        starts,
        [
            [Cell::I64(-50), text("none"), Cell::U64(1), Cell::Bool(false), text("why"), Cell::I64(7)],
            [Cell::I64(50), text("none"), Cell::U64(1), Cell::Bool(true), Cell::Null, Cell::I64(7)],
        ]
    );
}

/// A bound that saturates at 2^64 - 1.
#[test]
fn a_metric_beyond_the_signed_numbers_is_the_largest_of_them() {
    assert_eq!(metric_cell(Some(u64::MAX.into())), Cell::I64(i64::MAX));
    assert_eq!((metric_cell(Some(7)), metric_cell(None)), (Cell::I64(7), Cell::Null));
}

/// The seed of a run draws its faults, too; without a rate nothing changes.
#[test]
fn faults_are_drawn_with_the_seed_of_the_run() {
    let workload = workload(CONTENTION);
    let of = |rate: &str, seed| row(&workload, &[setting("inject.lost-report", rate)], seed, &EXACT);
    assert_eq!(of("off", 3), row(&workload, &[], 0, &EXACT));
    assert_eq!(of("1/7", 3), of("1/7", 3));
    assert_ne!(of("1/7", 3), of("1/7", 4));
    assert_ne!(of("1/7", 3), of("off", 3));
    let mut same = workload.clone();
    same.faults = Faults::new(&[("lost-report".parse().unwrap(), "1/7".parse().unwrap())], 3);
    assert_eq!(metric(&of("1/7", 3), "makespan"), Some(run(&same, ()).unwrap().0.makespan.into()));
}

#[test]
fn a_setting_of_the_error_model_overrides_the_option() {
    let workload = workload(CONTENTION);
    let of = |model: &str, options| row(&workload, &[setting("error_model", model)], 5, options);
    assert_eq!(of("low", &EXACT), row(&workload, &[], 5, &LOW));
    assert_eq!(of("none", &LOW), row(&workload, &[], 5, &EXACT));
    assert!(of("high", &LOW).problem.unwrap().starts_with("policy error_model=high: unknown error model"));
}

#[test]
fn no_setting_is_named_like_another_column() {
    let names = metric_names().iter().chain(&["seed", "drained", "problem", "version", "register_map"]);
    for name in names {
        assert!(crate::policy::KEYS.iter().all(|key| key.name != *name), "{name}");
    }
}

#[test]
fn a_run_that_is_stopped_has_no_row() {
    let control = Control { stop: Some(&|| true), progress: None };
    assert_eq!(plan(&[], 1).row_under(0, &control), None);
    let control = Control { stop: Some(&|| false), progress: None };
    assert_eq!(plan(&[], 1).row_under(0, &control), Some(plan(&[], 1).row(0)));
}
