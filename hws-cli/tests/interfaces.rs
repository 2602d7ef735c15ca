//! `hws interfaces` and the schemas that it shares its source with.

use std::fs;

use crate::common::{file, hws, printed, refused, root, said};

const FILE: &str = "interfaces.yaml";

/// The file of the repository with one text replaced.
fn altered(name: &str, right: &str, wrong: &str) -> String {
    let text = fs::read_to_string(root().join(FILE)).unwrap();
    assert!(text.contains(right), "{right}");
    file(&format!("interfaces/{name}.yaml"), text.replacen(right, wrong, 1))
}

#[test]
fn the_file_of_the_repository_has_no_faults() {
    let out = printed(&["interfaces", "check", FILE]);
    assert!(out.starts_with("interfaces.yaml: no faults, 10 records, "), "{out}");
    assert_eq!(printed(&["interfaces", "check", FILE, "--json"]), "[]\n");
}

#[test]
fn every_fault_is_listed_with_its_place() {
    let wrong = altered("wrong", "kind: 12", "kind: 14");
    let (status, out, err) = said(&hws(&["interfaces", "check", &wrong]));
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("the kinds of events are 0 to 12, each once; number 12 is missing"), "{err}");
    assert!(err.starts_with(&format!("{wrong}:")), "{err}");
    let (status, out, _) = said(&hws(&["interfaces", "check", &wrong, "--json"]));
    let faults: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, faults[0]["code"].as_str()), (Some(1), Some("kind")));
    assert!(refused(&["interfaces", "check", "absent.yaml"]).contains("absent.yaml"));
}

#[test]
fn a_change_of_a_layout_is_told_from_one_of_words() {
    let words = altered("words", "doc: A P-task became an R-task.", "doc: Promoted.");
    assert_eq!(
        printed(&["interfaces", "diff", FILE, &words]),
        "~ events.promote.doc: A P-task became an R-task. -> Promoted.\n"
    );
    let layout = altered("layout", "name: pool, width: 2", "name: pool, width: 3");
    let (status, out, _) = said(&hws(&["interfaces", "diff", FILE, &layout]));
    assert_eq!((status, out.as_str()), (Some(1), "~ events.launch.pool.width: 2 -> 3 (breaks)\n"));
    let faulty = altered("faulty", "kind: 12", "kind: 14");
    assert!(refused(&["interfaces", "diff", FILE, &faulty]).contains("the kinds of events are 0 to 12"));
}

#[test]
fn the_schemas_of_its_lines_are_printed() {
    for (name, word) in
        [("stimulus", "\"sip_array\""), ("trace", "\"pre_complete\""), ("interfaces", "\"rules\"")]
    {
        let schema = printed(&["schema", name]);
        assert!(schema.contains(word) && schema.ends_with("}\n"), "{name}");
    }
}
