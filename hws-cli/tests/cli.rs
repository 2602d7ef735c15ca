//! The binary: results, exit status, files, and errors of invalid input.

use std::fs;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use rstest::rstest;

use crate::common::{self, absent, as_text, file, hws, root, text};

#[test]
fn without_arguments_the_built_in_example_runs_until_it_is_drained() {
    let output = hws(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let summary = text(&output.stdout);
    assert!(summary.contains("the makespan is between the bounds"), "{summary}");
    assert!(summary.contains("every kernel done, every SIP idle, nothing reserved"), "{summary}");
    assert_eq!(common::printed(&["run"]), summary, "the same input gives the same bytes");
}

#[rstest]
#[case::built_in(&["run"], "built_in")]
#[case::yaml(&["run", "examples/detector.yaml"], "yaml")]
fn what_a_run_writes_replays_byte_for_byte(#[case] run: &[&str], #[case] name: &str) {
    let folder = absent(name);
    let output = hws(&[run, &["--out", &as_text(&folder)]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let replay = hws(&["replay", folder.join("stimulus.jsonl").to_str().unwrap()]);
    let trace = fs::read_to_string(folder.join("trace.jsonl")).unwrap();
    assert!(text(&replay.stdout) == trace, "the replay differs from the run");
    assert!(!trace.contains("\"ev\":\"error\"") && !trace.contains("\"ev\":\"bus_error\""));
    let stimulus = fs::read_to_string(folder.join("stimulus.jsonl")).unwrap();
    assert!(
        stimulus.lines().filter(|line| line.contains("\"addr\"")).all(|line| line.contains("\"op\":\"mem\""))
    );
    let report: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(report["drained"], true);
}

#[rstest]
#[case::plain(&[], 66)]
#[case::fused(&["--fuse"], 39)]
fn an_onnx_model_runs_and_every_invariant_holds(#[case] options: &[&str], #[case] kernels: usize) {
    let model = "examples/models/squeezenet.onnx";
    let output = hws(&[&["run", model, "--check", "--json"], options].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["drained"], &report["est_scale"]), (&true.into(), &1.into()));
    assert_eq!(report["kernels"].as_array().unwrap().len(), kernels);
    assert!(text(&output.stderr).contains("hold"), "{}", text(&output.stderr));
}

#[test]
fn resnet50_drains() {
    let output = hws(&["run", "examples/models/resnet50.onnx"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("every kernel done, every SIP idle, nothing reserved"));
}

/// A Relu over a named dimension, by the bytes: IR version 8; a node; an input with the element type
/// FLOAT and the shape [n]; an output; operator set 17.
const OPEN: &[u8] = b"\x08\x08\x3a\x25\x0a\x0c\x0a\x01x\x12\x01y\x22\x04ReluZ\x10\x0a\x01x\x12\x0b\x0a\x09\x08\x01\x12\x05\x0a\x03\x12\x01nb\x03\x0a\x01yB\x02\x10\x11";

#[test]
fn an_open_dimension_is_refused_until_it_is_given() {
    let path = &file("open_dimension/open.onnx", OPEN);
    let output = hws(&["run", path]);
    assert_eq!(output.status.code(), Some(2));
    let remedy = "dimension 0 is open; give it with `--dim n=N` [open-dimension]";
    assert_eq!(text(&output.stderr), format!("error: {path}: input `x`: {remedy}\n"));
    let output = hws(&["run", path, "--dim", "n=5"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn json_prints_the_report() {
    let output = hws(&["run", "examples/detector.yaml", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for key in
        ["drained", "makespan", "lower_bound", "overhead_bound", "est_scale", "dags", "kernels", "errors"]
    {
        assert!(report.get(key).is_some(), "{key}");
    }
}

#[test]
fn a_stuck_run_reports_its_reason_and_exits_1() {
    let stuck = "contexts: { 0: { \"2\": 0 } }\n\
                dags: [ { id: g, kernels: [ { id: shut_out, threads: 2, est: 100 }, { id: behind, threads: 1, est: 1, deps: [ shut_out ] } ] } ]\n";
    let output = hws(&["run", &file("cli/stuck", stuck)]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let summary = text(&output.stdout);
    assert!(summary.contains("no aligned place for 2 threads"), "{summary}");
    assert!(summary.contains("it waits for the end of shut_out"), "{summary}");
}

#[rstest]
#[case::yaml_key("dags: [ { id: g, kernels: [ { id: a, thread: 2, est: 1 } ] } ]", ":1:", "threads")]
#[case::yaml_dep("dags: [ { id: g, kernels: [ { id: a, threads: 2, est: 1, deps: [ b ] } ] } ]", ":1:", "b")]
#[case::stg_predecessor("3\n0 0 0\n1 5 1 9\n2 0 1 1\n", ":3", "9")]
#[case::stg_count("3\n0 0 0\n1 5 1 0\n", "", "3")]
#[case::stg_cycle("4\n0 0 0\n1 5 1 2\n2 5 1 1\n3 0 1 2\n", "", "1 waits for 2, 2 for 1")]
#[case::gemini_key(r#"{"-1":{"in":[],"out":[]},"xlen":1,"ylen":1,"buffersize":1}"#, "", "top_batch_cut")]
#[case::unknown("once upon a time", "", "Standard Task Graph")]
fn a_malformed_workload_is_one_error_with_its_place(
    #[case] content: &str,
    #[case] place: &str,
    #[case] reason: &str,
) {
    let path = file(&format!("cli/bad_{}", content.len()), content);
    let output = hws(&["run", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.starts_with(&format!("error: {path}{place}")), "{error}");
    assert!(error.contains(reason), "{error}");
}

#[test]
fn a_malformed_stimulus_names_its_place() {
    let path =
        file("cli/stimulus", "{\"at\":0,\"op\":\"read\",\"reg\":\"HWS_ID\"}\n{\"at\":0,\"op\":\"reed\"}\n");
    let output = hws(&["replay", &path]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("HWS_ID"), "the trace of earlier lines is printed");
    let reason = "unknown operation `reed`; did you mean `read`? give one of mem, write, read, hdr, sip_array, end [unknown-word]";
    assert_eq!(text(&output.stderr), format!("error: {path}:2:14: {reason}\n"));
}

#[rstest]
#[case(&["run", "no/such/file"])]
#[case(&["replay", "no/such/file"])]
#[case(&["run", "--scale", "0"])]
#[case(&["run", "--dim", "batch"])]
#[case(&["run", "--dim", "=1"])]
#[case(&["run", "--dim", "batch=-1"])]
#[case(&["walk"])]
fn usage_errors_exit_2(#[case] arguments: &[&str]) {
    let output = hws(arguments);
    assert_eq!(output.status.code(), Some(2));
    assert!(!output.stderr.is_empty());
}

#[test]
fn a_replay_gives_the_golden_trace_and_digest() {
    let trace = fs::read_to_string(root().join("tests/golden/01_basic_2001.trace")).unwrap();
    let stimulus = "tests/golden/01_basic_2001.jsonl";
    assert!(common::printed(&["replay", stimulus]) == trace);
    assert_eq!(common::printed(&["replay", "--digest", stimulus]).trim_end(), trace.lines().last().unwrap());
}

/// The verdict is on standard error; nothing else changes.
#[rstest]
#[case(&[], "I1-I9, I11, I13 hold: 2,545 cycles, ")]
#[case(&["--digest"], "I1-I9, I11, I13 hold: 2,545 cycles, ")]
fn a_checked_replay_reports_that_the_invariants_hold(#[case] options: &[&str], #[case] verdict: &str) {
    let plain = [&["replay", "tests/golden/01_basic_2001.jsonl"], options].concat();
    let checked = hws(&[plain.as_slice(), &["--check"]].concat());
    assert_eq!(checked.status.code(), Some(0));
    assert!(text(&checked.stderr).starts_with(verdict), "{}", text(&checked.stderr));
    assert!(text(&checked.stderr).ends_with(" states checked\n"), "{}", text(&checked.stderr));
    let plain = hws(&plain);
    assert!(text(&checked.stdout) == text(&plain.stdout), "the trace differs");
    assert!(plain.stderr.is_empty(), "off by default");
}

#[test]
fn a_checked_run_reports_that_the_invariants_hold() {
    let plain = hws(&["run", "examples/detector.yaml"]);
    let checked = hws(&["run", "examples/detector.yaml", "--check"]);
    assert_eq!(checked.status.code(), Some(0));
    assert!(
        text(&checked.stderr).starts_with("I1-I9, I11, I13 hold: 55,435 cycles, "),
        "{}",
        text(&checked.stderr)
    );
    assert_eq!(text(&checked.stdout), text(&plain.stdout));
    assert!(plain.stderr.is_empty(), "off by default");
}

#[test]
fn a_closed_pipe_does_not_end_a_check_without_its_verdict() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_hws"))
        .args(["replay", "--check", "tests/golden/26_hrm_2102.jsonl"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).starts_with("I1-I9, I11, I13 hold: "), "{}", text(&output.stderr));
}

#[test]
fn the_sizes_of_a_replay_are_checked() {
    let smaller =
        hws(&["replay", "--digest", "--n-rs", "16", "--n-dag", "17", "tests/golden/01_basic_2001.jsonl"]);
    assert_eq!(smaller.status.code(), Some(0));
    let refused = hws(&["replay", "--n-rs", "15", "tests/golden/01_basic_2001.jsonl"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).starts_with("error: --n-rs, --n-dag: "), "{}", text(&refused.stderr));
}

#[test]
fn a_filtered_replay_prints_the_chosen_lines_of_the_trace() {
    let stimulus = "tests/golden/01_basic_2001.jsonl";
    let trace = common::printed(&["replay", stimulus]);
    let cycle = |line: &str| line.split([':', ',']).nth(1).unwrap().parse::<u64>().unwrap();
    let chosen = |line: &&str| {
        (500..=900).contains(&cycle(line))
            && (line.contains("\"ev\":\"launch\"") || line.contains("\"ev\":\"mih\""))
    };
    let expected: Vec<&str> = trace.lines().filter(chosen).collect();
    let filtered =
        common::printed(&["replay", "--only", "launch,mih", "--from", "500", "--to", "900", stimulus]);
    assert!(expected.len() > 3);
    assert_eq!(filtered.lines().collect::<Vec<_>>(), expected);
}

#[rstest]
#[case(&["--only", "lunch"], "did you mean `launch`?")]
#[case(&["--from", "2", "--to", "1"], "error: --from 2 --to 1: no cycle is in this range")]
#[case(&["--digest", "--only", "launch"], "cannot be used with")]
fn a_choice_of_lines_that_cannot_be_made_is_refused(#[case] options: &[&str], #[case] message: &str) {
    let refused = hws(&[&["replay", "tests/golden/01_basic_2001.jsonl"], options].concat());
    assert_eq!(refused.status.code(), Some(2));
    assert!(refused.stdout.is_empty());
    assert!(text(&refused.stderr).contains(message), "{}", text(&refused.stderr));
}

#[test]
fn a_packed_stimulus_replays_like_a_plain_one_and_a_cut_one_is_refused() {
    let plain = root().join("tests/golden/01_basic_2001.jsonl");
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&fs::read(&plain).unwrap()).unwrap();
    let packed = encoder.finish().unwrap();
    let file = common::path("packed.jsonl.gz");
    let name = file.to_str().unwrap();
    fs::write(&file, &packed).unwrap();
    let expected = common::printed(&["replay", plain.to_str().unwrap()]);
    assert!(common::printed(&["replay", name]) == expected);
    fs::write(&file, &packed[..packed.len() - 12]).unwrap();
    let cut = hws(&["replay", "--digest", name]);
    assert_eq!(cut.status.code(), Some(2));
    assert!(text(&cut.stderr).contains("ends inside the compressed data"), "{}", text(&cut.stderr));
}

/// 32 kernels without a trigger wait until cycle 2^40, which one attempt after the other would take an hour to reach.
#[rstest]
#[case::digest(&["--digest"])]
#[case::checked(&["--digest", "--check"])]
#[case::reads(&["--only", "read,end", "--check"])]
fn waiting_for_ever_costs_nothing(#[case] options: &[&str]) {
    let danger = root().join("tests/dangers/V-08_trigger_0_holds_an_unnamed_entry.jsonl");
    let stimulus = fs::read_to_string(danger).unwrap();
    let operations = stimulus.lines().filter(|line| !line.contains("\"at\":20000"));
    let end = format!("{{\"at\":{},\"op\":\"end\"}}", 1_u64 << 40);
    let waiting: String = operations.chain([end.as_str()]).map(|line| format!("{line}\n")).collect();
    let (status, out, err) = common::fed(&[&["replay", "-"], options].concat(), waiting);
    assert_eq!(status, Some(0), "{err}");
    assert!(out.starts_with("{\"c\":1099511627776,\"ev\":\"end\","), "{out}");
    assert_eq!(err.contains("hold: 1,099,511,627,776 cycles"), options.contains(&"--check"), "{err}");
}

/// The snapshot in the middle of the wait is the state of a replay that ends there.
#[test]
fn a_snapshot_in_a_wait_is_exact() {
    let danger = "tests/dangers/V-08_trigger_0_holds_an_unnamed_entry.jsonl";
    let states = ["digest.json", "trace.json"].map(absent);
    for (state, option) in states.iter().zip(["--digest", "--from=0"]) {
        let snapshot = format!("7777={}", as_text(state));
        assert_eq!(hws(&["replay", danger, option, "--snapshot", &snapshot]).status.code(), Some(0));
    }
    let [at_once, one_by_one] = states.map(|state| fs::read_to_string(state).unwrap());
    assert!(at_once == one_by_one, "the snapshots differ");
}
