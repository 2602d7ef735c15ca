//! The graphs and kernels of runs.

use std::collections::BTreeSet;
use std::io;

use rstest::rstest;

use super::super::{
    Cell, ColumnKind, MadeRun, RunTable, RunTableRows, RunTables, made_under, metric_names, row,
};
use super::{CONTENTION, EXACT, LOW, plan, setting, workload};
use crate::policy;
use crate::run::Control;
use crate::workload::Inputs;

fn both() -> RunTables {
    RunTable::ALL.into_iter().collect()
}

fn made(settings: &[(&str, &str)], tables: RunTables) -> MadeRun {
    let settings: Vec<_> = settings.iter().map(|(key, value)| setting(key, value)).collect();
    made_under(&workload(CONTENTION), &settings, 3, &LOW, tables, &Control::default()).unwrap()
}

fn column(rows: &RunTableRows, name: &str) -> Vec<Cell> {
    let at = rows.table().columns().iter().position(|column| column.name == name).unwrap();
    rows.rows().iter().map(|row| row[at].clone()).collect()
}

fn numbers(rows: &RunTableRows, name: &str) -> Vec<i64> {
    let number = |cell: Cell| match cell {
        Cell::I64(number) => number,
        other => panic!("{name}: {other:?}"),
    };
    column(rows, name).into_iter().map(number).collect()
}

fn texts(texts: &[&str]) -> Vec<Cell> {
    texts.iter().map(|&text| Cell::Text(text.to_owned())).collect()
}

/// Early launches and backfills happen in the built-in example, and the tables divide what the row has as a whole.
#[test]
fn graphs_and_kernels_add_up_to_the_row() {
    let example =
        Inputs::default().read(&mut |_: &str, _: &str| Err(io::ErrorKind::NotFound.into())).unwrap();
    let settings = [setting("backfill.margin", "0"), setting("promote.threshold", "1")];
    let made = made_under(&example, &settings, 3, &LOW, both(), &Control::default()).unwrap();
    let metric = |name: &str| {
        let at = metric_names().iter().position(|&known| known == name).unwrap();
        i64::try_from(made.row.metrics[at].unwrap()).unwrap()
    };
    let [graphs, kernels] = &made.tables[..] else { panic!("two tables") };
    assert_eq!((graphs.table(), kernels.table()), (RunTable::Graphs, RunTable::Kernels));
    assert_eq!(graphs.rows().len(), example.dags.len());
    assert_eq!(kernels.rows().len(), example.kernels().count());
    assert!(metric("launches_early") > 0 && metric("backfilled_blocks") > 0, "the run shows nothing");
    let blocks: i64 = example.kernels().map(|(_, kernel)| i64::from(kernel.blocks)).sum();
    for rows in [graphs, kernels] {
        let sum = |name: &str| numbers(rows, name).iter().sum::<i64>();
        assert_eq!(sum("launches"), blocks);
        assert_eq!(sum("launches_early"), metric("launches_early"));
        assert_eq!(sum("backfilled_blocks"), metric("backfilled_blocks"));
        assert_eq!(numbers(rows, "finish").into_iter().max(), Some(metric("makespan")));
    }
    assert_eq!(numbers(graphs, "slowdown_permille").into_iter().max(), Some(metric("slowdown_max_permille")));
    assert_eq!(numbers(graphs, "turnaround").into_iter().max(), Some(metric("turnaround_max")));
    assert_eq!(numbers(kernels, "wait").into_iter().max(), Some(metric("wait_max")));
}

#[test]
fn graphs_and_kernels_are_named_in_their_order() {
    let made = made(&[], both());
    let [graphs, kernels] = &made.tables[..] else { panic!("two tables") };
    assert_eq!(column(graphs, "graph"), texts(&["wide", "narrow"]));
    assert_eq!(column(kernels, "graph"), texts(&["wide", "wide", "narrow", "narrow"]));
    assert_eq!(column(kernels, "kernel"), texts(&["a", "b", "c", "d"]));
    assert_eq!(numbers(graphs, "launches"), [6 + 6, 90 + 40]);
    assert_eq!(numbers(kernels, "launches"), [6, 6, 90, 40]);
    assert_eq!(column(graphs, "missed"), [Cell::Null, Cell::Null]);
    assert_eq!(column(kernels, "on_cp")[0], Cell::Bool(true));
}

#[test]
fn only_what_is_asked_for_is_made() {
    let kernels: RunTables = [RunTable::Kernels].into_iter().collect();
    let (none, one, two) = (made(&[], RunTables::default()), made(&[], kernels), made(&[], both()));
    assert_eq!(none, MadeRun { row: row(&workload(CONTENTION), &[], 3, &LOW), tables: Vec::new() });
    assert_eq!((&one.row, &one.tables[..]), (&none.row, &two.tables[1..]));
    assert_eq!(plan(&[], 1).made_under(0, both(), &Control { stop: Some(&|| true), progress: None }), None);
}

#[rstest]
#[case::stuck(
    "contexts: { 0: { \"2\": 0 } }\ndags: [ { id: g, kernels: [ { id: a, threads: 2, est: 100 } ] } ]",
    "stuck"
)]
#[case::unmade(
    "hardware: { time_unit: 2 }\ndags: [ { id: g, kernels: [ { id: a, threads: 1, est: 0xFFFFFFFF } ] } ]",
    "real"
)]
fn a_run_that_is_not_drained_has_no_graphs(#[case] text: &str, #[case] problem: &str) {
    let made = made_under(&workload(text), &[], 0, &LOW, both(), &Control::default()).unwrap();
    assert!(made.row.problem.unwrap().starts_with(problem));
    assert_eq!(made.tables, both().empty_rows());
}

#[test]
fn every_column_has_a_name_of_its_own_and_a_meaning() {
    for table in RunTable::ALL {
        let columns = table.columns();
        assert!(columns.iter().all(|column| !column.description.is_empty()), "{columns:?}");
        let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(names.len(), columns.len());
        let is_of_run = |name: &&str| policy::KEYS.iter().any(|key| key.name == *name);
        assert!(
            !names.iter().any(|name| is_of_run(name) || ["workload", "seed"].contains(name)),
            "{names:?}"
        );
        assert!(columns.iter().all(|column| column.kind != ColumnKind::U64), "differences have signs");
    }
    let of = |table: RunTable, name: &str| {
        let column = table.columns().iter().find(|column| column.name == name).unwrap();
        (column.kind, column.unit.as_str(), column.description.as_str())
    };
    let lateness = "Finish minus deadline, negative if it finished early";
    assert_eq!(of(RunTable::Graphs, "lateness"), (ColumnKind::I64, "cycles", lateness));
    assert_eq!(of(RunTable::Kernels, "state").0, ColumnKind::Text);
    assert_eq!(of(RunTable::Kernels, "missed").0, ColumnKind::Bool);
}

/// Every cell has the type of its column, so that no value of a report is lost.
#[test]
fn cells_have_the_types_of_their_columns() {
    let text = "dags: [ { id: g, deadline: 1, kernels: [ { id: a, threads: 1, est: 9, deadline: 5000 } ] } ]";
    let made = made_under(&workload(text), &[], 0, &EXACT, both(), &Control::default()).unwrap();
    for rows in &made.tables {
        let cells: Vec<Vec<Cell>> = rows.rows().to_vec();
        assert_eq!(RunTableRows::from_cells(rows.table(), cells.clone()), Some(rows.clone()));
        let planned = ["planned_start", "planned_finish"];
        for (column, cell) in rows.table().columns().iter().zip(&cells[0]) {
            assert!(*cell != Cell::Null || planned.contains(&column.name.as_str()), "{}", column.name);
        }
        assert_eq!(RunTableRows::from_cells(rows.table(), vec![cells[0][1..].to_vec()]), None);
        let mut other = cells;
        other[0][0] = Cell::I64(1);
        assert_eq!(RunTableRows::from_cells(rows.table(), other), None);
    }
    assert_eq!(column(&made.tables[0], "missed"), [Cell::Bool(true)]);
    assert!(numbers(&made.tables[1], "lateness")[0] < 0);
}

#[test]
fn tables_are_named() {
    assert_eq!("kernels".parse(), Ok(RunTable::Kernels));
    let error = |name: &str| name.parse::<RunTable>().unwrap_err().to_string();
    let remedy = "give graphs, kernels, or both separated by a comma";
    assert_eq!(error("graph"), format!("unknown table `graph`; did you mean `graphs`? {remedy}"));
    assert_eq!(error(""), format!("unknown table ``; {remedy}"));
    let again: RunTables = serde_json::from_str(&serde_json::to_string(&both()).unwrap()).unwrap();
    assert_eq!(
        (again, serde_json::to_string(&again).unwrap().as_str()),
        (both(), "[\"graphs\",\"kernels\"]")
    );
    assert!(serde_json::from_str::<RunTables>("[\"graph\"]").is_err());
}
