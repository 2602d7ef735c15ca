//! The sources of crates of the workspace: everything under their `src` except `tests.rs` and `tests/`, the
//! modules declared by `#[cfg(test)] mod tests;`.

use std::fs;
use std::path::{Path, PathBuf};

/// Path from the root of the workspace (with `/`) and text of each Rust file, in a fixed order.
pub(crate) fn of(crates: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the workspace");
    let files = crates.iter().flat_map(|name| rust_files(&root.join(name).join("src")));
    files.map(|file| (name_of(root, &file), fs::read_to_string(&file).expect("a readable source"))).collect()
}

fn name_of(root: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(root).expect("files lie under the root");
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.retain(|path| path.file_stem().is_none_or(|stem| stem != "tests"));
    paths.sort();
    let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
    let rust = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.chain(folders.iter().flat_map(|folder| rust_files(folder))).collect()
}
