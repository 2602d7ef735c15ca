//! The file.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the file has to be: it is written from its beginning, and read in between.
pub trait SpillFile: Read + Write + Seek + Send {}

impl<F: Read + Write + Seek + Send> SpillFile for F {}

/// The file of the lists of a timeline. Copies are the same file.
#[derive(Clone)]
pub struct Spill(Arc<Mutex<Inner>>);

struct Inner {
    file: Box<dyn SpillFile>,
    len: u64,
    /// The first error, after which nothing is written or read any more.
    failure: Option<(io::ErrorKind, String)>,
}

impl Spill {
    /// Keeps lists in this file, which is empty.
    #[must_use]
    pub fn new(file: impl SpillFile + 'static) -> Self {
        Self(Arc::new(Mutex::new(Inner { file: Box::new(file), len: 0, failure: None })))
    }

    /// Writes a block at the end; returns its place.
    pub(super) fn append(&self, bytes: &[u8]) -> u64 {
        let mut inner = self.inner();
        let place = inner.len;
        inner.len += bytes.len() as u64;
        inner.attempt(|file| {
            file.seek(SeekFrom::Start(place))?;
            file.write_all(bytes)
        });
        place
    }

    /// Reads a block; returns whether that was possible.
    pub(super) fn read(&self, place: u64, bytes: &mut [u8]) -> bool {
        self.inner().attempt(|file| {
            file.seek(SeekFrom::Start(place))?;
            file.read_exact(bytes)
        })
    }

    pub(super) fn check(&self) -> io::Result<()> {
        let failure = self.inner().failure.clone();
        failure.map_or(Ok(()), |(kind, message)| Err(io::Error::new(kind, message)))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn attempt(&mut self, what: impl FnOnce(&mut dyn SpillFile) -> io::Result<()>) -> bool {
        if self.failure.is_none() {
            let failure = what(&mut *self.file).err();
            self.failure = failure.map(|error| (error.kind(), error.to_string()));
        }
        self.failure.is_none()
    }
}

impl PartialEq for Spill {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Spill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inner = self.inner();
        f.debug_struct("Spill")
            .field("len", &inner.len)
            .field("failure", &inner.failure)
            .finish_non_exhaustive()
    }
}
