//! The files that a sweep writes.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use super::{SWEEP, folder, into, journal, results, sweep};
use crate::common::{self, text};

/// A cell as in CSV.
fn as_text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Bool(value) => value.to_string(),
        Field::Long(number) => number.to_string(),
        Field::ULong(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("no column has the type of {other}"),
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let (one, four) = (folder("one_job"), folder("four_jobs"));
    let outputs = [into(&one, &["--jobs", "1"]), into(&four, &["--jobs", "4"])];
    assert!(outputs.iter().all(|output| output.status.code() == Some(0)), "{}", text(&outputs[0].stderr));
    assert_eq!(outputs[0].stdout, outputs[1].stdout);
    assert!(results(&one) == results(&four));
    assert_eq!(journal(&one).lines().count(), 18);
}

#[test]
fn parquet_and_csv_hold_the_same_rows_in_order() {
    let folder = folder("read_back");
    into(&folder, &[]);
    let csv = text(&results(&folder)[1]);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    assert_eq!(head[..6], ["promote.threshold", "p_top_k", "seed", "drained", "problem", "makespan"]);
    let file = SerializedFileReader::new(File::open(folder.join("sweep.parquet")).unwrap()).unwrap();
    let schema = file.metadata().file_metadata();
    assert_eq!(schema.created_by(), Some("hws"));
    let names: Vec<&str> = schema.schema().get_fields().iter().map(|field| field.name()).collect();
    assert_eq!(names, head);
    let rows: Vec<Vec<String>> = file
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap().get_column_iter().map(|(_, field)| as_text(field)).collect())
        .collect();
    assert!(rows.iter().eq(&lines.collect::<Vec<_>>()), "{rows:?}");
    let order: Vec<String> = rows.iter().map(|row| row[..3].join(" ")).collect();
    let expected = ["1", "4"].iter().flat_map(|threshold| {
        (1..=3).flat_map(move |k| (0..3).map(move |seed| format!("{threshold} {k} {seed}")))
    });
    assert_eq!(order, expected.collect::<Vec<_>>());
}

/// A run that cannot be drained has no metrics in either file, and the exit status is 1.
#[test]
fn runs_that_get_stuck_are_rows() {
    let folder = folder("stuck");
    let kernels = "[ { id: g, kernels: [ { id: wide, threads: 16, blocks: 2, coop: true, est: 100, affinity: 0xFFFFFFFF } ] } ]";
    let workload = format!("contexts: {{ 0: {{ \"16\": 0x0000FFFF }} }}\ndags: {kernels}\n");
    let workload = common::file("sweep/stuck.yaml", workload);
    let output = sweep(&[&workload, "--out", &common::as_text(&folder), "--format", "both"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let csv = text(&results(&folder)[1]);
    let row: Vec<&str> = csv.lines().nth(1).unwrap().splitn(4, ',').collect();
    assert_eq!(row[..2], ["0", "false"]);
    assert!(row[2].contains("stuck: g/wide"), "{csv}");
    assert!(csv.trim_end().ends_with(",,,,"), "{csv}");
    assert!(text(&output.stdout).contains("0 of 1 drained"), "{}", text(&output.stdout));
    let file = SerializedFileReader::new(File::open(folder.join("sweep.parquet")).unwrap()).unwrap();
    let row = file.get_row_iter(None).unwrap().next().unwrap().unwrap();
    let cells: Vec<String> = row.get_column_iter().map(|(_, field)| as_text(field)).collect();
    assert_eq!(cells[..2], ["0", "false"]);
    assert!(cells[3..].iter().all(String::is_empty), "{cells:?}");
}

#[test]
fn json_has_every_metric_of_every_setting() {
    let output = sweep(&[SWEEP, &["--json"]].concat());
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["runs"], &summary["made"]), (&18.into(), &18.into()));
    let settings = summary["settings"].as_array().unwrap();
    assert_eq!(settings.len(), 6);
    let metrics = &settings[5]["metrics"];
    for metric in ["makespan", "wait_p95", "unfairness_permille", "register_reads"] {
        let (values, difference) = (&metrics[metric]["values"], &metrics[metric]["difference"]);
        assert_eq!((&values["n"], &difference["n"]), (&3.into(), &3.into()), "{metric}");
        assert!(values["mean"].is_f64() && values["half_width"].is_f64() && values["median"].is_f64());
    }
    assert!(settings[0]["metrics"]["makespan"]["difference"].is_null());
}

/// Without --out nothing is kept, and one seed has no interval.
#[test]
fn without_a_folder_there_is_a_table() {
    let output = sweep(&["examples/detector.yaml", "--set", "promote.threshold=1,16", "--set", "p_top_k=2"]);
    assert_eq!(output.status.code(), Some(0));
    let table = text(&output.stdout);
    assert_eq!(table.lines().count(), 3, "{table}");
    assert!(table.starts_with("promote.threshold  runs  makespan"), "{table}");
    assert!(!table.contains('±'), "{table}");
    let said = text(&output.stderr);
    assert_eq!(said, "2 runs: settings 2 x seeds 1, error model none\n");
}
