//! The committed headers declare every name once. `bindings/headers` checks that they are generated from the sources;
//! it is not a test, because cbindgen takes longer to compile than everything else here.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The names that a header introduces: functions, types, macros.
fn names(header: &str) -> Vec<&str> {
    let functions = crate::exports::functions_of(header);
    let types = header.lines().filter_map(|line| line.strip_prefix("} ")?.strip_suffix(';'));
    let macros = header.lines().filter_map(|line| line.strip_prefix("#define ")?.split(' ').next());
    functions.into_iter().chain(types).chain(macros).collect()
}

fn assert_each_once(header: &str, text: &str, least: usize) {
    let mut seen = BTreeSet::new();
    let names = names(text);
    assert!(names.len() >= least, "{header}: only {} names were found", names.len());
    for name in names {
        assert!(seen.insert(name), "{header} declares {name} twice");
    }
}

#[test]
fn every_name_is_declared_once() {
    let text = |path: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    assert_each_once("hws_fw.h", &text("include/hws_fw.h"), 150);
    assert_each_once("hws_model.h", &text("../c-model/include/hws_model.h"), 15);
}
