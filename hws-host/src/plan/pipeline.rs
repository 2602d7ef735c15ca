//! Pipelines of rows and packets.

use hws_plan::InputError;
use hws_plan::input::InputNode;
use hws_plan::pipeline::Pipeline;
use hws_plan::plan::Plan;
use hws_run::workload::InputFile;
use serde_json::{Map, Value};

use crate::HostError;

/// An input with the choices of the caller.
#[derive(Clone, Debug)]
pub struct PipelineInput {
    /// The whole input.
    pub json: Value,
    /// The name of the file; none without one.
    file: Option<String>,
    keys: Map<String, Value>,
}

impl PipelineInput {
    /// Reads the planner's JSON and sets keys of it; without a file, the keys are all there is.
    ///
    /// # Errors
    /// A file that is not JSON, or not an object.
    pub fn read(source: Option<&InputFile>, keys: Map<String, Value>) -> Result<Self, HostError> {
        let Some(source) = source else {
            return Ok(Self { json: Value::Object(keys.clone()), file: None, keys });
        };
        let mut json = super::json(source)?;
        match &mut json {
            Value::Object(object) => object.extend(keys.clone()),
            other => {
                let error = InputNode::new(other).unwanted("an object");
                return Err(HostError::input(&source.name)(error));
            }
        }
        Ok(Self { json, file: Some(source.name.clone()), keys })
    }

    /// Gives a row pipeline without `pipeline_num` one, because a table varies it.
    pub fn vary_pipeline_num(&mut self) {
        if self.json["op"] == "row_pipeline"
            && let Value::Object(object) = &mut self.json
        {
            object.entry("pipeline_num").or_insert(1.into());
        }
    }

    /// Plans.
    ///
    /// # Errors
    /// [`HostError::Input`] or [`HostError::Option`].
    pub fn plan(&self) -> Result<Pipeline, HostError> {
        Pipeline::from_json(&self.json).map_err(|error| self.refused(error))
    }

    /// Returns the plan of an answer; none for a deadlock.
    ///
    /// # Errors
    /// [`HostError::Input`] if the operation has no plan.
    pub fn to_plan(&self, pipeline: &Pipeline) -> Result<Option<Plan>, HostError> {
        pipeline.to_plan(self.file.as_deref()).map_err(|error| self.refused(error))
    }

    /// Returns the error of a refused input; without a file, everything is an option.
    #[must_use]
    pub fn refused(&self, error: InputError) -> HostError {
        match &self.file {
            Some(file) => super::refused(error, file, super::is_one_of(&self.keys)),
            None => HostError::option(&error),
        }
    }
}
