//! Shards, and folders put together.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rstest::rstest;

use super::{SWEEP, folder, into, journal, results, sweep};
use crate::common::{as_text, text};

fn said(output: &Output) -> String {
    text(&output.stderr)
}

/// Folders with these shards of the sweep.
fn shards(name: &str, shards: &[&str]) -> Vec<PathBuf> {
    let made = shards.iter().map(|shard| {
        let folder = folder(&format!("{name}_{}", shard.replace('/', "_of_")));
        let output = into(&folder, &["--shard", shard, "--jobs", "1"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        folder
    });
    made.collect()
}

fn merged(folders: &[PathBuf], out: &Path) -> Output {
    let folders: Vec<String> = folders.iter().map(|folder| as_text(folder)).collect();
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    sweep(&[&["--merge"], folders.as_slice(), &["--out", &as_text(out), "--format", "both"]].concat())
}

/// All files of a folder with their bytes, in order.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

/// The refusal of a merge, which has changed neither the folders nor that of the result.
fn refused(folders: &[PathBuf], out: &Path) -> String {
    let before: Vec<_> =
        folders.iter().filter(|folder| folder.exists()).map(|folder| files(folder)).collect();
    let out_before = out.exists().then(|| files(out));
    let output = merged(folders, out);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{}", said(&output));
    let after: Vec<_> = folders.iter().filter(|folder| folder.exists()).map(|folder| files(folder)).collect();
    assert!(before == after && out_before == out.exists().then(|| files(out)));
    said(&output)
}

#[rstest]
#[case::equal("equal", &["1/3", "2/3", "3/3"])]
#[case::other_order("order", &["2/2", "1/2"])]
#[case::overlapping("overlapping", &["1/2", "2/3", "2/2", "1/1"])]
#[case::more_shards_than_needed("many", &["1/4", "2/4", "3/4", "4/4", "7/8"])]
fn the_shards_together_are_the_sweep(#[case] name: &str, #[case] parts: &[&str]) {
    let (whole, out) = (folder(&format!("whole_{name}")), folder(&format!("together_{name}")));
    let one = into(&whole, &["--jobs", "1"]);
    let output = merged(&shards(name, parts), &out);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(results(&out) == results(&whole));
    assert_eq!(output.stdout, one.stdout);
    assert_eq!(journal(&out).lines().count(), 18);
}

#[test]
fn a_shard_says_what_it_does_and_goes_on() {
    let folder = shards("alone", &["2/4"]).remove(0);
    assert_eq!(journal(&folder).lines().count(), 5);
    assert_eq!(text(&results(&folder)[1]).lines().count(), 1 + 5);
    let again = into(&folder, &["--shard", "2/4"]);
    assert!(said(&again).starts_with("5 of 18 runs: settings 6 x seeds 3"), "{}", said(&again));
    assert!(said(&again).contains("; 5 of them are already in "), "{}", said(&again));
    // Another shard in the same folder: the table has the rows of both.
    into(&folder, &["--shard", "3/4"]);
    assert_eq!(text(&results(&folder)[1]).lines().count(), 1 + 9);
    let rest = into(&folder, &[]);
    assert!(said(&rest).contains("; 9 of them are already in "), "{}", said(&rest));
}

#[test]
fn an_empty_shard_is_a_shard() {
    let folders = shards("empty", &["1/1", "20/20"]);
    assert_eq!(journal(&folders[1]), "");
    assert_eq!(merged(&folders, &folder("empty_out")).status.code(), Some(0));
}

#[test]
fn missing_runs_are_listed_and_made_later() {
    let (out, whole) = (folder("missing_out"), folder("missing_whole"));
    into(&whole, &[]);
    let folders = shards("missing", &["1/4", "3/4", "4/4"]);
    let lines: String = journal(&folders[2]).split_inclusive('\n').take(2).collect();
    fs::write(folders[2].join("rows.jsonl"), &lines[..lines.len() - 3]).unwrap();
    let output = merged(&folders, &out);
    assert_eq!(output.status.code(), Some(1));
    let all = said(&output);
    assert!(all.contains("missing: 8 of 18 runs\n  shard 2/4: all its runs\n  shard 4/4: runs "), "{all}");
    assert!(
        all.contains("  run 1: workload=examples/detector.yaml p_top_k=1 promote.threshold=1 seed=1\n"),
        "{all}"
    );
    assert_eq!(text(&results(&out)[1]).lines().count(), 1 + 10);
    assert!(
        !fs::read_to_string(folders[2].join("rows.jsonl")).unwrap().ends_with('\n'),
        "read, not repaired"
    );
    // The folder is that of an interrupted sweep.
    let output = into(&out, &[]);
    assert!(said(&output).contains("; 10 of them are already in "), "{}", said(&output));
    assert!(results(&out) == results(&whole));
}

/// Of two shards, one was made without the table of the other.
#[test]
fn runs_that_are_missing_in_a_table_are_listed_and_made_later() {
    let [one, two, out] = ["tables_1", "tables_2", "tables_out"].map(folder);
    into(&one, &["--shard", "1/2", "--tables", "graphs"]);
    into(&two, &["--shard", "2/2"]);
    let output = merged(&[one.clone(), two.clone()], &out);
    assert_eq!(output.status.code(), Some(1));
    let all = said(&output);
    let missing = "missing in graphs: 9 of 18 runs; repeat the command of their shard with --tables graphs\n  shard 2/2: all its runs\n";
    assert!(all.contains(missing) && !all.contains("missing: "), "{all}");
    let again = into(&two, &["--shard", "2/2", "--tables", "graphs"]);
    assert!(said(&again).contains("9 runs have no rows yet in the tables of --tables"), "{}", said(&again));
    assert_eq!(merged(&[one, two], &out).status.code(), Some(0));
    let whole = folder("tables_whole");
    into(&whole, &["--tables", "graphs", "--jobs", "1"]);
    for file in ["graphs.parquet", "graphs.csv", "sweep.parquet"] {
        assert!(fs::read(whole.join(file)).unwrap() == fs::read(out.join(file)).unwrap(), "{file}");
    }
    // The next sweep does not ask for them, and says that they are left.
    let output = into(&whole, &[]);
    assert!(
        said(&output).contains(
            "graphs.parquet: not written, it has the runs of an earlier sweep; add --tables graphs"
        )
    );
}

/// What an interrupted merge leaves: the plan, and some lines with or without a part of the next.
#[rstest]
#[case(0, 0)]
#[case(7, 0)]
#[case(7, 50)]
fn an_interrupted_merge_is_repeated(#[case] lines: usize, #[case] torn: usize) {
    let out = folder(&format!("merge_killed_{lines}_{torn}"));
    let folders = shards(&format!("killed_{lines}_{torn}"), &["1/2", "2/2"]);
    merged(&folders, &out);
    let (whole, before) = (journal(&out), results(&out));
    let kept: String = whole.split_inclusive('\n').take(lines).collect();
    fs::write(out.join("rows.jsonl"), &whole[..kept.len() + torn]).unwrap();
    fs::remove_file(out.join("sweep.parquet")).unwrap();
    fs::write(out.join("sweep.csv.part"), "half").unwrap();
    let output = merged(&folders, &out);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(results(&out) == before && journal(&out) == whole);
}

#[test]
fn a_folder_may_be_given_twice_and_be_the_result() {
    let folders = shards("twice", &["1/2", "2/2"]);
    let (whole, out) = (folder("twice_whole"), folder("twice_out"));
    into(&whole, &[]);
    let dotted = folders[1].join("..").join(folders[1].file_name().unwrap());
    let output = merged(&[folders[0].clone(), folders[1].clone(), dotted], &out);
    assert_eq!((output.status.code(), said(&output).matches(" of 18 runs\n").count()), (Some(0), 2));
    let output = merged(&folders, &folders[0]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(results(&folders[0]) == results(&whole) && results(&out) == results(&whole));
    assert_eq!(journal(&folders[0]).lines().count(), 18);
}

#[test]
fn rows_that_differ_are_refused() {
    let folders = shards("differ", &["1/1", "1/2"]);
    let before = journal(&folders[1]);
    let changed = before.replacen("\"makespan\":", "\"makespan\":1", 1);
    fs::write(folders[1].join("rows.jsonl"), changed).unwrap();
    let out = folder("differ_out");
    let error = refused(&folders, &out);
    let place = format!("error: {}/rows.jsonl:1: `makespan` is 1", as_text(&folders[1]));
    assert!(error.starts_with(&place) && !out.exists(), "{error}");
    assert!(error.contains(&format!("in {}/rows.jsonl:", as_text(&folders[0]))), "{error}");
    assert!(
        error.contains("for run 0 (workload=examples/detector.yaml p_top_k=1 promote.threshold=1 seed=0)"),
        "{error}"
    );
    // Also if it is the folder of the result that has another row.
    fs::create_dir(&out).unwrap();
    fs::copy(folders[1].join("rows.jsonl"), out.join("rows.jsonl")).unwrap();
    let error = refused(&folders[..1], &out);
    assert!(error.contains(&format!("{}/rows.jsonl:1: `makespan` is 1", as_text(&out))), "{error}");
}

/// A run that ended its worker has no result; a row from elsewhere is one.
#[test]
fn a_row_replaces_that_of_a_lost_run() {
    let folders = shards("lost", &["1/2", "1/1"]);
    let lines = journal(&folders[0]);
    let first = lines.lines().next().unwrap();
    let (key, _) = first.split_once(',').unwrap();
    let mut lost: serde_json::Value = serde_json::from_str(first).unwrap();
    let lost = lost.as_object_mut().unwrap();
    lost.remove("key");
    lost["problem"] = "the worker ended twice while it made this run alone".into();
    lost["metrics"].as_object_mut().unwrap().values_mut().for_each(|metric| *metric = ().into());
    let line = format!("{key},{}", &serde_json::to_string(&lost).unwrap()[1..]);
    fs::write(folders[0].join("rows.jsonl"), lines.replace(first, &line)).unwrap();
    for order in [[0, 1], [1, 0]] {
        let out = folder(&format!("lost_out_{}", order[0]));
        let output = merged(&order.map(|at| folders[at].clone()), &out);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        assert!(results(&out) == results(&folders[1]));
    }
}

#[rstest]
#[case::seeds("seeds", "", &["--seeds", "4"], "the seeds are 0, 1, 2, and 0, 1, 2, 3 here")]
#[case::values("values", "p_top_k=1..3", &["--set", "p_top_k=1,2"], "the values of p_top_k are 1, 2, 3, and 1, 2 here")]
#[case::model("model", "", &["--error-model", "none"], "the error models are low, and none here")]
#[case::machine("machine", "", &["--policy", "launch_delay=9"], "the workloads differ here")]
fn folders_of_different_sweeps_are_refused(
    #[case] name: &str,
    #[case] without: &str,
    #[case] more: &[&str],
    #[case] difference: &str,
) {
    let one = shards(&format!("one_{name}"), &["1/2"]).remove(0);
    let two = folder(&format!("two_{name}"));
    let seeds = if more.contains(&"--seeds") { &SWEEP[..SWEEP.len() - 2] } else { SWEEP };
    let mut arguments: Vec<&str> = seeds.to_vec();
    if let Some(at) = arguments.iter().position(|&argument| argument == without) {
        arguments.drain(at - 1..=at);
    }
    let output = sweep(&[&arguments, more, &["--out", &as_text(&two)]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let error = refused(&[one.clone(), two.clone()], &folder(&format!("neither_{name}")));
    let (one, two) = (as_text(&one), as_text(&two));
    assert_eq!(
        error,
        format!(
            "error: {two}/plan.json: another sweep than {one}/plan.json: {difference}; merge folders of one sweep\n"
        )
    );
}

#[test]
fn another_version_is_refused() {
    let folders = shards("version", &["1/2", "2/2"]);
    let plan = fs::read_to_string(folders[1].join("plan.json")).unwrap();
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(folders[1].join("plan.json"), plan.replace(&version, "\"version\":\"99.0.0\"")).unwrap();
    let error = refused(&folders, &folder("version_out"));
    assert!(error.contains("plan.json: written by hws 99.0.0 (register map 0x"), "{error}");
}

#[rstest]
#[case::torn("torn", "plan.json", "{\"program\":", "plan.json:1:11: not a plan of a sweep: ")]
#[case::other("other", "plan.json", "[]", "plan.json:1:")]
#[case::journal("journal", "rows.jsonl", "once upon\n", "rows.jsonl:1:1: not a line of a sweep: ")]
fn a_damaged_file_is_refused(
    #[case] name: &str,
    #[case] file: &str,
    #[case] content: &str,
    #[case] error: &str,
) {
    let folders = shards(&format!("damaged_{name}"), &["1/2", "2/2"]);
    fs::write(folders[1].join(file), content).unwrap();
    let found = refused(&folders, &folder(&format!("damaged_out_{name}")));
    assert!(found.contains(error), "{found}");
}

#[test]
fn a_folder_that_is_not_one_of_a_sweep_is_refused() {
    let one = shards("other_folder", &["1/2"]).remove(0);
    let out = folder("other_folder_out");
    let nowhere = folder("nowhere");
    let error = refused(&[one.clone(), nowhere.clone()], &out);
    assert!(error.starts_with(&format!("error: {}: cannot be read: ", as_text(&nowhere))), "{error}");
    let empty = folder("empty_folder");
    fs::create_dir_all(&empty).unwrap();
    let error = refused(&[one, empty.clone()], &out);
    assert!(error.starts_with(&format!("error: {}: has no plan.json; ", as_text(&empty))), "{error}");
}

#[test]
fn a_merge_into_a_folder_in_use_is_refused() {
    let folders = shards("in_use", &["1/2", "2/2"]);
    let held = fs::File::options().append(true).open(folders[0].join("rows.jsonl")).unwrap();
    held.lock().unwrap();
    let error = refused(&folders, &folders[0]);
    assert!(error.contains("rows.jsonl: locked by another sweep"), "{error}");
}

/// A file that may not grow is like a full disk. The rows of the folder stay, and the next merge goes on.
#[test]
fn a_full_disk_is_an_error_and_loses_nothing() {
    let folders = shards("full", &["1/2", "2/2"]);
    let (out, whole) = (folder("full_out"), folder("full_whole"));
    into(&whole, &[]);
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec {} sweep --merge {} {} --out {} --format both",
        env!("CARGO_BIN_EXE_hws"),
        as_text(&folders[0]),
        as_text(&folders[1]),
        as_text(&out)
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("/rows.jsonl: cannot be written: "), "{}", said(&output));
    assert!(!out.join("sweep.parquet").exists());
    let output = merged(&folders, &out);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(results(&out) == results(&whole));
}

#[rstest]
#[case(&["--shard", "0/4"], "there is no shard 0 of 4; give 1/4 to 4/4")]
#[case(&["--shard", "5/4"], "there is no shard 5 of 4; give 1/4 to 4/4")]
#[case(&["--shard", "1/0"], "a sweep cannot have 0 shards; give 1 to 1000000")]
#[case(&["--shard", "one"], "not a shard; write I/N, such as 1/4 for the first of four")]
#[case(&["--shard", "1/2"], "--shard needs --out DIR")]
#[case(&["--merge", "a", "b"], "--out <DIR>")]
#[case(&["--merge", "a", "--out", "b", "--set", "p_top_k=1"], "cannot be used with '--set")]
#[case(&["--merge", "a", "--out", "b", "--policy", "p_top_k=1"], "cannot be used with")]
#[case(&["--merge", "a", "--out", "b", "--shard", "1/2"], "cannot be used with '--shard")]
#[case(&["--merge", "a", "--out", "b", "--list-runs"], "cannot be used with '--list-runs'")]
#[case(&["--list-runs", "--out", "b"], "cannot be used with")]
fn usage_errors(#[case] arguments: &[&str], #[case] error: &str) {
    let output = sweep(arguments);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{}", said(&output));
    assert!(said(&output).contains(error), "{}", said(&output));
}
