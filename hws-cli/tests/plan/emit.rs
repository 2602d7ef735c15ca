//! `hws plan emit`.

use std::fs;
use std::path::Path;

use super::{is_refused, plan};
use crate::common::{absent, as_text, root};

const PLAN: &str = "examples/plans/two_stages.json";

/// A folder of this test that does not exist yet.
fn folder(name: &str) -> String {
    as_text(&absent(&format!("plan/emit/{name}")))
}

fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn six_files_are_written_identically_each_time() {
    let folders = [folder("1"), folder("2")];
    for folder in &folders {
        assert_eq!(plan(&["emit", PLAN, "--out", folder]), (Some(0), String::new(), String::new()));
    }
    let files = [
        "descriptors.bin",
        "descriptors.json",
        "edges.jsonl",
        "registers.jsonl",
        "registers.txt",
        "triggers.jsonl",
    ];
    assert_eq!(names(&folders[0]), files);
    for file in files {
        let [one, other] = folders.each_ref().map(|folder| fs::read(Path::new(folder).join(file)).unwrap());
        assert_eq!(one, other, "{file}");
    }
    let image = fs::metadata(Path::new(&folders[0]).join("descriptors.bin")).unwrap();
    assert_eq!(image.len(), 4 * 64);
}

#[test]
fn the_documented_lines_are_those_of_the_command() {
    let folder = folder("documented");
    assert_eq!(plan(&["emit", PLAN, "--out", &folder]).0, Some(0));
    let script = fs::read_to_string(Path::new(&folder).join("registers.txt")).unwrap();
    let head: String = script.lines().take(3).map(|line| format!("{line}\n")).collect();
    let page = root().join("docs/planner/emit.md");
    assert!(fs::read_to_string(page).unwrap().contains(&format!("registers.txt\n{head}```")), "{head}");
}

#[test]
fn a_file_that_is_not_a_plan_is_refused() {
    let out = folder("none");
    is_refused(plan(&["emit", "no/such/file", "--out", &out]), "no/such/file: cannot be read");
    assert!(!Path::new(&out).exists());
    let (status, ..) = plan(&["emit", PLAN]);
    assert_eq!(status, Some(2));
}
