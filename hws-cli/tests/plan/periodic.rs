//! `hws plan periodic`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{fed, is_refused, plan};
use crate::common::{Said, absent, as_text, hws, said};

const SIX_NODES: &str = "hws-plan/tests/data/six_node.periodic.in.json";
/// Three tasks in a row; the last one reads from both.
const STG: &str = "3\n0 4 0\n1 2 1 0\n2 3 2 0 1\n";
/// The same with bytes on the edges; the importer adds 1 to every time and size.
const CNN: &str = "3 3\n0 a conv 3 0\n1 b conv 1 1\n2 c conv 2 2\n0 1 9\n0 2 19\n1 2 29\n";

fn json(said: Said) -> Value {
    assert_eq!((said.0, said.2.as_str()), (Some(0), ""));
    serde_json::from_str(&said.1).unwrap()
}

fn path(name: &str) -> String {
    as_text(&absent(&format!("plan/periodic/{name}")))
}

#[test]
fn tables_for_readers() {
    let (status, out, said) = plan(&["periodic", SIX_NODES]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    for line in [
        "4 PEs, 10 iterations: 2 launches of width 2 (widest level 2)",
        "chosen              39: the retimed plan, since the estimate 40 is at most 50",
    ] {
        assert!(out.lines().any(|found| found == line), "{out}");
    }
}

#[test]
fn options_win_over_keys() {
    let found = json(plan(&["periodic", SIX_NODES, "--json", "--pes", "5"]));
    assert_eq!(found["total_time"], 36);
    let found = json(plan(&["periodic", SIX_NODES, "--json", "--cache-size", "1"]));
    assert_eq!(found["launches"][0]["period"]["cached"], json!([[1, 3, 1], [2, 4, 1]]));
    let found = json(plan(&["periodic", SIX_NODES, "--json", "--width", "3", "--iterations", "20"]));
    assert_eq!((&found["width"], &found["utilisation"][0]), (&json!(3), &json!(180)));
    let found = json(plan(&["periodic", SIX_NODES, "--json", "--mode", "bruteforce"]));
    assert_eq!(found["optimal_T"], 5);
    let options = ["--ratio-limit", "1/1", "--i-limit", "2", "--alpha", "1/2", "--arrange", "global_lpt"];
    let found = json(plan(&[&["periodic", SIX_NODES, "--json"], &options[..]].concat()));
    // Two iterations fill two PEs: 18 units in 9.
    assert_eq!(found["launches"][0]["period"]["ratio"], json!([18, 18]));
}

#[test]
fn graphs_of_other_formats_are_planned() {
    let machine = ["--json", "--pes", "2", "--iterations", "5"];
    let found = json(fed(&[&["periodic", "-"], &machine[..]].concat(), STG));
    assert_eq!((&found["max_concurrency"], &found["utilisation"][0]), (&json!(1), &json!(45)));
    let speeds = ["--cache-speed", "10", "--dram-speed", "5", "--cache-size", "100", "--width", "1"];
    let found = json(fed(&[&["periodic"], &machine[..], &speeds].concat(), CNN));
    assert_eq!(found["launches"][0]["period"]["cache_bytes"], 10 + 20 + 30);
    // 4 + 1 + 2 + 3 + 3: each task waits for the one before, and its data takes a tenth of its bytes.
    assert_eq!(found["baseline"]["one_iteration"], 13);
}

/// `resc` and `bala` are sets of keys, which options override; the others are refused.
#[test]
fn methods_of_the_publications() {
    let same = |method: &[&str], keys: &[&str]| {
        let all = |options: &[&str]| printed_plan(&[&["periodic", SIX_NODES, "--json"], options].concat());
        assert_eq!(all(method), all(keys));
    };
    same(&["--method", "resc"], &["--width", "mode"]);
    let packed = ["--arrange", "global_lpt", "--ratio-limit", "99/100"];
    same(&["--method", "bala"], &[&packed[..], &["--width", "2"]].concat());
    same(&["--method", "bala", "--pes", "2"], &[&packed[..], &["--pes", "2", "--width", "1"]].concat());
    same(&["--method", "bala", "--width", "3"], &[&packed[..], &["--width", "3"]].concat());
    for unknown in ["lctes", "para-conv"] {
        let (status, out, said) = plan(&["periodic", SIX_NODES, "--method", unknown]);
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert!(
            said.contains(
                "do not describe it, so it cannot be reproduced; there are `auto`, `resc` and `bala`"
            ),
            "{said}"
        );
    }
    let (status, _, said) = plan(&["periodic", SIX_NODES, "--method", "best"]);
    assert!(status == Some(2) && said.contains("give `auto`, `resc` or `bala`"), "{said}");
}

fn printed_plan(arguments: &[&str]) -> String {
    let (status, out, said) = plan(arguments);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    out
}

/// A graph gets the best width, JSON of the planner what it says; a limit of the latency excludes widths.
#[test]
fn the_width_is_chosen_unless_it_is_given() {
    let machine = ["--pes", "3", "--iterations", "5"];
    let found = json(fed(&[&["periodic", "--json"], &machine[..]].concat(), STG));
    let totals = found["widths"].as_array().unwrap().iter().map(|row| row["total"].as_i64().unwrap());
    assert_eq!(found["chosen_total"].as_i64(), totals.min());
    let (status, out, said) = fed(&[&["periodic"], &machine[..]].concat(), STG);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let chosen = format!("of width {} (widest level 1)", found["width"]);
    assert!(out.contains(&chosen) && out.contains("  chosen\n"), "{out}");
    assert!(json(plan(&["periodic", SIX_NODES, "--json"]))["widths"].is_null());
    assert_eq!(json(plan(&["periodic", SIX_NODES, "--json", "--width", "mode"]))["width"], 2);
    let (status, _, said) = plan(&["periodic", SIX_NODES, "--width", "wide"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("give a number of PEs, `auto` or `mode`"), "{said}");
    is_refused(
        plan(&["periodic", SIX_NODES, "--width", "auto", "--max-latency", "1"]),
        "command line: max_latency: an iteration takes at least ",
    );
}

#[test]
fn an_invalid_schedule_is_exit_1() {
    let (status, out, said) = plan(&["periodic", "hws-plan/tests/data/check_past_T.periodic.in.json"]);
    assert_eq!((status, said.as_str()), (Some(1), ""));
    assert!(out.starts_with("1 violation\n"), "{out}");
}

#[test]
fn a_written_plan_is_valid() {
    let out = path("plan.json");
    let (status, _, said) = plan(&["periodic", SIX_NODES, "--out", &out]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let (status, _, said) = plan(&["check", &out]);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let written: Value = serde_json::from_str(&fs::read_to_string(&out).unwrap()).unwrap();
    assert_eq!(written["provenance"]["planner"], "periodic");
    assert_eq!(
        (written["dags"].as_array().unwrap().len(), written["kernels"].as_array().unwrap().len()),
        (2, 12)
    );
    assert_eq!(written["dags"][1]["repeat"], json!({"count": 5, "period": 5}));
    // Task 4 of the second launch's first group: (0 + 3 - 1) 5 + 0, on the first SIP of its PEs.
    let slot = json!({"dag": "launch1", "kernel": "4.1", "sip": 2, "start": 10, "end": 13});
    assert!(written["slots"].as_array().unwrap().contains(&slot), "{written}");
}

#[test]
fn usage_errors_and_bad_inputs_are_refused() {
    is_refused(fed(&["periodic"], "{\"nodes\": [}"), "standard input:1:12: ");
    is_refused(fed(&["periodic"], "{}"), "standard input: pes: missing; add it");
    is_refused(fed(&["periodic"], "[]"), "standard input: pes: missing; add it");
    is_refused(
        fed(&["periodic"], "{\"nodes\": 1, \"nodes\": 2}"),
        "standard input:1:20: the key `nodes` is given twice",
    );
    is_refused(fed(&["periodic"], "what is this"), "standard input: not a format this program reads");
    is_refused(fed(&["periodic"], STG), "standard input: pes: missing; add it");
    let zero = "{\"tasks\": [{\"id\": \"a\", \"cost\": 0}, {\"id\": \"b\", \"cost\": 1}]}";
    is_refused(
        fed(&["periodic", "--pes", "1", "--iterations", "1"], zero),
        "standard input: task `a`: 0 is not legal here; give a time from 1",
    );
    is_refused(
        plan(&["periodic", SIX_NODES, "--pes", "0"]),
        "command line: pes: 0 is not legal here; give an integer from 1 to 2^16",
    );
    is_refused(
        plan(&["periodic", SIX_NODES, "--cache-speed", "0"]),
        "command line: cache.cache_speed: 0 is not",
    );
    is_refused(
        plan(&["periodic", SIX_NODES, "--mode", "bruteforce", "--out", &path("none")]),
        "command line: mode: this mode makes no plan",
    );
    is_refused(
        plan(&["periodic", SIX_NODES, "--out", &path("none"), "--instances", "9"]),
        &format!("{SIX_NODES}: iterations: the plan has 10 graphs, more than 9"),
    );
    assert!(!Path::new(&path("none")).exists());
}

/// 64 PEs are planned; their plan is written only on demand, and no run takes it.
#[test]
fn a_plan_that_cannot_run_is_marked() {
    let out = path("64_pes");
    let arguments = ["periodic", SIX_NODES, "--pes", "64", "--out", &out];
    let (status, tables, message) = plan(&arguments);
    let reason = "64 PEs, but the largest machine has 32 SIPs; 32 PEs are the nearest number that runs";
    assert_eq!(
        (status, tables.lines().next()),
        (Some(1), Some("64 PEs, 10 iterations: 32 launches of width 2 (widest level 2)"))
    );
    assert_eq!(
        message,
        format!(
            "error: {out} is not written: {reason}; give --pes 32, or --force for a plan marked as not runnable\n"
        )
    );
    assert!(!Path::new(&out).exists());
    let (status, _, message) = plan(&[&arguments[..], &["--force"]].concat());
    assert_eq!((status, message.as_str()), (Some(0), ""));
    assert_eq!(
        serde_json::from_str::<Value>(&fs::read_to_string(&out).unwrap()).unwrap()["not_runnable"],
        reason
    );
    let (status, _, message) = plan(&["check", &out]);
    assert_eq!((status, message.as_str()), (Some(0), ""));
    let (status, _, refusal) = said(&hws(&["run", &out]));
    assert_eq!(status, Some(2));
    assert!(refusal.contains(&format!("not_runnable: the plan cannot run: {reason}")), "{refusal}");
}

/// The file does not grow with the iterations, and the first of them can be run.
#[test]
fn many_iterations_are_a_rule() {
    let size = |iterations: &str| {
        let out = path(&format!("times_{iterations}"));
        let (status, _, note) = plan(&["periodic", SIX_NODES, "--iterations", iterations, "--out", &out]);
        assert_eq!(status, Some(0));
        (fs::metadata(&out).unwrap().len(), out, note)
    };
    let (few, many) = (size("6000"), size("2000000000"));
    assert!(many.0 < few.0 + 100, "{} and {}", few.0, many.0);
    assert_eq!(few.2, "");
    // 2^20 by 12 kernels of a period.
    let note = "has 12000000000 kernels, more than a run takes; run it with --instances 87381\n";
    assert_eq!(many.2, format!("note: {} {note}", many.1));
    let (status, _, refusal) = said(&hws(&["run", &many.1]));
    assert_eq!(status, Some(2));
    assert!(
        refusal.contains("dags: 12000000000 kernels in all instances, more than 1048576; lower the counts"),
        "{refusal}"
    );
    let (status, report, _) = said(&hws(&["run", &many.1, "--instances", "5", "--json"]));
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((status, report["kernels"].as_array().map(Vec::len)), (Some(0), Some(2 * 5 * 6)));
}
