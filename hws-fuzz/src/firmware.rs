//! The fuzz target `firmware`: random but legal firmware over `fw-api`, which must drain to all idle (I10).
//!
//! It brings up the HWS, launches kernels of every kind (of all pools, cooperative, in DAGs, with triggers and second
//! resources, pushed by the dependency resolver or by firmware), claims and releases SIPs, changes the configuration while
//! kernels are resident, and resets. SIPs report what they run, after random times. Legal systems see faults, too:
//! descriptors that memory refuses, full FIFOs, refused accesses, lost messages.
//!
//! At the end firmware raises every trigger, opens the masks, grants what was requested, releases its SIPs and reads all
//! messages. The machine must become idle, and everything must have been given back. On the way, the
//! [`InvariantChecker`](hws_sim::check::InvariantChecker) checks every state, and every promotion is compared with the last sentence
//! of I10.

mod actions;
mod amos;
mod bring_up;

mod drain;
mod grants;
mod kernels;
mod leaks;
mod ledger;
mod messages;
mod reached;
mod story;
mod threshold;

use std::panic::catch_unwind;

use hws_model::{Config, Hws};
use hws_sim::Observer;

use crate::choices::Choices;
use crate::{Failure, FuzzFinding, FuzzRun, Recording};
use amos::Amos;

pub use reached::FirmwareReached;

/// The body of the fuzz target.
///
/// # Panics
/// With the story of the [`Failure`].
pub fn fuzz(data: &[u8]) {
    if let Err(failure) = run(data) {
        panic!("{failure}");
    }
}

/// Does the same and returns what it reached.
///
/// # Errors
/// [`Failure`], when an invariant does not hold, the machine does not drain, something is not given back, a call of `fw-api`
/// fails that must not, or the model panics.
pub fn run(data: &[u8]) -> Result<FirmwareReached, Box<Failure>> {
    // Recording costs time, so only a run that failed is recorded: in a second run.
    match catch_unwind(|| drive(data, &mut ())) {
        Ok((reached, None)) => Ok(reached),
        Ok(_) | Err(_) => Err(Box::new(record(data).into_failure().unwrap_or_else(Failure::unsteady))),
    }
}

/// Records the run of an input, up to what was found in it.
#[must_use]
pub fn record(data: &[u8]) -> FuzzRun {
    FuzzRun::new(config(data), |recording: &mut Recording| drive(data, recording).1)
}

/// The last state of the run of the bytes, before the drain.
pub(crate) fn some_state(data: &[u8]) -> Hws {
    let mut choices = Choices::new(data);
    let config = amos::config(&mut choices);
    let mut nobody = ();
    let mut amos = Amos::new(choices, config, &mut nobody);
    amos.bring_up();
    while !amos.choices.is_over() {
        amos.step();
    }
    amos.machine.hws().clone()
}

fn config(data: &[u8]) -> Config {
    amos::config(&mut Choices::new(data))
}

/// Runs the firmware of the bytes, up to its first finding.
fn drive<O: Observer>(data: &[u8], observer: &mut O) -> (FirmwareReached, Option<FuzzFinding>) {
    let mut choices = Choices::new(data);
    let config = amos::config(&mut choices);
    let mut amos = Amos::new(choices, config, observer);
    let finding = perform(&mut amos).err();
    amos.machine.end();
    (amos.reached(), finding)
}

fn perform<O: Observer>(amos: &mut Amos<'_, '_, O>) -> Result<(), FuzzFinding> {
    amos.bring_up();
    while !amos.choices.is_over() {
        amos.step();
        if let Some(fault) = amos.fault() {
            return Err(fault);
        }
    }
    amos.drain()
}
