//! Saves a failing stimulus for `hws replay`.

use std::path::PathBuf;
use std::{env, fs};

use hws_sim::stimulus::{Operation, Writer};

/// The maximum number of tries to shorten a stimulus.
pub const TRIES: usize = 2000;

/// Writes a stimulus under the target directory and returns its path.
///
/// # Panics
/// If it cannot be written.
pub fn save(name: &str, operations: &[Operation]) -> PathBuf {
    let folder = target_folder().join("random-failures");
    fs::create_dir_all(&folder).expect("the target directory can be written");
    let path = folder.join(name);
    let text = Writer::write(Vec::new(), operations).expect("memory takes every byte");
    fs::write(&path, text).expect("the target directory can be written");
    path.canonicalize().unwrap_or(path)
}

fn target_folder() -> PathBuf {
    let default = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../target");
    env::var_os("CARGO_TARGET_DIR").map_or_else(default, PathBuf::from)
}
