//! A sweep that ended early continues and gives the same files.

use std::fs;

use rstest::rstest;

use super::{folder, into, journal, results, sweep};
use crate::common::{as_text, file, root, text};

fn said(output: &std::process::Output) -> String {
    text(&output.stderr)
}

/// The sweep is killed after some lines, with or without a part of the next one.
#[rstest]
#[case(0, 0)]
#[case(0, 7)]
#[case(1, 0)]
#[case(5, 1)]
#[case(11, 200)]
#[case(17, 30)]
#[case(18, 0)]
fn after_a_kill_the_files_are_the_same(#[case] lines: usize, #[case] torn: usize) {
    let folder = folder(&format!("killed_{lines}_{torn}"));
    into(&folder, &[]);
    let (whole, files) = (journal(&folder), results(&folder));
    let kept: String = whole.split_inclusive('\n').take(lines).collect();
    let piece: String =
        whole.split_inclusive('\n').skip(lines).take(1).collect::<String>().chars().take(torn).collect();
    fs::write(folder.join("rows.jsonl"), format!("{kept}{piece}")).unwrap();
    fs::remove_file(folder.join("sweep.parquet")).unwrap();
    fs::remove_file(folder.join("sweep.csv")).unwrap();
    let output = into(&folder, &["--jobs", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(said(&output).contains(&format!("; {lines} of them are already in ")), "{}", said(&output));
    assert_eq!(said(&output).contains("the last line was incomplete and has been removed"), torn > 0);
    assert!(results(&folder) == files);
    assert!(journal(&folder).starts_with(&kept));
    assert_eq!(journal(&folder).lines().count(), 18);
    assert!(journal(&folder).lines().all(|line| line.starts_with("{\"key\":\"") && line.ends_with("}}")));
}

/// Runs of a larger or different sweep are reused if they are the same, and kept if not.
#[test]
fn a_journal_serves_several_sweeps() {
    let folder = folder("several");
    let out = &as_text(&folder);
    let run = |workload: &str, axis: &str, seeds: &str| {
        let output = sweep(&[workload, "--set", axis, "--seeds", seeds, "--out", out, "--format", "both"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        said(&output)
    };
    assert!(run("examples/detector.yaml", "p_top_k=1,2", "2").contains("; 0 of them are already in "));
    let first = results(&folder);
    assert!(run("examples/detector.yaml", "p_top_k=2..4", "1..2").contains("; 1 of them are already in "));
    assert!(run("examples/detector.yaml", "p_top_k=1,2", "2").contains("; 4 of them are already in "));
    assert!(results(&folder) == first);
    let other = fs::read_to_string(root().join("examples/detector.yaml")).unwrap();
    let copy = file("sweep/several.yaml", other.replace("est: 900", "est: 901"));
    assert!(run(&copy, "p_top_k=1,2", "2").contains("; 0 of them are already in "));
    assert_eq!(journal(&folder).lines().count(), 4 + 5 + 4);
}

#[test]
fn restart_makes_every_run() {
    let folder = folder("restarted");
    into(&folder, &[]);
    let files = results(&folder);
    let output = into(&folder, &["--restart"]);
    assert!(said(&output).contains("; 0 of them are already in "), "{}", said(&output));
    assert!(results(&folder) == files);
    assert_eq!(journal(&folder).lines().count(), 36);
}

/// A program can change without a new version.
#[test]
fn rows_that_this_program_cannot_reproduce_are_not_used() {
    let folder = folder("other_build");
    into(&folder, &[]);
    let files = results(&folder);
    let changed = journal(&folder).replace("\"makespan\":5", "\"makespan\":6");
    fs::write(folder.join("rows.jsonl"), changed).unwrap();
    let output = into(&folder, &[]);
    assert!(said(&output).contains("the kept rows come from another build of hws"), "{}", said(&output));
    assert!(said(&output).contains("; 0 of them are already in "));
    assert!(results(&folder) == files);
    // Of two lines with the same key, the later one counts.
    assert!(said(&into(&folder, &[])).contains("; 18 of them are already in "));
}
