//! `hws plan check`.

use super::{fed, is_refused, plan};
use crate::common::root;

/// The plan of the examples, with something replaced.
fn changed(from: &str, to: &str) -> String {
    let text = std::fs::read_to_string(root().join("examples/plans/two_stages.json")).unwrap();
    assert!(text.contains(from), "{from}");
    text.replacen(from, to, 1)
}

#[test]
fn a_valid_plan_has_no_violations() {
    let (status, out, said) = plan(&["check", "examples/plans/two_stages.json"]);
    assert_eq!((status, said.as_str()), (Some(0), ""), "{out}");
    assert!(out.ends_with("\nno violations\n"), "{out}");
}

#[test]
fn violations_are_listed_and_the_status_is_1() {
    let text =
        changed("\"sip\": 16, \"start\": 1000, \"end\": 1500", "\"sip\": 17, \"start\": 900, \"end\": 1400");
    let (status, out, said) = fed(&["check", "--json"], &text);
    assert_eq!((status, said.as_str()), (Some(1), ""));
    let found: serde_json::Value = serde_json::from_str(&out).unwrap();
    let rules: Vec<_> =
        found["violations"].as_array().unwrap().iter().map(|one| one["rule"].as_str().unwrap()).collect();
    assert_eq!((found["ok"].as_bool(), rules), (Some(false), vec!["alignment", "early"]));

    let (status, out, _) =
        fed(&["check", "-"], &changed("\"dag\": \"camera\", \"on\"", "\"dag\": \"video\", \"on\""));
    assert_eq!(status, Some(1));
    assert!(out.contains("kernels[3].deps[0].dag: there is no graph `video`; name an existing one"), "{out}");
}

#[test]
fn a_file_that_is_not_a_plan_is_refused() {
    is_refused(fed(&["check"], "{\"kernels\": []}"), "standard input: hws_plan: missing; add it");
    is_refused(
        fed(&["check"], &changed("\"hws_plan\": 1", "\"hws_plan\": 3")),
        "standard input: hws_plan: version 3, but",
    );
    is_refused(fed(&["check"], &changed("\"est\": 1,", "\"est\": 1.5,")), "standard input:10:");
    is_refused(plan(&["check", "Cargo.toml"]), "Cargo.toml:1:");
}
