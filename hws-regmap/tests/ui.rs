//! Bad or dubious maps and their exact diagnostics: `tests/ui/NAME.yaml` gives `tests/ui/NAME.stderr`.
//!
//! `BLESS=1 cargo test -p hws-regmap --test integration ui` rewrites the expectations; review them afterwards.

use hws_regmap::{CheckedMap, Code, Paint, check_files, render_in};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui")
}

fn maps() -> Vec<PathBuf> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut maps: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|end| end == "yaml")).collect();
    maps.sort();
    maps
}

/// Returns what is known about the map; included files are relative to the folder of the maps.
fn checked(map: &Path) -> CheckedMap {
    let name = map.file_name().unwrap().to_str().unwrap();
    let mut reader =
        |path: &str| fs::read(folder().join(path)).map_err(|_| "there is no such file".to_owned());
    check_files(&fs::read(map).unwrap(), name, &mut reader)
}

/// Returns the output of `hws regs check` and its codes.
fn judged(map: &Path) -> (String, Vec<Code>) {
    let CheckedMap { diagnostics, texts, .. } = checked(map);
    let shown = diagnostics.iter().map(|diagnostic| render_in(diagnostic, &texts, Paint::Plain)).collect();
    (shown, diagnostics.iter().map(|diagnostic| diagnostic.code).collect())
}

#[test]
fn every_bad_map_is_explained_as_expected() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for map in maps() {
        let (shown, expected) = (judged(&map).0, map.with_extension("stderr"));
        if bless {
            fs::write(&expected, &shown).unwrap();
        }
        let expected = fs::read_to_string(&expected).unwrap_or_default();
        if shown.is_empty() || shown != expected {
            wrong.push(format!("{}\n--- expected\n{expected}--- found\n{shown}", map.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_expectation_has_a_map() {
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        // Files that maps include.
        if path.is_dir() {
            continue;
        }
        assert!(path.with_extension("yaml").exists(), "{} has no map", path.display());
    }
}

#[test]
fn every_code_has_a_bad_map() {
    let seen: BTreeSet<Code> = maps().iter().flat_map(|map| judged(map).1).collect();
    // A map of 65,535 registers is made in tests/diagnostics.rs and not kept here.
    // What hws-regs has no form for is valid.
    let elsewhere = [Code::TooManyRegisters, Code::NotForHwsRegs];
    let shown = Code::ALL.iter().filter(|code| !elsewhere.contains(code));
    let unseen: Vec<&Code> = shown.filter(|code| !seen.contains(code)).collect();
    assert!(unseen.is_empty(), "no map in tests/ui shows {unseen:?}");
}

/// A map named after a code shows that code.
#[test]
fn a_map_shows_what_it_is_named_after() {
    for map in maps() {
        let name = map.file_stem().unwrap().to_str().unwrap().replace('_', "-");
        if let Some(code) = Code::from_name(&name) {
            assert!(judged(&map).1.contains(&code), "{name}");
        }
    }
}

/// Line and column of every error are in the text, where editors look for them.
#[test]
fn every_error_has_file_line_and_column() {
    for map in maps() {
        let shown = judged(&map).0;
        for diagnostic in checked(&map).diagnostics {
            let (file, line, column) = (&diagnostic.file, diagnostic.place.line(), diagnostic.place.column());
            let place = format!("--> {file}:{line}:{column}\n");
            assert!(shown.contains(&place), "{place} is not in\n{shown}");
        }
    }
}
