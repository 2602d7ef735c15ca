//! `hws compare` of two runs event by event: the example of docs/compare.md, refusals, and files that are not whole.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{absent, as_text, hws, printed, root, said};

/// The folder of a run.
fn run(name: &str, arguments: &[&str]) -> String {
    let folder = as_text(&absent(&format!("compare/{name}")));
    printed(&[&["run", "--no-advice", "--out", &folder], arguments].concat());
    folder
}

/// The paths example, with and without more kernels in the P-pool.
fn pair(name: &str) -> [String; 2] {
    let paths = "examples/paths.yaml";
    [run(&format!("{name}_1"), &[paths]), run(&format!("{name}_2"), &[paths, "--policy", "p_top_k=4"])]
}

/// The output and the error of a comparison that prints what it can say and ends with status 2.
fn half(arguments: &[&str]) -> (String, String) {
    let (status, out, error) = said(&hws(arguments));
    assert_eq!(status, Some(2), "{error}");
    assert!(out.contains("\nmakespan ") && error.lines().count() == 1, "{out}{error}");
    (out, error)
}

fn explanation(runs: &[&str]) -> Value {
    let text = printed(&[&["compare", "--json"], runs].concat());
    let mut compared: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(compared["schema_version"], 1);
    compared["explanation"].take()
}

#[test]
fn the_example_of_the_documentation_is_real() {
    let page = fs::read_to_string(root().join("docs/compare.md")).unwrap();
    let block = page.split("```console\n").nth(1).unwrap().split("```").next().unwrap();
    let (commands, output) = block.split_once("…\n").unwrap();
    assert_eq!(
        commands.lines().collect::<Vec<_>>(),
        [
            "$ hws run examples/paths.yaml --out before",
            "$ hws run examples/paths.yaml --out after --policy p_top_k=4",
            "$ hws compare before after",
        ]
    );
    let [first, second] = pair("documentation");
    let text = printed(&["compare", &first, &second]);
    assert_eq!(
        text.split_once("\n\nkernels in both").unwrap().1,
        output.strip_prefix("kernels in both").unwrap()
    );
}

#[test]
fn the_setting_is_found_by_replaying_with_it() {
    let [first, second] = pair("setting");
    let seen = explanation(&[&first, &second]);
    let settings = seen["parting"]["decision"]["settings"]["settings"].as_array().unwrap();
    assert_eq!(settings[0]["setting"], "P_TOP_K");
    assert_eq!((settings.len(), &settings[0]["leads"]), (1, &json!([true, true])));
}

#[test]
fn swapped_runs_give_mirrored_results() {
    let [first, second] = pair("swapped");
    let (seen, swapped) = (explanation(&[&first, &second]), explanation(&[&second, &first]));
    let both = |seen: &Value| seen["parting"]["decision"]["sides"].as_array().unwrap().clone();
    let mut sides = both(&swapped);
    sides.reverse();
    assert_eq!(both(&seen), sides);
    let kernels = |seen: &Value| {
        let mut all: Vec<(String, i64)> = seen["kernels"].as_array().unwrap().iter().map(later).collect();
        all.sort();
        all
    };
    let mirrored: Vec<_> = kernels(&swapped).into_iter().map(|(name, later)| (name, -later)).collect();
    assert_eq!(kernels(&seen), mirrored);
    let makespan = |seen: &Value, run: usize| seen["paths"][run]["makespan_longer"].as_i64().unwrap();
    assert_eq!(makespan(&seen, 0), -makespan(&swapped, 1));
}

fn later(kernel: &Value) -> (String, i64) {
    (kernel["kernel"].as_str().unwrap().to_owned(), kernel["finish_later"].as_i64().unwrap())
}

/// The terms of a path add up to the change of the makespan, and this to that of the reports.
#[test]
fn the_terms_of_a_path_add_up() {
    let [first, second] = pair("path");
    let seen = explanation(&[&first, &second]);
    let makespan = |folder: &str| -> i64 {
        let report = fs::read(Path::new(folder).join("report.json")).unwrap();
        serde_json::from_slice::<Value>(&report).unwrap()["makespan"].as_i64().unwrap()
    };
    let change = makespan(&second) - makespan(&first);
    assert_ne!(change, 0);
    for path in seen["paths"].as_array().unwrap() {
        let terms = ["ready_longer", "wait_longer", "run_longer", "behind_longer"];
        assert_eq!(terms.iter().map(|term| path[term].as_i64().unwrap()).sum::<i64>(), change);
        assert_eq!(path["makespan_longer"], change);
    }
}

#[test]
fn equal_runs_are_said_to_be_equal() {
    let [first, second] = ["equal_1", "equal_2"].map(|name| run(name, &["examples/paths.yaml", "--gzip"]));
    let text = printed(&["compare", &first, &second]);
    assert!(
        text.contains("\nthe runs are equal: ") && text.ends_with("no kernel gained or paid\n"),
        "{text}"
    );
}

#[test]
fn a_report_has_its_stimulus_beside_it() {
    let [first, second] = pair("report");
    let reports = [&first, &second].map(|folder| format!("{folder}/report.json"));
    let seen = explanation(&[&reports[0], &reports[1]]);
    assert_eq!(seen["parting"], explanation(&[&first, &second])["parting"]);
}

#[test]
fn a_run_without_stimulus_is_told_how_to_get_one() {
    let [first, second] = pair("keep");
    printed(&["run", "--no-advice", "examples/paths.yaml", "--out", &second, "--keep", "report"]);
    let (out, error) = half(&["compare", &first, &second]);
    assert!(out.contains("\nkernels in both runs: 24\n"), "{out}");
    let expected = format!(
        "error: {second}: stimulus.jsonl is missing, from which decisions are replayed; run the workload again \
                            with `--keep report,stimulus`"
    );
    assert!(error.starts_with(&expected), "{error}");
    printed(&["compare", &first, &second, "--tables"]);
}

#[test]
fn runs_without_a_common_kernel_are_refused() {
    let [first, _] = pair("common");
    let other = run("common_3", &["examples/detector.yaml"]);
    let (_, error) = half(&["compare", &first, &other]);
    assert!(error.starts_with("error: the runs have no kernel in common: "), "{error}");
    assert!(error.contains(" has detector/conv1, "), "{error}");
}

#[test]
fn a_cut_stimulus_is_compared_up_to_the_cut() {
    let [first, second] = pair("cut");
    let stimulus = Path::new(&second).join("stimulus.jsonl");
    let bytes = fs::read(&stimulus).unwrap();
    fs::write(&stimulus, &bytes[..bytes.len() / 2]).unwrap();
    let (out, error) = half(&["compare", &first, &second]);
    assert!(
        error.contains("stimulus.jsonl:") && error.contains("; the events are compared up to cycle "),
        "{error}"
    );
    assert!(out.contains("equal from the beginning: "), "{out}");
}

#[test]
fn a_stimulus_of_another_run_is_refused() {
    let [first, second] = pair("stale");
    fs::copy(Path::new(&first).join("stimulus.jsonl"), Path::new(&second).join("stimulus.jsonl")).unwrap();
    let (_, error) = half(&["compare", &first, &second]);
    assert!(error.contains("stimulus.jsonl: not the stimulus of the report of "), "{error}");
}

#[test]
fn other_real_times_are_no_decision() {
    let first = run("times_1", &["examples/paths.yaml"]);
    let second = run("times_2", &["examples/paths.yaml", "--error-model", "low", "--seed", "3"]);
    let text = printed(&["compare", &first, &second]);
    assert!(text.contains("\nfirst difference: the time of a block, not a decision\n"), "{text}");
}

#[test]
fn another_topology_is_noted() {
    let [first, _] = pair("topology");
    let other = run("topology_3", &["examples/paths.yaml", "--policy", "topology=8x4"]);
    let text = printed(&["compare", &first, &other]);
    assert!(
        text.contains("\nnote: the topologies differ: SIPs of one run are not those of the other"),
        "{text}"
    );
}

#[test]
fn three_runs_have_only_tables() {
    let [first, second] = pair("three");
    let text = printed(&["compare", &first, &second, &first]);
    assert_eq!(text, printed(&["compare", &first, &second, &first, "--tables"]));
    assert!(!text.contains("kernels in both runs"), "{text}");
}

#[test]
fn a_page_has_both_runs_and_where_they_part() {
    let [first, second] = pair("page");
    let page = as_text(&absent("compare/page.html"));
    let text = printed(&["compare", &first, &second, "--html", &page]);
    assert_eq!(text, printed(&["compare", &first, &second]));
    let page = fs::read_to_string(&page).unwrap();
    let data = page.split_once("id=\"data\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    let graph = &data["input"]["graphs"][0];
    assert_eq!(graph["kernels"].as_array().unwrap().len(), 24);
    for section in graph["sections"].as_array().unwrap() {
        assert_eq!(section["mark"]["at"], 5304);
        assert_eq!(section["ready"].as_array().unwrap().len(), 24);
        assert!(section["bars"].as_array().unwrap().len() > 100);
    }
    assert!(graph["notes"].to_string().contains("P_TOP_K = 4"), "{}", graph["notes"]);
}

#[test]
fn a_page_is_of_two_runs_with_events() {
    let [first, second] = pair("no_page");
    let page = absent("compare/no_page.html");
    let refused = |arguments: &[&str]| {
        let (status, _, error) = said(&hws(&[arguments, &["--html", &as_text(&page)]].concat()));
        assert_eq!(status, Some(2), "{error}");
        assert!(!page.exists());
        error
    };
    let three = refused(&["compare", &first, &second, &first]);
    assert_eq!(three, "error: --html draws two runs, but 3 are given\n");
    fs::remove_file(Path::new(&second).join("stimulus.jsonl")).unwrap();
    assert!(refused(&["compare", &first, &second]).contains("stimulus.jsonl is missing"));
    assert!(
        refused(&["compare", &first, &second, "--tables"]).contains("cannot be used with '--html <FILE>'")
    );
}
