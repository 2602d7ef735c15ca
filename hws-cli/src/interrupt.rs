//! Ctrl-C: the first one asks a run to stop and keep its results, the second one ends the program. A planner or a server has nothing to
//! keep: the first one ends it.

use std::sync::atomic::{AtomicBool, Ordering};

use hws_host::outputs::remove_unfinished;

use crate::failure::Failure;

/// The exit status after an interrupt, as in shells: 128 + SIGINT.
pub(crate) const STATUS: u8 = 130;

static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Installs the handler; from then on, the first Ctrl-C (or SIGTERM, SIGHUP) is only recorded. The second
/// one ends the program and removes what it is writing.
pub(crate) fn ask_first() -> Result<(), Failure> {
    let handler = || {
        if IS_ASKED.swap(true, Ordering::Relaxed) {
            end();
        }
    };
    install(handler)
}

/// Installs the handler of a command without results to keep: Ctrl-C (or SIGTERM, SIGHUP) ends the program and removes the
/// file that it is writing.
pub(crate) fn end_at_once() -> Result<(), Failure> {
    install(|| end())
}

/// Installs the handler of a server: Ctrl-C (or SIGTERM, SIGHUP) ends the program with this status, after `cleanup`.
pub(crate) fn end_with(status: u8, mut cleanup: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    install(move || {
        cleanup();
        std::process::exit(status.into());
    })
}

/// Ends the program, and removes what it is writing.
fn end() -> ! {
    // Held to the end.
    let _no_more = remove_unfinished();
    std::process::exit(STATUS.into());
}

fn install(handler: impl FnMut() + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::usage(format!("cannot install a handler for Ctrl-C: {error}")))
}

/// Returns whether a stop was requested.
pub(crate) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}
