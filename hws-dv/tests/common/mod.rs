//! Dumps that the tests make themselves: a run of the model, shown at the ports as the reference RTL shows it.

pub(crate) mod fst;
mod outputs;
pub(crate) mod rtl;
pub(crate) mod run;
pub(crate) mod unclosed;
pub(crate) mod vcd;
pub(crate) mod wave;

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use hws_dv::check::{CheckOptions, DumpReport, check};
use hws_dv::map::NameMap;

/// Writes a file of its own for the caller.
pub(crate) fn file(extension: &str, bytes: &[u8]) -> PathBuf {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dumps");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{}_{number}.{extension}", std::process::id()));
    fs::write(&path, bytes).unwrap();
    path
}

/// Checks a dump with a map, and removes it.
pub(crate) fn checked_with(extension: &str, bytes: &[u8], map: &NameMap) -> DumpReport {
    let path = file(extension, bytes);
    let report = check(&path, map, &CheckOptions::default());
    fs::remove_file(path).unwrap();
    report
}

/// Checks a VCD with the default map and these options.
pub(crate) fn checked_by(text: &str, options: &CheckOptions) -> DumpReport {
    let path = file("vcd", text.as_bytes());
    let report = check(&path, &NameMap::default(), options);
    fs::remove_file(path).unwrap();
    report
}

/// Checks a VCD with the default map.
pub(crate) fn checked(text: &str) -> DumpReport {
    checked_with("vcd", text.as_bytes(), &NameMap::default())
}

/// Reads a map.
pub(crate) fn map(yaml: &str) -> NameMap {
    NameMap::from_yaml("map.yaml", yaml, &|_| Err(std::io::ErrorKind::NotFound.into())).unwrap()
}
