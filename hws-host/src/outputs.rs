//! Writing files as a whole.

mod aside;
mod packed;
mod unfinished;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use hws_run::timeline::{Timeline, html};
use serde::Serialize;

use crate::HostError;
use unfinished::Unfinished;

pub use aside::Aside;
pub(crate) use packed::Output;
pub use unfinished::{NoMoreFiles, remove_unfinished};

/// At most this many graphs are named in a title.
const NAMED: usize = 4;

/// Writes the timeline page, with the names of the graphs in its title.
pub(crate) fn page(timeline: &Timeline, out: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = timeline.dags.iter().map(|dag| dag.name.as_str()).take(NAMED).collect();
    let more = if timeline.dags.len() > NAMED { ", …" } else { "" };
    html::write(timeline, &format!("{}{more}", names.join(", ")), out)
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
