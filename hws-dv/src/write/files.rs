//! The files of a writer, all with the same changes.

use std::fs::File;
use std::io::{self, Seek};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use super::error::WaveWriteError;
use super::fst::FstFile;
use super::range::TickRange;
use super::save;
use super::signals::Signal;
use super::stream::{CAPACITY, Change};
use super::vcd::VcdFile;

/// Which waveforms to write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WaveOptions {
    /// Where to write a VCD.
    pub vcd: Option<PathBuf>,
    /// Where to write an FST.
    pub fst: Option<PathBuf>,
    /// Ticks that are written even if nothing changes in them.
    pub every_tick: Option<TickRange>,
}

/// A format.
pub(crate) trait Format: Send {
    /// Writes changes; a change without a time stamp before it belongs to the last one.
    fn write(&mut self, changes: &[Change]) -> io::Result<()>;
    /// Completes the file.
    fn finish(&mut self) -> io::Result<()>;
}

/// Files that are open, and written by a thread of their own, in the order of the chunks: encoding takes as long as
/// simulating.
#[derive(Debug)]
pub(crate) struct Files {
    chunks: Option<SyncSender<Vec<Change>>>,
    /// Chunks that have been written, to be filled again.
    emptied: Receiver<Vec<Change>>,
    thread: Option<JoinHandle<Result<(), WaveWriteError>>>,
}

/// Chunks that may wait for the thread.
const WAITING: usize = 64;

type OpenFile = (PathBuf, Box<dyn Format>);

impl Files {
    /// Creates the files, each with its save files for viewers.
    pub(crate) fn create(
        options: &WaveOptions,
        signals: &[Signal],
        values: &[u64],
    ) -> Result<Self, WaveWriteError> {
        let files = open(options, signals, values)?;
        let regular = files.iter().map(|(path, _)| path).filter(|path| path.is_file());
        regular.into_iter().try_for_each(|path| save::write(path, signals))?;
        let (chunks, received) = sync_channel(WAITING);
        let (written, emptied) = sync_channel(WAITING);
        let thread = thread::spawn(move || write_all(files, &received, &written));
        Ok(Self { chunks: Some(chunks), emptied, thread: Some(thread) })
    }

    /// Writes changes to every file. An error may be that of an earlier call.
    pub(crate) fn write(&mut self, changes: Vec<Change>) -> Result<(), WaveWriteError> {
        match &self.chunks {
            Some(chunks) if chunks.send(changes).is_ok() => Ok(()),
            // The thread has ended, which it does early only with an error.
            _ => self.finish(),
        }
    }

    /// Returns an empty chunk.
    pub(crate) fn empty_chunk(&self) -> Vec<Change> {
        self.emptied.try_recv().unwrap_or_else(|_| Vec::with_capacity(CAPACITY))
    }

    /// Completes every file; returns the first error, once.
    pub(crate) fn finish(&mut self) -> Result<(), WaveWriteError> {
        // Without a sender, the thread ends.
        self.chunks = None;
        let Some(thread) = self.thread.take() else { return Ok(()) };
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Writes chunks until the sender is gone, then completes the files.
fn write_all(
    mut files: Vec<OpenFile>,
    chunks: &Receiver<Vec<Change>>,
    written: &SyncSender<Vec<Change>>,
) -> Result<(), WaveWriteError> {
    for mut changes in chunks {
        for (path, file) in &mut files {
            file.write(&changes).map_err(cannot_write(path))?;
        }
        changes.clear();
        // If there are enough, or nobody waits any more, the chunk is not needed.
        let _ = written.try_send(changes);
    }
    let finished = files.iter_mut().map(|(path, file)| file.finish().map_err(cannot_write(path)));
    finished.fold(Ok(()), Result::and)
}

fn open(options: &WaveOptions, signals: &[Signal], values: &[u64]) -> Result<Vec<OpenFile>, WaveWriteError> {
    let vcd = options.vcd.as_ref().map(|path| create(path)).transpose()?;
    let fst = options.fst.as_ref().map(|path| create_to_rewind(path)).transpose()?;
    // Now that none is refused, their contents are replaced.
    let mut files: Vec<OpenFile> = Vec::new();
    if let Some((path, file)) = vcd {
        let file = emptied(file).and_then(|file| VcdFile::new(file, signals, values));
        files.push((path.clone(), Box::new(file.map_err(cannot_write(&path))?)));
    }
    if let Some((path, file)) = fst {
        let file = emptied(file).and_then(|file| FstFile::new(file, signals, values));
        files.push((path.clone(), Box::new(file.map_err(cannot_write(&path))?)));
    }
    Ok(files)
}

/// Opens a file, which is created if it does not exist and keeps its content.
fn create(path: &Path) -> Result<(PathBuf, File), WaveWriteError> {
    let file = File::options().write(true).create(true).truncate(false).open(path);
    Ok((path.to_owned(), file.map_err(cannot_write(path))?))
}

fn create_to_rewind(path: &Path) -> Result<(PathBuf, File), WaveWriteError> {
    let (path, mut file) = create(path)?;
    match file.rewind() {
        Ok(()) => Ok((path, file)),
        Err(_) => Err(WaveWriteError::Pipe { path }),
    }
}

/// Empties a regular file; a pipe or a device has nothing to be removed.
fn emptied(file: File) -> io::Result<File> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(file)
}

pub(super) fn cannot_write(path: &Path) -> impl FnOnce(io::Error) -> WaveWriteError {
    let path = path.to_owned();
    move |error| WaveWriteError::Write { path, error }
}
