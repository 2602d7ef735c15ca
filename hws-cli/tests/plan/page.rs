//! `--html`: the page of a result, in addition to the result.

use std::fs;
use std::path::PathBuf;

use rstest::rstest;

use super::{fed, is_refused, plan};
use crate::common::absent;

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
    assert!(!page.exists());
    is_refused(
        plan(&["dataflow", &example("dataflow", "mixed"), "--html", "no/such/folder/page.html"]),
        "no/such/folder/page.html: cannot be written: ",
    );
}
