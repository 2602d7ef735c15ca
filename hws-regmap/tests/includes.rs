//! Maps of several files, which a callback reads.

use hws_regmap::{CheckedMap, Code, MapDiagnostic, Paint, check_files, load, render_in};
use rstest::rstest;
use std::collections::BTreeMap;

/// Checks `main.yaml` among files in memory; returns the paths that were read, too.
fn checked(files: &[(&str, &str)]) -> (CheckedMap, Vec<String>) {
    let files: BTreeMap<&str, &str> = files.iter().copied().collect();
    let mut read = Vec::new();
    let mut reader = |path: &str| {
        read.push(path.to_owned());
        files.get(path).map(|text| text.as_bytes().to_vec()).ok_or_else(|| "there is no such file".to_owned())
    };
    let main = files["main.yaml"].as_bytes();
    (check_files(main, "main.yaml", &mut reader), read)
}

fn main_with(include: &str, rest: &str) -> String {
    format!("{{name: T, window_bytes: 0x100, include: [{include}], {rest}}}")
}

fn page(name: &str, base: u32, register: &str) -> String {
    format!("{{name: {name}, base: {base}, size: 16, registers: [{{name: {register}, offset: {base}}}]}}")
}

fn places(diagnostics: &[MapDiagnostic]) -> Vec<(Code, &str, u32, u32)> {
    let place = |one: &MapDiagnostic| (one.place.line(), one.place.column());
    let all = diagnostics.iter().map(|one| (one.code, one.file.as_str(), place(one).0, place(one).1));
    all.filter(|(code, ..)| *code != Code::MissingDescription).collect()
}

#[test]
fn included_contents_precede_those_of_the_map() {
    let main = main_with(
        "one.yaml, parts/two.yaml",
        &format!("parameters: [{{name: C, value: \"A + B\"}}], pages: [{}]", page("LAST", 64, "R4")),
    );
    let one = format!("{{parameters: [{{name: A, value: 1}}], pages: [{}]}}", page("FIRST", 0, "R1"));
    let two = format!(
        "{{include: [../more/three.yaml], parameters: [{{name: B, value: \"A * 2\"}}], pages: [{}]}}",
        page("THIRD", 32, "R3")
    );
    let three = format!("{{pages: [{}]}}", page("SECOND", 16, "R2"));
    let (checked, read) = checked(&[
        ("main.yaml", &main),
        ("one.yaml", &one),
        ("parts/two.yaml", &two),
        ("parts/../more/three.yaml", &three),
    ]);
    let map = checked.map.expect("the map is valid");
    assert_eq!(read, ["one.yaml", "parts/two.yaml", "parts/../more/three.yaml"]);
    let pages: Vec<&str> = map.pages.iter().map(|page| page.name.value.as_str()).collect();
    assert_eq!(pages, ["FIRST", "SECOND", "THIRD", "LAST"]);
    let values: Vec<u64> = map.parameters.iter().map(|parameter| parameter.value.value).collect();
    assert_eq!(values, [1, 2, 3]);
}

#[test]
fn a_file_that_two_files_include_is_read_once() {
    let main = main_with("a.yaml, ./b.yaml, common.yaml", "pages: []");
    let (checked, read) = checked(&[
        ("main.yaml", &main),
        ("a.yaml", "include: [common.yaml]"),
        ("b.yaml", "include: [x/../common.yaml]"),
        ("common.yaml", "parameters: [{name: N, value: 1}]"),
    ]);
    assert_eq!(read, ["a.yaml", "common.yaml", "b.yaml"]);
    assert_eq!(checked.map.expect("the map is valid").parameters.len(), 1);
}

#[rstest]
#[case("main.yaml", "the files include each other: main.yaml → main.yaml", "main.yaml")]
#[case("a.yaml", "the files include each other: a.yaml → b.yaml → a.yaml", "b.yaml")]
#[case("c.yaml", "the files include each other: main.yaml → c.yaml → main.yaml", "c.yaml")]
#[case("d.yaml", "cannot read `d.yaml`: there is no such file", "main.yaml")]
fn what_cannot_be_included_is_refused(#[case] file: &str, #[case] message: &str, #[case] at: &str) {
    let (checked, _) = checked(&[
        ("main.yaml", &main_with(file, "pages: []")),
        ("a.yaml", "include: [b.yaml]"),
        ("b.yaml", "include: [./a.yaml]"),
        ("c.yaml", "include: [main.yaml]"),
    ]);
    assert!(checked.map.is_none());
    let [only] = checked.diagnostics.as_slice() else { panic!("{:?}", checked.diagnostics) };
    assert_eq!((only.code, only.message.as_str(), only.file.as_str()), (Code::CannotInclude, message, at));
}

#[test]
fn a_text_alone_includes_nothing() {
    let diagnostics = load(&main_with("a.yaml", "pages: []"), "main.yaml").unwrap_err();
    assert_eq!(places(&diagnostics), [(Code::CannotInclude, "main.yaml", 1, 42)]);
    assert!(diagnostics[0].message.contains("`a.yaml`"), "{}", diagnostics[0]);
}

#[test]
fn an_error_names_the_file_and_the_line_that_it_is_in() {
    let main = main_with("one.yaml", "pages: [{name: MAIN, registers: [{name: LAST, offset: 0x10}]}]");
    let one = "pages:\n  - name: LOW\n    registers:\n      - {name: FIRST, offset: 0x10}\n      - {name: ODD, offset: 3}\n";
    let (checked, _) = checked(&[("main.yaml", &main), ("one.yaml", one)]);
    assert_eq!(
        places(&checked.diagnostics),
        [
            (Code::Unaligned, "one.yaml", 5, 29),
            (Code::PagesOverlap, "main.yaml", 1, 61),
            (Code::RegistersOverlap, "main.yaml", 1, 107)
        ]
    );
    let overlap = &checked.diagnostics[2];
    assert_eq!((overlap.notes[0].file.as_str(), overlap.notes[0].place.line()), ("one.yaml", 4));
    let shown = render_in(overlap, &checked.texts, Paint::Plain);
    assert!(shown.contains("--> main.yaml:1:107") && shown.contains("::: one.yaml:4:31"), "{shown}");
    assert!(shown.contains("4 |       - {name: FIRST, offset: 0x10}"), "{shown}");
}

#[test]
fn a_file_that_is_missing_causes_no_other_error() {
    let main = main_with(
        "gone.yaml",
        "pages: [{name: MAIN, registers: [{name: R, offset: 0, dims: [{count: N, stride: 4}]}, {name: S, offset: 4, fields: [{name: F, bits: [0], reset: 1, enum: Mode}]}]}]",
    );
    let (checked, _) = checked(&[("main.yaml", &main)]);
    assert_eq!(places(&checked.diagnostics), [(Code::CannotInclude, "main.yaml", 1, 42)]);
}

#[test]
fn an_included_file_is_no_map() {
    let main = main_with("one.yaml", "pages: []");
    let (checked, _) = checked(&[("main.yaml", &main), ("one.yaml", "name: U\nwidth: 64\npages: []\n")]);
    assert_eq!(
        places(&checked.diagnostics),
        [(Code::UnknownKey, "one.yaml", 1, 1), (Code::UnknownKey, "one.yaml", 2, 1)]
    );
    assert_eq!(checked.diagnostics[0].remedy, "`name` belongs in the map that includes this file");
}

#[test]
fn an_export_names_the_file_of_what_it_refuses() {
    let main = main_with("one.yaml", "pages: []");
    let one = format!("{{pages: [{}]}}", page("P", 0, "R, width: 64"));
    let (checked, _) = checked(&[("main.yaml", &main), ("one.yaml", &one)]);
    let refused = hws_regmap::emit::rust(checked.map.as_ref().expect("the map is valid")).unwrap_err();
    assert_eq!(checked.located(refused)[0].file, "one.yaml");
}

#[test]
fn a_chain_of_files_has_an_end() {
    let mut reader = |path: &str| {
        let number: u32 = path.trim_end_matches(".yaml").parse().map_err(|_| "not a number".to_owned())?;
        Ok(format!("include: [{}.yaml]", number + 1).into_bytes())
    };
    let main = main_with("0.yaml", "pages: []");
    let checked = check_files(main.as_bytes(), "main.yaml", &mut reader);
    assert_eq!(places(&checked.diagnostics), [(Code::CannotInclude, "30.yaml", 1, 11)]);
}

#[test]
fn files_of_any_size_are_bounded_together() {
    let mut reader = |_: &str| Ok(vec![b'#'; 9 << 20]);
    let main = main_with("a.yaml, b.yaml", "pages: []");
    let checked = check_files(main.as_bytes(), "main.yaml", &mut reader);
    assert!(checked.diagnostics.iter().any(|one| one.message == "the files of the map are too large"));
}
