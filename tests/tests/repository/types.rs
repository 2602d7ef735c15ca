//! One word, one meaning: no two public types have the same name, in one crate or in several, unless [`ALLOWED`]
//! gives the reason why that is not misleading.

mod public;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::files::{self, File};

/// Names that several public types may have, and why.
const ALLOWED: [(&str, &str); 1] = [(
    "Op",
    "in hws-regs the values of DAG_CMD.OP, by the name of the field; in hws-sim an operation of a stimulus",
)];

/// The public types of the repository by name, each with the files and lines where it is declared.
static TYPES: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| types(files::all()));

#[test]
fn a_name_of_a_public_type_has_one_meaning() {
    let shared = TYPES.iter().filter(|(_, places)| places.len() > 1);
    let wrong: Vec<String> = shared
        .filter(|(name, _)| !ALLOWED.iter().any(|(allowed, _)| allowed == name))
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    let advice = "rename all but one, or give a reason in ALLOWED";
    assert!(
        wrong.is_empty(),
        "{} names of several public types ({advice}):\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// An exception that is no longer needed would hide the next mistake.
#[test]
fn every_exception_is_needed() {
    for (name, why) in ALLOWED {
        assert!(TYPES.get(name).is_some_and(|places| places.len() > 1), "{name} ({why})");
    }
}

/// The public types of all library crates.
fn types(files: &[File]) -> BTreeMap<String, Vec<String>> {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files.iter().filter(|file| is_library(file, files)) {
        for (line, name) in public::types(&file.text) {
            types.entry(name).or_default().push(format!("{}:{line}", file.path));
        }
    }
    types
}

/// A source of a library that is not only compiled for tests.
fn is_library(file: &File, files: &[File]) -> bool {
    let Some((folder, inside)) = file.path.split_once("/src/") else { return false };
    let is_test = inside.split('/').any(|part| part == "tests" || part == "tests.rs");
    let root = format!("{folder}/src/lib.rs");
    inside.ends_with(".rs") && !is_test && files.iter().any(|other| other.path == root)
}

#[test]
fn types_are_found_in_every_library() {
    for (name, start) in [
        ("Hws", "hws-model/"),
        ("SipMask", "hws-types/"),
        ("HwsDriver", "fw-api/"),
        ("Promote", "hws-regs/src/generated/"),
    ] {
        let places = TYPES.get(name).unwrap_or_else(|| panic!("no type {name}"));
        assert!(places.iter().any(|place| place.starts_with(start)), "{name}: {places:?}");
    }
}
