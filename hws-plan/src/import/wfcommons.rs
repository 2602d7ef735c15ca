//! WfCommons workflow instances: WfFormat 1.4, 1.5, and 1.6, which differs from 1.5 in nothing that is read here.
//!
//! A task takes its `runtimeInSeconds` in milliseconds, rounded up from the exact decimal. A dependency is given by
//! `parents` or `children`; either is enough. The data of an edge are the files that the parent writes and the child
//! reads, with their sizes. Tasks are called by their `name` in 1.4, where lists refer to names, and by their `id`
//! from 1.5 on. Machines, commands, cores and memory are not read.

mod file;
mod flat;
mod graph;
mod split;

use file::{Document, VERSIONS};

use super::error::{FilePlace, ImportError, ImportReason};
use crate::TaskGraph;
use crate::input::{InputError, InputFault, json_error};

/// Reads a graph.
pub(super) fn read(text: &str, name: &str) -> Result<TaskGraph, ImportError> {
    let document: Document<'_> = serde_json::from_str(text).map_err(json_error(text))?;
    check_version(&document)?;
    tasks(&document).and_then(|tasks| graph::build(tasks, name)).map_err(ImportError::from)
}

fn check_version(document: &Document<'_>) -> Result<(), ImportError> {
    match document.schema_version.as_deref() {
        Some(version) if !VERSIONS.contains(&version) => {
            let found = version.chars().take(40).collect();
            Err(ImportError::new(FilePlace::Path("schemaVersion".into()), ImportReason::WfFormat { found }))
        }
        _ => Ok(()),
    }
}

/// Reads the tasks by the shape of the document, whatever version it states.
fn tasks<'a>(document: &'a Document<'_>) -> Result<graph::Tasks<'a>, InputError> {
    let workflow = &document.workflow;
    match (&workflow.tasks, &workflow.specification) {
        (Some(_), Some(_)) => {
            Err(InputError::new("workflow", InputFault::Beside { one: "tasks", other: "specification" }))
        }
        (Some(tasks), None) => flat::read(tasks),
        (None, Some(specification)) => split::read(specification, workflow.execution.as_ref()),
        (None, None) => Err(InputError::new("workflow.specification", InputFault::Missing)),
    }
}
