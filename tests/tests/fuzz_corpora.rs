//! The committed corpora of the fuzz targets are replayed; that of `registers` has its tests beside the others of the target.

use std::fs;

use hws_fuzz::{Failure, firmware, snapshot};
use hws_tests::corpus::{corpus, fuzz_folder};
use hws_tests::differential;

/// The bytes that all corpora may have together.
const MOST_BYTES: usize = 300_000;

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
    let folders = fs::read_dir(fuzz_folder().join("corpus")).unwrap();
    let names = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    let bytes: usize = names.flat_map(|name| corpus(&name)).map(|(_, bytes)| bytes.len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
}
