//! Ctrl-C: the first one asks a run to stop with what it has, the second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::Failure;

/// The exit status of a program that an interrupt has ended, as shells give it: 128 and SIGINT.
pub(crate) const STATUS: u8 = 130;

static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (and a request to terminate or a hang-up) only asks.
pub(crate) fn ask_first() -> Result<(), Failure> {
    let handler = || {
        if IS_ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(STATUS.into());
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Use(format!("Ctrl-C cannot be watched: {error}")))
}

/// Whether someone has asked.
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}
