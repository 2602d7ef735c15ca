//! `hws replay` reads and writes beside the simulation: what goes wrong there ends it as it would in one thread.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::thread;

use rstest::rstest;

use crate::common::{command, fed, file, hws, root, said, started, text};

const GOLDEN: &str = "tests/golden/26_hrm_2102.jsonl";

/// Reads of a register, one in each cycle; no `end`.
fn reads(count: usize) -> String {
    (0..count).map(|at| format!("{{\"at\":{at},\"op\":\"read\",\"reg\":\"HWS_ID\"}}\n")).collect()
}

#[rstest]
#[case::trace(&[])]
#[case::digest(&["--digest"])]
#[case::checked(&["--check", "--digest"])]
fn a_full_disk_ends_a_replay(#[case] options: &[&str]) {
    let stimulus = reads(20_000) + "{\"at\":20000,\"op\":\"end\"}\n";
    let stimulus = file(&format!("replay_full{}.jsonl", options.concat()), stimulus);
    let arguments = [&["replay", stimulus.as_str()][..], options].concat();
    let full = File::options().write(true).open("/dev/full").unwrap();
    let (status, _, err) = said(&command(&arguments).stdout(full).output().unwrap());
    assert_eq!(status, Some(2));
    assert_eq!(err, "error: standard output: No space left on device (os error 28) [cannot-write]\n");
}

/// The reader of the pipe has all it wanted, and the stimulus need not end for that.
#[test]
fn a_closed_pipe_ends_a_replay_whose_stimulus_goes_on() {
    let mut child = started(&["replay", "-"]);
    let mut input = child.stdin.take().unwrap();
    let feeder = thread::spawn(move || {
        // The replay may end before it has read everything.
        let _ = input.write_all(reads(100_000).as_bytes());
        input
    });
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"c\":0,\"ev\":\"read\",\"reg\":\"HWS_ID\",\"value\":"), "{line}");
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
    // Until here, the stimulus was not closed.
    drop(feeder.join().unwrap());
}

/// The trace up to the malformed line is written, and nothing else.
#[test]
fn a_stimulus_that_is_cut_in_half_gives_half_a_trace_and_the_place() {
    let whole = fs::read_to_string(root().join(GOLDEN)).unwrap();
    let trace = text(&hws(&["replay", GOLDEN]).stdout);
    let lines: Vec<&str> = whole.lines().collect();
    let half = lines.len() / 2;
    let cut = format!("{}\n{}", lines[..half].join("\n"), &lines[half][..lines[half].len() - 3]);
    let (status, out, err) = fed(&["replay", "-"], &cut);
    assert_eq!(status, Some(2));
    assert!(err.starts_with(&format!("error: standard input:{}:", half + 1)), "{err}");
    assert!(out.len() > trace.len() / 4 && out.len() < trace.len() && trace.starts_with(&out));
    let (status, out, err) = fed(&["replay", "-"], lines[..half].join("\n"));
    assert_eq!((status, err.contains("no `end`")), (Some(2), true), "{err}");
    assert!(trace.starts_with(&out));
}

#[test]
fn other_line_ends_and_long_lines_replay_alike() {
    let whole = fs::read_to_string(root().join(GOLDEN)).unwrap();
    let trace = text(&hws(&["replay", GOLDEN]).stdout);
    assert!(fed(&["replay", "-"], whole.replace('\n', "\r\n")) == (Some(0), trace.clone(), String::new()));
    assert!(fed(&["replay", "-"], whole.replace(',', " , ")) == (Some(0), trace, String::new()));
    let words = vec!["4294967295"; 100_000].join(",");
    let long =
        format!("{{\"at\":0,\"op\":\"mem\",\"addr\":0,\"words\":[{words}]}}\n{{\"at\":0,\"op\":\"end\"}}");
    let (status, out, _) = fed(&["replay", "-"], long);
    assert_eq!((status, out.lines().count()), (Some(0), 1));
    let endless = " ".repeat((1 << 24) + 1);
    let (status, out, err) = fed(&["replay", "-"], endless);
    assert_eq!((status, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("error: standard input:1:1: line of more than 16777216 bytes"), "{err}");
}
