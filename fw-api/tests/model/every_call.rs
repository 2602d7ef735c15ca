//! Checks that no call is forgotten, by comparing the cases with the public methods in the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Methods of the handle itself, which make no access.
const HANDLE: [&str; 3] = ["new", "bus", "into_bus"];

/// The names of the public methods of `HwsDriver` in one source file.
fn calls_in(text: &str) -> Vec<String> {
    let mut is_driver = false;
    let mut calls = Vec::new();
    for line in text.lines() {
        if line.starts_with("impl") {
            is_driver = line.contains(" HwsDriver<B>");
        }
        let name = line.strip_prefix("    pub fn ").or_else(|| line.strip_prefix("    pub const fn "));
        if let Some(name) = name.filter(|_| is_driver) {
            calls.extend(name.split(['(', '<']).next().map(str::to_owned));
        }
    }
    calls
}

fn public_calls() -> BTreeSet<String> {
    let sources = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap();
    let texts = sources.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let calls = texts.flat_map(|text| calls_in(&text));
    calls.filter(|name| !HANDLE.contains(&name.as_str())).collect()
}

#[test]
fn every_public_call_has_a_case() {
    let tried: BTreeSet<String> =
        crate::model::cases::all().iter().map(|case| case.call_name().to_owned()).collect();
    assert_eq!(tried, public_calls());
}
