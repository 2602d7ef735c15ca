//! Trees of YAML texts, refused texts and the places of the errors.

use super::*;
use crate::{Place, Span};
use rstest::rstest;

const LIMITS: Limits = Limits { depth: 16, nodes: 10_000, replayed: 10_000, oddities: Oddities::Refused };
const KEPT: Limits = Limits { oddities: Oddities::Kept, ..LIMITS };

fn read(text: &str) -> Node {
    parse(text, &LIMITS).unwrap()
}

fn at(place: Place) -> (u32, u32) {
    (place.line(), place.column())
}

fn value<'n>(node: &'n Node, key: &str) -> &'n Node {
    node.get(key).unwrap_or_else(|| panic!("{node:?}"))
}

#[test]
fn every_key_and_value_has_its_place() {
    let text = "é: 1\nb: { 3_4: 0xFF, \"1\": 118e6 }\nc: [16x2, ~, true, yes]\n";
    let node = read(text);
    assert_eq!(
        (at(value(&node, "é").place), &value(&node, "é").value),
        ((1, 4), &Value::Integer(1_u64.into()))
    );
    let classes = value(&node, "b").entries();
    assert_eq!((at(classes[0].0.place), classes[0].0.name.as_str()), ((2, 6), "3_4"));
    assert_eq!((at(classes[0].1.place), &classes[0].1.value), ((2, 11), &Value::Integer(255_u64.into())));
    assert_eq!(&text[classes[0].1.place.span.range()], "0xFF");
    assert_eq!(classes[1].1.value, Value::Float(118e6));
    let values: Vec<_> = value(&node, "c").elements().iter().map(|element| element.value.clone()).collect();
    let text = |text: &str| Value::Text(text.into());
    assert_eq!(values, [text("16x2"), Value::Null, Value::Bool(true), text("yes")]);
}

#[test]
fn a_value_is_of_one_kind() {
    let node = read("{ t: x, b: false, i: 3, l: [], m: {} }");
    let kinds = |node: &Node| (node.text().is_some(), node.boolean(), node.integer());
    assert_eq!(kinds(value(&node, "t")), (true, None, None));
    assert_eq!(kinds(value(&node, "b")), (false, Some(false), None));
    assert_eq!(kinds(value(&node, "i")), (false, None, Some(3)));
    assert!(value(&node, "i").elements().is_empty() && value(&node, "i").entries().is_empty());
    assert!(node.get("x").is_none() && value(&node, "l").get("x").is_none());
}

#[test]
fn a_value_takes_three_words() {
    assert!(size_of::<Value>() <= 24, "{}", size_of::<Value>());
}

#[rstest]
#[case("-9223372036854775808", i64::MIN.into())]
#[case("18446744073709551615", u64::MAX.into())]
fn integers_have_64_bits_with_or_without_a_sign(#[case] text: &str, #[case] number: i128) {
    let node = read(&format!("a: {text}"));
    assert_eq!(value(&node, "a").integer(), Some(number));
    assert_eq!(format!("{:?}", value(&node, "a").value), format!("Integer({text})"));
}

#[test]
fn the_elements_of_a_list_can_be_taken_once() {
    let mut node = read("{ a: [1, 2], b: 3 }");
    assert_eq!(
        node.take_elements("a").iter().map(|element| at(element.place)).collect::<Vec<_>>(),
        [(1, 7), (1, 10)]
    );
    assert!(["a", "b", "c"].iter().all(|key| node.take_elements(key).is_empty()));
    assert_eq!(value(&node, "b").integer(), Some(3));
}

#[test]
fn a_value_from_an_alias_has_the_place_of_its_definition() {
    let node = read("a: &x { k: 1 }\nb: { <<: *x, l: 2 }\n");
    assert_eq!(at(value(value(&node, "b"), "k").place), (1, 12));
}

#[rstest]
#[case("a: 1\na: 2\n", (2, 1))]
#[case("a: [1\n", (1, 4))]
#[case("a:\n\tb: 3\n", (2, 2))]
#[case("a: *nope", (1, 4))]
#[case("a: b\n---\nc: d\n", (3, 1))]
#[case("? [a]\n: c\n", (1, 3))]
#[case("a: .nan", (1, 4))]
#[case("a: 1e999", (1, 4))]
fn a_text_that_is_not_yaml_is_refused_where_it_breaks(#[case] text: &str, #[case] place: (u32, u32)) {
    let error = parse(text, &LIMITS).unwrap_err();
    assert_eq!((at(error.place), error.is_limit), (place, false), "{error}");
    assert!(!error.message.is_empty() && !error.message.contains(" line "), "{error}");
}

#[test]
fn a_caller_may_keep_oddities() {
    let node = parse("a: 1\na: .inf\n", &KEPT).unwrap();
    let places: Vec<_> = node.entries().iter().map(|(key, _)| at(key.place)).collect();
    assert_eq!((places, &value(&node, "a").value), (vec![(1, 1), (2, 1)], &Value::Integer(1_u64.into())));
    assert_eq!(node.entries()[1].1.value, Value::Float(f64::INFINITY));
}

#[test]
fn an_error_spans_the_character_it_is_about() {
    let span = |text: &str| parse(text, &LIMITS).unwrap_err().place.span;
    assert_eq!(span("é: [1\n"), Span::new(4, 5));
    assert_eq!(span("a:\n\tb: 3\n"), Span::new(4, 5));
}

#[rstest]
#[case::brackets("[".repeat(100_000))]
#[case::braces("{a: ".repeat(100_000))]
#[case::dashes("- ".repeat(100_000))]
#[case::indentation((0..1000).map(|level| format!("{}a:\n", " ".repeat(level))).collect())]
fn depth_is_bounded(#[case] text: String) {
    assert!(parse(&text, &LIMITS).is_err());
}

#[test]
fn the_deepest_nesting_is_exact() {
    let nested = |depth: usize| parse(&"- ".repeat(depth), &LIMITS);
    assert!(nested(LIMITS.depth).is_ok());
    assert!(nested(LIMITS.depth + 1).unwrap_err().is_limit);
}

#[test]
fn the_number_of_values_is_bounded() {
    let list = |count: usize| parse(&format!("[{}]", "1, ".repeat(count)), &LIMITS);
    assert_eq!(list(LIMITS.nodes - 1).unwrap().elements().len(), LIMITS.nodes - 1);
    assert!(list(LIMITS.nodes).unwrap_err().is_limit);
}

#[test]
fn aliases_do_not_multiply_a_text() {
    let line = |pair: &[char]| {
        format!("{1}: &{1} [{0}]\n", [format!("*{}", pair[0]).as_str(); 9].join(", "), pair[1])
    };
    let letters: Vec<char> = ('a'..='z').collect();
    let laughs = format!("a: &a [lol]\n{}", letters.windows(2).map(line).collect::<String>());
    assert!(parse(&laughs, &LIMITS).unwrap_err().is_limit);
}
