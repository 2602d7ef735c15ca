//! Where a comparison begins: at power-on, at a snapshot, or at the first state of the dump that its registers show completely.

mod file;
mod scout;
mod taker;

use std::path::Path;

use hws_model::{Hws, RestoreError, Snapshot};
use thiserror::Error;

use crate::check::CheckOptions;
use crate::input::{self, STANDARD_INPUT};
use crate::map::{Binding, NameMap};
use crate::sample::Sampler;
use scout::Scout;

pub use taker::SnapshotTaker;

/// Where a comparison begins.
#[derive(Clone, Debug, Default)]
pub enum CheckStart {
    /// At the power-on reset, with which the dump begins.
    #[default]
    PowerOn,
    /// At the end of the first tick after which the HWS is quiet.
    Quiet,
    /// In this state, before the tick of its cycle.
    Snapshot(Box<Hws>),
}

impl CheckStart {
    /// Reads a snapshot, as JSON.
    ///
    /// # Errors
    /// [`SnapshotError`]: why it is not one, or not one of this model.
    pub fn from_snapshot(json: &[u8]) -> Result<Self, SnapshotError> {
        let snapshot: Snapshot = serde_json::from_slice(json)
            .map_err(|error| SnapshotError::Unreadable { reason: file::reason(&error) })?;
        Ok(Self::Snapshot(Box::new(Hws::restore(&snapshot)?)))
    }
}

/// Why a file is not a snapshot from which a comparison can begin.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SnapshotError {
    /// It is not a snapshot, or one of another format or register map.
    #[error("{reason}")]
    Unreadable {
        /// What is wrong, with the place where there is one.
        reason: String,
    },
    /// No run of this model could have produced the state.
    #[error(transparent)]
    Inconsistent(#[from] RestoreError),
}

/// The state in the middle of a run in which a comparison has begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartPlace {
    /// The state.
    pub hws: Box<Hws>,
    /// What no register shows there, taken from what the dump shows later: it is not compared.
    pub taken: Vec<(&'static str, u64)>,
    /// Whether the state is that of a snapshot.
    pub is_snapshot: bool,
}

impl StartPlace {
    /// Returns the cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.hws.cycle().0
    }
}

/// Where a comparison goes on after a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resumption {
    /// In this state, after the edge at this time.
    State {
        /// The state.
        place: StartPlace,
        /// The time.
        time: u64,
    },
    /// At the power-on reset whose first edge is at this time.
    Reset {
        /// The time.
        time: u64,
    },
}

/// Reads the dump to find the first place after a time at which the state is known again.
pub(crate) fn resumption(
    options: &CheckOptions,
    path: &Path,
    map: &NameMap,
    binding: &Binding,
    after: u64,
) -> Result<Resumption, String> {
    search(options, (path, map, binding), Scout::new(map, binding)?.after(after))?.into_resumption()
}

/// Finds the place; `None` for power-on.
pub(crate) fn find(
    options: &CheckOptions,
    path: &Path,
    map: &NameMap,
    binding: &Binding,
) -> Result<Option<StartPlace>, String> {
    match &options.start {
        CheckStart::Quiet => quiet(options, path, map, binding),
        start => fixed(start),
    }
}

/// The place, if nothing has to be read to find it; `None` for power-on.
pub(crate) fn fixed(start: &CheckStart) -> Result<Option<StartPlace>, String> {
    match start {
        CheckStart::PowerOn => Ok(None),
        CheckStart::Snapshot(hws) => {
            Ok(Some(StartPlace { hws: hws.clone(), taken: Vec::new(), is_snapshot: true }))
        }
        CheckStart::Quiet => {
            Err("a quiet state is found by reading a dump twice, which is not possible while a simulator \
                                  runs; give a snapshot"
                .to_owned())
        }
    }
}

/// Reads the dump once to find a quiet state.
fn quiet(
    options: &CheckOptions,
    path: &Path,
    map: &NameMap,
    binding: &Binding,
) -> Result<Option<StartPlace>, String> {
    if path == Path::new(STANDARD_INPUT) {
        return Err(
            "`--start quiet` reads a dump twice, which is not possible on standard input; give a file"
                .to_owned(),
        );
    }
    search(options, (path, map, binding), Scout::new(map, binding)?)?.into_place()
}

fn search(
    options: &CheckOptions,
    (path, map, binding): (&Path, &NameMap, &Binding),
    scout: Scout,
) -> Result<Scout, String> {
    let dump = input::open(path, options.opening()).map_err(|error| error.to_string())?;
    let mut sampler = Sampler::bound(binding, map, scout);
    // A file that ends early is judged by the comparison.
    let _ = dump.read(&binding.select, &mut sampler);
    Ok(sampler.into_sink())
}
