//! `hws run PLAN`.

use serde_json::Value;

use super::STG;
use crate::common::{absent, as_text, fed, file, json, printed, refused};

/// Two rows of an axon and a soma, the second of which starts when the first has finished; then a graph that
/// waits for them.
const PLAN: &str = r#"{
  "hws_plan": 1, "name": "rows", "provenance": { "planner": "hand" }, "time": { "unit": "cycles" },
  "machine": { "cluster_sip_num": 4, "cluster_num": 4 },
  "dags": [{ "id": "rows" }, { "id": "after", "arrival": 100 }],
  "kernels": [
    { "id": "axon", "dag": "rows", "block_num": 2, "thread_num": 1, "est": 2000, "priority": 9, "affinity": 1,
      "triggers": { "credits": [{ "kernel": "soma", "need": [0, 1] }] } },
    { "id": "soma", "dag": "rows", "block_num": 2, "thread_num": 1, "est": 1000, "priority": 8, "affinity": 2,
      "triggers": { "credits": [{ "kernel": "axon", "need": [1, 2] }] } },
    { "id": "end", "dag": "after", "block_num": 1, "thread_num": 4, "est": 500, "priority": 1,
      "deps": [{ "kernel": "soma", "dag": "rows" }] }
  ],
  "slots": [
    { "dag": "rows", "kernel": "axon", "block": 0, "sip": 0, "start": 0, "end": 2000 },
    { "dag": "rows", "kernel": "soma", "block": 0, "sip": 1, "start": 2000, "end": 3000 },
    { "dag": "rows", "kernel": "axon", "block": 1, "sip": 0, "start": 3000, "end": 5000 },
    { "dag": "rows", "kernel": "soma", "block": 1, "sip": 1, "start": 5000, "end": 6000 },
    { "dag": "after", "kernel": "end", "sip": 4, "start": 6000, "end": 6500 }
  ]
}"#;

fn kernel<'r>(report: &'r Value, id: &str) -> &'r Value {
    report["kernels"].as_array().unwrap().iter().find(|kernel| kernel["id"] == id).unwrap()
}

/// From the first launch, two rows of 2000 and 1000, one after the other.
#[test]
fn a_plan_runs_as_planned() {
    let plan = file("run/plan/rows.json", PLAN);
    let report = json(&["run", &plan]);
    assert_eq!((&report["drained"], &report["machine"]["topology"]), (&true.into(), &"4x4".into()));
    let (axon, soma, end) =
        (kernel(&report, "rows/axon"), kernel(&report, "rows/soma"), kernel(&report, "after/end"));
    assert_eq!((&axon["sips"], &soma["sips"]), (&vec![0].into(), &vec![1].into()));
    let took = soma["finish"].as_u64().unwrap() - axon["first_launch"].as_u64().unwrap();
    assert!((6000..6700).contains(&took), "{took}");
    assert_eq!(end["deps"], Value::from(vec!["rows/soma"]));
    assert!(end["ready"].as_u64() > soma["finish"].as_u64());
    assert_eq!((&soma["planned_start"], &soma["planned_finish"]), (&2000.into(), &6000.into()));
    assert_eq!(soma["credits"], Value::from(vec!["rows/axon"]));
}

#[test]
fn a_plan_is_read_from_standard_input_and_together_with_other_files() {
    let plan = file("run/plan_beside/rows.json", PLAN);
    let (status, out, _) = fed(&["run", "-"], PLAN);
    assert_eq!((status, out), (Some(0), printed(&["run", &plan])));
    let graph = file("run/plan_beside/robot.stg", STG);
    let report = json(&["run", &graph, &plan]);
    let names: Vec<_> =
        report["dags"].as_array().unwrap().iter().map(|dag| dag["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["robot", "rows", "after"]);
}

#[test]
fn a_scale_stretches_the_whole_plan() {
    let plan = file("run/plan_scale/rows.json", PLAN);
    let report = json(&["run", &plan, "--scale", "10"]);
    let end = kernel(&report, "after/end");
    assert_eq!((&end["est"], &end["planned_start"]), (&5000.into(), &60_000.into()));
    assert_eq!(report["dags"][1]["arrival"], 1000);
}

#[test]
fn a_plan_is_explained() {
    let plan = file("run/plan_explain/rows.json", PLAN);
    let text = printed(&["run", &plan, "--explain-workload"]);
    assert!(text.contains("credits from soma") && text.contains("after rows/soma"), "{text}");
    assert!(text.contains("rows.json"), "the source of the topology: {text}");
}

#[test]
fn the_recording_of_a_plan_replays() {
    let plan = file("run/plan_out/rows.json", PLAN);
    let out = absent("run/plan_out/out");
    printed(&["run", &plan, "--out", &as_text(&out)]);
    let trace = std::fs::read_to_string(out.join("trace.jsonl")).unwrap();
    assert!(printed(&["replay", &as_text(&out.join("stimulus.jsonl"))]) == trace, "a different trace");
}

#[test]
fn errors_of_a_plan_have_a_place() {
    let bad = |name: &str, from: &str, to: &str| {
        assert!(PLAN.contains(from));
        let path = file(&format!("run/plan_bad/{name}"), PLAN.replace(from, to));
        refused(&["run", &path]).replace(&path, "PLAN")
    };
    let error = bad(
        "a.json",
        "\"kernel\": \"soma\", \"dag\": \"rows\" }",
        "\"kernel\": \"soma\", \"dag\": \"raws\" }",
    );
    assert!(error.starts_with("error: PLAN: kernels[2].deps[0].dag: "), "{error}");
    let error = bad("b.json", "\"est\": 500,", "\"est\": 500, \"size\": 1,");
    assert!(error.starts_with("error: PLAN:10:86:"), "{error}");
    let error = bad("c.json", "\"thread_num\": 4", "\"thread_num\": 8");
    assert!(
        error.starts_with("error: PLAN: kernels[2].thread_num: a block of 8 threads does not fit"),
        "{error}"
    );
    // Each waits for a row of the other.
    let error = bad("d.json", "\"need\": [0, 1]", "\"need\": [1, 1]");
    assert!(error.starts_with("error: PLAN: kernels["), "{error}");
}

/// `end` waits 2000 cycles for a transfer, unless transfers take no time.
#[test]
fn a_run_says_how_far_it_is_ahead_of_its_plan() {
    let moved = PLAN
        .replace(
            r#""kernel": "soma", "dag": "rows" }]"#,
            r#""kernel": "soma", "dag": "rows", "transfer": 2000 }]"#,
        )
        .replace(r#""start": 6000, "end": 6500"#, r#""start": 8000, "end": 8500"#);
    let plan = file("run/plan_ahead/rows.json", moved);
    let report = json(&["run", &plan]);
    let (soma, end) = (kernel(&report, "rows/soma"), kernel(&report, "after/end"));
    assert_eq!(end["ready"].as_u64(), soma["finish"].as_u64().map(|finish| finish + 2000));
    assert_eq!(report["transfers"], true);
    assert!(!printed(&["run", &plan]).contains("ahead of plan"));
    let report = json(&["run", &plan, "--no-transfers"]);
    let ahead = 8000 - kernel(&report, "after/end")["first_launch"].as_u64().unwrap();
    let line = format!("ahead of plan     at most {ahead} cycles (after/end): transfers are not modelled\n");
    let out = printed(&["run", &plan, "--no-transfers"]);
    assert!(out.contains(&line), "{out}");
}
