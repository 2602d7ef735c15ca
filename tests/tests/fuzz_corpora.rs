//! The committed corpora of the fuzz targets are replayed; that of `registers` has its tests beside the others of the target.

use std::fs;

use hws_fuzz::{Failure, firmware, snapshot};
use hws_tests::corpus::{corpus, fuzz_folder};
use hws_tests::differential;

/// The bytes that all archives may have together.
const MOST_BYTES: u64 = 300_000;

fn replay<R>(target: &str, run: fn(&[u8]) -> Result<R, Box<Failure>>) {
    let inputs = corpus(target);
    assert!(inputs.len() > 20, "{target}");
    for (name, bytes) in inputs {
        if let Err(failure) = run(&bytes) {
            panic!("{target}, {name}: {failure}");
        }
    }
}

#[test]
fn the_corpus_of_firmware_passes() {
    replay("firmware", firmware::run);
}

#[test]
fn the_corpus_of_differential_passes() {
    replay("differential", differential::run);
}

#[test]
fn the_corpus_of_snapshot_passes() {
    replay("snapshot", snapshot::run);
}

#[test]
fn the_corpora_are_small() {
    let archives = fs::read_dir(fuzz_folder().join("corpus")).unwrap().map(|entry| entry.unwrap());
    let archives = archives.filter(|entry| entry.path().extension().is_some_and(|end| end == "gz"));
    let bytes: u64 = archives.map(|entry| entry.metadata().unwrap().len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
}
