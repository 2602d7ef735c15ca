//! A run: firmware and HWS take a workload from power-on until everything is drained.
//!
//! [`run`] builds a machine, attaches SIPs and HDR, and lets the reference firmware bring the HWS up and
//! schedule until every graph is reset or nothing can progress any more. Every access to the machine is an
//! operation of a stimulus, so an observer that records operations yields a stimulus that replays the run.

mod amos;
mod before_push;
mod board;
mod control;
mod descriptors;
mod disturbance;
mod drive;
mod error;
mod error_bit;
mod faults;
mod firmware;
mod firmware_bus;
mod holds;
mod image;
mod initial_writes;
mod policy;
mod record;
mod stuck;
mod watch;

use hws_regs::RegId;
use hws_sim::Observer;

use crate::workload::Workload;

pub use before_push::before_push;
pub use control::{Control, Progress};
pub(crate) use descriptors::BASE as DESCRIPTOR_BASE;
pub use error::RunError;
pub(crate) use error_bit::field as error_field;
pub use faults::{FaultAnswer, FaultCount, FaultRecord};
pub use holds::{Holds, PushWait};
pub use image::{
    FirmwareImage, FirmwareImageError, Frequency, FrequencyError, ImageAccess, ImageEdit, ImageEditRefused,
    ImageEnd, ImageRecord, ImageScript, ImageSession, ImageSnapshot, ImageStep, Platform, PlatformRegion,
    QtestPlatform, QtestSession, run_image, run_scripted,
};
pub(crate) use initial_writes::{InitialWrites, initial_writes};
pub use policy::{ErrorAnswer, Flow, GrantPlace, Policy, PolicyHws, PolicyOutcome, PolicyTask, Reference};
pub use record::{DagRecord, ErrorRecord, KernelRecord, RunRecord, StuckKernel, Traffic};

/// Runs a workload to its end with the reference firmware. To record the run, pass a
/// [`stimulus::Writer`](hws_sim::stimulus::Writer) and a [`TraceWriter`](hws_sim::TraceWriter) as observer.
///
/// A run that gets stuck is a result: [`RunRecord::drained`] is false and `stuck` names the kernels.
///
/// # Errors
/// [`RunError`] when the firmware could not continue.
pub fn run<O: Observer>(workload: &Workload, observer: O) -> Result<(RunRecord, O), RunError> {
    run_with(workload, &mut Reference, observer)
}

/// Runs a workload like [`run`], with the decisions of `policy`.
///
/// ```
/// use hws_run::run::{Policy, PolicyTask, run, run_with};
/// use hws_run::workload::built_in;
///
/// /// First come, first served.
/// struct Plain;
///
/// impl Policy for Plain {
///     fn describe(&mut self, _: &PolicyTask<'_>, action: &mut fw_api::KernelAction) {
///         action.offline_priority = 1;
///     }
/// }
///
/// let (reference, ()) = run(&built_in(), ())?;
/// let (plain, ()) = run_with(&built_in(), &mut Plain, ())?;
/// assert!(plain.drained && plain.makespan != reference.makespan);
/// # Ok::<(), hws_run::run::RunError>(())
/// ```
///
/// # Errors
/// [`RunError`] when the firmware could not continue.
pub fn run_with<O: Observer>(
    workload: &Workload,
    policy: &mut dyn Policy,
    observer: O,
) -> Result<(RunRecord, O), RunError> {
    run_under(workload, policy, observer, &Control::default())
}

/// Runs a workload like [`run_with`], under external control, which sees the progress of the run and may stop it. A
/// stopped run is a result, too: [`RunRecord::stopped`] is true, and the record covers the run up to then.
///
/// # Errors
/// [`RunError`] when the firmware could not continue.
pub fn run_under<O: Observer>(
    workload: &Workload,
    policy: &mut dyn Policy,
    mut observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), RunError> {
    // The run itself is compiled once, here, and not for each type of observer.
    let record = drive::run(workload, policy, &mut observer, control)?;
    Ok((record, observer))
}

/// Returns the registers that differ from reset once firmware has brought the HWS up for a workload: firmware's own
/// settings and those of the workload.
///
/// # Errors
/// [`RunError`] when the firmware could not continue.
pub fn settings(workload: &Workload) -> Result<Vec<(RegId, u32)>, RunError> {
    let (mut policy, mut observer) = (Reference, ());
    let (_, board) = drive::bring_up(workload, &mut policy, &mut observer)?;
    let stored = RegId::all().filter(|register| register.info().is_stored());
    let values = stored.map(|register| (register, board.hws().peek(register)));
    Ok(values.filter(|&(register, value)| value != register.reset()).collect())
}

#[cfg(test)]
mod tests;
