//! Broken maps: each violates one property, and the diagnostic names it and points at the place.
//!
//! A map is made from the head below and the lines of the case, so that a case shows only what is
//! wrong with it. Every case's map would be valid without its check.

use hws_regmap::{Code, MapDiagnostic, load};
use rstest::rstest;

/// Eight lines; the case begins on line 9.
const HEAD: &str = "\
name: T
window_bytes: 0x100
same_cycle: x
parameters: [{name: N, value: 4, min: 1, max: 8, spec: s, description: d}]
pages:
  - {name: LOW, base: 0, size: 0x80, description: d, registers: [{name: FIRST, offset: 0, access: RW, hardware: reads, spec: s, description: d}]}
  - {name: HIGH, base: 0x80, size: 0x80, description: d,
    registers: [
";

fn map(registers: &str) -> String {
    format!("{HEAD}{registers}\n]}}")
}

fn register(name: &str, rest: &str) -> String {
    format!("{{name: {name}, access: RW, hardware: reads, spec: s, description: d, {rest}}}")
}

fn seen(text: &str) -> Vec<(Code, u32, u32)> {
    let place = |d: &MapDiagnostic| (d.code, d.place.line(), d.place.column());
    load(text, "t.yaml").map_or_else(|diagnostics| diagnostics.iter().map(place).collect(), |_| Vec::new())
}

/// The expected place is that of the mark `^`.
fn check(registers: &str, code: Code) {
    let marked = map(registers);
    let before = &marked[..marked.find('^').expect("a case has a mark")];
    let line = before.lines().count() as u32;
    let column = before.lines().last().map_or(1, |line| line.chars().count() as u32 + 1);
    assert_eq!(seen(&marked.replace('^', "")), [(code, line, column)]);
}

#[test]
fn a_map_without_faults_has_no_diagnostics() {
    assert_eq!(seen(&map(&register("A", "offset: 0x80"))), []);
}

#[rstest]
#[case("offset: ^0x82", Code::Unaligned)]
#[case("offset: ^0x7c", Code::OutsidePage)]
#[case("offset: 0x80, dims: [{count: ^0, stride: 4, index: i}]", Code::IllegalArray)]
#[case("offset: 0x80, dims: [{count: M, stride: 4, index: i}]", Code::UnknownParameter)]
#[case("offset: 0x80, dims: [{count: N, stride: ^6, index: i}]", Code::Unaligned)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: ^[32, 0], reset: 0, description: d}]",
    Code::FieldOutsideRegister
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: ^[0, 4], reset: 0, description: d}]",
    Code::FieldOutsideRegister
)]
#[case("offset: 0x80, fields: [{name: F, bits: ^[], reset: 0, description: d}]", Code::FieldOutsideRegister)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: 0, description: d}, {name: G, bits: ^[3], reset: 0, description: d}]",
    Code::FieldsOverlap
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: ^16, description: d}]",
    Code::ResetOutsideField
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: ^{base: 0, step: 1}, description: d}]",
    Code::ResetOutsideField
)]
#[case(
    "offset: 0x80, dims: [{count: N, stride: 4, index: i}], fields: [{name: F, bits: [1, 0], reset: ^{base: 1, step: 1}, description: d}]",
    Code::ResetOutsideField
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: ^0, range: [1, 4], description: d}]",
    Code::ResetIllegal
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: ^6, multiple_of: 4, description: d}]",
    Code::ResetIllegal
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: ^0, enum: E, values: [{name: V, value: 1, description: d}], description: d}]",
    Code::ResetIllegal
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: ^1, description: d}], legal: {fields: [F], combinations: [[2]]}",
    Code::ResetIllegal
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: 1, range: ^[1, 16], description: d}]",
    Code::IllegalRange
)]
#[case(
    "offset: 0x80, fields: [{name: ^F, bits: [3, 0], reset: 1, range: [1, 4], multiple_of: 1, description: d}]",
    Code::IllegalRange
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [0], reset: 0, enum: E, values: [{name: V, value: 0, description: d}, {name: W, value: ^2, description: d}], description: d}]",
    Code::IllegalRange
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: 1, description: d}], legal: {fields: [F], combinations: [[1], ^[1, 2]]}",
    Code::IllegalRange
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [3, 0], reset: 0, description: d}, {name: ^F, bits: [4], reset: 0, description: d}]",
    Code::DuplicateName
)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [0], reset: 0, enum: ^Self, values: [{name: A, value: 0}]}]",
    Code::ReservedWord
)]
#[case("offset: 0x80, fields: [{name: ^f, bits: [3, 0], reset: 0, description: d}]", Code::IllegalName)]
#[case(
    "offset: 0x80, fields: [{name: F, bits: [1], reset: 0, enum: ^Option, values: [{name: V, value: 0, description: d}], description: d}]",
    Code::DuplicateName
)]
#[case("offset: 0x80, ^colour: red", Code::UnknownKey)]
fn a_broken_register_is_reported_where_it_is_broken(#[case] rest: &str, #[case] code: Code) {
    check(&register("A", &rest.replace("count: M", "count: ^M")), code);
}

#[rstest]
#[case("A", "offset: 0x80", "B", "offset: ^0x80", Code::RegistersOverlap)]
#[case(
    "A",
    "offset: 0x80, dims: [{count: N, stride: 4, index: i}]",
    "B",
    "offset: ^0x8c",
    Code::RegistersOverlap
)]
#[case("A_B", "offset: 0x80", "^A__B", "offset: 0x84", Code::DuplicateName)]
#[case("A", "offset: 0x80", "^A", "offset: 0x84", Code::DuplicateName)]
fn a_clash_is_reported_at_the_second(
    #[case] first: &str,
    #[case] one: &str,
    #[case] second: &str,
    #[case] other: &str,
    #[case] code: Code,
) {
    check(&format!("{},\n{}", register(first, one), register(second, other)), code);
}

#[rstest]
#[case("access: ^RO, hardware: reads")]
#[case("access: ^RW, queued: true, hardware: reads")]
#[case("access: ^RO, queued: true, hardware: writes")]
fn an_access_that_contradicts_itself_is_reported(#[case] access: &str) {
    let register = format!("{{name: A, offset: 0x80, {access}, spec: s, description: d}}");
    check(&register, Code::IllegalAccess);
}

#[test]
fn the_end_of_the_window_is_a_bound() {
    let array = register("A", "offset: ^0xfc, dims: [{count: 2, stride: 4, index: i}]");
    let codes: Vec<Code> = seen(&map(&array.replace('^', ""))).into_iter().map(|(code, ..)| code).collect();
    assert_eq!(codes, [Code::OutsideWindow]);
}

#[rstest]
#[case("value: 4", "value: 9", (Code::ParameterOutOfRange, 4, 31))]
#[case("value: 4, min: 1", "value: 4, fixed: true, min: 4", (Code::FixedParameterChanged, 4, 31))]
#[case("value: 4, min: 1, max: 8", "value: 5, fixed: true, min: 4, max: 4", (Code::FixedParameterChanged, 4, 31))]
#[case("value: 4, min: 1", "value: 4, mim: 1", (Code::UnknownKey, 4, 34))]
#[case("base: 0x80", "base: 0x40", (Code::PagesOverlap, 7, 24))]
#[case("size: 0x80, description: d,\n", "size: 0x90, description: d,\n", (Code::OutsidePage, 7, 36))]
fn errors_in_the_head_are_reported(#[case] old: &str, #[case] new: &str, #[case] expected: (Code, u32, u32)) {
    assert_eq!(seen(&map(&register("A", "offset: 0x80")).replace(old, new)), [expected]);
}

#[test]
fn a_group_lists_all_its_words() {
    let group = "name: G, offset: 0x80, count: 2, access: RO, hardware: writes, index: i, spec: s, words: [{name: W, word: 0, description: d}]";
    let text = |stride: u32, more: &str| format!("{HEAD}], groups: [{{{group}, stride: {stride}{more}}}]}}");
    assert_eq!(seen(&text(4, "")), []);
    assert_eq!(seen(&text(8, ", reserved: [1]")), []);
    assert_eq!(seen(&text(8, "")), [], "a group without reserved words may have gaps");
    assert_eq!(
        seen(&text(12, ", reserved: [1]")).iter().map(|(code, ..)| *code).collect::<Vec<_>>(),
        [Code::GroupNotCovered]
    );
    assert_eq!(seen(&text(4, ", reserved: [0]")).len(), 2, "the word is claimed twice and counted twice");
}

#[test]
fn all_mistakes_are_reported_in_one_run() {
    let two = format!(
        "{},\n{}",
        register("A", "offset: 0x82"),
        register("B", "offset: 0x80, fields: [{name: F, bits: [40], reset: M, description: d}]")
    );
    let codes: Vec<Code> = seen(&map(&two)).into_iter().map(|(code, ..)| code).collect();
    assert!(
        [Code::Unaligned, Code::FieldOutsideRegister, Code::UnknownParameter]
            .iter()
            .all(|code| codes.contains(code)),
        "{codes:?}"
    );
}

#[test]
fn a_diagnostic_has_file_place_code_fault_and_remedy() {
    let text = hws_regs::REGMAP_YAML.replace("{name: N_SIP, value: 32", "{name: N_SIP, value: 16");
    let diagnostics = load(&text, "regmap.yaml").unwrap_err();
    assert!(diagnostics.iter().any(|diagnostic| {
        diagnostic.to_string().ends_with("N_SIP is fixed at 32 and must not be 16; set it back to 32")
    }));
}

#[test]
fn text_that_is_not_yaml_or_not_an_entry_is_one_diagnostic() {
    for (text, code) in
        [("", Code::WrongType), ("[", Code::Syntax), ("[]", Code::WrongType), ("7", Code::WrongType)]
    {
        assert_eq!(seen(text), [(code, 1, seen(text)[0].2)], "{text:?}");
    }
}

#[test]
fn every_fault_of_shape_is_reported_in_one_run() {
    let codes = |text: &str| seen(text).into_iter().map(|(code, ..)| code).collect::<Vec<_>>();
    use Code::{MissingKey, WrongType};
    assert_eq!(codes("name: 3\n"), [MissingKey, WrongType]);
    assert_eq!(codes("name: T\nwindow_bytes: -4\n"), [MissingKey, WrongType]);
}

#[test]
fn codes_are_unique() {
    let names: std::collections::BTreeSet<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(names.len(), Code::ALL.len());
}
