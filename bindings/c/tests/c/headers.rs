//! The committed headers are generated from the sources, and declare everything once.
//!
//! `BLESS=1 cargo test -p hws-fw-c --test c headers` writes them anew; review the difference.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use cbindgen::{Builder, Config};

/// The header of a crate. cbindgen gets the root and follows its modules.
fn generate(folder: &Path) -> String {
    let config = Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let root = folder.join("src/lib.rs");
    let bindings = Builder::new().with_config(config).with_src(root).generate().unwrap();
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).unwrap()
}

fn compare(folder: &str, header: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let (file, generated) = (folder.join("include").join(header), generate(&folder));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &generated).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    for (line, (committed, generated)) in committed.lines().zip(generated.lines()).enumerate() {
        assert_eq!(committed, generated, "{header}:{}; BLESS=1 writes it anew", line + 1);
    }
    assert_eq!(committed, generated, "{header}; BLESS=1 writes it anew");
}

#[test]
fn the_header_of_the_firmware_api_is_generated_from_its_sources() {
    compare(".", "hws_fw.h");
}

#[test]
fn the_header_of_the_model_is_generated_from_its_sources() {
    compare("../c-model", "hws_model.h");
}

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
