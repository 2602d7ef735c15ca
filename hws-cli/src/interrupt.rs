//! Ctrl-C: the first one asks a run to stop and keep its results, the second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

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
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::Use(format!("cannot install a handler for Ctrl-C: {error}")))
}

/// Returns whether a stop was requested.
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}
