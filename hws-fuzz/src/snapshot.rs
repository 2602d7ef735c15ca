//! The fuzz target `snapshot`: a snapshot of a run is changed, and then refused, or a state that runs on.
//!
//! The first part of the input is a run of random firmware, the second changes the snapshot of its last state: values at their
//! limits, of other types, swapped, duplicated and removed; unknown keys; or any bytes of the file. What
//! [`Hws::restore`] accepts gets an [attached](hws_sim::check::InvariantChecker::attached_to) checker, and goes on with the
//! operations of the target `registers`. A key that the format does not have must be refused.

mod change;
mod reached;

use std::panic::catch_unwind;

use hws_model::{Config, Hws, Snapshot};

use crate::choices::Choices;
use crate::{Failure, FuzzFinding, FuzzRun, Recording, firmware, registers};
use change::Change;

pub use reached::SnapshotReached;

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
/// [`Failure`], when a restored state violates an invariant, an unknown key is accepted, a refusal names no place, or the
/// model panics. Its operations are those after the state was restored: they are not a stimulus from power-on.
pub fn run(data: &[u8]) -> Result<SnapshotReached, Box<Failure>> {
    // Recording costs time, so only a run that failed is recorded: in a second run.
    match catch_unwind(|| drive(data, &mut ())) {
        Ok(Ok(reached)) => Ok(reached),
        Ok(Err(_)) | Err(_) => Err(Box::new(record(data).into_failure().unwrap_or_else(Failure::unsteady))),
    }
}

/// Records what happens after the state was restored.
#[must_use]
pub fn record(data: &[u8]) -> FuzzRun {
    let config = Config::default();
    let recorded = FuzzRun::new(config, |recording: &mut Recording| drive(data, recording).err());
    FuzzRun { is_replayable: false, ..recorded }
}

fn drive(data: &[u8], observer: &mut impl hws_sim::Observer) -> Result<SnapshotReached, FuzzFinding> {
    let (run, rest) = parts(data);
    let (changes, going_on) = rest.split_at(rest.len() / 4);
    let snapshot = firmware::some_state(run).snapshot();
    let changed = Change::of(&snapshot, &mut Choices::new(changes));
    match restored(&changed.file) {
        Err(reason) => reached::refused(&changed, &reason),
        Ok(_) if changed.has_unknown_key => Err(finding(&changed, "an unknown key is accepted")),
        Ok(hws) => match registers::run_on(*hws, going_on, observer) {
            Some(violation) => Err(finding(&changed, &violation.to_string())),
            None => Ok(SnapshotReached { accepted: 1, ..SnapshotReached::default() }),
        },
    }
}

/// The run and the changes; the first two bytes say where the one ends.
fn parts(data: &[u8]) -> (&[u8], &[u8]) {
    let Some((length, rest)) = data.split_first_chunk() else { return (data, &[]) };
    rest.split_at(usize::from(u16::from_le_bytes(*length)) % (rest.len() + 1))
}

/// Why a snapshot was refused, and by whom.
enum Refused {
    /// The format: a sentence with line and column.
    Format(String),
    /// The model: a sentence with the entry, SIP, register and so on.
    State(String),
}

fn restored(file: &[u8]) -> Result<Box<Hws>, Refused> {
    let snapshot: Snapshot =
        serde_json::from_slice(file).map_err(|error| Refused::Format(error.to_string()))?;
    Hws::restore(&snapshot).map(Box::new).map_err(|error| Refused::State(error.to_string()))
}

fn finding(changed: &Change, what: &str) -> FuzzFinding {
    FuzzFinding::Other { kind: "snapshot", message: format!("{what}; {}", changed.story) }
}
