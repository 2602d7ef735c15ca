//! The file that is being written, so that a program that ends at once can remove it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The regular file that is being written, if any; links in its path are resolved.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is unfinished until this is dropped.
pub(super) struct Unfinished;

impl Unfinished {
    /// Notes a file that has been created. Devices and pipes are not noted.
    pub(super) fn new(path: &Path) -> Self {
        *unfinished() = fs::canonicalize(path).ok().filter(|path| path.is_file());
        Self
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        *unfinished() = None;
    }
}

/// While this value exists, no file is finished, nor another one begun.
pub struct NoMoreFiles(#[expect(dead_code, reason = "it is held")] MutexGuard<'static, Option<PathBuf>>);

/// Removes the file that is being written by [`file`](super::file), for a program that is about to end.
#[must_use]
pub fn remove_unfinished() -> NoMoreFiles {
    let path = unfinished();
    remove(path.as_deref());
    NoMoreFiles(path)
}

/// Removes an unfinished file. If that is impossible nobody is left to be told.
fn remove(path: Option<&Path>) {
    path.map(fs::remove_file).transpose().ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_file_is_removed_and_a_finished_one_is_kept() {
        let path = std::env::temp_dir().join(format!("hws-unfinished-{}", std::process::id()));
        fs::write(&path, "half").unwrap();
        let writing = Unfinished::new(&path);
        assert_eq!(unfinished().as_deref(), fs::canonicalize(&path).ok().as_deref());
        drop(writing);
        drop(remove_unfinished());
        assert!(path.exists());
        let writing = Unfinished::new(&path);
        drop(remove_unfinished());
        drop(writing);
        assert!(!path.exists());
        let writing = Unfinished::new(Path::new("/dev/null"));
        assert_eq!(*unfinished(), None);
        drop(writing);
    }
}
