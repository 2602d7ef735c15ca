//! Shared code of the import tests.

pub(crate) mod pairs;
pub(crate) mod plans;
pub(crate) mod random_graphs;
pub(crate) mod scheduled;
pub(crate) mod schedules;
pub(crate) mod slow_check;
pub(crate) mod slow_replay;

use std::path::PathBuf;

use hws_plan::import::{self, ImportFormat, ImportOptions};

/// A file of the shared data folder, or `None` with a note when the folder is not there.
pub(crate) fn shared(file: &str) -> Option<Vec<u8>> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("HWS_SHARED_DATA").map_or_else(beside, PathBuf::from);
    let bytes = std::fs::read(folder.join(file)).ok();
    if bytes.is_none() {
        eprintln!("skipped: no {file} in {}; set HWS_SHARED_DATA", folder.display());
    }
    bytes
}

/// A worked example in `tests/data`.
pub(crate) fn example(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    std::fs::read_to_string(path).unwrap()
}

const FORMATS: [ImportFormat; 8] = [
    ImportFormat::Stg,
    ImportFormat::Gemini,
    ImportFormat::Workload,
    ImportFormat::Onnx,
    ImportFormat::Cnn,
    ImportFormat::WfCommons,
    ImportFormat::Rank,
    ImportFormat::TaskIr,
];

/// Imports any bytes; only a panic is a failure.
pub(crate) fn import_any(bytes: &[u8]) {
    if let Ok((format, content)) = import::recognise(bytes) {
        for format in FORMATS.into_iter().chain([format]) {
            let graph = import::graph(format, &content, "any", &ImportOptions::default());
            let _ = graph.map_err(|error| error.in_file("f").to_string());
        }
    }
}
