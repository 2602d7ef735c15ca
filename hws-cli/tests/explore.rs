//! `hws explore`: the output, what it writes, and its exit statuses.

use std::fs;

use crate::common::{absent, file, hws, printed, refused, root, said};

const STARVING: &str = "examples/explore/d07_an_o_task_waits_for_ever.yaml";

#[test]
fn the_example_of_the_documentation_is_real() {
    let page = fs::read_to_string(root().join("docs/explore.md")).unwrap();
    let block = page.split("```console\n$ ").nth(1).unwrap().split("```").next().unwrap();
    let (command, output) = block.split_once('\n').unwrap();
    let arguments: Vec<&str> = command.split_whitespace().skip(1).collect();
    assert_eq!(printed(&arguments), output);
}

#[test]
fn an_expected_starvation_is_no_failure_and_its_run_can_be_replayed() {
    let folder = absent("explored").display().to_string();
    let out = printed(&["explore", STARVING, "--out", &folder]);
    assert!(out.trim_end().ends_with("complete; safe; can starve: low"), "{out}");
    let stem = format!("{folder}/d07_an_o_task_waits_for_ever.low");
    assert!(fs::read_to_string(format!("{stem}.txt")).unwrap().contains("low waits for ever"));
    let (status, _, err) = said(&hws(&["replay", "--check", "--digest", &format!("{stem}.jsonl")]));
    assert_eq!(status, Some(0), "{err}");
    assert!(err.starts_with("I1-I"), "{err}");
}

#[test]
fn an_unexpected_starvation_is_told_and_fails() {
    let text = fs::read_to_string(root().join(STARVING)).unwrap().replace("starves: [low]", "");
    let (status, out, _) = said(&hws(&["explore", &file("explore/unexpected.yaml", text)]));
    assert_eq!(status, Some(1));
    assert!(out.contains("is admitted to entry") && out.contains("low waits for ever"), "{out}");
}

#[test]
fn a_starvation_that_does_not_happen_fails() {
    let text = fs::read_to_string(root().join("examples/explore/three_on_two.yaml")).unwrap();
    let expected = file("explore/expected.yaml", text + "starves: [a]\n");
    assert_eq!(said(&hws(&["explore", &expected])).0, Some(1));
}

#[test]
fn an_incomplete_exploration_fails() {
    let (status, out, _) = said(&hws(&["explore", STARVING, "--most-states", "50"]));
    assert_eq!(status, Some(1));
    assert!(out.trim_end().ends_with("incomplete: the limit of states was reached"), "{out}");
}

#[test]
fn a_mistake_is_told_before_anything_is_explored() {
    let wrong = file("explore/wrong.yaml", "version: 1\nsip: [0]\n");
    let error = refused(&["explore", STARVING, &wrong]);
    assert!(
        error.contains("wrong.yaml:2:1: unknown key `sip` in a configuration; did you mean `sips`?"),
        "{error}"
    );
}
