//! Periodic schedules by retiming.

mod method;
mod output;

use std::borrow::Cow;

use hws_plan::plan::{Naming, Plan, PlanTimeUnit};
use hws_plan::{InputError, Periodic, TaskGraph};
use hws_run::workload::{InputFile, ReadOptions};
use serde_json::{Map, Value, json};

use super::{first_key, given, graphs};
use crate::HostError;

pub use method::PeriodicMethod;
pub use output::tried_on_model;

/// An input with the choices of the caller.
#[derive(Clone, Debug)]
pub struct PeriodicInput {
    /// The name of the file.
    name: String,
    stem: String,
    given: Given,
    /// The keys that were set.
    set: Map<String, Value>,
}

/// The input. A large graph is planned without JSON of its nodes, which would take several times its memory.
#[derive(Clone, Debug)]
enum Given {
    Json(Value),
    Graph { graph: TaskGraph, keys: Value },
}

impl PeriodicInput {
    /// Reads the planner's JSON, or a graph in any format.
    ///
    /// # Errors
    /// A file that is in no known format, or malformed.
    pub fn read(source: &InputFile, reading: &ReadOptions) -> Result<Self, HostError> {
        graphs::check_dimensions(source, reading)?;
        let given = match given::read(source, "nodes", &reading.import_by_default())? {
            given::Given::Json(input) => Given::Json(input),
            given::Given::Graph(graph) => Given::Graph { graph, keys: json!({ "width": "auto" }) },
        };
        Ok(Self { name: source.name.clone(), stem: source.stem().to_owned(), given, set: Map::new() })
    }

    /// Sets keys of the input; those of an object are set one by one.
    pub fn set(&mut self, keys: &Map<String, Value>) {
        set(keys, self.keys());
        self.set.extend(keys.clone());
    }

    /// Sets the keys of a method, which replace those that were set before.
    pub fn set_method(&mut self, method: PeriodicMethod) {
        method.set(self.keys());
    }

    /// What holds the keys that choices set.
    fn keys(&mut self) -> &mut Value {
        match &mut self.given {
            Given::Json(input) => input,
            Given::Graph { keys, .. } => keys,
        }
    }

    /// Plans.
    ///
    /// # Errors
    /// [`HostError::Input`] or [`HostError::Option`].
    pub fn plan(&self) -> Result<Periodic, HostError> {
        let answer = match &self.given {
            Given::Json(input) => Periodic::from_json(input),
            Given::Graph { graph, keys } => Periodic::from_graph(graph, keys),
        };
        answer.map_err(|error| self.refused(error))
    }

    /// Returns the whole input as JSON.
    ///
    /// # Errors
    /// [`HostError::Input`] if a graph has no such form.
    pub fn json(&self) -> Result<Cow<'_, Value>, HostError> {
        match &self.given {
            Given::Json(input) => Ok(Cow::Borrowed(input)),
            Given::Graph { graph, keys } => {
                let mut input = Periodic::input_of(graph).map_err(|error| self.refused(error))?;
                let keys: Map<String, Value> = keys.as_object().cloned().unwrap_or_default();
                input.as_object_mut().into_iter().for_each(|input| input.extend(keys.clone()));
                Ok(Cow::Owned(input))
            }
        }
    }

    /// Returns the plan of an answer, with at most so many graphs.
    ///
    /// # Errors
    /// [`HostError::Input`] if the answer has none.
    pub fn to_plan(&self, answer: &Periodic, instances: u64) -> Result<Plan, HostError> {
        let naming = Naming { name: &self.stem, source: &self.name, unit: self.unit() };
        answer.to_plan(&naming, instances).map_err(|error| self.refused(error))
    }

    fn unit(&self) -> PlanTimeUnit {
        match &self.given {
            Given::Json(_) => PlanTimeUnit::Units,
            Given::Graph { graph, .. } => PlanTimeUnit::of(graph),
        }
    }

    /// An object among the choices has set only its own keys.
    fn refused(&self, error: InputError) -> HostError {
        super::refused(error, &self.name, |path| match self.set.get(first_key(path)) {
            Some(Value::Object(cache)) => {
                path.split(['.', '[']).nth(1).is_some_and(|key| cache.contains_key(key))
            }
            other => other.is_some(),
        })
    }
}

/// Sets keys of an input. An input that is not an object stays as it is; the planner refuses it.
fn set(keys: &Map<String, Value>, input: &mut Value) {
    let Value::Object(input) = input else { return };
    for (key, value) in keys {
        match (value, input.entry(key.as_str()).or_insert(Value::Null)) {
            (Value::Object(cache), Value::Object(given)) => given.extend(cache.clone()),
            (Value::Object(cache), given @ Value::Null) => {
                *given = json!({ "size": 0 });
                set(cache, given);
            }
            (Value::Object(_), _) => {}
            (value, given) => *given = value.clone(),
        }
    }
}
