//! The map that was published, and edits that are not changes; changes are in `diff_kinds.rs`.

use hws_regmap::{DiffSeverity, Map, diff, load};
use hws_regs::REGMAP_YAML;
use rstest::rstest;

/// The map as it was published; replaced only together with HWS_VERSION.
const PUBLISHED: &str = include_str!("published/regmap-1.0.0.yaml");

fn map(text: &str) -> Map {
    load(text, "map.yaml").unwrap_or_else(|diagnostics| panic!("{diagnostics:#?}"))
}

fn changes(old: &str, new: &str) -> Vec<String> {
    assert!(REGMAP_YAML.contains(old), "{old} is not in the map");
    let changed = map(&REGMAP_YAML.replacen(old, new, 1));
    diff(&map(REGMAP_YAML), &changed).iter().map(ToString::to_string).collect()
}

/// The published map with the parameters of today's, which may be any legal ones.
fn published() -> Map {
    let today = map(REGMAP_YAML);
    let set = |text: String, name: &str, value: u64| {
        let head = format!("{{name: {name}, value: ");
        let Some((before, behind)) = text.split_once(&head) else { return text };
        let rest = behind.trim_start_matches(|c: char| c.is_ascii_digit());
        format!("{before}{head}{value}{rest}")
    };
    let parameters = today.parameters.iter();
    map(&parameters.fold(PUBLISHED.to_owned(), |text, one| set(text, &one.name.value, one.value.value)))
}

#[test]
fn nothing_published_has_moved() {
    let all = diff(&published(), &map(REGMAP_YAML));
    let breaking: Vec<_> = all.iter().filter(|change| change.severity() == DiffSeverity::Breaking).collect();
    assert!(breaking.is_empty(), "software in the field would break: {breaking:#?}");
}

#[rstest]
#[case::prose("Master switch and soft reset.", "Something else.")]
#[case::a_combination_twice(", [16, 2]]", ", [16, 2], [16, 2]]")]
#[case::how_a_number_is_written("offset: 0x0028", "offset: 40")]
fn some_edits_change_nothing(#[case] old: &str, #[case] new: &str) {
    assert_eq!(changes(old, new), [""; 0]);
}

#[test]
fn a_type_is_the_same_whether_the_map_or_the_field_defines_it() {
    let with = |own: &str, shared: &str| {
        map(&format!(
            "name: T\nwindow_bytes: 4\n{shared}\npages: [{{name: M, registers: [{{name: A, offset: 0, fields: \
             [{{name: X, bits: [0], reset: 0, enum: Mode{own}}}]}}]}}]"
        ))
    };
    let values = "values: [{name: ONCE, value: 0}]";
    let (own, shared) =
        (with(&format!(", {values}"), ""), with("", &format!("enums: [{{name: Mode, {values}}}]")));
    assert_eq!(diff(&own, &shared), []);
    assert_eq!(diff(&shared, &own), []);
}
