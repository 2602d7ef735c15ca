//! A compiled firmware on the model, under gdb: the server behind `hws run --firmware IMAGE --gdb PORT`.
//!
//! * [`GdbListener`] waits for gdb at a [`GdbAddress`];
//! * [`debug`] lets gdb control a run, from before the first instruction to its end, and back;
//! * [`GdbOutcome`] has what gdb has changed: the run is then made again without gdb, by
//!   [`run_scripted`](hws_run::run::run_scripted), for its report and all other outputs.
//!
//! Nothing that gdb does but a change of registers or memory changes the run: while gdb looks, no time passes, and
//! inspection has no effect. Going back is exact: a snapshot is restored, and the way from there is made again.

mod address;
mod debuggee;
mod description;
mod handlers;
mod history;
mod link;
mod listener;
mod monitor;
mod motion;
mod outcome;
mod points;
mod server;
mod target;

use hws_run::run::{FirmwareImage, ImageScript, RunError};
use hws_run::workload::Workload;

pub use address::{GdbAddress, GdbAddressError};
pub use listener::{GdbError, GdbListener};
pub use outcome::{GdbEnd, GdbOutcome};

/// Lets gdb control a run, until it ends or gdb leaves. `stop` is asked again and again: once it is true, the run is stopped.
/// `say` gets messages for the user, one at a time.
///
/// # Errors
/// [`RunError`] when the image cannot be given the workload; [`GdbError`] when a connection cannot be taken.
pub fn debug(
    listener: &GdbListener,
    workload: &Workload,
    firmware: &FirmwareImage,
    stop: &dyn Fn() -> bool,
    say: &dyn Fn(&str),
) -> Result<GdbOutcome, DebugError> {
    let debuggee = debuggee::Debuggee::new(workload, firmware)?;
    let target = target::GdbTarget::new(debuggee, workload, firmware);
    let mut server = server::Server::new(target, stop, say);
    let end = match listener.accept(stop)? {
        Some(stream) => server.serve(stream),
        None => GdbEnd::Stopped,
    };
    let debuggee = &server.target.debuggee;
    let is_stopped = matches!(end, GdbEnd::Killed | GdbEnd::Stopped);
    Ok(GdbOutcome {
        script: ImageScript {
            edits: debuggee.edits().to_vec(),
            stop_after: is_stopped.then_some(debuggee.place()),
        },
        instructions: debuggee.session().instructions(),
        cycle: debuggee.session().cycle().0,
        end,
    })
}

/// Why a run cannot be debugged.
#[derive(Debug, thiserror::Error)]
pub enum DebugError {
    /// The image cannot be given the workload.
    #[error(transparent)]
    Run(#[from] RunError),
    /// gdb cannot connect.
    #[error(transparent)]
    Gdb(#[from] GdbError),
}
