//! Files that inputs name are inputs, and outputs that are named after what is read are outputs.

use std::fs;

use crate::common::root;

use super::{content, folder, is_refused, run_in};

const GRAPH: &str = "dags:\n  - id: g\n    kernels:\n      - { id: k, threads: 1, est: 100 }\n";

/// A folder with the workload `in`, which imports `d/graph`.
fn importing() -> tempfile::TempDir {
    let folder = folder();
    let workload = "dags:\n  - { id: g, import: d/graph }\n";
    fs::write(folder.path().join("in"), workload).unwrap();
    fs::write(folder.path().join("d/graph"), STG).unwrap();
    folder
}

/// Two tasks between the dummy tasks of the format.
const STG: &str = "2\n0 0 0\n1 10 1 0\n2 10 1 1\n3 0 1 2\n";

#[test]
fn an_imported_file_is_an_input() {
    for line in [
        "run in --fst d/graph",
        "run in --out d --vcd d/../d/graph",
        "coverage in --json d/graph",
        "plan rank in --out d/graph",
        "plan rank in --html d/graph",
        "plan periodic in --html d/graph",
        "plan import in --out d/graph",
        "plan compare in --html d/graph",
    ] {
        is_refused(importing().path(), line, "would overwrite the input d/graph; give it a name of its own");
    }
    for (line, name) in [
        ("sweep in --out d", "rows.jsonl"),
        ("tune in --out d", "tune.json"),
        ("plan emit in --out d", "edges.jsonl"),
    ] {
        let folder = importing();
        fs::hard_link(folder.path().join("d/graph"), folder.path().join("d").join(name)).unwrap();
        is_refused(folder.path(), line, "would overwrite the input d/graph; give it a name of its own");
    }
}

/// The mistake is found before the import is read.
#[test]
fn a_file_that_an_unreadable_workload_may_import_is_not_overwritten() {
    for option in ["--json", "--html", "--ucis", "--save"] {
        let folder = importing();
        let mistake = "dags:\n  - { id: g, import: d/graph, oops: 1 }\n";
        fs::write(folder.path().join("in"), mistake).unwrap();
        let line = format!("coverage in {option} d/graph");
        let why = "would overwrite a file that in, which cannot be read, may import; mend the workload or give another name";
        is_refused(folder.path(), &line, why);
        let (status, _, err) = run_in(folder.path(), &format!("coverage in {option} d/new"));
        assert!(status == Some(2) && folder.path().join("d/new").is_file(), "{err}");
    }
}

#[test]
fn a_map_that_a_map_includes_is_an_input() {
    let folder = folder();
    let pages = "pages:\n  - name: P\n    description: \"All.\"\n    registers:\n      - {name: R, offset: 0x0, access: RW, description: \"One.\"}\n";
    fs::write(
        folder.path().join("map"),
        "name: M\ndescription: \"A map.\"\nwindow_bytes: 0x40\ninclude: [d/pages]\npages: []\n",
    )
    .unwrap();
    fs::write(folder.path().join("d/pages"), pages).unwrap();
    let (status, _, err) = run_in(folder.path(), "regs export --format json map --out d/map.json");
    assert_eq!(status, Some(0), "{err}");
    is_refused(
        folder.path(),
        "regs export --format json map --out d/pages",
        "would overwrite the input d/pages",
    );
}

#[test]
fn the_address_map_of_a_map_of_names_is_an_input() {
    let folder = folder();
    fs::write(folder.path().join("map"), "version: 1\nbus: { addresses: d/addresses }\n").unwrap();
    fs::write(folder.path().join("d/addresses"), "HWS_ID,8,,\n").unwrap();
    for line in ["check in --map map --json d/addresses", "coverage in --map map --save d/addresses"] {
        is_refused(folder.path(), line, "would overwrite the input d/addresses");
    }
}

#[test]
fn a_block_of_a_file_with_several_is_not_that_file() {
    let block = |name: &str| {
        format!(
            "<peripheral><name>{name}</name><registers><register><name>R</name><addressOffset>0</addressOffset></register></registers></peripheral>"
        )
    };
    let folder = folder();
    let chip = format!("<device><peripherals>{}{}</peripherals></device>", block("A"), block("B"));
    fs::write(folder.path().join("d/b.yaml"), chip).unwrap();
    is_refused(
        folder.path(),
        "regs import d/b.yaml --all --out ./d --force",
        "would overwrite the input d/b.yaml",
    );
}

const SMALL: &str = "version: 1\ntopology: 3x4\nsips: [0, 1]\nkernels:\n  - { name: a }\n";

#[test]
fn configurations_of_one_name_do_not_replace_the_runs_of_each_other() {
    let folder = folder();
    fs::write(folder.path().join("small.yaml"), SMALL).unwrap();
    fs::write(folder.path().join("d/small.yaml"), SMALL).unwrap();
    let reason = "out/small.a.jsonl: --out would overwrite what it has written for another input; rename one of the inputs";
    is_refused(folder.path(), "explore small.yaml d/small.yaml --out out", reason);
    fs::rename(folder.path().join("small.yaml"), folder.path().join("d/small.a.txt")).unwrap();
    let reason = "would overwrite the input d/small.a.txt";
    is_refused(folder.path(), "explore d/small.a.txt d/small.yaml --out d", reason);
}

/// The list of names is that of the files: whatever a sweep or a tuning leaves is refused as an input of the next one.
#[test]
fn every_file_of_a_folder_of_runs_is_an_output_of_its_command() {
    for (command, least) in
        [("sweep --tables graphs,kernels --format both", 10), ("tune --budget 60 --tables graphs", 9)]
    {
        let folder = folder();
        fs::copy(root().join("examples/contended.yaml"), folder.path().join("in")).unwrap();
        let (status, _, err) = run_in(folder.path(), &format!("{command} in --out d"));
        assert_eq!(status, Some(0), "{command}: {err}");
        let written: Vec<String> = content(&folder.path().join("d")).into_keys().collect();
        assert!(written.len() >= least, "{written:?}");
        for name in written {
            let line = format!("{command} in --config d/{name} --out d");
            is_refused(folder.path(), &line, &format!("would overwrite the input d/{name}"));
        }
    }
}

#[test]
fn a_page_beside_the_files_of_a_run_is_written() {
    let folder = folder();
    fs::write(folder.path().join("in"), GRAPH).unwrap();
    for run in ["one", "two"] {
        let (status, _, err) = run_in(folder.path(), &format!("run in --out {run}"));
        assert_eq!(status, Some(0), "{err}");
    }
    for (line, reason) in [
        ("compare one two --html one/stimulus.jsonl", "would overwrite the input one/stimulus.jsonl"),
        (
            "compare one two/report.json --html two/stimulus.jsonl",
            "would overwrite the input two/stimulus.jsonl",
        ),
        ("coverage one --json one/stimulus.jsonl", "would overwrite the input one/stimulus.jsonl"),
    ] {
        is_refused(folder.path(), line, reason);
    }
    let (status, _, err) = run_in(folder.path(), "compare one two --html one/compare.html");
    assert_eq!(status, Some(0), "{err}");
    // A second run in a folder replaces the files of the first, and linked ones are still two.
    fs::remove_file(folder.path().join("one/trace.json")).unwrap();
    fs::hard_link(folder.path().join("one/trace.jsonl"), folder.path().join("one/trace.json")).unwrap();
    assert_eq!(run_in(folder.path(), "run in --out one").0, Some(0));
}

#[test]
fn devices_may_be_named_twice() {
    let folder = folder();
    fs::write(folder.path().join("in"), GRAPH).unwrap();
    if cfg!(unix) {
        let (status, _, err) =
            run_in(folder.path(), "coverage in --json /dev/null --html /dev/null --save /dev/stdout");
        assert_eq!(status, Some(0), "{err}");
    }
}
