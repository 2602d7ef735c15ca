//! Waveforms of `hws replay` and `hws run`: which files are written, and what is refused. Their content is tested in
//! `hws-dv`.

use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;

use crate::common::{absent, as_text, file, hws, printed, refused, said, text};

const STIMULUS: &str = "tests/golden/01_basic_2001.jsonl";

/// A waveform that does not exist, and neither do its save files.
fn waveform(name: &str) -> PathBuf {
    let path = absent(&format!("waves/{name}"));
    for ending in [".gtkw", ".sucl"] {
        absent(&format!("waves/{name}{ending}"));
    }
    path
}

fn is_vcd(path: &Path) -> bool {
    let content = fs::read_to_string(path).unwrap();
    content.starts_with("$version") && content.ends_with('\n') && content.contains("$enddefinitions $end")
}

/// The first block is the head, and at least one block of changes is counted there.
fn is_fst(path: &Path) -> bool {
    let content = fs::read(path).unwrap();
    content[0] == 0 && content[65..73] != [0; 8]
}

#[test]
fn a_replay_writes_waveforms_with_save_files_and_the_same_trace() {
    let [vcd, fst] = ["a.vcd", "a.fst"].map(waveform);
    let plain = printed(&["replay", STIMULUS]);
    assert!(printed(&["replay", STIMULUS, "--vcd", &as_text(&vcd), "--fst", &as_text(&fst)]) == plain);
    assert!(is_vcd(&vcd) && is_fst(&fst));
    let save = fs::read_to_string(format!("{}.gtkw", fst.display())).unwrap();
    let full = fs::canonicalize(&fst).unwrap();
    assert!(save.starts_with(&format!("[dumpfile] \"{}\"\n", full.display())), "{save}");
    assert!(Path::new(&format!("{}.sucl", vcd.display())).exists());
    assert!(fs::metadata(&fst).unwrap().len() < fs::metadata(&vcd).unwrap().len());
    let again = fs::read(&fst).unwrap();
    printed(&["replay", STIMULUS, "--fst", &as_text(&fst), "--digest"]);
    assert!(fs::read(&fst).unwrap() == again, "the same run gives the same bytes");
}

#[test]
fn a_save_file_that_exists_is_kept() {
    let fst = waveform("kept.fst");
    let save = file("waves/kept.fst.gtkw", "edited");
    printed(&["replay", STIMULUS, "--fst", &as_text(&fst)]);
    assert_eq!(fs::read_to_string(save).unwrap(), "edited");
}

#[test]
fn a_checked_replay_writes_waveforms_too() {
    let [plain, checked] = ["plain.vcd", "checked.vcd"].map(waveform);
    printed(&["replay", STIMULUS, "--digest", "--vcd", &as_text(&plain)]);
    let output = hws(&["replay", STIMULUS, "--digest", "--check", "--vcd", &as_text(&checked)]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stderr).starts_with("I1-I9, I11, I13 hold: 2,545 cycles"));
    assert!(fs::read(plain).unwrap() == fs::read(checked).unwrap());
}

#[test]
fn a_run_writes_waveforms_also_into_its_folder_and_prints_the_same() {
    let folder = absent("waves/run");
    let vcd = waveform("run.vcd");
    let plain = printed(&["run", "examples/detector.yaml"]);
    let [fst, out] = [as_text(&folder.join("run.fst")), as_text(&folder)];
    let command = ["run", "examples/detector.yaml", "--out", &out, "--fst", &fst, "--vcd", &as_text(&vcd)];
    assert_eq!(printed(&command), plain);
    assert!(is_vcd(&vcd) && is_fst(Path::new(&fst)));
    let replayed = waveform("replayed.vcd");
    let stimulus = as_text(&folder.join("stimulus.jsonl"));
    printed(&["replay", "--digest", &stimulus, "--vcd", &as_text(&replayed)]);
    assert!(fs::read(&vcd).unwrap() == fs::read(&replayed).unwrap(), "a replay has the same waveform");
}

#[test]
fn a_waveform_is_replaced_only_if_the_other_one_can_be_written() {
    let vcd = as_text(&waveform("old.vcd"));
    fs::write(&vcd, "old").unwrap();
    refused(&["replay", STIMULUS, "--vcd", &vcd, "--fst", "no/such/run.fst"]);
    assert_eq!(fs::read_to_string(&vcd).unwrap(), "old");
    printed(&["replay", STIMULUS, "--digest", "--vcd", &vcd]);
    assert!(is_vcd(Path::new(&vcd)));
}

#[test]
fn every_tick_of_a_range_makes_the_file_larger() {
    let [some, all] = ["some.vcd", "all.vcd"].map(waveform);
    printed(&["replay", STIMULUS, "--digest", "--vcd", &as_text(&some)]);
    printed(&["replay", STIMULUS, "--digest", "--vcd", &as_text(&all), "--every-tick", "100..2000"]);
    assert!(fs::metadata(some).unwrap().len() * 2 < fs::metadata(all).unwrap().len());
}

#[test]
fn a_malformed_stimulus_leaves_a_waveform_up_to_its_line() {
    let lines = "{\"at\":0,\"op\":\"write\",\"reg\":\"P_TOP_K\",\"value\":4}\n{\"at\":5,\"op\":\"halt\"}\n";
    let [stimulus, fst] = [file("waves/malformed.jsonl", lines), as_text(&waveform("malformed.fst"))];
    let (status, _, err) = said(&hws(&["replay", &stimulus, "--fst", &fst]));
    assert_eq!(status, Some(2));
    assert!(err.contains("malformed.jsonl:2:14: unknown operation"), "{err}");
    assert!(is_fst(Path::new(&fst)));
}

#[rstest]
#[case::folder(&["--fst", "no/such/run.fst"], "no/such/run.fst: cannot be written: No such file")]
#[case::is_folder(&["--vcd", "tests"], "tests: cannot be written: Is a directory")]
#[case::no_file(&["--every-tick", "1..2"], "--every-tick needs a waveform; give --vcd FILE or --fst FILE")]
#[case::input(&["--vcd", STIMULUS], "tests/golden/01_basic_2001.jsonl: --vcd would overwrite the input tests/golden/01_basic_2001.jsonl")]
#[case::input_by_another_name(
    &["--fst", "tests/../tests/golden/01_basic_2001.jsonl"],
    "tests/../tests/golden/01_basic_2001.jsonl: --fst would overwrite the input tests/golden/01_basic_2001.jsonl"
)]
#[case::twice(&["--vcd", "same.wave", "--fst", "./same.wave"], "./same.wave: --fst would overwrite the file of --vcd")]
#[case::range(&["--vcd", "x.vcd", "--every-tick", "9..3"], "the range is empty: 9 is after 3")]
#[case::half(&["--vcd", "x.vcd", "--every-tick", "9"], "give A..B, two cycles")]
fn what_cannot_be_written_is_refused_before_the_replay(#[case] options: &[&str], #[case] reason: &str) {
    let before = fs::read(crate::common::root().join(STIMULUS)).unwrap();
    let message = refused(&[&["replay", STIMULUS], options].concat());
    assert!(message.contains(reason), "{message}");
    assert!(fs::read(crate::common::root().join(STIMULUS)).unwrap() == before);
    assert!(
        !crate::common::root().join("same.wave").exists() && !crate::common::root().join("x.vcd").exists()
    );
}

#[cfg(target_os = "linux")]
mod devices {
    use std::process::Command;
    use std::thread;
    use std::time::Duration;

    use super::*;
    use crate::common::started;

    #[test]
    fn a_full_disk_is_an_error() {
        for option in ["--vcd", "--fst"] {
            let (status, _, err) = said(&hws(&["replay", STIMULUS, "--digest", option, "/dev/full"]));
            assert_eq!(status, Some(2));
            assert!(err.starts_with("error: /dev/full: cannot be written: No space left on device"), "{err}");
            let (status, _, err) = said(&hws(&["run", "examples/detector.yaml", option, "/dev/full"]));
            assert_eq!(status, Some(2), "{err}");
        }
    }

    #[test]
    fn an_fst_cannot_be_written_to_a_pipe_but_a_vcd_can() {
        let message = refused(&["replay", STIMULUS, "--digest", "--fst", "/dev/stdout"]);
        assert!(message.contains("/dev/stdout: cannot be written as FST"), "{message}");
        let vcd = printed(&["replay", STIMULUS, "--digest", "--vcd", "/dev/stdout"]);
        assert!(vcd.starts_with("$version") && vcd.contains("$enddefinitions $end"));
    }

    #[test]
    fn a_stopped_replay_leaves_files_that_can_be_read() {
        let stimulus = file("waves/endless.jsonl", "{\"at\":1000000000000,\"op\":\"end\"}\n");
        let [vcd, fst] = ["endless.vcd", "endless.fst"].map(waveform);
        let [vcd_text, fst_text] = [&vcd, &fst].map(|path| as_text(path));
        let ticks = ["--every-tick", "0..1000000000000"];
        let command = ["replay", &stimulus, "--digest", "--vcd", &vcd_text, "--fst", &fst_text];
        let child = started(&[&command, ticks.as_slice()].concat());
        while fs::metadata(&vcd).map_or(0, |file| file.len()) < 1_000_000 {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let (status, out, err) = said(&child.wait_with_output().unwrap());
        assert_eq!((status, out.as_str(), err.as_str()), (Some(130), "", ""));
        assert!(is_vcd(&vcd) && is_fst(&fst));
    }
}
