//! Usage errors and invalid input: one error with its place and remedy, before the first run.

use std::fs;

use rstest::rstest;

use super::{folder, sweep};
use crate::common::{as_text, text};

#[rstest]
#[case(&["--set", "p_top_k"], "error: --set p_top_k, column 1: no values are given")]
#[case(&["--set", "p_top_k=1,2,x"], "error: --set p_top_k=1,2,x, column 13: x: invalid value; give 1 to 4 kernels")]
#[case(&["--set", "p_top_k=1", "--set", "p_top_k=2"], "error: --set p_top_k=2, column 1: p_top_k is given twice")]
#[case(&["--set", "topology=16x2,3x4"], "error: --set topology=16x2,3x4, column 15: 3x4: the built-in example: ")]
#[case(&["--seeds", "0"], "error: --seeds: 0 is not a valid number of seeds")]
#[case(&["--set", "launch_delay=1..1000000", "--seeds", "2"], "error: the sweep has 2000000 runs, which is more than the limit of 1000000")]
#[case(&["a.yaml", "--set", "workload=b.yaml"], "error: a.yaml: cannot be read: ")]
#[case(&["-", "--set", "workload=b.yaml"], "error: --set workload=b.yaml: files are given as FILE, too; name all of them in one")]
#[case(&["--set", "workload=no/such/file"], "error: no/such/file: cannot be read: ")]
#[case(&["--set", "reg.PROMOTE.TRESHOLD=8"], "error: --set reg.PROMOTE.TRESHOLD=8, column 1: reg.PROMOTE.TRESHOLD: unknown key; did you mean `reg.PROMOTE.THRESHOLD`?")]
#[case(&["--set", "inject.late_report=1/9"], "error: --set inject.late_report=1/9, column 1: inject.late_report: unknown key; did you mean `inject.late-report`?")]
#[case(&["no/such/file"], "error: no/such/file: cannot be read: ")]
fn a_usage_error_is_one_error(#[case] arguments: &[&str], #[case] error: &str) {
    let folder = folder(&format!("refused_{}", arguments.concat().len()));
    let output = sweep(&[arguments, &["--out", &as_text(&folder)]].concat());
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.starts_with(error) && said.lines().count() == 1, "{said}");
    assert!(output.stdout.is_empty() && !folder.exists(), "nothing was begun");
}

/// Options that do not fit together: none of them begins anything.
#[rstest]
#[case(&["--tables", "kernel", "--out", "OUT"], "unknown table `kernel`; did you mean `kernels`? give graphs, kernels, or both")]
#[case(&["--tables", "graphs,", "--out", "OUT"], "unknown table ``")]
#[case(&["--tables", "graphs"], "--out <DIR>")]
#[case(&["--restart"], "--out <DIR>")]
#[case(&["--list-runs", "--out", "OUT"], "cannot be used with")]
#[case(&["--list-runs", "--jobs", "2"], "cannot be used with")]
#[case(&["--merge", "a", "--out", "OUT", "--jobs", "2"], "cannot be used with")]
fn options_that_do_not_fit_are_refused(#[case] arguments: &[&str], #[case] error: &str) {
    let folder = folder(&format!("unfit_{}", arguments.concat().len()));
    let out = as_text(&folder);
    let arguments: Vec<&str> =
        arguments.iter().map(|&argument| if argument == "OUT" { &out } else { argument }).collect();
    let output = sweep(&arguments);
    let said = text(&output.stderr);
    assert!(output.status.code() == Some(2) && said.contains(error), "{said}");
    assert!(output.stdout.is_empty() && !folder.exists(), "nothing was begun");
}

/// A file that is not a journal stays unchanged.
#[rstest]
#[case("{\"a\":1}\n{\"b\":2}\n", ":1:7: not a line of a sweep: missing field `key`")]
#[case("precious", ":1:1: not a line of a sweep; remove the line, or choose another folder")]
fn a_file_that_is_not_a_journal_stays_unchanged(#[case] content: &str, #[case] error: &str) {
    let folder = folder(&format!("other_{}", content.len()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("rows.jsonl"), content).unwrap();
    let output = sweep(&["--out", &as_text(&folder)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains(error), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.join("rows.jsonl")).unwrap(), content);
}
