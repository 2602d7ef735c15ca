//! A result that cannot be printed is an error: every command that prints writes to a full device here.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::process::Stdio;

use tempfile::TempDir;

use crate::common::{command, printed, subcommands};

const STIMULUS: &str = "tests/golden/01_basic_2001.jsonl";
const WORKLOAD: &str = "examples/contended.yaml";
const MAP: &str = "examples/maps/uart.yaml";

/// Commands whose output is short or long, as text or as JSON, in D, a folder with what some of them read.
const COMMANDS: &[&str] = &[
    "run examples/contended.yaml",
    "run --json",
    "run --gantt",
    "run --explain-workload",
    "run --explain-workload --json",
    "run --policy list",
    "run --policy list --json",
    "run --inject list",
    "run --inject list --json",
    "sweep --jobs 1",
    "sweep --list-runs",
    "sweep --list-runs --json",
    "tune --budget 12 --jobs 1",
    "compare D/run D/run",
    "compare D/run D/run --json",
    "replay tests/golden/01_basic_2001.jsonl",
    "replay tests/golden/01_basic_2001.jsonl --digest",
    "replay tests/golden/01_basic_2001.jsonl --digest --check",
    "replay tests/golden/01_basic_2001.jsonl --digest --snapshot 5=D/state",
    "replay tests/golden/01_basic_2001.jsonl --check --snapshot 5=D/state",
    "replay tests/golden/01_basic_2001.jsonl --digest --fst D/replay.fst",
    "check D/run.vcd",
    "explain tests/golden/01_basic_2001.jsonl --at 100",
    "explain tests/golden/01_basic_2001.jsonl --at 100 --json",
    "explore examples/explore/three_on_two.yaml",
    "fuzz to-stimulus README.md",
    "diff D/run.vcd D/run.vcd",
    "coverage tests/golden/01_basic_2001.jsonl",
    "coverage --model",
    "plan import examples/contended.yaml",
    "plan rank hws-plan/tests/data/heft10.rank.in.json",
    "plan rank hws-plan/tests/data/heft10.rank.in.json --json",
    "plan periodic hws-plan/tests/data/lpt_rounds.periodic.in.json",
    "plan methods hws-plan/tests/data/lpt_rounds.periodic.in.json --pes 4",
    "plan gemini hws-plan/tests/data/tiny.gemini.in.json",
    "plan dataflow hws-plan/tests/data/mixed.dataflow.in.json",
    "plan pipeline hws-plan/tests/data/rows_k2_n3.pipeline.in.json",
    "plan compare examples/contended.yaml",
    "plan check examples/plans/two_stages.json",
    "plan lint examples/plans/two_stages.json",
    "explain-error",
    "explain-error unknown-key",
    "interfaces check interfaces.yaml",
    "interfaces diff interfaces.yaml interfaces.yaml --json",
    "regs check examples/maps/uart.yaml",
    "regs check examples/maps/uart.yaml --format json",
    "regs check examples/maps/uart.yaml --format sarif",
    "regs explain",
    "regs explain registers-overlap",
    "regs schema",
    "regs export --format c",
    "regs export --format json",
    "regs export --format svd",
    "regs export --format rust",
    "regs import D/uart.svd",
    "regs import D/uart.svd --list",
    "regs show PROMOTE",
    "regs grep topology",
    "regs diff examples/maps/uart.yaml examples/maps/dma.yaml",
    "regs diff examples/maps/uart.yaml examples/maps/dma.yaml --json",
    "schema workload",
    "completions bash",
    "completions zsh",
    "completions fish",
    "--help",
    "--version",
    "plan rank --help",
    "help run",
];

/// Commands that print no result: one draws, one serves, one writes only files.
const SILENT: [&str; 3] = ["debug", "serve", "plan emit"];

/// A folder with a run, a dump, and a register map in another format.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    printed(&["run", WORKLOAD, "--no-advice", "--out", &at("run")]);
    printed(&["replay", STIMULUS, "--digest", "--vcd", &at("run.vcd")]);
    printed(&["regs", "export", "--format", "svd", "--out", &at("uart.svd"), MAP]);
    folder
}

#[test]
fn a_result_that_is_lost_is_an_error() {
    let folder = folder();
    for line in COMMANDS {
        let line = line.replace("D/", &format!("{}/", folder.path().display()));
        let words: Vec<&str> = line.split_whitespace().collect();
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&words).stdin(Stdio::null()).stdout(full).output().unwrap();
        let (status, err) = (output.status.code(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(status, Some(2), "hws {line}: {err}");
        // As text or as an object.
        let is_told = err.contains("standard output") && err.contains("No space left on device");
        assert!(is_told, "hws {line}: {err}");
    }
}

/// Every command without commands of its own.
fn all(prefix: &str) -> BTreeSet<String> {
    let words: Vec<&str> = prefix.split_whitespace().collect();
    let help = printed(&[&words[..], &["--help"]].concat());
    let below = subcommands(&help);
    match below.is_empty() {
        true => BTreeSet::from([prefix.to_owned()]),
        false => below.iter().flat_map(|name| all(format!("{prefix} {name}").trim_start())).collect(),
    }
}

#[test]
fn the_list_has_every_command_that_prints() {
    let is_one = |command: &String| {
        SILENT.contains(&command.as_str()) || COMMANDS.iter().any(|line| line.starts_with(command.as_str()))
    };
    let missing: Vec<String> = all("").into_iter().filter(|command| !is_one(command)).collect();
    assert_eq!(missing, [""; 0]);
}
