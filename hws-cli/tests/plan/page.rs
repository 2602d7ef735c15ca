//! `--html`: the page of a result, in addition to the result.

use std::fs;
use std::path::PathBuf;

use rstest::rstest;

use super::{fed, is_refused, plan};
use crate::common::absent;

/// Two tasks, one after the other.
const STG: &str = "2\n0 1000 0\n1 2000 1 0\n";

fn file(name: &str) -> PathBuf {
    absent(&format!("plan/{name}"))
}

fn example(mode: &str, name: &str) -> String {
    format!("hws-plan/tests/data/{name}.{mode}.in.json")
}

#[rstest]
#[case("dataflow", "mixed", 0)]
#[case("periodic", "six_node", 0)]
#[case("pipeline", "rows_k2_n3", 0)]
#[case("rank", "heft10", 0)]
#[case("pipeline", "rows_k2_n1", 1)]
fn a_page_of_the_input_and_the_answer(#[case] mode: &str, #[case] name: &str, #[case] exit: i32) {
    let page = file(&format!("{name}.html"));
    let input = example(mode, name);
    let without = plan(&[mode, &input, "--json"]);
    let with = plan(&[mode, &input, "--json", "--html", page.to_str().unwrap()]);
    assert_eq!(without, with, "the answer is the same");
    assert_eq!(with.0, Some(exit));
    let page = fs::read_to_string(page).unwrap();
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let told: serde_json::Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    assert_eq!(told["title"], format!("{name}.{mode}.in.json"));
    assert_eq!(told["answer"], serde_json::from_str::<serde_json::Value>(&with.1).unwrap());
}

#[test]
fn options_apply_to_the_page() {
    let page = file("options.html");
    let keys = ["--op", "row_pipeline", "--ny", "6", "--pipeline-num", "2"];
    let (status, _, said) = plan(&[&["pipeline", "--html", page.to_str().unwrap()], &keys[..]].concat());
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains(r#""title":"pipeline","input":{"ny":6,"op":"row_pipeline","pipeline_num":2}"#));
}

/// Imported graphs have the tasks and edges of their file; several are told apart by name.
#[test]
fn a_page_of_ranked_files_has_their_tasks() {
    let page = file("ranked.html");
    let options = ["--pes", "2", "--html", page.to_str().unwrap()];
    let (status, _, said) = fed(&[&["rank", "-"], &options[..]].concat(), STG);
    assert_eq!((status, said.as_str()), (Some(0), ""));
    let text = fs::read_to_string(&page).unwrap();
    let input = r#""input":{"edges":[{"comm":0,"from":0,"to":1}],"tasks":[{"cost":1000,"id":0},{"cost":2000,"id":1}]}"#;
    assert!(text.contains(input) && text.contains(r#""title":"rank""#));
    let files = [example("rank", "heft10"), "hws-plan/tests/data/tiny.gemini.in.json".to_owned()];
    let (status, _, said) = plan(&["rank", &files[0], &files[1], "--html", page.to_str().unwrap()]);
    assert_eq!(status, Some(2), "{said}");
    let one = ["rank", &files[1], &files[1], "--pes", "2", "--html", page.to_str().unwrap()];
    assert_eq!(plan(&one).0, Some(0));
    assert_eq!(fs::read_to_string(&page).unwrap().matches(r#""name":"tiny.gemini.in""#).count(), 4);
}

/// At 1 byte per cycle A loads 128 bytes before it starts, and C, which reads what A writes, another 128 after it.
#[test]
fn the_page_of_a_schedule_has_its_loads() {
    let page = file("loads.html");
    let schedule = "hws-plan/tests/data/tiny.gemini.in.json";
    let written = || fs::read_to_string(&page).unwrap();
    let arguments = ["gemini", schedule, "--html", page.to_str().unwrap()];
    assert_eq!(plan(&arguments).0, Some(0));
    assert!(written().contains(r#""title":"tiny.gemini.in.json","input":{"loads":[]},"answer":{"#));
    assert_eq!(plan(&[&arguments[..], &["--dram-bw", "1"]].concat()).0, Some(0));
    let loads = r#"{"loads":[{"after":[],"end":128,"kernels":[0],"start":0},{"after":[0],"end":266,"kernels":[1],"start":138}]}"#;
    assert!(written().contains(loads));
    let cycle = ["gemini", "hws-plan/tests/data/cycle.gemini.in.json", "--html", page.to_str().unwrap()];
    is_refused(
        plan(&cycle),
        "hws-plan/tests/data/cycle.gemini.in.json: a schedule with circular dependencies has no times to draw",
    );
}

/// What a page is told.
fn told(page: &PathBuf) -> serde_json::Value {
    let text = fs::read_to_string(page).unwrap();
    let (_, data) = text.split_once("id=\"data\">").unwrap();
    serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap()
}

/// The two tasks follow each other on the first SIP; the machine has more, but the HWS uses no other.
#[test]
fn the_page_of_a_comparison_has_the_plan_and_its_runs() {
    let page = file("compared.html");
    let arguments = ["compare", "-", "--scale", "2"];
    let without = fed(&arguments, STG);
    let with = fed(&[&arguments[..], &["--html", page.to_str().unwrap()]].concat(), STG);
    assert_eq!((with.0, &with.1, with.2.as_str()), (without.0, &without.1, ""));
    let graph = &told(&page)["input"]["graphs"][0];
    assert_eq!(
        graph["kernels"],
        serde_json::json!([{ "name": "0", "after": [] }, { "name": "1", "after": [0] }])
    );
    let sections = graph["sections"].as_array().unwrap();
    let keys: Vec<&str> = sections.iter().map(|section| section["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["planned", "static run", "dynamic run", "whole machine"]);
    assert_eq!(sections[0]["bars"], serde_json::json!([[0, 0, 0, 2000], [1, 0, 2000, 6000]]));
    for run in &sections[1..3] {
        let bars = run["bars"].as_array().unwrap();
        assert!(bars.len() == 2 && bars.iter().all(|bar| bar[1] == 0), "{run}");
        assert!(bars[1][2].as_u64() >= bars[0][3].as_u64(), "{run}");
    }
}

#[test]
fn a_result_without_a_page_is_refused_and_nothing_is_written() {
    let page = file("no_page.html");
    is_refused(
        fed(&["pipeline", "--html", page.to_str().unwrap()], r#"{"op": "support"}"#),
        "standard input: op support has no page: only row_pipeline and phase have one; leave out --html",
    );
    is_refused(
        plan(&["periodic", &example("periodic", "check_twice"), "--html", page.to_str().unwrap()]),
        "hws-plan/tests/data/check_twice.periodic.in.json: mode check has no page: only plan has one; ",
    );
    is_refused(
        fed(&["rank", "--html", page.to_str().unwrap()], STG),
        "standard input: there is no schedule to draw: give --pes or costs per processor, or leave out --html",
    );
    assert!(!page.exists());
    is_refused(
        plan(&["dataflow", &example("dataflow", "mixed"), "--html", "no/such/folder/page.html"]),
        "no/such/folder/page.html: cannot be written: ",
    );
}
