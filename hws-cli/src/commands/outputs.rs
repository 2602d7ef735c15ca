//! Writing files, and the files of `--out` that show the timeline.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use hws_run::timeline::{Timeline, html, perfetto};
use serde::Serialize;

use crate::failure::Failure;
use crate::interrupt::Unfinished;

type Writer = fn(&Timeline, &mut BufWriter<File>) -> io::Result<()>;

/// At most this many graphs are named in a title.
const NAMED: usize = 4;

/// Every file: its name and its writer.
const FILES: [(&str, Writer); 2] = [("timeline.html", page), ("trace.json", perfetto::write)];

/// The names of all files of `--out`.
pub(super) const NAMES: [&str; 5] =
    ["report.json", "timeline.html", "trace.json", "stimulus.jsonl", "trace.jsonl"];

/// Writes the timeline page, with the names of the graphs in its title.
fn page(timeline: &Timeline, out: &mut BufWriter<File>) -> io::Result<()> {
    let names: Vec<&str> = timeline.dags.iter().map(|dag| dag.name.as_str()).take(NAMED).collect();
    let more = if timeline.dags.len() > NAMED { ", …" } else { "" };
    html::write(timeline, &format!("{}{more}", names.join(", ")), out)
}

pub(super) fn write(timeline: &Timeline, folder: &Path) -> Result<(), Failure> {
    FILES.iter().try_for_each(|&(name, writer)| file(&folder.join(name), |out| writer(timeline, out)))
}

/// Creates a file, or truncates an existing one.
pub(super) fn create(path: &Path) -> Result<File, Failure> {
    File::create(path).map_err(Failure::write(path))
}

/// Writes a whole file.
pub(super) fn file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(create(path)?);
    let _unfinished = Unfinished::new(path);
    write(&mut out).and_then(|()| out.flush()).map_err(Failure::write(path))
}

/// Indented JSON, with a newline at the end.
pub(super) fn json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}
