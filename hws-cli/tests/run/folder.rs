//! The folder of `--out`: which files it has, and that a run which fails leaves it alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rstest::rstest;

use super::STG;
use crate::common::{absent, as_text, file, printed, refused, text};

/// The files of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

fn names(folder: &Path) -> Vec<String> {
    files(folder).into_keys().collect()
}

#[rstest]
#[case("report,timeline", &["report.json", "timeline.html"])]
#[case("perfetto", &["trace.json"])]
#[case("trace,stimulus,trace", &["stimulus.jsonl", "trace.jsonl"])]
fn exactly_the_chosen_files_are_kept(#[case] keep: &str, #[case] expected: &[&str]) {
    let workload = file(&format!("run/keep/{keep}.stg"), STG);
    let (all, some) = (absent(&format!("run/keep/all-{keep}")), absent(&format!("run/keep/some-{keep}")));
    printed(&["run", &workload, "--out", &as_text(&all)]);
    printed(&["run", &workload, "--out", &as_text(&some)]);
    fs::write(some.join("notes.txt"), "of somebody").unwrap();
    printed(&["run", &workload, "--out", &as_text(&some), "--keep", keep]);
    let (all, mut some) = (files(&all), files(&some));
    assert_eq!(some.remove("notes.txt").as_deref(), Some(b"of somebody".as_slice()));
    assert_eq!(some.keys().collect::<Vec<_>>(), expected);
    assert!(some.iter().all(|(name, content)| all[name] == *content), "another content");
}

#[test]
fn compressed_recordings_are_read_by_every_command() {
    let workload = file("run/gzip.stg", STG);
    let (plain, packed) = (absent("run/gzip/plain"), absent("run/gzip/packed"));
    printed(&["run", &workload, "--out", &as_text(&plain)]);
    printed(&["run", &workload, "--out", &as_text(&packed), "--gzip"]);
    let expected = ["report.json", "stimulus.jsonl.gz", "timeline.html", "trace.json", "trace.jsonl.gz"];
    assert_eq!(names(&packed), expected);
    let of = |folder: &Path, name: &str| as_text(&folder.join(name));
    let trace = fs::read_to_string(plain.join("trace.jsonl")).unwrap();
    assert!(printed(&["replay", &of(&packed, "stimulus.jsonl.gz")]) == trace, "another trace");
    let explained = printed(&["explain", &of(&plain, "stimulus.jsonl"), "--kernel", "0"]);
    for stimulus in [of(&packed, "stimulus.jsonl.gz"), as_text(&packed)] {
        assert_eq!(printed(&["explain", &stimulus, "--kernel", "0"]), explained);
    }
    let coverage = |stimulus: String| printed(&["coverage", &stimulus]).lines().count();
    assert_eq!(coverage(as_text(&packed)), coverage(as_text(&plain)));
    let logs = [of(&plain, "trace.jsonl"), of(&packed, "trace.jsonl.gz")];
    printed(&["diff", &logs[0], &logs[1]]);
    printed(&["compare", &as_text(&plain), &as_text(&packed)]);
    // The other form of an earlier run does not stay beside the new one.
    printed(&["run", &workload, "--out", &as_text(&packed)]);
    assert_eq!(files(&packed), files(&plain));
}

#[rstest]
#[case(&["--keep", "reprot"], "invalid value 'reprot' for '--keep <FILES>'")]
#[case(&["--keep", ""], "a value is required for '--keep <FILES>'")]
fn an_unknown_file_is_refused(#[case] options: &[&str], #[case] message: &str) {
    let out = absent("run/unknown-file");
    let folder = as_text(&out);
    let said = refused(&[&["run", "--out", &folder], options].concat());
    assert!(said.contains(message) && said.contains("timeline, perfetto, stimulus, trace"), "{said}");
    assert!(!out.exists());
}

#[test]
fn files_are_chosen_only_for_a_folder() {
    for option in [&["--keep", "report"][..], &["--gzip"]] {
        let said = refused(&[&["run"], option].concat());
        assert!(said.contains("--out <DIR>"), "{said}");
    }
}

/// A folder with an earlier run and a file of somebody else.
fn earlier(name: &str) -> PathBuf {
    let workload = file(&format!("{name}.stg"), STG);
    let out = absent(name);
    printed(&["run", &workload, "--out", &as_text(&out)]);
    fs::write(out.join("notes.txt"), "of somebody").unwrap();
    out
}

#[test]
fn a_full_disk_leaves_the_folder_as_it_was() {
    let out = earlier("run/full");
    let before = files(&out);
    // Files may grow to 8 kB; the signal of a larger one is ignored, so that the write fails.
    let command =
        format!("trap '' XFSZ; ulimit -f 8; exec {} run --out {}", env!("CARGO_BIN_EXE_hws"), out.display());
    let ended = Command::new("bash").args(["-c", &command]).output().unwrap();
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains(": cannot be written: File too large"), "{said}");
    assert!(!said.contains("unfinished"), "{said}");
    assert_eq!(files(&out), before);
}

/// Neither stimulus nor trace is written: the lists of the timeline do not fit.
#[test]
fn lists_that_do_not_fit_on_the_disk_leave_the_folder_as_it_was() {
    let out = earlier("run/full-lists");
    let before = files(&out);
    let tasks: String = (0..2000).map(|task| format!("{task} 2000 0\n")).collect();
    let workload = file("run/full-lists-many.stg", format!("2000\n{tasks}"));
    let hws = env!("CARGO_BIN_EXE_hws");
    let command = format!(
        "trap '' XFSZ; ulimit -f 8; exec {hws} run {workload} --keep timeline --out {}",
        out.display()
    );
    let ended = Command::new("bash").args(["-c", &command]).output().unwrap();
    let said = text(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    assert!(said.contains("timeline.html: cannot be written: File too large"), "{said}");
    assert_eq!(files(&out), before);
}

#[test]
fn times_that_the_page_cannot_hold_leave_the_folder_as_it_was() {
    let out = earlier("run/late");
    let before = files(&out);
    let workload =
        "dags: [ { id: a, arrival: 9007199254740992, kernels: [ { id: x, threads: 1, est: 1000 } ] } ]";
    let workload = file("run/late.yaml", workload);
    let said = refused(&["run", &workload, "--out", &as_text(&out)]);
    assert!(
        said.contains("timeline.html: cannot be written: cycle 9007199254740992 cannot be shown"),
        "{said}"
    );
    assert_eq!(files(&out), before);
    printed(&["run", &workload, "--out", &as_text(&out), "--keep", "report"]);
    assert_eq!(names(&out), ["notes.txt", "report.json"]);
}

#[test]
fn a_run_that_cannot_start_leaves_the_folder_as_it_was() {
    let out = earlier("run/cannot");
    let before = files(&out);
    let bad = file("run/cannot.yaml", "dags: [ { id: a } ]");
    refused(&["run", &bad, "--out", &as_text(&out)]);
    assert_eq!(files(&out), before);
    let new = absent("run/never");
    refused(&["run", &bad, "--out", &as_text(&new)]);
    assert!(!new.exists());
}
