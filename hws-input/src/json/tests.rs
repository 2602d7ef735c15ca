//! Which texts are refused, and where.

use super::parse;
use rstest::rstest;

#[rstest]
#[case("{\"a\": 1, \"a\": 2}", "the key `a` is given twice", (1, 12))]
#[case("[{\"b\": {\"c\": 0,\n\"c\": 0}}]", "the key `c` is given twice", (2, 3))]
#[case("{\"a\": 1", "EOF while parsing an object", (1, 7))]
#[case("[1, 2] 3", "trailing characters", (1, 8))]
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
