//! The options of a run, from keyword arguments.

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};

use hws_input::{did_you_mean, nearest};
use hws_plan::import::onnx::UnknownOp;
use hws_run::workload::{ErrorKind, Inputs, Mapping};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::errors;
use crate::host::Source;

/// Everything that makes up a workload, with files that are still to be opened.
#[derive(Clone, Debug)]
pub(crate) struct RunInputs {
    pub(super) sources: Vec<Source>,
    pub(super) config: Option<Source>,
    pub(super) ops: Option<Source>,
    pub(super) rest: Inputs,
}

/// The names of the options.
const KEYS: [&str; 13] = [
    "policy",
    "config",
    "error_model",
    "seed",
    "mapping",
    "scale",
    "instances",
    "fuse",
    "dims",
    "unknown_op",
    "ops",
    "bw",
    "no_transfers",
];

impl RunInputs {
    /// Reads the workloads, a path or several, and the options.
    pub(crate) fn new(workloads: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut inputs =
            Self { sources: sources(workloads)?, config: None, ops: None, rest: Inputs::default() };
        for (key, value) in options {
            let key = key.to_string();
            if !value.is_none() {
                inputs.set(&key, &value)?;
            }
        }
        Ok(inputs)
    }

    /// The options of importers alone, for planners.
    pub(crate) fn reading(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        Self::new(&PyList::empty(options.py()), options)
    }

    /// Returns whether a run has an option of this name.
    pub(crate) fn has_option(name: &str) -> bool {
        KEYS.contains(&name)
    }

    /// Returns the workloads in a text: the value of the axis of a sweep.
    pub(crate) fn shown(&self) -> String {
        self.sources.iter().map(Source::shown).collect::<Vec<_>>().join(" + ")
    }

    fn set(&mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = &mut self.rest.options;
        match key {
            "policy" => self.rest.policies = policies(value)?,
            "config" => self.config = Some(Source::new(key, value)?),
            "error_model" => self.rest.error_kind = Some(error_kind(value)?),
            "seed" => self.rest.seed = Some(errors::number(key, value, u64::MAX)?),
            "mapping" => options.mapping = mapping(value)?,
            "scale" => options.est_scale = Some(positive(key, value, u64::MAX)?),
            // It is at most u32::MAX.
            "instances" => options.instances = NonZeroU32::new(positive(key, value, u32::MAX.into())? as u32),
            "fuse" => options.fuse = flag(key, value)?,
            "dims" => {
                options.dims = dims(key, value)?;
            }
            "unknown_op" => options.unknown_op = Some(unknown_op(key, value)?),
            "ops" => self.ops = Some(Source::new(key, value)?),
            "bw" => options.bw = NonZeroU64::new(positive(key, value, u64::MAX)?),
            "no_transfers" => options.no_transfers = flag(key, value)?,
            _ => return Err(unknown(value.py(), key)),
        }
        Ok(())
    }
}

fn unknown(py: Python<'_>, key: &str) -> PyErr {
    let meant = did_you_mean(nearest(key, KEYS));
    errors::unknown(py, &format!("unknown option `{key}`; {meant}the options are {}", KEYS.join(", ")))
}

/// A path, content, or several of them, which share the machine. None is the built-in example.
fn sources(workloads: &Bound<'_, PyAny>) -> PyResult<Vec<Source>> {
    if workloads.is_none() {
        return Ok(Vec::new());
    }
    if !workloads.is_instance_of::<PyList>() && !workloads.is_instance_of::<PyTuple>() {
        return Ok(vec![Source::new("workloads", workloads)?]);
    }
    workloads.try_iter()?.map(|one| Source::new("a workload", &one?)).collect()
}

/// Policies: a dictionary, `"KEY=VALUE"`, or a list of such texts.
fn policies(value: &Bound<'_, PyAny>) -> PyResult<Vec<(String, String)>> {
    if let Ok(dict) = value.cast::<PyDict>() {
        return dict
            .iter()
            .map(|(key, value)| Ok((text("a policy", &key)?, policy_value(&key.to_string(), &value)?)))
            .collect();
    }
    if value.is_instance_of::<PyString>() {
        return Ok(vec![pair(value)?]);
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.try_iter()?.map(|one| pair(&one?)).collect();
    }
    Err(errors::wrong_type("policy", "a dict, or texts KEY=VALUE", value))
}

fn pair(text: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let text = self::text("a policy", text)?;
    let (key, value) = text
        .split_once('=')
        .ok_or_else(|| errors::value(format_args!("policy `{text}` has no value; give KEY=VALUE")))?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Returns the value of a policy as text: flags are `on` and `off`.
pub(crate) fn policy_value(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(if flag.is_true() { "on" } else { "off" }.to_owned());
    }
    let is_text = value.is_instance_of::<PyString>() || value.is_instance_of::<PyInt>();
    if is_text || !value.is_instance_of::<PyFloat>() && value.hasattr("__index__")? {
        return Ok(value.str()?.to_string());
    }
    Err(errors::wrong_type(&format!("policy {key}"), "a text, an integer or a bool", value))
}

pub(crate) fn error_kind(value: &Bound<'_, PyAny>) -> PyResult<ErrorKind> {
    let text = text("error_model", value)?;
    text.parse().map_err(|error| errors::value(format_args!("error_model is `{text}`: {error}")))
}

fn mapping(value: &Bound<'_, PyAny>) -> PyResult<Mapping> {
    match text("mapping", value)?.as_str() {
        "dynamic" => Ok(Mapping::Dynamic),
        "static" => Ok(Mapping::Static),
        other => Err(errors::value(format_args!("mapping is `{other}`; give dynamic or static"))),
    }
}

/// Dimensions by name.
fn dims(what: &str, value: &Bound<'_, PyAny>) -> PyResult<BTreeMap<String, u64>> {
    let dict = value
        .cast::<PyDict>()
        .map_err(|_| errors::wrong_type(what, "a dict of names and integers", value))?;
    let dim = |(name, size): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let name = text("the name of a dimension", &name)?;
        let size = errors::number(&format!("{what}[{name:?}]"), &size, u64::MAX)?;
        Ok((name, size))
    };
    dict.iter().map(dim).collect()
}

fn unknown_op(key: &str, value: &Bound<'_, PyAny>) -> PyResult<UnknownOp> {
    let text = text(key, value)?;
    text.parse().map_err(|error| errors::value(format_args!("{key} is `{text}`: {error}")))
}

pub(crate) fn text(what: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| errors::wrong_type(what, "a text", value))
}

pub(crate) fn flag(what: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| errors::wrong_type(what, "True or False", value))
}

/// Reads a number from 1.
pub(crate) fn positive(what: &str, value: &Bound<'_, PyAny>, most: u64) -> PyResult<u64> {
    match errors::number(what, value, most)? {
        0 => Err(errors::value(format_args!("{what} is 0; it must be from 1 to {most}"))),
        number => Ok(number),
    }
}
