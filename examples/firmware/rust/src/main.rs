//! Amos in Rust: brings the HWS up, takes graphs through it, and ends when all are closed.
//!
//! The firmware API is fw-api on the real register window, so that this is the code of a device. The machine around it
//! is that of `hws run --firmware` (docs/firmware-image.md); what depends on it is in `platform`, `handover` and `resolver`.
#![no_std]
#![no_main]

mod amos;
mod blocks;
mod failure;
mod graphs;
mod handover;
mod messages;
mod platform;
mod recovery;
mod resolver;

use amos::Amos;
use failure::Failure;
use handover::Handover;
use platform::{Platform, Tables};

/// Runs until every graph is closed; returns the exit code.
fn run(platform: Platform, tables: Tables) -> Result<u32, Failure> {
    let work = Handover::new(platform)?;
    if let Some(bits) = work.unsupported() {
        bits.for_each(|what| say!("amos: the workload needs a firmware that can {what}"));
        return Ok(4);
    }
    let mut amos = Amos::new(work, tables)?;
    amos.bring_up()?;
    say!("amos: up");
    amos.serve()?;
    Ok(amos.farewell())
}
