//! `hws coverage`: kinds of files, goals, outputs and errors.

use std::fs;

use rstest::rstest;
use serde_json::Value;

use crate::common::{absent, as_text, fed, file, hws, printed, refused, root, said};

const BASIC: &str = "tests/golden/01_basic_2001.jsonl";
const MIXED: &str = "tests/golden/07_mixed_2203.jsonl";

/// The JSON report on files.
fn report(name: &str, arguments: &[&str]) -> Value {
    let path = absent(&format!("coverage/{name}.json"));
    printed(&[&["coverage", "--json", &as_text(&path)], arguments].concat());
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The last line, and the exit status.
fn verdict(arguments: &[&str]) -> (Option<i32>, String) {
    let (status, output, _) = said(&hws(&[&["coverage"], arguments].concat()));
    (status, output.lines().last().unwrap_or_default().to_owned())
}

#[test]
fn the_report_has_groups_holes_and_files() {
    let text = printed(&["coverage", BASIC, "--rank"]);
    for part in [
        "1 file, 2,545 cycles: ",
        "launch           ",
        "  launch.pool (1 of 3 bins; scheduler.md §5.6)\n    O\n",
        "1 of 1 file have this coverage",
        "only here  file",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    assert!(text.lines().last().unwrap().starts_with("verdict: reached percent="));
}

#[test]
fn a_waveform_of_a_replay_covers_what_the_replay_covers() {
    let (dump, map) =
        (as_text(&absent("coverage/mixed.fst")), file("coverage/map.yaml", "version: 1\nidle: skipped\n"));
    printed(&["replay", "--digest", "--fst", &dump, MIXED]);
    let (of_dump, of_stimulus) = (report("dump", &["--map", &map, &dump]), report("stimulus", &[MIXED]));
    assert_eq!(of_dump["files"][0]["kind"], "dump");
    assert_eq!(of_dump["groups"], of_stimulus["groups"]);
}

#[test]
fn a_folder_of_a_run_covers_what_the_run_covers() {
    let folder = as_text(&absent("coverage/run"));
    printed(&["run", "examples/detector.yaml", "--out", &folder]);
    let (of_run, of_folder) = (report("run", &["examples/detector.yaml"]), report("folder", &[&folder]));
    assert_eq!(
        (&of_run["files"][0]["kind"], &of_folder["files"][0]["kind"]),
        (&"run".into(), &"stimulus".into())
    );
    // The firmware of a run writes the reports of what it starts itself; the stimulus has them as writes.
    assert_eq!(of_run["groups"], of_folder["groups"]);
}

#[test]
fn saved_coverage_merges_to_the_same() {
    let [one, other, both] =
        ["one", "other", "both"].map(|name| as_text(&absent(&format!("coverage/{name}.cov"))));
    printed(&["coverage", "--save", &one, BASIC]);
    printed(&["coverage", "--save", &other, MIXED]);
    let merged = report("merged", &[&one, &other, "--save", &both]);
    assert_eq!(merged, report("direct", &[BASIC, MIXED]));
    assert_eq!(merged, report("again", &[&both]));
}

#[test]
fn standard_input_is_any_kind_of_file() {
    let stimulus = fs::read(root().join(MIXED)).unwrap();
    let (status, output, _) = fed(&["coverage", "-"], &stimulus);
    let (_, expected) = verdict(&[MIXED]);
    assert_eq!((status, output.lines().last()), (Some(0), Some(expected.as_str())));
    let dump = absent("coverage/mixed.vcd");
    printed(&["replay", "--digest", "--vcd", &as_text(&dump), MIXED]);
    let map = file("coverage/map.yaml", "version: 1\nidle: skipped\n");
    let (status, output, _) = fed(&["coverage", "--map", &map, "-"], fs::read(dump).unwrap());
    assert_eq!((status, output.lines().last()), (Some(0), Some(expected.as_str())));
}

#[rstest]
#[case(&["--min", "20"], 0)]
#[case(&["--min", "99.9"], 1)]
#[case(&["--require", "launch.pool: P"], 0)]
#[case(&["--require", "launch.pool"], 1)]
#[case(&["--require", "launch.pool: P", "--require", "error.bit: BUS*", "--at-least", "1000000"], 1)]
fn goals_decide_the_exit_status(#[case] goals: &[&str], #[case] expected: i32) {
    let (status, last) = verdict(&[&[BASIC], goals].concat());
    assert_eq!(status, Some(expected));
    assert!(last.starts_with(["verdict: reached", "verdict: missed"][expected as usize]), "{last}");
}

#[test]
fn a_missed_goal_names_what_is_missing() {
    let (_, output, _) = said(&hws(&["coverage", BASIC, "--require", "launch.pool", "--min", "90%"]));
    assert!(
        output.contains("goal missed: `launch.pool` is required, but not covered: `launch.pool: O`\n"),
        "{output}"
    );
    assert!(output.contains(" % are covered, less than 90.0 %\n"), "{output}");
}

#[test]
fn a_file_that_cannot_be_read_does_not_lose_the_others() {
    let bad = file("coverage/bad.jsonl", "{\"at\":1,\"op\":\"wrte\"}\n");
    let (status, output, _) = said(&hws(&["coverage", &bad, BASIC]));
    assert_eq!(status, Some(2));
    assert!(
        output.contains(&format!("problem: {bad}:1:14: unknown operation `wrte`; did you mean `write`?")),
        "{output}"
    );
    assert!(output.contains("files=1 problems=1"), "{output}");
}

#[test]
fn a_dump_that_is_cut_counts_up_to_the_cut() {
    let dump = absent("coverage/whole.vcd");
    printed(&["replay", "--digest", "--vcd", &as_text(&dump), BASIC]);
    let bytes = fs::read(dump).unwrap();
    let cut = file("coverage/cut.vcd", &bytes[..bytes.len() / 2]);
    let map = file("coverage/map.yaml", "version: 1\nidle: skipped\n");
    let (status, output, _) = said(&hws(&["coverage", "--map", &map, &cut]));
    assert_eq!(status, Some(2));
    assert!(output.contains("the file is cut") && output.contains("files=1 problems=1"), "{output}");
}

#[test]
fn a_file_that_is_given_twice_is_noted() {
    let (status, output, _) = said(&hws(&["coverage", BASIC, MIXED, BASIC]));
    assert_eq!(status, Some(0));
    assert!(
        output.contains(&format!("note: `{BASIC}` is counted more than once (1 such): its hits add up")),
        "{output}"
    );
}

#[rstest]
#[case(&["--min", "101"], "expected a percentage from 0 to 100")]
#[case(&["--min", "12.34"], "expected a percentage from 0 to 100")]
#[case(&["--min", "-1"], "")]
#[case(&["--at-least", "0"], "0 is not in 1..")]
#[case(&["--require", "launch.pol"], "did you mean `launch.pool`?")]
#[case(&["--model"], "cannot be used with")]
#[case(&["-", "-"], "standard input can be read only once")]
#[case(&["--map", "no/such.yaml"], "no/such.yaml: cannot be read")]
#[case(&["--html", "no/such/folder.html"], "no/such/folder.html: cannot be written")]
fn wrong_use_is_refused(#[case] arguments: &[&str], #[case] message: &str) {
    let error = refused(&[&["coverage", BASIC], arguments].concat());
    assert!(error.contains(message), "{error}");
}

#[test]
fn the_model_is_printed_with_rules_and_reasons() {
    let text = printed(&["coverage", "--model"]);
    assert!(text.contains(
        "\nlaunch: a launch: one block, or all blocks of a cooperative kernel (scheduler.md §6.2)\n"
    ));
    assert!(text.contains("  pool (scheduler.md §5.6)\n    R | P | O\n"));
    assert!(text.contains("    excluded (60): option1 to option3 are those of P- and O-tasks\n"), "{text}");
}

#[test]
fn outputs_are_complete() {
    let [html, xml] = ["page.html", "ucis.xml"].map(|name| absent(&format!("coverage/{name}")));
    printed(&["coverage", BASIC, "--html", &as_text(&html), "--ucis", &as_text(&xml)]);
    let page = fs::read_to_string(html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains(r#""name":"pool × placement"#));
    let ucis = fs::read_to_string(xml).unwrap();
    assert!(ucis.trim_end().ends_with("</UCIS>") && ucis.contains(r#"<cgInstance name="launch" key="0">"#));
    assert_eq!(ucis.matches("<historyNodes ").count(), 1);
}
