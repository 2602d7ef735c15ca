//! Several files on one machine.

use rstest::rstest;

use super::{STG, load};
use crate::workload::{InputFile, Inputs, Workload, WorkloadError, built_in};

const GRAPH: &str = "dags: [{ id: g, kernels: [{ id: a, threads: 1, est: 5 }] }]\n";

fn source(name: &str, text: &str) -> InputFile {
    InputFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() }
}

fn read(files: &[(&str, &str)]) -> Result<Workload, WorkloadError> {
    let files = files.iter().map(|(name, text)| source(name, text)).collect();
    Inputs { files, ..Inputs::default() }.read(&mut |_, path| load(path))
}

fn names(workload: &Workload) -> Vec<&str> {
    workload.dags.iter().map(|dag| dag.name.as_str()).collect()
}

#[test]
fn no_file_is_the_built_in_example() {
    assert_eq!(read(&[]), Ok(built_in()));
}

#[test]
fn graphs_come_in_the_order_of_the_files() {
    let workload = read(&[("w.yaml", GRAPH), ("a/robot.stg", STG), ("-", STG)]).unwrap();
    assert_eq!(names(&workload), ["g", "robot", "graph"]);
    assert!(workload.dags.iter().all(|dag| dag.arrival.0 == 0));
}

/// The instances of a repeated graph are renamed together: `g#1` is taken, so `g` twice becomes `g@2`, `g@2#1`.
#[test]
fn a_name_that_is_taken_gets_a_number() {
    let twice = "dags: [{ id: g, import: g.stg, repeat: 2, every: 9 }]\n";
    let hashed = "dags: [{ id: 'g#1', import: g.stg }, { id: 'g@2', import: g.stg }]\n";
    let workload = read(&[("w", hashed), ("v", twice), ("g.stg", STG), ("x/g.stg", STG)]).unwrap();
    assert_eq!(names(&workload), ["g#1", "g@2", "g@3", "g@3#1", "g", "g@4"]);
}

/// Means 5 and 2000, of three kernels each: together they need no scale, 5 alone does.
#[test]
fn one_scale_serves_all_files() {
    let long = "3\n0 2000 0\n1 2000 1 0\n2 2000 1 1\n";
    let together = read(&[("s.stg", STG), ("l.stg", long)]).unwrap();
    assert_eq!(together.est_scale, 1);
    assert_eq!(read(&[("s.stg", STG)]).unwrap().est_scale, 1000);
    assert_eq!(together.dags[0].kernels[0].est, 5);
}

#[test]
fn the_machine_of_one_file_is_the_machine_of_all() {
    let harvested = format!("hardware: {{ topology: 6x4 }}\ncontexts: {{ 0: {{ 1: 1 }} }}\n{GRAPH}");
    let workload = read(&[("s.stg", STG), ("w.yaml", &harvested), ("v.yaml", GRAPH)]).unwrap();
    assert_eq!(workload.hardware.topology.cluster_sip_num(), 6);
    assert_eq!(workload.usage_masks.len(), 1);
    // Equal in meaning, not in spelling.
    let other = harvested.replace("topology: 6x4", "time_unit: 1, topology: '6x4'").replace("1: 1", "1: [0]");
    assert!(read(&[("w.yaml", &harvested), ("v.yaml", &other)]).is_ok());
    // The graphs of every file must fit.
    let wide = GRAPH.replace("threads: 1", "threads: 8");
    let error = read(&[("v.yaml", &wide), ("w.yaml", &harvested)]).unwrap_err().to_string();
    assert!(error.starts_with("v.yaml:1:45: a block of 8 threads does not fit in a cluster of 6"), "{error}");
}

#[rstest]
#[case("hardware: { topology: 6x4 }\n", "hardware: { topology: 6x2 }\n", "hardware", 11)]
#[case("contexts: { 0: { 1: 1 } }\n", "contexts: { 0: { 1: 3 } }\n", "contexts", 11)]
#[case("error_model: low\n", "error_model: none\n", "error_model", 14)]
fn two_machines_are_refused(#[case] one: &str, #[case] other: &str, #[case] key: &str, #[case] column: u32) {
    let (one, other) = (format!("{one}{GRAPH}"), format!("\n{other}{GRAPH}"));
    let error = read(&[("a.yaml", &one), ("s.stg", STG), ("b.yaml", &other)]).unwrap_err();
    let start =
        format!("b.yaml:2:{column}: `{key}` differs from that in a.yaml:1:{column}, but all graphs run on");
    assert!(error.to_string().starts_with(&start), "{error}");
    assert!(error.to_string().contains("; "));
}

#[test]
fn errors_name_their_file() {
    let error = read(&[("a.yaml", GRAPH), ("b.stg", "3\n0 1 0\n1 1 1 9\n2 1 0\n")]).unwrap_err();
    assert_eq!(error.to_string().split(": ").next(), Some("b.stg:3"));
    let late = read(&[("a.yaml", GRAPH), ("b.yaml", "dags: [{ id: g, import: no }]")]).unwrap_err();
    assert!(late.to_string().starts_with("b.yaml:1:25: cannot read no"), "{late}");
    let too_long = "1\n0 4294967296 0\n";
    let late = read(&[("s.stg", STG), ("l.stg", too_long)]).unwrap_err().to_string();
    assert!(late.starts_with("l.stg: the estimate of `0`, 4294967296 time units"), "{late}");
}

/// 349,525 instances of three kernels plus one kernel are 2^20; the next file has one too many.
#[test]
fn kernels_of_all_files_are_counted() {
    let many = "dags: [{ id: g, import: g.stg, repeat: 349525, every: 0 }]";
    let error = read(&[("a", many), ("b", GRAPH), ("c", GRAPH)]).unwrap_err().to_string();
    assert!(error.starts_with("c:1:26: more than 1048576 kernels"), "{error}");
}

#[test]
fn a_path_is_given_with_the_file_that_names_it() {
    let import = "dags: [{ id: g, import: x }]";
    let files = vec![source("a/w.yaml", import), source("b/w.yaml", import)];
    let mut asked = Vec::new();
    let mut load = |file: &str, path: &str| {
        asked.push(format!("{file} {path}"));
        Ok(STG.as_bytes().to_vec())
    };
    Inputs { files, ..Inputs::default() }.read(&mut load).unwrap();
    assert_eq!(asked, ["a/w.yaml x", "b/w.yaml x"]);
}
