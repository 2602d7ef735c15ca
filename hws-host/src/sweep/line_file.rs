//! A file of lines, one for each finished run, in the order in which the runs finished.
//!
//! Each line is written whole and at once; a partial last line, left by a crash or a full disk, is cut off when the file is opened
//! again. Files may be larger than the memory: they are read line by line.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use hws_input::Position;

use super::line::BEGIN;
use crate::HostError;

/// The open file.
#[derive(Debug)]
pub(super) struct LineFile {
    path: PathBuf,
    file: File,
    /// The length of its whole lines.
    whole: u64,
}

/// A line in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LinePlace {
    offset: u64,
    length: usize,
    /// Its number, from 1.
    pub(super) line: usize,
}

impl LineFile {
    /// Opens a file for reading and appending; it is created if necessary.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(super) fn open(path: PathBuf) -> Result<Self, HostError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let file = file.map_err(HostError::write(&path))?;
        Ok(Self { path, file, whole: 0 })
    }

    /// Opens a file for reading. None: it does not exist.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(super) fn read(path: PathBuf) -> Result<Option<Self>, HostError> {
        match File::open(&path) {
            Ok(file) => Ok(Some(Self { path, file, whole: 0 })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(HostError::read(&path)(error)),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Reads the whole lines once, except empty ones. Returns whether there is a torn line behind them.
    ///
    /// # Errors
    /// A file that cannot be read, or that has something else than lines of a sweep.
    pub(super) fn scan(
        &mut self,
        take: &mut dyn FnMut(&[u8], LinePlace) -> serde_json::Result<()>,
    ) -> Result<bool, HostError> {
        let read = HostError::read(&self.path);
        let mut input = BufReader::new(&self.file);
        let mut text = Vec::new();
        let (mut offset, mut line) = (0, 1);
        let is_torn = loop {
            text.clear();
            if let Err(error) = input.read_until(b'\n', &mut text) {
                return Err(read(error));
            }
            let Some((b'\n', own)) = text.split_last() else { break !text.is_empty() };
            let place = LinePlace { offset, length: own.len(), line };
            if !own.is_empty() {
                take(own, place).map_err(|error| not_a_line(&self.path, place.line, &error))?;
            }
            offset += text.len() as u64;
            line += 1;
        };
        check_torn(&text, &self.path, line)?;
        self.whole = offset;
        Ok(is_torn)
    }

    /// Cuts off what is behind the whole lines.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn cut(&mut self) -> Result<(), HostError> {
        self.file.set_len(self.whole).map_err(HostError::write(&self.path))
    }

    /// Adds a line; returns its place, without its number.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn add(&mut self, line: &str) -> Result<LinePlace, HostError> {
        let place = LinePlace { offset: self.whole, length: line.len(), line: 0 };
        self.file.write_all(format!("{line}\n").as_bytes()).map_err(HostError::write(&self.path))?;
        self.whole += line.len() as u64 + 1;
        Ok(place)
    }

    /// Reads a line again.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn line(&mut self, place: LinePlace) -> Result<Vec<u8>, HostError> {
        let mut text = vec![0; place.length];
        let read =
            self.file.seek(SeekFrom::Start(place.offset)).and_then(|_| self.file.read_exact(&mut text));
        read.map_err(HostError::read(&self.path))?;
        Ok(text)
    }
}

/// Refuses to cut off a text that a sweep has not begun.
fn check_torn(torn: &[u8], path: &Path, line: usize) -> Result<(), HostError> {
    let common = torn.len().min(BEGIN.len());
    if torn[..common] == BEGIN.as_bytes()[..common] {
        return Ok(());
    }
    Err(refused(path, Position::new(line, 1), "not a line of a sweep".to_owned()))
}

fn not_a_line(path: &Path, line: usize, error: &serde_json::Error) -> HostError {
    refused(path, Position::new(line, error.column()), format!("not a line of a sweep: {error}"))
}

fn refused(path: &Path, position: Position, why: String) -> HostError {
    let message = format!("{why}; remove the line, or choose another folder");
    HostError::at(&path.display().to_string(), position, message)
}
