//! Writing files as a whole, and those of a folder that show a timeline.

mod unfinished;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use hws_run::timeline::{Timeline, html, perfetto};
use serde::Serialize;

use crate::HostError;
use unfinished::Unfinished;

pub use unfinished::{NoMoreFiles, remove_unfinished};

type FileWriter = fn(&Timeline, &mut BufWriter<File>) -> io::Result<()>;

/// At most this many graphs are named in a title.
const NAMED: usize = 4;

/// Every file: its name and its writer.
const FILES: [(&str, FileWriter); 2] = [("timeline.html", page), ("trace.json", perfetto::write)];

/// The names of all files in the folder of a run.
pub const NAMES: [&str; 5] = ["report.json", "timeline.html", "trace.json", "stimulus.jsonl", "trace.jsonl"];

/// Writes the timeline page, with the names of the graphs in its title.
fn page(timeline: &Timeline, out: &mut BufWriter<File>) -> io::Result<()> {
    let names: Vec<&str> = timeline.dags.iter().map(|dag| dag.name.as_str()).take(NAMED).collect();
    let more = if timeline.dags.len() > NAMED { ", …" } else { "" };
    html::write(timeline, &format!("{}{more}", names.join(", ")), out)
}

/// Writes the files of a folder that show a timeline.
///
/// # Errors
/// [`HostError::Write`].
pub fn write(timeline: &Timeline, folder: &Path) -> Result<(), HostError> {
    FILES.iter().try_for_each(|&(name, writer)| file(&folder.join(name), |out| writer(timeline, out)))
}

/// Creates a file, or truncates an existing one.
///
/// # Errors
/// [`HostError::Write`].
pub fn create(path: &Path) -> Result<File, HostError> {
    File::create(path).map_err(HostError::write(path))
}

/// Writes a whole file.
///
/// # Errors
/// [`HostError::Write`].
pub fn file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), HostError> {
    let mut out = BufWriter::new(create(path)?);
    let _unfinished = Unfinished::new(path);
    write(&mut out).and_then(|()| out.flush()).map_err(HostError::write(path))
}

/// Writes indented JSON, with a newline at the end.
///
/// # Errors
/// Those of `out`.
pub fn json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
