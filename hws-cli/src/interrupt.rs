//! Ctrl-C: the first one asks a run to stop and keep its results, the second one ends the program. A planner has nothing to keep: the
//! first one ends it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::failure::Failure;

/// The exit status after an interrupt, as in shells: 128 + SIGINT.
pub(crate) const STATUS: u8 = 130;

static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Installs the handler; from then on, the first Ctrl-C (or SIGTERM, SIGHUP) is only recorded.
pub(crate) fn ask_first() -> Result<(), Failure> {
    let handler = || {
        if IS_ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(STATUS.into());
        }
    };
    install(handler)
}

/// Installs the handler of a command without results to keep: Ctrl-C (or SIGTERM, SIGHUP) ends the program and removes the
/// file that it is writing.
pub(crate) fn end_at_once() -> Result<(), Failure> {
    install(|| {
        // Held to the end: the file cannot be finished, nor another one begun.
        let unfinished = unfinished();
        remove(unfinished.as_deref());
        std::process::exit(STATUS.into());
    })
}

fn install(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Use(format!("cannot install a handler for Ctrl-C: {error}")))
}

/// The regular file that is being written, if any; links in its path are resolved.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

fn unfinished() -> MutexGuard<'static, Option<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is unfinished until this is dropped.
pub(crate) struct Unfinished;

impl Unfinished {
    /// Notes a file that has been created. Devices and pipes are not noted.
    pub(crate) fn new(path: &Path) -> Self {
        *unfinished() = fs::canonicalize(path).ok().filter(|path| path.is_file());
        Self
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        *unfinished() = None;
    }
}

/// Removes an unfinished file. If that is impossible nobody is left to be told.
fn remove(path: Option<&Path>) {
    path.map(fs::remove_file).transpose().ok();
}

/// Returns whether a stop was requested.
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
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
        remove(unfinished().as_deref());
        assert!(path.exists());
        let _writing = Unfinished::new(&path);
        remove(unfinished().as_deref());
        assert!(!path.exists());
        assert_eq!(Unfinished::new(Path::new("/dev/null")).noted(), None);
    }

    impl Unfinished {
        fn noted(&self) -> Option<PathBuf> {
            unfinished().clone()
        }
    }
}
