//! What is being written, so that a program that ends at once can remove it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The regular files that are being written, and the folders in which files are written aside; links in their paths are
/// resolved.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file or folder that is unfinished until this is dropped.
#[derive(Debug)]
pub(super) struct Unfinished(Option<PathBuf>);

impl Unfinished {
    /// Notes a file or folder that has been created. Devices and pipes are not noted.
    pub(super) fn new(path: &Path) -> Self {
        let path = fs::canonicalize(path).ok().filter(|path| path.is_file() || path.is_dir());
        unfinished().extend(path.clone());
        Self(path)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut all = unfinished();
        if let Some(at) = all.iter().rposition(|path| Some(path) == self.0.as_ref()) {
            all.remove(at);
        }
    }
}

/// While this value exists, nothing is finished, nor anything else begun.
pub struct NoMoreFiles(#[expect(dead_code, reason = "it is held")] MutexGuard<'static, Vec<PathBuf>>);

/// Lets a program that wants to end wait until this is dropped.
pub(super) fn hold() -> NoMoreFiles {
    NoMoreFiles(unfinished())
}

/// Removes everything that is being written, for a program that is about to end.
#[must_use]
pub fn remove_unfinished() -> NoMoreFiles {
    let paths = unfinished();
    // If that is impossible nobody is left to be told.
    paths.iter().for_each(|path| drop(remove(path)));
    NoMoreFiles(paths)
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unfinished_is_removed_and_what_is_finished_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (path, aside) = (folder.path().join("file"), folder.path().join("aside"));
        fs::write(&path, "half").unwrap();
        drop(Unfinished::new(&path));
        drop(remove_unfinished());
        assert!(path.exists());
        fs::create_dir(&aside).unwrap();
        fs::write(aside.join("other"), "half").unwrap();
        let writing =
            (Unfinished::new(&aside), Unfinished::new(&path), Unfinished::new(Path::new("/dev/null")));
        assert_eq!(writing.2.0, None);
        drop(remove_unfinished());
        drop(writing);
        assert!(!path.exists() && !aside.exists() && Path::new("/dev/null").exists());
    }
}
