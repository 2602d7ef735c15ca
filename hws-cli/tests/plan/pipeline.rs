//! `hws plan pipeline`: keys from files and options, tables, plans, the what-if table.

use std::fs;
use std::path::Path;

use hws_plan::plan::Plan;
use rstest::rstest;
use serde_json::Value;

use super::{fed, is_refused, plan};
use crate::common::{self, Said, as_text, root};

const ROWS: &str = "hws-plan/tests/data/rows_k2_n3.pipeline.in.json";
/// The content of that file, as options.
const OPTIONS: &[&str] = &[
    "pipeline",
    "--op",
    "row_pipeline",
    "--ny",
    "6",
    "--nx",
    "28",
    "--nf",
    "32",
    "--ky",
    "2",
    "--sy",
    "2",
    "--pipeline-num",
    "3",
    "--t-axon",
    "10",
    "--t-soma",
    "15",
];

fn json(said: Said, status: i32) -> Value {
    assert_eq!((said.0, said.2.as_str()), (Some(status), ""), "{}", said.1);
    serde_json::from_str(&said.1).unwrap()
}

/// A path at which nothing exists.
fn absent(name: &str) -> String {
    as_text(&common::absent(&format!("plan/pipeline/{name}")))
}

#[test]
fn options_alone_are_equivalent_to_a_file() {
    let file = json(plan(&["pipeline", "--json", ROWS]), 0);
    assert_eq!(file["total"], 85);
    // Standard input is not read: it is not JSON.
    assert_eq!(json(fed(&[OPTIONS, &["--json"]].concat(), "{"), 0), file);
    let op = fs::read_to_string(root().join(ROWS)).unwrap();
    assert_eq!(json(fed(&["pipeline", "--json"], &op), 0), file);
    assert_eq!(json(fed(&["pipeline", "--json", "-", "--op", "row_pipeline"], &op), 0), file);
}

#[rstest]
#[case(&["--pipeline-num", "4"], "total", 75.into())]
#[case(&["--t-axon", "10,10,10,10,10,10"], "total", 85.into())]
#[case(&["--t-axon=[1,1,1,1,1,1]", "--t-soma", "1,2,3"], "full_overlap_pipeline_num", Value::Null)]
#[case(&["--fw-latency", "8"], "full_overlap_pipeline_num", 6.into())]
fn options_override_keys_of_the_file(#[case] options: &[&str], #[case] key: &str, #[case] wanted: Value) {
    assert_eq!(json(plan(&[&["pipeline", "--json", ROWS], options].concat()), 0)[key], wanted);
}

#[test]
fn words_and_objects_are_values_too() {
    let axon = r#"{"ny": 6, "nx": 4, "nf": 6}"#;
    let soma = r#"{"prim": "07", "group_num": 6, "neuron_num": 25}"#;
    let said =
        plan(&["pipeline", "--op", "match", "--axon", axon, "--soma", soma, "--pipeline-num", "2", "--json"]);
    assert_eq!(json(said, 1)["violations"].as_array().unwrap().len(), 1);
    let said =
        plan(&["pipeline", "--op", "strategy", "--width", "8", "--height", "6", "--block", "1,1", "--json"]);
    assert_eq!(json(said, 0)["elements"]["block"], 1);
}

#[test]
fn tables_for_readers() {
    let (status, out, said) = plan(&["pipeline", ROWS]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    for line in ["total 85 cycles", "full overlap from pipeline_num 4 on", "soma_done     2     85      0"] {
        assert!(out.lines().any(|found| found == line), "{line}:\n{out}");
    }
    let (status, out, _) = plan(&["pipeline", ROWS, "--pipeline-num", "1"]);
    assert_eq!(status, Some(1));
    assert!(out.starts_with("deadlock at cycle 10: output row 0 needs 2 rows"), "{out}");
}

#[test]
fn the_what_if_table_shows_where_full_overlap_begins() {
    let (status, out, _) = plan(&[
        "pipeline",
        "--op",
        "row_pipeline",
        "--ny",
        "6",
        "--ky",
        "2",
        "--sy",
        "2",
        "--t-axon",
        "10",
        "--t-soma",
        "15",
        "--what-if",
        "5",
    ]);
    assert_eq!(status, Some(0));
    let rows: Vec<Vec<&str>> =
        out.lines().skip(1).take(5).map(|row| row.split_whitespace().collect()).collect();
    let totals: Vec<&str> = rows.iter().map(|row| row[1]).collect();
    assert_eq!(totals, ["deadlock", "105", "85", "75", "75"]);
    assert!(out.ends_with("from pipeline_num 4 on the total stays 75\n"), "{out}");
    is_refused(
        plan(&["pipeline", "--op", "support", "--what-if", "2"]),
        "command line: op: only a row_pipeline",
    );
}

#[test]
fn a_written_plan_is_valid() {
    let path = absent("rows.plan.json");
    let (status, out, said) = plan(&["pipeline", ROWS, "-o", &path]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    assert!(out.contains("total 85 cycles"), "{out}");
    let plan = Plan::read(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!((plan.kernels.len(), plan.provenance.source.as_deref()), (2, Some(ROWS)));
}

#[test]
fn a_result_without_a_plan_writes_none() {
    let path = absent("no.plan.json");
    let (status, out, said) = plan(&["pipeline", ROWS, "--pipeline-num", "1", "-o", &path]);
    assert_eq!((status, said), (Some(1), format!("{path} is not written: a deadlock has no plan\n")));
    assert!(out.starts_with("deadlock at cycle 10"), "{out}");
    is_refused(plan(&["pipeline", "--op", "support", "-o", &path]), "command line: no plan: ");
    assert!(!Path::new(&path).exists());
}

#[test]
fn refusals_name_the_file_or_the_command_line() {
    is_refused(plan(&["pipeline", ROWS, "--ny", "0"]), "command line: ny: 0 is not");
    is_refused(plan(&["pipeline", ROWS, "--t-soma", "1,x,2"]), "command line: t_soma[1]: \"x\" is not");
    // One row of 32 values has no window of two; the error names no key, since either may be wrong.
    is_refused(plan(&["pipeline", ROWS, "--mlp", "true"]), &format!("{ROWS}: there is no output row"));
    is_refused(plan(&["pipeline", ROWS, "--op", "phases"]), "command line: op: \"phases\" is not");
    is_refused(plan(&["pipeline", "--op", "row_pipeline"]), "command line: ny: missing; add it");
    is_refused(fed(&["pipeline", "--ny", "1"], "{}"), "standard input: op: missing; add it");
    is_refused(
        fed(&["pipeline", "--ny", "1"], "[1]"),
        "standard input: [1] is not legal here; give an object",
    );
    is_refused(fed(&["pipeline"], "{\"op\": \"support\", \"op\": 1}"), "standard input:1:");
    is_refused(plan(&["pipeline", "no/such/file", "--op", "support"]), "no/such/file: cannot be read");
}
