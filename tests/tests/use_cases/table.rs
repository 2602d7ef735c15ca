//! `docs/use-cases.md` lists every test of the use cases and every example that they use, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the workspace")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sources of the use cases, by module.
fn sources() -> Vec<(String, String)> {
    let folder = root().join("tests/tests/use_cases");
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let rust = files.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let named = |path: PathBuf| (path.file_stem().unwrap_or_default().display().to_string(), text(&path));
    rust.map(named).filter(|(module, _)| module != "table").collect()
}

/// The texts between `before` and `after`.
fn between<'t>(text: &'t str, before: &'t str, after: char) -> impl Iterator<Item = &'t str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split_once(after)).map(|(found, _)| found)
}

fn tests_in_sources() -> BTreeSet<String> {
    let of = |(module, text): &(String, String)| -> Vec<String> {
        between(text, "#[test]\nfn ", '(').map(|name| format!("{module}::{name}")).collect()
    };
    sources().iter().flat_map(of).collect()
}

fn examples_in_sources() -> BTreeSet<String> {
    let of = |text: &str| -> Vec<String> {
        let quoted = text.split('"').skip(1).step_by(2);
        quoted.filter(|name| name.ends_with(".yaml")).map(str::to_owned).collect()
    };
    sources().iter().flat_map(|(_, text)| of(text)).collect()
}

/// The rows of the table, without its head.
fn rows() -> Vec<String> {
    let page = text(&root().join("docs/use-cases.md"));
    page.lines().filter(|line| line.starts_with("| ")).skip(1).map(str::to_owned).collect()
}

#[test]
fn every_test_is_named_and_every_name_is_a_test() {
    let rows = rows();
    let quoted = rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2));
    let named: Vec<String> = quoted.filter(|name| name.contains("::")).map(str::to_owned).collect();
    assert_eq!(named.iter().cloned().collect::<BTreeSet<_>>(), tests_in_sources());
    assert_eq!(named.len(), tests_in_sources().len(), "a test is named twice");
}

#[test]
fn every_example_is_named_where_it_is_used_and_exists() {
    let linked: BTreeSet<String> = rows()
        .iter()
        .flat_map(|row| between(row, "(../examples/", ')').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    assert_eq!(linked, examples_in_sources());
    assert!(linked.iter().all(|name| root().join("examples").join(name).exists()));
}

#[test]
fn every_row_has_its_columns() {
    for row in rows() {
        assert_eq!(row.matches('|').count(), 5, "{row}");
    }
}
