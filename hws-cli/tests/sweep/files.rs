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
    let first = ["workload", "promote.threshold", "p_top_k", "seed", "drained", "problem", "makespan"];
    assert_eq!(head[..7], first);
    assert_eq!(head[head.len() - 2..], ["version", "register_map"]);
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
    let order: Vec<String> = rows.iter().map(|row| row[1..4].join(" ")).collect();
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
    let row: Vec<&str> = csv.lines().nth(1).unwrap().splitn(5, ',').collect();
    assert_eq!(row[..3], [workload.as_str(), "0", "false"]);
    assert!(row[3].contains("stuck: g/wide"), "{csv}");
    assert!(csv.contains(",,,,"), "{csv}");
    assert!(text(&output.stdout).contains("0 of 1 drained"), "{}", text(&output.stdout));
    let file = SerializedFileReader::new(File::open(folder.join("sweep.parquet")).unwrap()).unwrap();
    let row = file.get_row_iter(None).unwrap().next().unwrap().unwrap();
    let cells: Vec<String> = row.get_column_iter().map(|(_, field)| as_text(field)).collect();
    assert_eq!(cells[1..3], ["0", "false"]);
    assert!(cells[4..cells.len() - 2].iter().all(String::is_empty), "{cells:?}");
}

#[test]
fn json_has_every_metric_of_every_setting() {
    let output = sweep(&[SWEEP, &["--json"]].concat());
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["runs"], &summary["made"]), (&18.into(), &18.into()));
    let settings = summary["settings"].as_array().unwrap();
    assert_eq!(settings.len(), 6);
    assert_eq!(summary["reference"], "defaults");
    let (base, others): (Vec<&Value>, Vec<&Value>) =
        settings.iter().partition(|setting| setting["is_reference"] == true);
    assert_eq!((base.len(), others.len()), (1, 5));
    let metrics = &others[4]["metrics"];
    for metric in ["makespan", "wait_p95", "unfairness_permille", "register_reads"] {
        let (values, difference) = (&metrics[metric]["values"], &metrics[metric]["difference"]);
        assert_eq!((&values["n"], &difference["n"]), (&3.into(), &3.into()), "{metric}");
        assert!(values["mean"].is_f64() && values["half_width"].is_f64() && values["median"].is_f64());
    }
    assert!(base[0]["metrics"]["makespan"]["difference"].is_null());
    let means: Vec<f64> = settings
        .iter()
        .map(|setting| setting["metrics"]["makespan"]["values"]["mean"].as_f64().unwrap())
        .collect();
    assert!(means.is_sorted(), "the best first: {means:?}");
    assert!(others[4]["metrics"]["makespan"]["is_tie"].is_boolean());
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
    let expected = "\
2 runs: settings 2 x seeds 1, error model none
the defaults are not among the settings; differences are to the first one
";
    assert_eq!(said, expected);
}

/// Every kind of setting is an axis, and files are one.
#[test]
fn files_registers_and_faults_are_axes() {
    let graph = |name: &str, est: u32| {
        let text = format!("dags: [{{ id: g, kernels: [{{ id: a, threads: 4, blocks: 9, est: {est} }}] }}]");
        common::file(&format!("sweep/{name}.yaml"), text)
    };
    let (short, long) = (graph("short", 300), graph("long", 900));
    let axis = format!("workload={short},{short}+{long}");
    let axes = ["--set", &axis, "--set", "reg.P_TOP_K.K=1,2", "--set", "inject.late-report=off,1/3"];
    let folder = folder("axes");
    let out = common::as_text(&folder);
    let output = sweep(&[&axes[..], &["--seeds", "2", "--out", &out, "--format", "csv"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = text(&output.stdout);
    assert_eq!(table.matches("defaults").count(), 3, "the title, and a setting of each workload: {table}");
    let said = text(&output.stderr);
    assert!(said.starts_with("16 runs: workloads 2 x settings 4 x seeds 2, error model low"), "{said}");
    let csv = std::fs::read_to_string(folder.join("sweep.csv")).unwrap();
    assert!(csv.starts_with("workload,reg.P_TOP_K.K,inject.late-report,seed,"), "{csv}");
    assert!(csv.lines().nth(16).unwrap().starts_with(&format!("{short}+{long},2,1/3,1,true,")), "{csv}");
}

#[test]
fn settings_are_sorted_by_any_metric() {
    let lines = |sort: &str| {
        let output = sweep(&[SWEEP, &["--sort", sort]].concat());
        text(&output.stdout).lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let (given, sorted) = (lines("given"), lines("promotions"));
    assert_ne!(given, sorted);
    let shown = |lines: &[String]| {
        let mut lines = lines.to_vec();
        lines.sort();
        lines
    };
    assert_eq!(shown(&given), shown(&sorted));
    assert!(given[0].starts_with('1') && given[5].starts_with('4'), "{given:?}");
}
