//! `hws explain`: the examples of docs/explain.md, formats, inputs and errors.

use std::fs;
use std::path::Path;

use rstest::rstest;

use crate::common::{absent, as_text, fed, file, hws, json, printed, refused, root, text};

const STIMULUS: &str = "examples/explain/reserved.jsonl";

/// The commands of a page with their output.
fn examples(page: &str) -> Vec<(String, String)> {
    let blocks = page.split("```console\n$ ").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|block| block.split_once('\n').unwrap()).map(|(a, b)| (a.to_owned(), b.to_owned())).collect()
}

#[test]
fn the_examples_of_the_documentation_are_real() {
    let page = fs::read_to_string(root().join("docs/explain.md")).unwrap();
    let examples = examples(&page);
    assert_eq!(examples.len(), 4);
    for (command, output) in examples {
        let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
        assert_eq!(printed(&arguments), output, "{command}");
    }
}

#[test]
fn json_has_the_decision_the_reason_and_the_changes() {
    let seen = json(&["explain", STIMULUS, "--at", "400"]);
    assert_eq!(seen["question"], "cycle");
    assert_eq!((&seen["attempt"]["latch"], &seen["attempt"]["commit"]), (&352.into(), &400.into()));
    let one = &seen["candidates"][1];
    assert_eq!(
        (&one["kernel_id"], &one["reason"], &one["started"]),
        (&4.into(), &"reserved".into(), &2684.into())
    );
    let why_not = &one["why_not"][0];
    assert_eq!(why_not["changes"][0]["change"], "register");
    assert_eq!((&why_not["commit"], &why_not["gained"]), (&400.into(), &2284.into()));
    let life = &json(&["explain", STIMULUS, "--kernel", "4"])["lives"][0];
    assert_eq!((&life["pushed"], &life["finished"]), (&300.into(), &5684.into()));
    assert_eq!(json(&["explain", STIMULUS, "--sip", "28"])["totals"]["running"], 500);
}

/// The line that is suggested in the documentation, inserted into the stimulus.
#[test]
fn a_suggested_line_starts_the_kernel() {
    let seen = json(&["explain", STIMULUS, "--at", "400"]);
    let line = seen["candidates"][1]["why_not"][0]["lines"][0].as_str().unwrap().to_owned();
    let stimulus = fs::read_to_string(root().join(STIMULUS)).unwrap();
    let (lines, end) = stimulus.trim_end().rsplit_once('\n').unwrap();
    let changed = file("explain/changed.jsonl", format!("{lines}\n{line}\n{end}\n"));
    let launch = "{\"c\":400,\"ev\":\"launch\",\"entry\":1,\"seq\":3,";
    assert!(printed(&["replay", &changed]).contains(launch));
    assert!(!printed(&["replay", STIMULUS]).contains(launch));
}

#[test]
fn standard_input_and_a_file_give_the_same() {
    let stimulus = fs::read(root().join(STIMULUS)).unwrap();
    let (status, out, err) = fed(&["explain", "-", "--sip", "28"], stimulus);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(out, printed(&["explain", STIMULUS, "--sip", "28"]));
}

/// The stimulus of a run of the detector with these options.
fn stimulus_of_run(folder: &Path, options: &[&str]) -> String {
    let run = hws(&[&["run", "examples/detector.yaml", "--out", &as_text(folder)], options].concat());
    assert_eq!(run.status.code(), Some(0), "{}", text(&run.stderr));
    as_text(&folder.join("stimulus.jsonl"))
}

/// An explanation without what only the run of a workload has: why a kernel was not pushed.
fn pushed(explanation: &str) -> Vec<&str> {
    explanation.lines().filter(|line| !line.contains(": not pushed: ")).collect()
}

/// Kernel 1 has no dependency: firmware holds it back until the first block of kernel 0 has finished.
#[test]
fn a_workload_says_why_a_kernel_was_not_pushed_and_a_stimulus_that_it_cannot() {
    let credits = "dags: [ { id: g, kernels: [ { id: a, threads: 1, blocks: 2, est: 700 },
        { id: b, threads: 1, est: 90, trigger: { credits: [ { kernel: a, need: [ 1 ] } ] } } ] } ]";
    let workload = file("explain/credits.yaml", credits);
    let told = printed(&["explain", &workload, "--kernel", "1"]);
    assert!(told.contains("until blocks of other kernels had finished (credits)"), "{told}");
    assert!(!told.contains("depend") && !told.contains("FIFO"), "{told}");
    let waits = &json(&["explain", &workload, "--kernel", "1"])["lives"][0]["waits"];
    assert_eq!((&waits[0]["from"], &waits[0]["reason"]), (&0.into(), &"before_push".into()));
    let folder = as_text(&absent("explain/credits"));
    printed(&["run", &workload, "--out", &folder]);
    let told = printed(&["explain", &folder, "--kernel", "1"]);
    assert_eq!(told.matches(": not pushed: ").count(), 1);
    assert!(told.contains("a stimulus shows only what reached the HWS"), "{told}");
}

/// Firmware pushes each block by itself: the time before the first push is recorded as far as it is known, that before the others is not.
#[test]
fn a_workload_never_answers_as_a_stimulus_would() {
    let workload = file(
        "explain/parts.yaml",
        "firmware: { in_path: firmware }
dags: [ { id: g, arrival: 300, kernels: [ { id: a, threads: 1, blocks: 3, est: 700 } ] } ]",
    );
    let told = printed(&["explain", &workload, "--kernel", "0"]);
    assert!(told.contains("kernel 0 was pushed 3 times") && !told.contains("stimulus"), "{told}");
    assert_eq!(told.matches("0 .. 300: not pushed: its graph had not arrived").count(), 1, "{told}");
    // Also the time in which firmware writes the first push.
    assert_eq!(told.matches("not pushed: the run has not recorded why").count(), 3, "{told}");
}

#[test]
fn a_workload_is_run_with_the_options_that_are_given() {
    let config = file("explain/config.yaml", "hardware: {bus_cycles: 9}\n");
    let options = ["--config", &config, "--policy", "p_top_k=4", "--error-model", "low", "--seed", "3"];
    let stimulus = stimulus_of_run(&absent("explain/options"), &options);
    let explained = |options: &[&str]| {
        printed(&[&["explain", "examples/detector.yaml", "--kernel", "3"][..], options].concat())
    };
    assert_eq!(pushed(&explained(&options)), pushed(&printed(&["explain", &stimulus, "--kernel", "3"])));
    assert_ne!(explained(&options), explained(&[]), "the options matter");
    assert_eq!(printed(&["explain", "-", "--policy", "list"]), printed(&["run", "--policy", "list"]));
}

#[rstest]
#[case(&["--policy", "p_top_k=4"])]
#[case(&["--config", "examples/detector.yaml"])]
#[case(&["--seed", "3"])]
#[case(&["--mapping", "static"])]
fn options_of_a_run_do_not_change_a_stimulus(#[case] options: &[&str]) {
    let arguments = [&["explain", STIMULUS, "--sip", "1"][..], options].concat();
    let why = "a stimulus, whose machine, policies and times are fixed; give the workload to run it with other ones";
    assert_eq!(refused(&arguments), format!("error: {STIMULUS} is {why}\n"));
}

#[test]
fn a_workload_and_its_stimulus_give_the_same() {
    let folder = absent("explain/detector");
    let stimulus = stimulus_of_run(&folder, &[]);
    for question in [["--at", "20000"], ["--kernel", "3"], ["--sip", "5"]] {
        let of = |file: &str| printed(&[&["explain", file][..], &question].concat());
        assert_eq!(pushed(&of("examples/detector.yaml")), pushed(&of(&stimulus)), "{question:?}");
        assert_eq!(of(&as_text(&folder)), of(&stimulus), "{question:?}");
    }
    let workload = fs::read(root().join("examples/detector.yaml")).unwrap();
    let (status, out, _) = fed(&["explain", "-", "--kernel", "3"], workload);
    assert_eq!((status, out), (Some(0), printed(&["explain", "examples/detector.yaml", "--kernel", "3"])));
}

#[rstest]
#[case(&["--at", "8000"], "examples/explain/reserved.jsonl: cycle 8000 is beyond the end: the stimulus stops before tick 8000; give a cycle from 0 to 7999")]
#[case(&["--kernel", "9"], "examples/explain/reserved.jsonl: no kernel with id 9 is pushed to the HWS; the nearest ids are 1, 2, 3, 4")]
#[case(&["--sip", "32"], "examples/explain/reserved.jsonl: no SIP 32; logical SIPs are 0 to 31")]
#[case(&[], "nothing to explain is given; give one of --at CYCLE, --kernel ID and --sip N")]
#[case(&["--at", "3", "--sip", "1"], "several questions are given; give one of --at CYCLE, --kernel ID and --sip N")]
fn a_question_without_an_answer_is_one_sentence(#[case] question: &[&str], #[case] expected: &str) {
    let arguments = [&["explain", STIMULUS][..], question].concat();
    assert_eq!(refused(&arguments), format!("error: {expected}\n"));
}

#[rstest]
#[case(
    "empty.jsonl",
    "",
    ":1:1: no `end`; add `{\"at\":CYCLE,\"op\":\"end\"}` as the last line [missing-end]"
)]
#[case(
    "no_operations.jsonl",
    "{\"at\":0,\"op\":\"end\"}\n",
    ": cycle 3 is beyond the end: the stimulus stops before tick 0; it has no cycle to explain"
)]
#[case(
    "malformed.jsonl",
    "{\"at\":0,\"op\":\"reed\"}\n",
    ":1:14: unknown operation `reed`; did you mean `read`? give one of mem, write, read, hdr, sip_array, end [unknown-word]"
)]
#[case(
    "cut.jsonl",
    "{\"at\":9,\"op\":\"sip_array\",\"pre_lead\":0}\n",
    ":2:1: no `end`; add `{\"at\":CYCLE,\"op\":\"end\"}` as the last line [missing-end]"
)]
fn a_file_that_cannot_be_explained_names_its_place(
    #[case] name: &str,
    #[case] content: &str,
    #[case] expected: &str,
) {
    let path = file(&format!("explain/{name}"), content);
    assert_eq!(refused(&["explain", &path, "--at", "3"]), format!("error: {path}{expected}\n"));
}

/// Without a name, the first line decides.
#[rstest]
#[case("{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}\n", ":2:1: no `end`")]
#[case("{\"op\":\"end\"}\n", ":1:12: missing key `at`")]
#[case("{\"at\":0,\"op\":\"mem\",\"addr\":0,\"words\":[1,2\n", ":1:")]
#[case("", ":1:1: no `end`")]
fn a_malformed_stimulus_on_standard_input_is_one(#[case] content: &str, #[case] place: &str) {
    let (status, out, err) = fed(&["explain", "-", "--at", "3"], content);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.starts_with(&format!("error: standard input{place}")), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
}

#[test]
fn a_file_of_no_known_format_is_refused() {
    let path = file("explain/unknown.txt", "once upon a time\n");
    let error = refused(&["explain", &path, "--at", "3"]);
    assert!(error.contains("not a format this program reads"), "{error}");
    assert!(refused(&["explain", "no/such/file", "--at", "3"]).contains("no/such/file: cannot be read"));
}
