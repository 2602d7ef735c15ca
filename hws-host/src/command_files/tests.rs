//! Two names of one file, in every way that a file system allows.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::*;

/// A folder with the input `in` and the folder `d`.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), "input").unwrap();
    fs::create_dir(folder.path().join("d")).unwrap();
    folder
}

/// Why an option that writes this path is refused beside the input and an output.
fn refusal(input: &Path, other: &Path, path: &Path) -> Option<String> {
    let files = CommandFiles::default().reading([&input.to_owned()]);
    let files = files.writing("--html", Some(&other.to_owned())).writing("--json", Some(&path.to_owned()));
    files.check().err().map(|error| error.to_string())
}

/// The same, in a folder.
fn refusal_in(folder: &TempDir, path: &str) -> Option<String> {
    let [input, other, path] = ["in", "d/page", path].map(|name| folder.path().join(name));
    refusal(&input, &other, &path)
}

#[test]
fn an_output_is_not_an_input_however_it_is_spelt() {
    let folder = folder();
    for name in ["in", "./in", "d/../in", "d/./../d/../in"] {
        let reason = refusal_in(&folder, name).unwrap();
        let (path, input) = (folder.path().join(name), folder.path().join("in"));
        let expected = format!(
            "{}: --json would overwrite the input {}; give it a name of its own",
            path.display(),
            input.display()
        );
        assert_eq!(reason, expected);
    }
    assert_eq!(fs::read(folder.path().join("in")).unwrap(), b"input");
}

#[test]
fn two_outputs_are_two_files_before_they_exist_and_afterwards() {
    let folder = folder();
    for exists in [false, true] {
        if exists {
            fs::write(folder.path().join("d/page"), "old").unwrap();
        }
        for name in ["d/page", "./d/page", "d/../d/page"] {
            let reason = refusal_in(&folder, name).unwrap();
            assert!(
                reason.ends_with(": --json would overwrite the file of --html; give it a name of its own"),
                "{reason}"
            );
        }
        for name in ["page", "d/page2", "d/new/page"] {
            assert_eq!(refusal_in(&folder, name), None);
        }
    }
}

#[test]
fn folders_that_do_not_exist_yet_are_compared_as_they_are_written() {
    let folder = folder();
    let [input, one, same, other] = ["in", "new/a", "./new/b/../a", "new/b/a"].map(|n| folder.path().join(n));
    assert!(refusal(&input, &one, &same).is_some());
    assert_eq!(refusal(&input, &one, &other), None);
}

#[test]
fn a_missing_input_and_an_output_of_its_name_are_for_the_command_to_report() {
    let missing = PathBuf::from("no/such/file");
    let files = CommandFiles::default().reading([&missing]).writing("--json", Some(&missing));
    assert!(files.check().is_ok());
}

#[test]
fn files_of_one_folder_have_different_names() {
    let folder = folder();
    let out = |names: &[&str]| {
        CommandFiles::default()
            .writing_into("--out", Some(folder.path()), names)
            .check()
            .map_err(|e| e.to_string())
    };
    assert_eq!(out(&["a.txt", "b.txt"]), Ok(()));
    let reason = out(&["a.txt", "b.txt", "a.txt"]).unwrap_err();
    assert!(
        reason.contains("a.txt: --out would overwrite what it has written for another input"),
        "{reason}"
    );
}

#[test]
fn the_files_of_a_run_are_inputs_with_its_folder_and_others_are_not() {
    let folder = folder();
    let run = folder.path().join("d");
    fs::write(run.join("stimulus.jsonl"), "").unwrap();
    fs::write(run.join("report.json"), "").unwrap();
    let check =
        |files: CommandFiles, name: &str| files.writing("--json", Some(&run.join(name))).check().is_ok();
    let whole = CommandFiles::default().reading_runs([&run]);
    assert!(!check(whole.clone(), "stimulus.jsonl") && check(whole, "page.html"));
    let report = run.join("report.json");
    let report = CommandFiles::default().reading_reports(&[report]);
    assert!(!check(report.clone(), "report.json") && !check(report, "stimulus.jsonl"));
}

#[test]
fn a_file_that_an_input_names_is_an_input() {
    let folder = folder();
    let path = folder.path().join("d/graph");
    fs::write(&path, "graph").unwrap();
    let mut files = CommandFiles::default().writing("--out", Some(&path));
    assert!(files.check().is_ok());
    let workload = folder.path().join("in").display().to_string();
    assert_eq!(files.read_beside(&workload, "d/graph").unwrap(), b"graph");
    assert!(files.check().is_err());
}

#[cfg(unix)]
#[test]
fn links_are_other_names_of_one_file() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::hard_link(at("in"), at("hard")).unwrap();
    symlink("in", at("soft")).unwrap();
    symlink("soft", at("softer")).unwrap();
    symlink("..", at("d/up")).unwrap();
    for name in ["hard", "soft", "softer", "d/up/in", "d/up/hard"] {
        assert!(refusal_in(&folder, name).unwrap().contains("would overwrite the input"), "{name}");
    }
    // A link to an output that does not exist yet, and one that leads nowhere.
    symlink("d/page", at("page")).unwrap();
    symlink("loop", at("loop")).unwrap();
    assert!(refusal_in(&folder, "page").unwrap().contains("the file of --html"));
    assert_eq!(refusal_in(&folder, "loop"), None);
}

#[cfg(target_os = "linux")]
#[test]
fn devices_and_streams_take_what_several_write() {
    let folder = folder();
    let input = folder.path().join("in");
    std::os::unix::fs::symlink("/dev/stdout", folder.path().join("stream")).unwrap();
    let stream = folder.path().join("stream");
    for name in ["/dev/null", "/dev/full", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        assert_eq!(refusal(&input, Path::new(name), Path::new(name)), None, "{name}");
        assert_eq!(refusal(Path::new(name), Path::new("x"), Path::new(name)), None, "{name}");
    }
    assert_eq!(refusal(&input, &stream, &stream), None);
}
