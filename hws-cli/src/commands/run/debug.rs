//! `hws run --gdb`: the firmware under gdb.

use hws_gdb::{DebugError, GdbEnd, GdbListener, debug as debug_firmware};
use hws_run::run::{FirmwareImage, ImageScript};
use hws_run::workload::Workload;

use crate::args::Run;
use crate::failure::Failure;
use crate::interrupt;

/// Opens the port for gdb, if it is asked for.
pub(super) fn listener(args: &Run) -> Result<Option<GdbListener>, Failure> {
    let listener = args.firmware.gdb.as_ref().map(GdbListener::bind);
    listener.transpose().map_err(|error| failure(error.into()))
}

/// Lets gdb control the firmware, and returns what gdb has done to the run.
pub(super) fn debug(
    listener: &GdbListener,
    workload: &Workload,
    firmware: &FirmwareImage,
) -> Result<ImageScript, Failure> {
    eprintln!("waiting for gdb on {0} (target remote {0})", listener.address());
    let say = |message: &str| eprintln!("{message}");
    let outcome =
        debug_firmware(listener, workload, firmware, &interrupt::is_asked, &say).map_err(failure)?;
    if outcome.end != GdbEnd::Over {
        eprintln!("{outcome}");
    }
    Ok(outcome.script)
}

fn failure(error: DebugError) -> Failure {
    match error {
        DebugError::Run(error) => error.into(),
        DebugError::Gdb(error) => Failure::usage(format!("--gdb: {error}")),
    }
}
