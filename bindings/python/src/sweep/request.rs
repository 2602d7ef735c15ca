//! What is asked for by the description of a plan, checked as far as that is possible without its files.

use hws_host::sweep::{Sweep, SweepRequest};
use hws_host::{HostError, files};
use hws_input::{did_you_mean, nearest};
use hws_run::policy;
use hws_run::sweep::{Axis, AxisValue, Grid, Seeds, SweepError};
use hws_run::workload::ErrorKind;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::plan_files::SweepFiles;
use crate::run::{RunInputs, error_kind, policy_value};
use crate::{errors, host};

/// The keys of a plan that are not options of its runs.
const KEYS: [&str; 4] = ["workloads", "set", "seeds", "error_model"];

/// The name of the built-in example.
const BUILT_IN: &str = "built-in";

/// What the thread gets.
pub(super) struct Request {
    workloads: Vec<(String, RunInputs)>,
    grid: Grid,
    seeds: Option<Seeds>,
    error_kind: Option<ErrorKind>,
}

/// Reads the files and checks every value.
pub(super) fn planned(request: Request, files: &mut SweepFiles) -> Result<Sweep, HostError> {
    let mut workloads = Vec::new();
    for (name, inputs) in request.workloads {
        workloads.push((Some(name), inputs.opened_by(&mut |path| files.source(path))?.open()?));
    }
    let (grid, seeds, error_kind) = (request.grid, request.seeds, request.error_kind);
    let request = SweepRequest { workloads, grid, seeds, error_kind };
    request.plan_with(&mut |file: &str, path: &str| files.beside(file, path))
}

pub(super) fn request(plan: &Bound<'_, PyDict>) -> PyResult<Request> {
    let py = plan.py();
    let options = PyDict::new(py);
    for (key, value) in plan {
        let key =
            key.extract::<String>().map_err(|_| errors::wrong_type("a key of the plan", "a text", &key))?;
        if !KEYS.contains(&key.as_str()) {
            options.set_item(key, value)?;
        }
    }
    let get = |key: &str| Ok::<_, PyErr>(plan.get_item(key)?.filter(|value| !value.is_none()));
    if options.contains("seed")? {
        return Err(errors::unknown(py, "unknown key `seed`; did you mean `seeds`?"));
    }
    let workloads = match get("workloads")? {
        Some(workloads) => self::workloads(&workloads, &options)?,
        None => vec![(BUILT_IN.to_owned(), inputs(py, &py.None().into_bound(py), &options)?)],
    };
    let mut grid = match get("set")? {
        Some(set) => self::grid(&set)?,
        None => Grid::default(),
    };
    let workloads = match grid.take(policy::WORKLOAD) {
        None => workloads,
        Some(_) if get("workloads")?.is_some() => {
            return Err(errors::value(
                "set has `workload`, and the plan has `workloads`; give all files in one of them",
            ));
        }
        Some(axis) => files_of(py, &axis, &options)?,
    };
    let seeds = get("seeds")?.map(|seeds| self::seeds(&seeds)).transpose()?;
    let error_kind = get("error_model")?.map(|model| error_kind(&model)).transpose()?;
    Ok(Request { workloads, grid, seeds, error_kind })
}

fn workloads(list: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Vec<(String, RunInputs)>> {
    let is_list = list.is_instance_of::<PyList>() || list.is_instance_of::<PyTuple>();
    if !is_list {
        return Err(errors::wrong_type(
            "workloads",
            "a list of paths, or of lists of paths that share the machine",
            list,
        ));
    }
    let workloads: Vec<_> = list
        .try_iter()?
        .map(|one| {
            let inputs = inputs(list.py(), &one?, options)?;
            Ok((inputs.shown(), inputs))
        })
        .collect::<PyResult<_>>()?;
    if workloads.is_empty() {
        return Err(errors::value(
            "workloads is empty; give at least one, or leave the key out for the built-in example",
        ));
    }
    Ok(workloads)
}

/// The files of an axis, as on the command line; those joined by `+` share the machine.
fn files_of(py: Python<'_>, axis: &Axis, options: &Bound<'_, PyDict>) -> PyResult<Vec<(String, RunInputs)>> {
    let workload = |value: &AxisValue| {
        let paths = files::together(&value.text).into_iter().map(|path| path.into_os_string());
        let paths = PyList::new(py, paths)?;
        Ok((value.text.clone(), inputs(py, &paths, options)?))
    };
    axis.values.iter().map(workload).collect()
}

/// The options of a run; a key of a sweep that is misspelt is among them.
fn inputs(py: Python<'_>, workload: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<RunInputs> {
    for key in options.keys() {
        let key = key.to_string();
        if let Some(meant) = nearest(&key, KEYS).filter(|_| !RunInputs::has_option(&key)) {
            let meant = did_you_mean(Some(meant));
            return Err(errors::unknown(
                py,
                &format!(
                    "unknown key `{key}` of the plan; {meant}the keys are {}, and the options of a run",
                    KEYS.join(", ")
                ),
            ));
        }
    }
    RunInputs::new(workload, options)
}

/// The settings: a dictionary of values, or of texts such as `0..400:50`.
fn grid(set: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let set = set
        .cast::<PyDict>()
        .map_err(|_| errors::wrong_type("set", "a dict of policies and their values", set))?;
    let mut axes = Vec::new();
    for (key, values) in set {
        let key = key.extract::<String>().map_err(|_| errors::wrong_type("a key of set", "a text", &key))?;
        axes.push(
            Axis::parse(&format!("{key}={}", values_of(&key, &values)?)).map_err(sweep_error(set.py()))?,
        );
    }
    Grid::new(axes).map_err(sweep_error(set.py()))
}

fn values_of(key: &str, values: &Bound<'_, PyAny>) -> PyResult<String> {
    if values.is_instance_of::<PyString>() || values.try_iter().is_err() {
        return policy_value(key, values);
    }
    let texts: Vec<String> =
        values.try_iter()?.map(|value| policy_value(key, &value?)).collect::<PyResult<_>>()?;
    Ok(texts.join(","))
}

fn sweep_error<E: Into<SweepError>>(py: Python<'_>) -> impl Fn(E) -> PyErr {
    move |error| host::exception(py, &HostError::from(error.into()))
}

/// The seeds: a count, a range, or a text such as `5..9`.
fn seeds(seeds: &Bound<'_, PyAny>) -> PyResult<Seeds> {
    let range = seeds.get_type().name()?;
    let text = if range == "range" {
        let (start, stop, step) = (seeds.getattr("start")?, seeds.getattr("stop")?, seeds.getattr("step")?);
        let last: i128 = stop.extract::<i128>()? - 1;
        format!("{start}..{last}:{step}")
    } else if seeds.is_instance_of::<PyString>() || seeds.hasattr("__index__")? {
        seeds.str()?.to_string()
    } else {
        return Err(errors::wrong_type("seeds", "a count, a range or a text such as 5..9", seeds));
    };
    Seeds::parse(&text).map_err(|reason| host::exception(seeds.py(), &SweepError::Seeds(reason).into()))
}
