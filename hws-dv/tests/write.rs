//! Waveforms that are written, read back.

mod broken;
mod compare;
mod file;
mod golden;
mod idle;
mod ports;

use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use hws_dv::write::{WaveOptions, WaveWriter};
use hws_sim::stimulus::Reader;
use hws_sim::{Observer, ReplayOptions, Replayed, replay_observed};

/// A path in the folder of the tests, at which nothing exists.
fn absent(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("write").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = fs::remove_file(&path);
    path
}

/// The golden stimuli, by name.
fn golden() -> Vec<PathBuf> {
    stimuli("golden")
}

/// The stimuli in a folder of the tests, by name.
fn stimuli(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut stimuli: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    stimuli.sort();
    stimuli
}

/// Options for one FST.
fn fst(path: &Path) -> WaveOptions {
    WaveOptions { fst: Some(path.to_owned()), ..Default::default() }
}

/// Replays a stimulus under an observer.
fn observed<O: Observer>(stimulus: &Path, observer: O) -> (Replayed, O) {
    let reader = Reader::new("stimulus", BufReader::new(File::open(stimulus).unwrap()));
    replay_observed(reader, io::sink(), ReplayOptions { digest_only: true, ..Default::default() }, observer)
        .unwrap()
}

/// Writes the waveforms of a stimulus.
fn write(stimulus: &Path, options: &WaveOptions) -> Replayed {
    let (end, writer) = observed(stimulus, WaveWriter::create(options).unwrap());
    writer.finish().unwrap();
    end
}

/// A stimulus of these lines.
fn stimulus(name: &str, lines: &[&str]) -> PathBuf {
    let path = absent(name);
    fs::write(&path, lines.join("\n")).unwrap();
    path
}
