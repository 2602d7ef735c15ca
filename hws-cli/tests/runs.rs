//! The files of a run, and `hws compare` of them.

use std::fs;
use std::path::Path;

use rstest::rstest;
use serde_json::Value;

use crate::common::{absent, as_text, file, hws, json, printed, refused};

fn run_into(name: &str, arguments: &[&str]) -> String {
    let folder = as_text(&absent(&format!("runs/{name}")));
    printed(&[&["run", "--out", &folder], arguments].concat());
    folder
}

/// One kernel: 4 threads, one block.
fn one_kernel(est: u32, registers: &str) -> String {
    format!(
        "hardware: {{ registers: {{ {registers} }} }}\n\
         dags: [ {{ id: g, kernels: [ {{ id: k, threads: 4, est: {est} }} ] }} ]\n"
    )
}

#[rstest]
#[case::built_in(&[], "same_built_in")]
#[case::yaml(&["examples/detector.yaml"], "same_yaml")]
fn two_runs_of_one_workload_give_the_same_bytes_in_every_file(
    #[case] arguments: &[&str],
    #[case] name: &str,
) {
    let [first, second] = ["1", "2"].map(|run| run_into(&format!("{name}_{run}"), arguments));
    let names = |folder: &str| {
        let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let files = names(&first);
    assert_eq!(files, names(&second));
    for name in ["report.json", "stimulus.jsonl", "trace.json", "trace.jsonl"] {
        assert!(files.iter().any(|file| file == name), "{name}");
    }
    for file in files {
        let [one, other] = [&first, &second].map(|folder| fs::read(Path::new(folder).join(&file)).unwrap());
        assert!(one == other && !one.is_empty(), "{file:?}");
    }
    let run = |option| printed(&[&["run", option], arguments].concat());
    for option in ["--json", "--gantt"] {
        assert!(run(option) == run(option), "{option}");
    }
}

/// Without a terminal, the chart has 80 columns and no colours.
#[test]
fn a_gantt_chart_comes_before_the_summary() {
    let text = printed(&["run", "examples/detector.yaml", "--gantt"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("SIP 0      A") && lines[32].starts_with("SIP 31     A"), "{text}");
    assert!(lines[..33].iter().all(|line| line.len() <= 80) && lines[1].len() > 70, "{text}");
    assert!(text.contains("A detector\n") && text.contains("\nmakespan  ") && !text.contains('\u{1b}'));
    assert_eq!(hws(&["run", "--gantt", "--json"]).status.code(), Some(2));
}

#[test]
fn the_report_has_metrics_and_its_version() {
    let report = json(&["run", "examples/detector.yaml"]);
    assert_eq!(report["schema_version"], 3);
    assert_eq!(report["metrics"]["dags"][0]["name"], "detector");
    assert!(report["metrics"]["dags"][0]["alone"].is_u64());
    assert_eq!(report["metrics"]["clusters"].as_array().unwrap().len(), 2);
}

/// A block that takes 100 cycles longer: everything behind it is 100 cycles later, and nothing else changes.
#[test]
fn runs_are_compared_with_the_first() {
    let short = file("runs/short.yaml", one_kernel(500, ""));
    let long = file("runs/long.yaml", one_kernel(600, "P_TOP_K: 2"));
    let (first, second) = (run_into("compare_1", &[&short]), run_into("compare_2", &[&long]));
    let text = printed(&["compare", &first, &format!("{second}/report.json"), &first]);
    assert!(text.contains("\n       different workload: est of kernel g/k: 500 against 600\n"), "{text}");
    assert!(text.contains("\n       P_TOP_K: unset against 2\n"), "{text}");
    let compared = json(&["compare", &first, &second]);
    let scalars = compared["scalars"].as_array().unwrap();
    let makespan = scalars.iter().find(|scalar| scalar["name"] == "makespan").unwrap();
    let before = makespan["values"][0].as_i64().unwrap();
    // One more register write of 4 cycles.
    assert_eq!(makespan["differences"], serde_json::json!([0, 104]));
    assert_eq!(makespan["differences_per_10000"][1], 1_040_000 / before);
    assert!(text.lines().any(|line| line.starts_with("makespan") && line.contains("+104")), "{text}");
    assert_eq!(compared["turnarounds"][0]["differences"][1], 104);
    assert_eq!(compared["runs"][0]["workload_differs"], Value::Null);
    assert_eq!(compared["runs"][1]["settings_differ"], serde_json::json!(["P_TOP_K: unset against 2"]));
}

#[rstest]
#[case::not_json("{", ":1:1: not a report: EOF")]
#[case::other_json("{\"a\": 1}", ":1:1: not a report: makespan, dags and kernels are missing")]
#[case::old(
    r#"{"makespan": 1, "dags": [], "kernels": []}"#,
    ": schema_version is 1, but this program compares version 3; run the workload again"
)]
fn anything_but_a_report_is_one_error(#[case] text: &str, #[case] reason: &str) {
    let path = file(&format!("runs/no_report_{}.json", text.len()), text);
    let error = refused(&["compare", &path, &path]);
    assert!(error.starts_with(&format!("error: {path}{reason}")) && error.lines().count() == 1, "{error}");
}

#[rstest]
#[case(&["compare"])]
#[case(&["compare", "one"])]
#[case(&["compare", "no/such/folder", "nor/this"])]
fn usage_errors_of_compare_exit_2(#[case] arguments: &[&str]) {
    assert_eq!(hws(arguments).status.code(), Some(2));
}
