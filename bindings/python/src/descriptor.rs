//! Task descriptors: fields to words and back.

use hws_types::{TD_WORDS, TaskDescriptor};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;

use crate::{errors, json, words};

/// Encodes the fields of a descriptor as its words.
#[pyfunction]
pub(crate) fn encode_descriptor(fields: &Bound<'_, PyDict>) -> PyResult<Vec<u32>> {
    Ok(descriptor(fields)?.encode().map_err(errors::value)?.to_vec())
}

/// Decodes the words of a descriptor into its fields.
#[pyfunction]
pub(crate) fn decode_descriptor<'py>(
    py: Python<'py>,
    words: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    json::object(py, &TaskDescriptor::decode(&encoded(words)?))
}

/// Reads the words of a descriptor.
pub(crate) fn encoded(words: &Bound<'_, PyAny>) -> PyResult<[u32; TD_WORDS]> {
    words::words(words)?.try_into().map_err(|words: Vec<u32>| {
        errors::value(format_args!("a descriptor has {TD_WORDS} words, not {}", words.len()))
    })
}

/// Sets one field after the other, so that an error names the field.
fn descriptor(fields: &Bound<'_, PyDict>) -> PyResult<TaskDescriptor> {
    let mut descriptor = TaskDescriptor::default();
    for (key, value) in fields {
        let key = key.to_string();
        let mut keys = serde_json::to_value(descriptor).map_err(errors::value)?;
        let (given, value) = (value.clone(), json::from_python(&key, &value)?);
        let found = match &mut keys {
            Value::Object(keys) => keys.get_mut(&key),
            _ => None,
        };
        let Some(place) = found else {
            return Err(errors::value(format_args!("a descriptor has no field `{key}`")));
        };
        let before = std::mem::replace(place, value);
        descriptor = serde_json::from_value(keys.clone())
            .map_err(|error| refused(&key, &given, &before, &mut keys, &error))?;
    }
    Ok(descriptor)
}

/// The error of a field whose value has another type or does not fit.
fn refused(
    key: &str,
    given: &Bound<'_, PyAny>,
    before: &Value,
    keys: &mut Value,
    error: &serde_json::Error,
) -> PyErr {
    match (before, &keys[key]) {
        (Value::Bool(_), _) => errors::wrong_type(key, "True or False", given),
        (Value::Number(_), Value::Number(_)) => {
            let limits = [u64::MAX, u32::MAX.into(), u16::MAX.into(), u8::MAX.into()];
            let most = limits.into_iter().find(|most| {
                keys[key] = (*most).into();
                serde_json::from_value::<TaskDescriptor>(keys.clone()).is_ok()
            });
            match most {
                Some(most) => errors::value(format_args!("{key} is {given}; it must be from 0 to {most}")),
                None => errors::value(format_args!("{key}: {error}")),
            }
        }
        (Value::Number(_), _) => errors::wrong_type(key, "an integer", given),
        _ => errors::value(format_args!("{key}: {error}")),
    }
}
