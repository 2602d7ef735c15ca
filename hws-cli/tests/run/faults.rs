//! `--inject`: faults between the HWS and its surroundings.

use super::STG;
use crate::common::{as_text, file, hws, json, path, printed, refused, root, said};

/// The command of the page, and the table that the page shows.
fn documented() -> (Vec<String>, String) {
    let page = std::fs::read_to_string(root().join("docs/faults.md")).unwrap();
    let command = page.lines().find_map(|line| line.strip_prefix("cargo run -- ")).unwrap();
    let table = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    (command.split_whitespace().map(str::to_owned).collect(), table.to_owned())
}

#[test]
fn the_command_of_the_page_prints_the_table_of_the_page() {
    let (command, table) = documented();
    let (status, out, err) = said(&hws(&command.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(status, Some(0), "{out}{err}");
    assert!(err.contains("hold"), "the invariants are checked: {err}");
    assert!(out.contains(&table), "{out}");
}

#[test]
fn the_report_counts_faults_and_answers() {
    let graph = file("run/faults/g.stg", STG);
    let report = json(&["run", &graph, "--inject", "bus-fault=1/10", "--seed", "3"]);
    assert_eq!(report["drained"], true);
    let faults = &report["faults"];
    assert_eq!((&faults["seed"], &faults["end"]), (&3.into(), &serde_json::Value::Null));
    let bus = &faults["kinds"][0];
    assert_eq!((&bus["fault"], &bus["rate"]), (&"bus-fault".into(), &"1/10".into()));
    let number = |value: &serde_json::Value| value.as_u64().unwrap();
    let answers = number(&bus["answers"]["repeated"]) + number(&bus["answers"]["settled"]);
    assert!(answers > 0 && answers == number(&bus["struck"]), "{bus}");
    assert_eq!(json(&["run", &graph])["faults"], serde_json::Value::Null);
}

#[test]
fn a_dead_bus_ends_the_run_with_status_1_and_the_reason() {
    let graph = file("run/faults/dead.stg", STG);
    let (status, out, _) = said(&hws(&["run", &graph, "--inject", "bus-fault=100%"]));
    assert_eq!(status, Some(1));
    assert!(out.contains("the register bus is dead: 256 accesses to HWS_ID failed in a row"), "{out}");
    assert!(out.contains("NOT DRAINED"), "{out}");
}

#[test]
fn the_same_seed_writes_the_same_bytes() {
    let graph = file("run/faults/twice.stg", STG);
    let [first, second] = ["a", "b"].map(|name| {
        let folder = as_text(&path(&format!("run/faults/{name}")));
        let options = ["--inject", "lost-message=1/3", "--inject", "stuck-sip=1/4", "--seed", "5"];
        printed(&[&["run", &graph, "--out", &folder][..], &options].concat());
        ["stimulus.jsonl", "trace.jsonl", "report.json", "timeline.html"]
            .map(|name| std::fs::read(root().join(&folder).join(name)).unwrap())
    });
    assert!(first == second);
}

/// Its second kernel takes far longer than estimated, which Amos takes for a stuck SIP if it looks.
#[test]
fn a_rate_of_0_writes_the_bytes_of_a_run_without_the_option() {
    let slow = "dags: [ { id: g, kernels: [ { id: a, threads: 2, est: 50 }, { id: b, threads: 1, est: 50, actual: 700000, deps: [ a ] } ] } ]\n";
    let slow = file("run/faults/slow.yaml", slow);
    let made = |name: &str, options: &[&str]| {
        let folder = as_text(&path(&format!("run/faults/{name}")));
        let out = printed(&[&["run", &slow, "--out", &folder][..], options].concat());
        let files = ["stimulus.jsonl", "trace.jsonl", "trace.json", "report.json", "timeline.html"];
        (out, files.map(|name| std::fs::read(root().join(&folder).join(name)).unwrap()))
    };
    let plain = made("plain", &[]);
    assert!(made("option", &["--inject", "stuck-sip=0%", "--inject", "bus-fault=0/9"]) == plain);
    assert!(made("policy", &["--policy", "inject.stuck-sip=0"]) == plain);
}

#[test]
fn the_kinds_are_listed() {
    let list = printed(&["run", "--inject", "list"]);
    assert!(list.contains("\nstuck-sip\n") && list.contains("rate    of each report of a SIP"), "{list}");
    let kinds = json(&["run", "--inject", "list"]);
    assert_eq!((kinds.as_array().unwrap().len(), &kinds[0]["kind"]), (12, &"bus-fault".into()));
}

#[test]
fn a_mistake_is_refused_with_what_to_give() {
    let error = |value: &str| refused(&["run", "--inject", value]);
    assert!(error("bus-fualt=1/5").contains("unknown fault `bus-fualt`; did you mean `bus-fault`?"));
    assert!(error("bus-fault").contains("give bus-fault=RATE, such as bus-fault=1/200"));
    assert!(error("bus-fault=0.01").contains("unknown rate `0.01`; give 1/N"));
    assert!(error("reject=101%").contains("unknown rate `101%`"));
    let image = refused(&["run", "--firmware", "no.elf", "--inject", "reject=1/2"]);
    assert!(image.contains("cannot be used with"), "{image}");
}
