//! Refused texts and the positions of the errors.

use super::{JsonNode, parse};
use rstest::rstest;

#[rstest]
#[case("{\"a\": 1, \"a\": 2}", "the key `a` is given twice", (1, 12))]
#[case("[{\"b\": {\"c\": 0,\n\"c\": 0}}]", "the key `c` is given twice", (2, 3))]
#[case("{\"a\": 1", "EOF while parsing an object", (1, 7))]
#[case("[1, 2] 3", "trailing characters", (1, 8))]
#[case("{\"é\": \"🦀\", x", "key must be a string", (1, 12))]
#[case("[\"🦀\t\"]", "control character (\\u0000-\\u001F) found while parsing a string", (1, 4))]
#[case("", "EOF while parsing a value", (1, 0))]
fn a_broken_text_is_refused_where_it_breaks(
    #[case] text: &str,
    #[case] message: &str,
    #[case] (line, column): (u32, u32),
) {
    let error = parse(text).unwrap_err();
    assert_eq!((error.message.as_str(), error.position.line, error.position.column), (message, line, column));
}

#[test]
fn depth_is_bounded() {
    assert!(parse(&"[".repeat(100_000)).is_err());
}

#[test]
fn the_same_key_may_be_in_two_objects() {
    assert_eq!(parse(r#"{"a": {"a": null}, "b": [{"a": true}]}"#).unwrap()["b"][0]["a"], true);
}

#[test]
fn every_value_has_its_path() {
    let document = parse(r#"{"b": [[0, {"c": 1}]], "a": {"z": 2, "y": 3}}"#).unwrap();
    let root = JsonNode::new(&document);
    let mut seen = Vec::new();
    walk(&root, &mut seen);
    let paths = ["", "a", "a.y", "a.z", "b", "b[0]", "b[0][0]", "b[0][1]", "b[0][1].c"];
    assert_eq!(seen, paths);
}

fn walk(node: &JsonNode<'_, '_>, seen: &mut Vec<String>) {
    seen.push(node.step().to_string());
    node.entries().into_iter().flatten().for_each(|(_, value)| walk(&value, seen));
    node.elements().into_iter().flatten().for_each(|element| walk(&element, seen));
}

#[test]
fn a_value_of_another_kind_has_no_parts() {
    let document = parse(r#"{"text": "x"}"#).unwrap();
    let root = JsonNode::new(&document);
    let text = root.get("text").unwrap();
    assert!(text.get("x").is_none() && text.elements().is_none() && text.entries().is_none());
    assert!(root.get("x").is_none() && root.elements().is_none());
    assert_eq!((root.absent("x").value(), root.absent("x").step().to_string()), (&().into(), "x".to_owned()));
}
