//! `DIR/plan.json`: the sweep that a folder was last used for, so that folders can be put together without the workloads.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hws_input::Position;
use hws_run::sweep::{RunTables, Shard, SweepProgram};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::SweepList;
use super::results::replace;
use crate::HostError;

/// The content of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SavedPlan {
    /// The program of its runs.
    pub(super) program: SweepProgram,
    /// The part of the sweep that the folder has; none if it has all.
    pub(super) shard: Option<String>,
    /// The tables of graphs and kernels that the folder has.
    #[serde(default, skip_serializing_if = "RunTables::is_empty")]
    pub(super) tables: RunTables,
    /// The runs.
    pub(super) workloads: SweepList,
}

/// The plan of a folder.
pub(super) fn path(folder: &Path) -> PathBuf {
    folder.join("plan.json")
}

/// Writes a plan as that of a folder, unless the folder has it already.
///
/// # Errors
/// Those of the file.
pub(super) fn write(plan: &impl Serialize, folder: &Path) -> Result<(), HostError> {
    let path = path(folder);
    let text = serde_json::to_vec(plan).map_err(|error| HostError::write(&path)(error.into()))?;
    if fs::read(&path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    replace(&path, |file| file.write_all(&text)).map(drop)
}

impl SavedPlan {
    pub(super) fn new(list: &SweepList, shard: Option<Shard>, tables: RunTables) -> Self {
        let shard = shard.map(|shard| shard.to_string());
        Self { program: SweepProgram::this(), shard, tables, workloads: list.clone() }
    }

    /// Writes the file, unless the folder has it already.
    ///
    /// # Errors
    /// Those of the file.
    pub(super) fn write(&self, folder: &Path) -> Result<(), HostError> {
        write(self, folder)
    }

    /// Reads the plan of a folder.
    ///
    /// # Errors
    /// A file that is missing or cannot be read, that is not a plan, or that another program has written.
    pub(super) fn read(folder: &Path) -> Result<Self, HostError> {
        let path = path(folder);
        let name = path.display().to_string();
        let bytes = fs::read(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if folder.is_dir() => HostError::file(
                &folder.display().to_string(),
                "has no plan.json; give folders that `hws sweep --out DIR` has written",
            ),
            _ => HostError::read(&path)(error),
        })?;
        let not_a_plan = |error: serde_json::Error| {
            let position = Position::new(error.line(), error.column());
            let message = format!("not a plan of a sweep: {error}; repeat `hws sweep` with this folder");
            HostError::at(&name, position, message)
        };
        // Another version may have other keys: it is recognised first.
        let Program { program, tuning } = serde_json::from_slice(&bytes).map_err(not_a_plan)?;
        if tuning.is_some() {
            let message = "the plan of `hws tune`; merge folders that `hws sweep` was the last to use";
            return Err(HostError::file(&name, message));
        }
        let this = SweepProgram::this();
        if program != this {
            let message =
                format!("written by {program}, and this is {this}; use one program for all folders");
            return Err(HostError::file(&name, message));
        }
        serde_json::from_slice(&bytes).map_err(not_a_plan)
    }
}

/// The keys that all versions have, and that of a tuning.
#[derive(Deserialize)]
struct Program {
    program: SweepProgram,
    tuning: Option<IgnoredAny>,
}
