//! The last line of a run: settings that end it earlier.

use std::fs;

use super::STG;
use crate::common::{absent, as_text, command, file, hws, json, printed, refused, said};

/// Many short blocks, each of which waits for an attempt unless it is launched early.
const SHORT_BLOCKS: &str = "examples/early_launch.yaml";

/// The standard error of a run that succeeds.
fn told(arguments: &[&str]) -> String {
    let (status, _, err) = said(&hws(&[&["run"], arguments].concat()));
    assert_eq!(status, Some(0), "{err}");
    err
}

/// The command of an advice, without `hws`, and the makespan that it promises.
fn advised(line: &str) -> (Vec<String>, u64) {
    let words = line.split("`hws ").nth(1).and_then(|rest| rest.split('`').next()).unwrap();
    let makespan = line.split("(makespan ").nth(1).and_then(|rest| rest.split(')').next()).unwrap();
    (words.split(' ').map(str::to_owned).collect(), makespan.parse().unwrap())
}

#[test]
fn the_run_that_is_advised_ends_as_promised() {
    let line = told(&[SHORT_BLOCKS]);
    assert!(line.starts_with("advice: ") && line.lines().count() == 1, "{line}");
    assert!(line.ends_with("`hws tune examples/early_launch.yaml` searches further\n"), "{line}");
    let (words, makespan) = advised(&line);
    let again: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(again.starts_with(&["run", SHORT_BLOCKS, "--policy"]), "{line}");
    assert_eq!(json(&again)["makespan"], makespan);
    // What is advised has been set then, and not worth a line again.
    assert_eq!(told(&again[1..]), "");
}

#[test]
fn the_report_is_the_same_with_and_without() {
    let out = |arguments: &[&str]| hws(&[&["run", SHORT_BLOCKS], arguments].concat()).stdout;
    assert_eq!(out(&[]), printed(&["run", SHORT_BLOCKS, "--no-advice"]).into_bytes());
    assert_eq!(told(&[SHORT_BLOCKS]), told(&[SHORT_BLOCKS]));
}

/// The options of the run are those of the command, and a setting of the caller stays.
#[test]
fn the_advice_has_the_options_of_the_run() {
    let folder = absent("run/advice");
    fs::create_dir_all(&folder).unwrap();
    fs::copy(crate::common::root().join(SHORT_BLOCKS), folder.join("my blocks.yaml")).unwrap();
    let arguments = [
        "run",
        "my blocks.yaml",
        "--policy",
        "early_launch.offset=96",
        "--error-model",
        "low",
        "--seed",
        "3",
        "--advise",
    ];
    let (status, _, err) = said(&command(&arguments).current_dir(&folder).output().unwrap());
    assert_eq!(status, Some(0), "{err}");
    let options = "--error-model low --policy early_launch.offset=96";
    assert!(err.contains(&format!("`hws run 'my blocks.yaml' {options} --seed 3 --policy ")), "{err}");
    assert!(err.contains(&format!("`hws tune 'my blocks.yaml' {options}`")), "{err}");
    assert!(!err.contains("early_launch.offset=48"), "{err}");
}

#[test]
fn nothing_is_said_where_nothing_is_better_unless_it_is_asked_for() {
    let graph = file("run/advice/g.stg", STG);
    assert_eq!(told(&[&graph]), "");
    let line = told(&[&graph, "--advise"]);
    assert!(
        line.starts_with("advice: none of 4 other settings ends the run 1 % earlier; `hws tune "),
        "{line}"
    );
}

#[test]
fn json_has_the_advice_only_if_it_is_asked_for() {
    assert_eq!(json(&["run", SHORT_BLOCKS])["advice"], serde_json::Value::Null);
    let advice = &json(&["run", SHORT_BLOCKS, "--advise"])["advice"];
    let (words, makespan) = advised(&told(&[SHORT_BLOCKS]));
    assert_eq!((&advice["tried"], &advice["better"]["makespan"]), (&4.into(), &makespan.into()));
    let policies: Vec<&str> =
        advice["better"]["policies"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert!(words.ends_with(
        &policies.iter().flat_map(|policy| ["--policy".to_owned(), (*policy).to_owned()]).collect::<Vec<_>>()
    ));
}

#[test]
fn the_folder_of_a_run_has_the_advice_only_if_it_is_asked_for() {
    let out = absent("run/advised");
    let advice = |options: &[&str]| {
        told(&[&[SHORT_BLOCKS, "--out", &as_text(&out), "--keep", "report"], options].concat());
        let report: serde_json::Value =
            serde_json::from_slice(&fs::read(out.join("report.json")).unwrap()).unwrap();
        report["advice"].clone()
    };
    assert_eq!(advice(&[]), serde_json::Value::Null);
    assert_eq!(advice(&["--advise"])["tried"], 4);
}

#[test]
fn there_is_no_advice_on_a_run_with_faults_or_one_that_is_stuck() {
    assert_eq!(told(&[SHORT_BLOCKS, "--inject", "bus-fault=1/1000000"]), "");
    let faulty = told(&[SHORT_BLOCKS, "--policy", "inject.bus-fault=1/1000000", "--advise"]);
    assert_eq!(faulty, "advice: none: faults are injected\n");
    let stuck = "contexts: { 0: { \"16\": 0x0000FFFF } }\ndags: [ { id: g, kernels: [ { id: k, threads: 16, blocks: 2, coop: true, est: 9 } ] } ]\n";
    let stuck = file("run/advice/stuck.yaml", stuck);
    let (status, _, err) = said(&hws(&["run", &stuck, "--advise"]));
    assert_eq!((status, err.as_str()), (Some(1), "advice: none: the run was not drained\n"));
}

#[test]
fn options_that_exclude_each_other_are_refused() {
    for options in [["--advise", "--no-advice"], ["--advise", "--explain-workload"]] {
        assert!(refused(&[&["run"], &options[..]].concat()).contains("cannot be used with"));
    }
    assert!(refused(&["run", "--advise", "--inject", "bus-fault=1/9"]).contains("cannot be used with"));
    assert!(refused(&["run", "--advise", "--firmware", "amos.elf"]).contains("cannot be used with"));
}
