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
mod choices;
mod drain;
mod grants;
mod kernels;
mod leaks;
mod ledger;
mod messages;
mod reached;
mod recorder;
mod story;
mod threshold;

pub use reached::FirmwareReached;

use amos::Amos;

/// The body of the fuzz target.
///
/// # Panics
/// With the story of the failure.
pub fn fuzz(data: &[u8]) {
    if let Err(failure) = run(data) {
        panic!("{failure}");
    }
}

/// Does the same and returns what it reached.
///
/// # Errors
/// What was found to be wrong.
pub fn run(data: &[u8]) -> Result<FirmwareReached, String> {
    let mut amos = Amos::new(data);
    amos.bring_up();
    while !amos.choices.is_over() {
        amos.step();
        if let Some(fault) = amos.fault() {
            return Err(fault);
        }
    }
    amos.drain()?;
    Ok(amos.reached())
}
