//! The input of the periodic planner: its own JSON, or a graph with the other keys.

use std::borrow::Cow;

use hws_plan::import;
use hws_plan::plan::PlanTimeUnit;
use hws_plan::{InputError, Periodic, TaskGraph};
use hws_run::workload::InputFile;
use serde_json::{Map, Value, json};

use crate::args::run::{Edges, Models};
use crate::commands::inputs;
use crate::commands::plan::{given, graphs};
use crate::failure::Failure;

/// The input. A large graph is planned without JSON of its nodes, which would take several times its memory.
#[derive(Clone)]
pub(super) enum Given {
    Json(Value),
    Graph { graph: TaskGraph, keys: Value },
}

impl Given {
    pub(super) fn read(source: &InputFile, models: &Models) -> Result<Self, Failure> {
        let reading = inputs::importers(models, &Edges::default())?;
        graphs::check_dimensions(&reading, &import::dimensions(&source.bytes))?;
        let options = reading.import_by_default();
        match given::read(source, "nodes", &options)? {
            given::Given::Json(input) => Ok(Self::Json(input)),
            given::Given::Graph(graph) => Ok(Self::Graph { graph, keys: json!({ "width": "auto" }) }),
        }
    }

    /// Returns what holds the keys that options set.
    pub(super) fn keys(&mut self) -> &mut Value {
        match self {
            Self::Json(input) => input,
            Self::Graph { keys, .. } => keys,
        }
    }

    pub(super) fn unit(&self) -> PlanTimeUnit {
        match self {
            Self::Json(_) => PlanTimeUnit::Units,
            Self::Graph { graph, .. } => PlanTimeUnit::of(graph),
        }
    }

    pub(super) fn plan(&self) -> Result<Periodic, InputError> {
        match self {
            Self::Json(input) => Periodic::from_json(input),
            Self::Graph { graph, keys } => Periodic::from_graph(graph, keys),
        }
    }

    /// Returns the whole input as JSON.
    pub(super) fn input(&self) -> Result<Cow<'_, Value>, InputError> {
        match self {
            Self::Json(input) => Ok(Cow::Borrowed(input)),
            Self::Graph { graph, keys } => {
                let mut input = Periodic::input_of(graph)?;
                let keys: Map<String, Value> = keys.as_object().cloned().unwrap_or_default();
                input.as_object_mut().into_iter().for_each(|input| input.extend(keys.clone()));
                Ok(Cow::Owned(input))
            }
        }
    }
}
