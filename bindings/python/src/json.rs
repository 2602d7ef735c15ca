//! Values of JSON as Python objects and back.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde::Serialize;
use serde_json::{Map, Number, Value};

use crate::errors;

/// The deepest nesting that is converted.
const DEPTH: u32 = 200;

/// Returns anything that can be serialized, as dictionaries, lists, numbers and strings; keys keep their order.
pub(crate) fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(errors::value)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Returns a value as a Python object.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => number_to_python(py, number)?,
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            items.iter().try_for_each(|item| list.append(to_python(py, item)?))?;
            list.into_any()
        }
        Value::Object(keys) => {
            let dict = PyDict::new(py);
            keys.iter().try_for_each(|(key, value)| dict.set_item(key, to_python(py, value)?))?;
            dict.into_any()
        }
    })
}

fn number_to_python<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    if let Some(number) = number.as_u64() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    if let Some(number) = number.as_i64() {
        return Ok(number.into_pyobject(py)?.into_any());
    }
    Ok(PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any())
}

/// Returns a Python object as a value; `what` names it in errors.
pub(crate) fn from_python(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Value> {
    value(what, object, DEPTH)
}

fn value(what: &str, object: &Bound<'_, PyAny>, depth: u32) -> PyResult<Value> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(errors::value(format_args!("{what} is nested more than {DEPTH} levels deep")));
    };
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = object.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::String(text.to_string_lossy().into_owned()));
    }
    if let Ok(float) = object.cast::<PyFloat>() {
        let number = Number::from_f64(float.value());
        return number
            .map(Value::Number)
            .ok_or_else(|| errors::value(format_args!("{what} is {object}, not a number")));
    }
    if let Ok(dict) = object.cast::<PyDict>() {
        return dict
            .iter()
            .map(|(key, item)| pair(what, &key, &item, depth))
            .collect::<PyResult<Map<_, _>>>()
            .map(Value::Object);
    }
    if object.cast::<PyList>().is_ok() || object.cast::<PyTuple>().is_ok() {
        let items = object.try_iter()?.map(|item| value(what, &item?, depth));
        return items.collect::<PyResult<Vec<_>>>().map(Value::Array);
    }
    integer(what, object)
}

fn pair(
    what: &str,
    key: &Bound<'_, PyAny>,
    item: &Bound<'_, PyAny>,
    depth: u32,
) -> PyResult<(String, Value)> {
    let key = key
        .cast::<PyString>()
        .map_err(|_| errors::wrong_type(&format!("a key of {what}"), "a string", key))?;
    let key = key.to_string_lossy().into_owned();
    let value = value(&format!("{what}[{key:?}]"), item, depth)?;
    Ok((key, value))
}

/// Integers of Python and of other libraries.
fn integer(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let wanted = "None, a bool, a number, a string, a list or a dict";
    let index = object.call_method0("__index__").map_err(|_| errors::wrong_type(what, wanted, object))?;
    let index =
        index.cast::<PyInt>().map_err(|_| PyTypeError::new_err(format!("{what} is not an integer")))?;
    let found = index.extract::<u64>().map(Value::from).or_else(|_| index.extract::<i64>().map(Value::from));
    found.map_err(|_| errors::value(format_args!("{what} is {index}, which does not fit in 64 bits")))
}
