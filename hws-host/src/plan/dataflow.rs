//! Dataflow programs.

use std::collections::BTreeSet;

use hws_input::{did_you_mean, nearest};
use hws_plan::dataflow::{DataflowBlocks, DataflowSchedule, TirOptions, from_graph, from_tir};
use hws_plan::import::{self, ImportError, ImportOptions, ImportReason};
use hws_plan::plan::Plan;
use hws_run::workload::InputFile;
use serde_json::{Map, Value};

use super::given::{self, Given};
use crate::HostError;

/// The choices of the caller, each of which replaces a key of the program.
#[derive(Clone, Debug, Default)]
pub struct DataflowChoices {
    /// The top function.
    pub top: Option<String>,
    /// Keys that are not about single functions: `reduction_model`, `output_sync`, `lfi_rule`, `sd_rule`, `fifo_limit`, `sd0`.
    pub keys: Map<String, Value>,
    /// The number of firings of every function's input.
    pub stream_size: Option<i64>,
    /// Latencies of opcodes.
    pub costs: Vec<(String, i64)>,
}

/// A program with the choices, ready to be scheduled.
#[derive(Clone, Debug)]
pub struct DataflowInput {
    /// The program.
    pub json: Value,
    name: String,
}

impl DataflowInput {
    /// Reads the planner's JSON, a program in TIR, or a graph whose tasks become instructions.
    ///
    /// # Errors
    /// A file that is in no known format, or a cost of an opcode that the program does not have.
    pub fn read(source: &InputFile, choices: &DataflowChoices) -> Result<Self, HostError> {
        let mut json = match tir(source, choices)? {
            Some(program) => program,
            None => match given::read(source, "functions", &ImportOptions::default())? {
                Given::Json(input) => input,
                Given::Graph(graph) => from_graph(&graph).map_err(HostError::input(&source.name))?,
            },
        };
        choose(choices, &mut json);
        set_costs(&choices.costs, &mut json)?;
        Ok(Self { json, name: source.name.clone() })
    }

    /// Schedules the program.
    ///
    /// # Errors
    /// [`HostError::Input`].
    pub fn schedule(&self) -> Result<DataflowSchedule, HostError> {
        DataflowSchedule::from_json(&self.json).map_err(HostError::input(&self.name))
    }
}

/// Returns a schedule as a plan.
///
/// # Errors
/// [`HostError::Input`] if a node cannot be a kernel.
pub fn to_plan(schedule: &DataflowSchedule, blocks: DataflowBlocks, file: &str) -> Result<Plan, HostError> {
    schedule.to_plan(blocks, Some(file)).map_err(HostError::input(file))
}

/// Returns the input for a TIR program; `None` for any other file.
fn tir(source: &InputFile, choices: &DataflowChoices) -> Result<Option<Value>, HostError> {
    let is_tir = |error: &ImportError| error.reason == ImportReason::TirIsNoGraph;
    if !import::recognise(&source.bytes).is_err_and(|error| is_tir(&error)) {
        return Ok(None);
    }
    let options = TirOptions {
        top: choices.top.clone(),
        stream_size: choices.stream_size,
        costs: choices.costs.iter().cloned().collect(),
    };
    let program = import::read_text(&source.bytes).and_then(|text| from_tir(&text, &options));
    program.map(Some).map_err(HostError::import(&source.name))
}

/// Sets latencies of opcodes that the program has; a misspelt one would have no effect.
fn set_costs(costs: &[(String, i64)], input: &mut Value) -> Result<(), HostError> {
    if costs.is_empty() {
        return Ok(());
    }
    let known = opcodes(input);
    if let Some((unknown, _)) = costs.iter().find(|(opcode, _)| !known.contains(opcode)) {
        let nearest = did_you_mean(nearest(unknown, known.iter().map(String::as_str)));
        let known = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let message = format!("no opcode `{unknown}`; {nearest}the opcodes of the program are: {known}");
        return Err(HostError::argument("cost", message));
    }
    let Some(keys) = input.as_object_mut() else { return Ok(()) };
    let all = keys.entry("costs").or_insert_with(|| Value::Object(Map::new()));
    if let Some(all) = all.as_object_mut() {
        all.extend(costs.iter().map(|(opcode, lat)| (opcode.clone(), Value::from(*lat))));
    }
    Ok(())
}

/// The opcodes that have a cost, or that a node names.
fn opcodes(input: &Value) -> BTreeSet<String> {
    let priced = input["costs"].as_object().into_iter().flat_map(Map::keys).cloned();
    let functions = input["functions"].as_object().into_iter().flat_map(Map::values);
    let nodes = functions.filter_map(|function| function["nodes"].as_array()).flatten();
    priced.chain(nodes.filter_map(|node| node["opcode"].as_str()).map(str::to_owned)).collect()
}

/// Sets the keys that were chosen.
fn choose(choices: &DataflowChoices, input: &mut Value) {
    let Some(keys) = input.as_object_mut() else { return };
    keys.extend(choices.top.iter().map(|top| ("top".to_owned(), top.clone().into())));
    keys.extend(choices.keys.clone());
    if let (Some(size), Some(Value::Object(functions))) = (choices.stream_size, keys.get_mut("functions")) {
        let functions = functions.values_mut().filter_map(Value::as_object_mut);
        for function in functions {
            function.insert("stream_size".to_owned(), size.into());
        }
    }
}
