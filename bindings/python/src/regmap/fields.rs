//! Values of fields: flags are bool, named values members of an enumeration, others int.

use hws_regs::{FieldInfo, Legal, REGISTERS, RegInfo};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyString, PyType};

use super::names::unknown_field;
use crate::errors;

/// Returns the enumerations of named values by name.
#[pyfunction]
pub(crate) fn enumerations(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    static ENUMERATIONS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let made = ENUMERATIONS.get_or_try_init(py, || new_enumerations(py).map(Bound::unbind))?;
    Ok(made.bind(py).clone())
}

/// Makes an `enum.IntEnum` for every type of named values.
fn new_enumerations(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let class = py.import("enum")?.getattr("IntEnum")?;
    let dict = PyDict::new(py);
    for field in REGISTERS.iter().flat_map(|register| register.fields) {
        let (Some(name), Legal::Enumerated(values)) = (field.enumeration, field.legal) else { continue };
        if !dict.contains(name)? {
            let module = PyDict::new(py);
            module.set_item("module", "hws.enums")?;
            let made = class.call((name, values.to_vec()), Some(&module))?;
            made.setattr("__doc__", field.description)?;
            dict.set_item(name, made)?;
        }
    }
    Ok(dict)
}

/// Returns the enumeration of a field's named values.
pub(super) fn enumeration(py: Python<'_>, field: &FieldInfo) -> PyResult<Option<Py<PyType>>> {
    let Some(name) = field.enumeration else { return Ok(None) };
    let found = enumerations(py)?.get_item(name)?;
    Ok(found.and_then(|class| class.cast_into::<PyType>().ok()).map(Bound::unbind))
}

/// Returns whether a field is a single bit without named values.
fn is_flag(field: &FieldInfo) -> bool {
    field.width == 1 && field.enumeration.is_none()
}

/// Returns the value of a field as Python sees it; a number if an enumeration has no name for it.
pub(crate) fn field_value(py: Python<'_>, field: &FieldInfo, value: u32) -> PyResult<Py<PyAny>> {
    if is_flag(field) {
        return Ok(PyBool::new(py, value != 0).to_owned().into_any().unbind());
    }
    if field.legal.allows(value)
        && let Some(class) = enumeration(py, field)?
    {
        return class.call1(py, (value,));
    }
    Ok(value.into_pyobject(py)?.into_any().unbind())
}

/// Returns the fields of a word in a line: flags by name if they are set, others with their value.
pub(crate) fn shown_fields(py: Python<'_>, info: &'static RegInfo, word: u32) -> PyResult<String> {
    let mut fields = Vec::new();
    for field in info.fields.iter().filter(|field| !field.pulse) {
        let value = field.extract(word);
        match (is_flag(field), value) {
            (true, 0) => (),
            (true, _) => fields.push(field.name.to_owned()),
            (false, _) if field.name == "MASK" => fields.push(format!("{}={value:#010x}", field.name)),
            (false, _) => {
                let value = field_value(py, field, value)?.into_bound(py);
                let value = value.getattr_opt("name")?.unwrap_or(value);
                fields.push(format!("{}={value}", field.name));
            }
        }
    }
    Ok(fields.join(" "))
}

/// Reads a value for a field: a number, a bool, a member of its enumeration, or the name of one.
pub(crate) fn parse_field(field: &'static FieldInfo, value: &Bound<'_, PyAny>) -> PyResult<u32> {
    let what = || format!("{}.{}", field.register, field.name);
    if let Ok(name) = value.cast::<PyString>() {
        return named_value(field, &name.to_string_lossy());
    }
    if let Some(found) = foreign_member(field, value)? {
        return Err(errors::value(format_args!("{found} is not a value of {}", what())));
    }
    let number = match value.extract::<u32>() {
        Ok(number) => number,
        Err(_) => errors::word(&what(), value).map_err(|error| with_legal(field, value, error))?,
    };
    field.check(number).map_err(errors::value)?;
    Ok(number)
}

/// A member of another enumeration of the map, which is a mistake although it is a number.
fn foreign_member(field: &FieldInfo, value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let class = value.get_type();
    if class.is(value.py().get_type::<pyo3::types::PyInt>()) {
        return Ok(None);
    }
    let module = class.getattr(intern!(value.py(), "__module__"))?;
    if !module.eq("hws.enums")?
        || field.enumeration.is_some_and(|name| class.name().is_ok_and(|found| found == name))
    {
        return Ok(None);
    }
    Ok(Some(value.repr()?.to_string()))
}

/// A number that is not even a word: the message has the limits of the field.
fn with_legal(field: &FieldInfo, value: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    if !error.is_instance_of::<pyo3::exceptions::PyValueError>(value.py()) {
        return error;
    }
    let legal = match field.legal {
        Legal::Any => format!("from 0 to {}", field.max()),
        legal => legal.to_string(),
    };
    errors::value(format_args!(
        "{value} is not a legal value of {}.{} (legal: {legal})",
        field.register, field.name
    ))
}

fn named_value(field: &FieldInfo, name: &str) -> PyResult<u32> {
    let Legal::Enumerated(values) = field.legal else {
        return Err(errors::value(format_args!(
            "`{name}` is not a value of {}.{}, which has no named values; give a number from 0 to {}",
            field.register,
            field.name,
            field.max()
        )));
    };
    if let Some((_, value)) = values.iter().find(|(known, _)| *known == name) {
        return Ok(*value);
    }
    let near = hws_input::did_you_mean(hws_input::nearest(name, values.iter().map(|(known, _)| *known)));
    Err(errors::value(format_args!(
        "`{name}` is not a value of {}.{}; {near}legal: {}",
        field.register, field.name, field.legal
    )))
}

/// Returns the field of a register by its name.
pub(crate) fn field_of(py: Python<'_>, info: &'static RegInfo, name: &str) -> PyResult<&'static FieldInfo> {
    let field = info.fields.iter().find(|field| field.name == name);
    field.ok_or_else(|| errors::unknown(py, &unknown_field(info, name)))
}

/// Returns a word with some fields changed; refuses a word that no write may have.
pub(crate) fn with_fields(
    py: Python<'_>,
    info: &'static RegInfo,
    word: u32,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<u32> {
    let mut word = word;
    for (name, value) in fields.into_iter().flatten() {
        let name = name.to_string();
        let field = field_of(py, info, &name)?;
        word = word & !field.mask() | parse_field(field, &value)? << field.lsb;
    }
    check(info, word)?;
    Ok(word)
}

/// Refuses a word that no write may have, naming the field.
pub(crate) fn check(info: &'static RegInfo, word: u32) -> PyResult<()> {
    if info.is_legal(word) {
        return Ok(());
    }
    info.fields.iter().try_for_each(|field| field.check(field.extract(word))).map_err(errors::value)?;
    let patterns: Vec<String> = info
        .combinations
        .iter()
        .flat_map(|combinations| combinations.patterns)
        .map(|pattern| format!("{pattern:#x}"))
        .collect();
    Err(errors::value(format_args!(
        "{word:#x} is not a legal combination of the fields of {} (legal: {})",
        info.name,
        patterns.join(", ")
    )))
}
