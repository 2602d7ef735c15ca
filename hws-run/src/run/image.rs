//! Runs of a compiled firmware image: a RISC-V core takes the place of Amos.
//!
//! * [`Platform`] is the memory map and the timing, from a file or built in;
//! * [`FirmwareImage`] is an executable that fits a platform;
//! * the workload is handed over in memory ([`handover`]);
//! * the core and the machine advance in lock-step ([`session`]): an access happens in the present cycle, then the
//!   cycles of the instruction and of the access pass. While the core waits for an interrupt, time passes to the next
//!   event at once.
//!
//! The run depends on image, platform and workload alone.

mod devices;
mod end;
mod handover;
mod loaded;
mod platform;
mod platform_file;
mod qtest;
mod record;
mod resolver;
mod session;
mod uart;

use hws_regs::InPath;
use hws_sim::Observer;

use super::control::Control;
use super::drive::{self, End};
use super::error::RunError;
use super::record::RunRecord;
use crate::workload::Workload;
use end::ImageFirmware;
use session::{Session, SessionEnd};

pub use loaded::{FirmwareImage, FirmwareImageError};
pub use platform::{Platform, PlatformRegion};
pub use platform_file::PlatformError;
pub use qtest::{Frequency, FrequencyError, QtestPlatform, QtestSession};
pub use record::ImageRecord;

/// Runs a workload with a compiled firmware, which gets it in memory, until the firmware ends or can do nothing any
/// more. The [`ImageRecord`] of the run says how it ended.
///
/// # Errors
/// [`RunError`] when the image crashed, or cannot be given the workload.
pub fn run_image<O: Observer>(
    workload: &Workload,
    firmware: &FirmwareImage,
    mut observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), RunError> {
    let record = run(workload, firmware, &mut observer, control)?;
    Ok((record, observer))
}

fn run(
    workload: &Workload,
    firmware: &FirmwareImage,
    observer: &mut dyn Observer,
    control: &Control<'_>,
) -> Result<RunRecord, RunError> {
    let handover = handover::bytes(workload, firmware.platform())?;
    let board = drive::machine(workload, InPath::Hdr, observer)?;
    let mut session = Session::new(firmware, workload, handover, board);
    let end = session.run(control)?;
    let record = session.record(&end);
    let (mut board, tags) = session.into_parts();
    let amos = ImageFirmware::new(workload, tags);
    let is_finished = amos.is_finished(&board);
    let end = match end {
        SessionEnd::Stopped => End::Stopped,
        SessionEnd::Exit(0) if is_finished => End::Finished,
        SessionEnd::Exit(_) | SessionEnd::Silent(_) => End::Stuck,
    };
    let record = ImageRecord { left_over: record.exit_code == Some(0) && !is_finished, ..record };
    let run = drive::finish(&amos, &mut board, workload, end)?;
    Ok(RunRecord { image: Some(record), ..run })
}

#[cfg(test)]
mod tests;
