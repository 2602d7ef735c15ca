//! Writes the table of public entries of the crate selected by the enabled feature.

mod collect;
mod exports;
mod types;

use std::path::{Path, PathBuf};
use std::{env, fs};

use collect::Collected;

/// Feature, crate, folder.
const CRATES: [(&str, &str, &str); 4] = [
    ("REGS", "hws_regs", "../hws-regs"),
    ("TYPES", "hws_types", "../hws-types"),
    ("MODEL", "hws_model", "../hws-model"),
    ("FW", "fw_api", "../fw-api"),
];

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/by_hand.rs");
    let mut collected = Collected::default();
    for (feature, name, folder) in CRATES {
        println!("cargo::rerun-if-changed={folder}/src");
        if is_enabled(feature) {
            read_crate(name, Path::new(folder), &mut collected);
        }
    }
    require(&collected.by_hand);
    let entries = if is_enabled("FMT") { collected.formatting } else { collected.entries };
    let directory = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(directory.join("entries.rs"), table(&entries)).expect("OUT_DIR is writable");
}

fn is_enabled(feature: &str) -> bool {
    env::var_os(format!("CARGO_FEATURE_{feature}")).is_some()
}

fn read_crate(name: &str, folder: &Path, collected: &mut Collected) {
    let exports = exports::of(name, &parse(&read(&folder.join("src/lib.rs"))));
    for file in rust_files(&folder.join("src")) {
        let module = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if folder_is(&file, "generated") {
            collected.file(&exports.with_everything(), "", &parse(&read(&file)));
        } else {
            collected.file(&exports, &module, &parse(&read(&file)));
        }
    }
}

/// The file is included by `lib.rs`, so all that it has is part of the crate's root.
fn folder_is(file: &Path, name: &str) -> bool {
    file.parent().is_some_and(|folder| folder.ends_with(name))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn parse(text: &str) -> syn::File {
    syn::parse_file(text).expect("the crates compile")
}

/// Every `.rs` under the folder, in a fixed order.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a source folder").map(|entry| entry.expect("readable").path()).collect();
    entries.sort();
    let (folders, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

/// What the scan cannot instantiate must be named in `src/by_hand.rs`.
fn require(keys: &[String]) {
    let squeeze = |text: &str| text.split_whitespace().collect::<String>();
    let by_hand = squeeze(&read(Path::new("src/by_hand.rs")));
    let missing: Vec<_> = keys.iter().filter(|key| !by_hand.contains(&squeeze(key))).collect();
    assert!(missing.is_empty(), "src/by_hand.rs must instantiate {missing:?}");
}

fn table(entries: &[String]) -> String {
    let rows: String = entries.iter().map(|entry| format!("    Entry({entry} as *const ()),\n")).collect();
    format!(
        "/// The address of every public entry.\n#[unsafe(no_mangle)]\npub static ENTRIES: [Entry; {}] = [\n{rows}];\n",
        entries.len()
    )
}
