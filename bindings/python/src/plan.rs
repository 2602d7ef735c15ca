//! The planners. Each returns its answer as the JSON of planner.md §7, and writes a plan file if it is asked to.

use std::path::PathBuf;

use hws_host::plan::dataflow::{DataflowChoices, DataflowInput};
use hws_host::plan::periodic::{PeriodicInput, PeriodicMethod, tried_on_model};
use hws_host::plan::pipeline::PipelineInput;
use hws_host::plan::{dataflow, gemini, rank};
use hws_host::{HostError, outputs};
use hws_plan::PlannerAnswer;
use hws_plan::dataflow::DataflowBlocks;
use hws_plan::gemini::GeminiMapping;
use hws_plan::import::gemini::GeminiOptions;
use hws_plan::plan::Plan;
use hws_plan::rank::{PlaceMethod, RankOptions, Rankings, Scale};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value};

use crate::host::{self, Source};
use crate::run::{RunInputs, positive, text};
use crate::work::{self, AtCtrlC};
use crate::{errors, json};

/// The nodes of a search for an optimal schedule.
const NODES: u64 = 10_000_000;

/// An answer, and its plan if one was asked for and there is one.
struct Answer {
    json: String,
    plan: Option<Plan>,
}

impl Answer {
    fn new(answer: &dyn PlannerAnswer, plan: Option<Plan>) -> Result<Self, HostError> {
        let mut json = Vec::new();
        answer.write_json(&mut json).map_err(|error| HostError::request(error.to_string()))?;
        Ok(Self { json: String::from_utf8_lossy(&json).into_owned(), plan })
    }
}

/// Plans on a thread, writes the plan here, so that nothing is written after Ctrl-C, and returns the answer.
fn answered<'py>(
    py: Python<'py>,
    out: Option<PathBuf>,
    no_plan: &'static str,
    plan: impl FnOnce(bool) -> Result<Answer, HostError> + Send + 'static,
) -> PyResult<Bound<'py, PyAny>> {
    let is_wanted = out.is_some();
    let answer = work::during(py, AtCtrlC::Leave, move |_| plan(is_wanted))?;
    let answer = answer.map_err(|error| host::exception(py, &error))?;
    if let Some(out) = out {
        let Some(plan) = answer.plan else {
            return Err(errors::value(format_args!("{} is not written: {no_plan}", out.display())));
        };
        outputs::file(&out, |file| plan.write(file)).map_err(|error| host::exception(py, &error))?;
    }
    py.import("json")?.call_method1("loads", (answer.json,))
}

/// Ranks graphs; see `hws.plan.rank`.
#[pyfunction]
pub(crate) fn plan_rank<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    choices: &Bound<'py, PyDict>,
    reading: &Bound<'py, PyDict>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, out) = (Source::new("source", source)?, host::maybe_path("out", out)?);
    let (options, reading) = (rank_options(choices)?, RunInputs::reading(reading)?);
    answered(py, out, "there is no graph", move |is_wanted| {
        let graphs = rank::rank(&source.open()?, &options, &reading.open_reading()?)?;
        let plan = match graphs.as_slice() {
            _ if !is_wanted => None,
            [graph] => Some(graph.to_plan(&options)?),
            several => {
                let count = several.len();
                return Err(HostError::request(format!(
                    "out takes one graph, but there are {count}; rank one at a time"
                )));
            }
        };
        Answer::new(
            &Rankings::new(graphs.into_iter().map(|graph| (graph.name, graph.ranking)).collect()),
            plan,
        )
    })
}

fn rank_options(choices: &Bound<'_, PyDict>) -> PyResult<RankOptions> {
    let get = |key: &str| Ok::<_, PyErr>(choices.get_item(key)?.filter(|value| !value.is_none()));
    let pes = get("pes")?.map(|pes| positive("pes", &pes, 65536)).transpose()?;
    let method = get("method")?.map(|method| place_method(&text("method", &method)?)).transpose()?;
    let optimal = get("optimal")?.map_or(Ok(false), |flag| crate::run::flag("optimal", &flag))?;
    let coeff = get("coeff")?.map(|coeff| ratio("coeff", &coeff)).transpose()?;
    let largest = get("normalise")?.map(|most| positive("normalise", &most, i32::MAX as u64)).transpose()?;
    let scale = match (coeff, largest) {
        (Some(_), Some(_)) => return Err(errors::value("give coeff or normalise, not both")),
        (Some([num, den]), None) => Some(Scale::Coeff(num.into(), den.into())),
        (None, most) => most.map(|most| Scale::Normalise(most as i64)),
    };
    // It is at most 65536.
    Ok(RankOptions { scale, pes: pes.map(|pes| pes as u32), method, optimal: optimal.then_some(NODES) })
}

fn place_method(name: &str) -> PyResult<PlaceMethod> {
    match name {
        "heft" => Ok(PlaceMethod::Heft),
        "cpop" => Ok(PlaceMethod::Cpop),
        "lookahead" => Ok(PlaceMethod::Lookahead),
        "best" => Ok(PlaceMethod::Best),
        other => Err(errors::value(format_args!("method is `{other}`; give heft, cpop, lookahead or best"))),
    }
}

/// Reads `(N, D)`, both from 1 to 2^31 - 1.
fn ratio(what: &str, value: &Bound<'_, PyAny>) -> PyResult<[i32; 2]> {
    let parts: [Bound<'_, PyAny>; 2] =
        value.extract().map_err(|_| errors::wrong_type(what, "a pair of integers", value))?;
    let part = |part: &Bound<'_, PyAny>| positive(what, part, i32::MAX as u64).map(|part| part as i32);
    Ok([part(&parts[0])?, part(&parts[1])?])
}

/// Plans periodic schedules; see `hws.plan.periodic`.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the wrapper in Python has their names")]
pub(crate) fn plan_periodic<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    keys: &Bound<'py, PyAny>,
    reading: &Bound<'py, PyDict>,
    method: Option<&str>,
    instances: Option<&Bound<'py, PyAny>>,
    force: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, out) = (Source::new("source", source)?, host::maybe_path("out", out)?);
    let (keys, reading) = (object("keys", keys)?, RunInputs::reading(reading)?);
    let method = method.map(str::parse::<PeriodicMethod>).transpose();
    let method = method.map_err(|error| errors::value(format_args!("method: {error}")))?;
    let instances =
        instances.map_or(Ok(u64::MAX), |instances| errors::number("instances", instances, u64::MAX))?;
    answered(py, out, "there is no plan", move |is_wanted| {
        let mut input = PeriodicInput::read(&source.open()?, &reading.open_reading()?)?;
        input.set(&keys);
        if let Some(method) = method {
            input.set_method(method);
            input.set(&keys);
        }
        let answer = input.plan()?;
        let plan = is_wanted.then(|| input.to_plan(&answer, instances)).transpose()?.map(tried_on_model);
        if let Some(reason) = plan.as_ref().and_then(|plan| plan.not_runnable.as_ref()).filter(|_| !force) {
            let remedy = "give force=True for a plan marked as not runnable";
            return Err(HostError::request(format!("the plan is not written: {reason}; {remedy}")));
        }
        Answer::new(&answer, plan)
    })
}

/// Checks Gemini schedules; see `hws.plan.gemini`.
#[pyfunction]
pub(crate) fn plan_gemini<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    choices: &Bound<'py, PyDict>,
    mapping: &str,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, out) = (Source::new("source", source)?, host::maybe_path("out", out)?);
    let get = |key: &str| Ok::<_, PyErr>(choices.get_item(key)?.filter(|value| !value.is_none()));
    let number = |key: &str| -> PyResult<Option<i64>> {
        get(key)?.map(|value| positive(key, &value, i32::MAX as u64).map(|value| value as i64)).transpose()
    };
    let options = GeminiOptions {
        dram_bw: number("dram_bw")?,
        thread_num: number("thread_num")?,
        rank_div: number("rank_div")?,
        time_scale: get("time_scale")?.map(|scale| ratio("time_scale", &scale)).transpose()?,
    };
    let mapping = match mapping {
        "static" => GeminiMapping::Static,
        "dynamic" => GeminiMapping::Dynamic,
        other => return Err(errors::value(format_args!("mapping is `{other}`; give static or dynamic"))),
    };
    answered(py, out, "the schedule has errors", move |is_wanted| {
        let source = source.open()?;
        let report = gemini::gemini(&source, options)?;
        let plan = if is_wanted { gemini::to_plan(&report, &source, mapping)? } else { None };
        Answer::new(&report, plan)
    })
}

/// Schedules dataflow programs; see `hws.plan.dataflow`.
#[pyfunction]
pub(crate) fn plan_dataflow<'py>(
    py: Python<'py>,
    source: &Bound<'py, PyAny>,
    keys: &Bound<'py, PyAny>,
    block_tokens: &Bound<'py, PyAny>,
    token_bytes: &Bound<'py, PyAny>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (source, out) = (Source::new("source", source)?, host::maybe_path("out", out)?);
    let choices = dataflow_choices(object("keys", keys)?)?;
    let most = i32::MAX as u64;
    let blocks = DataflowBlocks {
        tokens: positive("block_tokens", block_tokens, most)? as u32,
        token_bytes: positive("token_bytes", token_bytes, most)? as u32,
    };
    answered(py, out, "there is no plan", move |is_wanted| {
        let source = source.open()?;
        let schedule = DataflowInput::read(&source, &choices)?.schedule()?;
        let plan = is_wanted.then(|| dataflow::to_plan(&schedule, blocks, &source.name)).transpose()?;
        Answer::new(&schedule, plan)
    })
}

fn dataflow_choices(mut keys: Map<String, Value>) -> PyResult<DataflowChoices> {
    let wrong = |key: &str, wanted: &str, found: &Value| {
        errors::value(format_args!("{key} is {found}; give {wanted}"))
    };
    let top = match keys.remove("top") {
        None => None,
        Some(Value::String(top)) => Some(top),
        Some(other) => return Err(wrong("top", "the name of a function", &other)),
    };
    let stream_size = match keys.remove("stream_size") {
        None => None,
        Some(size) => Some(
            size.as_i64()
                .filter(|size| *size >= 1)
                .ok_or_else(|| wrong("stream_size", "an integer from 1", &size))?,
        ),
    };
    let costs = match keys.remove("costs") {
        None => Vec::new(),
        Some(Value::Object(costs)) => costs
            .into_iter()
            .map(|(opcode, cost)| {
                let latency = cost.as_i64().filter(|cost| (1..=i64::from(i32::MAX)).contains(cost));
                Ok((
                    opcode.clone(),
                    latency.ok_or_else(|| {
                        wrong(&format!("costs[{opcode:?}]"), "an integer from 1 to 2^31 - 1", &cost)
                    })?,
                ))
            })
            .collect::<PyResult<_>>()?,
        Some(other) => return Err(wrong("costs", "a dict of opcodes and latencies", &other)),
    };
    Ok(DataflowChoices { top, keys, stream_size, costs })
}

/// Plans pipelines; see `hws.plan.pipeline`.
#[pyfunction]
pub(crate) fn plan_pipeline<'py>(
    py: Python<'py>,
    source: Option<&Bound<'py, PyAny>>,
    keys: &Bound<'py, PyAny>,
    what_if: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let source = source.map(|source| Source::new("source", source)).transpose()?;
    let (keys, out) = (object("keys", keys)?, host::maybe_path("out", out)?);
    let last = what_if.map(|last| positive("what_if", last, 1024)).transpose()?;
    answered(py, out, "a deadlock has no plan", move |is_wanted| {
        let source = source.map(Source::open).transpose()?;
        let mut input = PipelineInput::read(source.as_ref(), keys)?;
        if last.is_some() {
            input.vary_pipeline_num();
        }
        let pipeline = input.plan()?;
        let plan = if is_wanted { input.to_plan(&pipeline)? } else { None };
        // It is at most 1024.
        match last
            .map(|last| pipeline.what_if(last as u16))
            .transpose()
            .map_err(|error| input.refused(error))?
        {
            Some(table) => Answer::new(&table, plan),
            None => Answer::new(&pipeline, plan),
        }
    })
}

fn object(what: &str, keys: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    match json::from_python(what, keys)? {
        Value::Object(keys) => Ok(keys),
        _ => Err(errors::wrong_type(what, "a dict", keys)),
    }
}
