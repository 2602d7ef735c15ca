//! Runs of a compiled firmware image: a RISC-V core takes the place of Amos.
//!
//! * [`Platform`] is the memory map and the timing, from a file or built in;
//! * [`FirmwareImage`] is an executable that fits a platform;
//! * the workload is handed over in memory ([`handover`]);
//! * the core and the machine advance in lock-step ([`ImageSession`]): an access happens in the present cycle, then the
//!   cycles of the instruction and of the access pass. While the core waits for an interrupt, time passes to the next
//!   event at once.
//!
//! The run depends on image, platform and workload alone. A debugger looks at a session between its steps ([`inspect`]),
//! goes back to a [snapshot](ImageSnapshot), and notes what it changes in an [`ImageScript`].

mod access;
mod callers;
mod calls;
mod devices;
mod end;
mod handover;
mod inspect;
mod loaded;
mod platform;
mod platform_file;
mod qtest;
mod record;
mod resolver;
mod script;
mod session;
mod snapshot;
mod uart;

use hws_sim::Observer;

use super::control::Control;
use super::drive::{self, End};
use super::error::RunError;
use super::record::RunRecord;
use crate::workload::Workload;
use end::ImageFirmware;

pub use access::ImageAccess;
pub use loaded::{FirmwareImage, FirmwareImageError};
pub use platform::{Platform, PlatformRegion};
pub use qtest::{Frequency, FrequencyError, QtestPlatform, QtestSession};
pub use record::ImageRecord;
pub use script::{ImageEdit, ImageEditRefused, ImageScript};
pub use session::{ImageEnd, ImageSession, ImageStep};
pub use snapshot::ImageSnapshot;

/// Runs a workload with a compiled firmware, which gets it in memory, until the firmware ends or can do nothing any
/// more. The [`ImageRecord`] of the run says how it ended.
///
/// # Errors
/// [`RunError`] when the image crashed, or cannot be given the workload.
pub fn run_image<O: Observer>(
    workload: &Workload,
    firmware: &FirmwareImage,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), RunError> {
    run_scripted(workload, firmware, &ImageScript::default(), observer, control)
}

/// Runs as [`run_image`], with what a script does to the run: with the script of a debugger, the same run again.
///
/// # Errors
/// As [`run_image`].
pub fn run_scripted<O: Observer>(
    workload: &Workload,
    firmware: &FirmwareImage,
    script: &ImageScript,
    mut observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), RunError> {
    let session = ImageSession::new(workload, firmware, &mut observer as &mut dyn Observer)?;
    let record = run(workload, session, script, control)?;
    Ok((record, observer))
}

fn run(
    workload: &Workload,
    mut session: ImageSession<'_, &mut dyn Observer>,
    script: &ImageScript,
    control: &Control<'_>,
) -> Result<RunRecord, RunError> {
    let end = session.run(script, control)?;
    let record = session.record(&end);
    let (mut board, tags) = session.into_parts();
    let amos = ImageFirmware::new(workload, tags);
    let is_finished = amos.is_finished(&board);
    let end = match end {
        ImageEnd::Stopped => End::Stopped,
        ImageEnd::Exit(0) if is_finished => End::Finished,
        ImageEnd::Exit(_) | ImageEnd::Silent(_) => End::Stuck,
    };
    let record = ImageRecord { left_over: record.exit_code == Some(0) && !is_finished, ..record };
    let run = drive::finish(&amos, &mut board, workload, end)?;
    Ok(RunRecord { image: Some(record), ..run })
}

#[cfg(test)]
mod tests;
