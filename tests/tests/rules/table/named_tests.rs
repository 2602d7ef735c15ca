//! The names of all tests that the table may use.
//!
//! A test of this binary has its path in it, `section_5::select::name`; any other begins with its crate,
//! `hws-model::priority::tests::name`, and with the file for one in its `tests/`. A golden trace is
//! `golden::name`, a stimulus of the dangers `dangers::name`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Attribute, Item};

/// Other crates whose tests may be in the table.
const CRATES: [&str; 2] = ["hws-types", "hws-model"];

/// Every existing test.
pub(crate) fn all(root: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for name in CRATES {
        names.extend(of_folder(&root.join(name).join("src"), &[name]));
        names.extend(of_folder(&root.join(name).join("tests"), &[name]));
    }
    let own = root.join("tests");
    names.extend(of_folder(&own.join("src"), &["hws-tests"]));
    names.extend(of_folder(&own.join("tests"), &["hws-tests"]));
    names.extend(of_folder(&own.join("tests/rules"), &[]));
    for folder in ["golden", "dangers"] {
        names.extend(traces(&own, folder));
    }
    names
}

fn of_folder(folder: &Path, above: &[&str]) -> Vec<String> {
    rust_files(folder).iter().flat_map(|file| of_file(folder, file, above)).collect()
}

/// The tests of one file; its path gives the modules above them.
fn of_file(folder: &Path, file: &Path, above: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(file).expect("a readable source");
    let module = file.strip_prefix(folder).expect("files lie in the folder").with_extension("");
    let parts = module.iter().map(|part| part.to_str().expect("a name in UTF-8"));
    let path: Vec<String> = above.iter().copied().chain(parts).map(str::to_owned).collect();
    let roots = ["main", "lib"];
    let is_root = path.last().is_some_and(|last| roots.contains(&last.as_str()));
    of_text(&text, if is_root { &path[..path.len() - 1] } else { &path })
}

/// The tests of a source, with their modules.
fn of_text(text: &str, path: &[String]) -> Vec<String> {
    let file = syn::parse_file(text).expect("Rust");
    let mut names = Vec::new();
    collect(&file.items, path, &mut names);
    names
}

fn collect(items: &[Item], path: &[String], names: &mut Vec<String>) {
    for item in items {
        match item {
            Item::Fn(function) if function.attrs.iter().any(is_test) => {
                names.push(joined(path, &function.sig.ident.to_string()));
            }
            Item::Mod(module) => {
                let inner = [path, &[module.ident.to_string()]].concat();
                if let Some((_, items)) = &module.content {
                    collect(items, &inner, names);
                }
            }
            _ => {}
        }
    }
}

fn is_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("test") || attribute.path().is_ident("rstest")
}

fn joined(path: &[String], name: &str) -> String {
    path.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("::")
}

fn traces(own: &Path, folder: &str) -> Vec<String> {
    let files = files_of(&own.join(folder));
    let stimuli = files.iter().filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    stimuli.map(|path| format!("{folder}::{}", path.file_stem().unwrap_or_default().display())).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = files_of(folder).into_iter().partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs"));
    rust.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}

/// The contents of a folder; nothing if it does not exist.
fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("a readable folder").path()).collect()
}

#[test]
fn names_follow_modules() {
    let text = "fn helper() {} #[test] fn a() {} mod inner { #[test] fn b() {} } #[cfg(test)] mod later;";
    assert_eq!(of_text(text, &["x".into()]), ["x::a", "x::inner::b"]);
}
