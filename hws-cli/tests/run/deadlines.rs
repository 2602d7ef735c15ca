//! Deadlines and priorities of graphs.

use super::STG;
use crate::common::{as_text, file, hws, json, path, printed, refused, root, said};

/// The table of the page.
fn documented() -> String {
    let page = std::fs::read_to_string(root().join("docs/workloads.md")).unwrap();
    let section = page.split("\n## Deadlines\n").nth(1).unwrap();
    section.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned()
}

#[test]
fn the_command_of_the_page_prints_the_table_of_the_page() {
    let (status, out, err) = said(&hws(&["run", "examples/deadlines.yaml", "--check"]));
    assert_eq!(status, Some(0), "a missed deadline is a result, not a failure: {out}{err}");
    assert!(out.contains(&documented()), "{out}");
}

/// What the page says about the example without priority, and without promotions.
#[test]
fn the_figures_of_the_page() {
    let text = std::fs::read_to_string(root().join("examples/deadlines.yaml")).unwrap();
    let plain = file("run/deadlines/plain.yaml", text.replace("    priority: 1\n", ""));
    let deadlines = &json(&["run", &plain])["deadlines"];
    assert_eq!((&deadlines["total"], &deadlines["missed"]), (&8.into(), &8.into()));
    let report = json(&["run", "examples/deadlines.yaml", "--policy", "promote.rules=none"]);
    assert_eq!(
        (&report["deadlines"]["missed"], &report["deadlines"]["lateness_max"]),
        (&1.into(), &276.into())
    );
}

#[test]
fn the_report_has_the_lateness_of_each() {
    let text = "dags: [{ id: g, arrival: 1000, deadline: 1e9, import: g.stg }]";
    file("run/deadlines/g.stg", STG);
    let report = json(&["run", &file("run/deadlines/g.yaml", text)]);
    let graph = &report["dags"][0];
    let finish = graph["finish"].as_i64().unwrap();
    assert_eq!((&graph["deadline"], &graph["missed"]), (&1_000_001_000.into(), &false.into()));
    assert_eq!(graph["lateness"], finish - 1_000_001_000);
    assert_eq!(report["kernels"][0]["missed"], serde_json::Value::Null);
}

/// The kernel c, for which b waits, may use no SIP.
#[test]
fn a_kernel_that_gets_stuck_has_missed_its_deadline() {
    let text = "
dags:
- id: g
  deadline: 900000
  kernels:
  - { id: a, threads: 1, est: 100 }
  - { id: b, threads: 1, est: 100, deadline: 5, deps: [ { dag: h, kernel: c } ] }
- id: h
  kernels: [ { id: c, threads: 1, est: 100, ctx: 1 } ]
contexts: { 1: { 1: 0 } }
";
    let (status, out, _) = said(&hws(&["run", &file("run/deadlines/stuck.yaml", text)]));
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("deadlines         2, of which 2 missed, 2 of them by never finishing\n"), "{out}");
    assert!(out.contains("g/b                 5       -         -  never finished\n"), "{out}");
}

#[test]
fn a_deadline_that_the_page_cannot_show_leaves_no_files() {
    let text = "dags: [{ id: g, deadline: 9007199254740992, kernels: [{ id: a, threads: 1, est: 100 }] }]";
    let workload = file("run/deadlines/far.yaml", text);
    let out = as_text(&path("run/deadlines/far"));
    let said = refused(&["run", &workload, "--out", &out]);
    assert!(said.contains("the deadline at cycle 9007199254740992 cannot be shown"), "{said}");
    assert!(said.contains("; give an earlier one"), "{said}");
    printed(&["run", &workload]);
}

#[test]
fn a_workload_with_a_bad_deadline_is_refused_at_its_place() {
    let refusals = [
        ("deadline: 0", ":1:27: `deadline` is 0; give an integer from 1 to 9007199254740992"),
        ("deadlin: 5", ":1:17: unknown key `deadlin` in a graph; did you mean `deadline`?"),
        ("priority: -1", ":1:27: `priority` is -1; give an integer from 0 to 15"),
    ];
    for (key, expected) in refusals {
        let text = format!("dags: [{{ id: g, {key}, kernels: [{{ id: a, threads: 1, est: 9 }}] }}]");
        let said = refused(&["run", &file("run/deadlines/bad.yaml", &text)]);
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn runs_with_other_deadlines_are_compared() {
    let text = std::fs::read_to_string(root().join("examples/deadlines.yaml")).unwrap();
    let folders = ["15000", "12000"].map(|deadline| {
        let name = format!("run/deadlines/{deadline}.yaml");
        let workload = file(&name, text.replace("deadline: 15000", &format!("deadline: {deadline}")));
        let folder = as_text(&path(&format!("run/deadlines/{deadline}")));
        printed(&["run", &workload, "--out", &folder, "--keep", "report"]);
        folder
    });
    let out = printed(&["compare", &folders[0], &folders[1], "--tables"]);
    assert!(out.contains("different workload: deadline of graph frame: 21000 against 18000"), "{out}");
    // Each frame is 3000 cycles later.
    let worst = out.lines().find(|line| line.starts_with("lateness_max")).unwrap();
    assert_eq!(worst.split_whitespace().collect::<Vec<_>>()[1..4], ["4828", "7828", "+3000"]);
}
