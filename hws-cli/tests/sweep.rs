//! `hws sweep`: files, resuming, Ctrl-C, shards, and messages.

mod files;
mod going_on;
mod interrupted;
mod listed;
mod merged;
mod refusals;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::common::{self, as_text, hws};

/// Six settings, three seeds: 18 runs of some 55,000 cycles.
const SWEEP: &[&str] =
    &["examples/detector.yaml", "--set", "promote.threshold=1,4", "--set", "p_top_k=1..3", "--seeds", "3"];

fn sweep(arguments: &[&str]) -> Output {
    hws(&[&["sweep"], arguments].concat())
}

/// The sweep into a folder, both formats.
fn into(folder: &Path, more: &[&str]) -> Output {
    sweep(&[SWEEP, &["--out", &as_text(folder), "--format", "both"], more].concat())
}

/// A folder of this test's own that does not exist yet.
fn folder(name: &str) -> PathBuf {
    common::absent(&format!("sweep/{name}"))
}

/// The bytes of both result files.
fn results(folder: &Path) -> [Vec<u8>; 2] {
    ["sweep.parquet", "sweep.csv"].map(|name| fs::read(folder.join(name)).unwrap())
}

fn journal(folder: &Path) -> String {
    fs::read_to_string(folder.join("rows.jsonl")).unwrap()
}
