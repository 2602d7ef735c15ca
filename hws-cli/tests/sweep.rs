//! `hws sweep` as a user calls it: files, resuming, Ctrl-C, and what it says.

mod files;
mod going_on;
mod interrupted;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Six settings, three seeds: 18 runs of some 55,000 cycles.
const SWEEP: &[&str] =
    &["examples/detector.yaml", "--set", "promote.threshold=1,4", "--set", "p_top_k=1..3", "--seeds", "3"];

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hws"));
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).arg("sweep").args(arguments);
    command
}

fn sweep(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// The sweep into a folder, both formats.
fn into(folder: &Path, more: &[&str]) -> Output {
    let out = folder.to_str().unwrap();
    sweep(&[SWEEP, &["--out", out, "--format", "both"], more].concat())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A folder of this test's own that is not there yet.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sweep").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The bytes of both result files.
fn results(folder: &Path) -> [Vec<u8>; 2] {
    ["sweep.parquet", "sweep.csv"].map(|name| fs::read(folder.join(name)).unwrap())
}

fn journal(folder: &Path) -> String {
    fs::read_to_string(folder.join("rows.jsonl")).unwrap()
}
