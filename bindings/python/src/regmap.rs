//! The register map as values: registers, fields, named values, lookup, words to fields and back.

mod fields;
mod names;

use hws_regs::{Access, Decoded, FieldInfo, HwAccess, PAGES, REGISTERS, RegId, RegInfo, params};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple, PyType};

use crate::errors;

use fields::enumeration;
pub(crate) use fields::{check, enumerations, field_of, field_value, parse_field, shown_fields, with_fields};
pub(crate) use names::{NAMES, Node, find, unknown_name};

/// A register, or an array of registers, as the map describes it.
#[pyclass(frozen, module = "hws.regmap", name = "Register")]
pub(crate) struct PyRegister {
    info: &'static RegInfo,
    /// The element; none for a whole array.
    id: Option<RegId>,
}

/// A field of a register.
#[pyclass(frozen, module = "hws.regmap", name = "Field")]
pub(crate) struct PyField {
    pub(crate) info: &'static FieldInfo,
}

impl PyRegister {
    pub(crate) fn element(id: RegId) -> Self {
        Self { info: id.info(), id: Some(id) }
    }

    fn of(info: &'static RegInfo) -> Self {
        let id = if info.dims.is_empty() { element_at(info.offset) } else { None };
        Self { info, id }
    }
}

fn element_at(offset: u32) -> Option<RegId> {
    match RegId::decode(offset) {
        Decoded::Register(id) => Some(id),
        _ => None,
    }
}

#[pymethods]
impl PyRegister {
    /// The name; an array has `[]` where an element has its index.
    #[getter]
    fn name(&self) -> String {
        self.id.map_or_else(|| self.info.name.to_owned(), |id| id.to_string())
    }

    /// The byte offset in the window; of an array, that of element 0.
    #[getter]
    fn offset(&self) -> u32 {
        self.id.map_or(self.info.offset, RegId::offset)
    }

    /// The value after reset; of an array, that of element 0.
    #[getter]
    fn reset(&self) -> u32 {
        self.id.or_else(|| element_at(self.info.offset)).map_or(0, RegId::reset)
    }

    /// RW, RO, WO, W1C (write one to clear), or RP (a read pops).
    #[getter]
    const fn access(&self) -> &'static str {
        match self.info.access {
            Access::Rw => "RW",
            Access::Ro => "RO",
            Access::Wo => "WO",
            Access::W1c => "W1C",
            Access::Rp => "RP",
        }
    }

    /// How the hardware uses it: reads, writes, sets, or both.
    #[getter]
    const fn hardware(&self) -> &'static str {
        match self.info.hardware {
            HwAccess::Reads => "reads",
            HwAccess::Writes => "writes",
            HwAccess::Sets => "sets",
            HwAccess::Both => "both",
        }
    }

    /// Whether a write is a command, which acts at the next boundary.
    #[getter]
    const fn queued(&self) -> bool {
        self.info.queued
    }

    /// The bits that belong to fields.
    #[getter]
    const fn mask(&self) -> u32 {
        self.info.field_mask
    }

    /// The number of elements in each dimension; empty for a register or an element.
    #[getter]
    fn dims<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, if self.id.is_some() { &[][..] } else { self.info.dims })
    }

    /// The distance between neighbours in each dimension, in bytes.
    #[getter]
    fn strides<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, if self.id.is_some() { &[][..] } else { self.info.strides })
    }

    /// The page of the window.
    #[getter]
    fn page(&self) -> Option<&'static str> {
        self.info.page().map(|page| page.name)
    }

    /// The meaning.
    #[getter]
    const fn description(&self) -> &'static str {
        self.info.description
    }

    /// The chapter of the specification.
    #[getter]
    const fn spec(&self) -> &'static str {
        self.info.spec
    }

    /// The fields by name, lowest bit first.
    #[getter]
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.info.fields.iter().try_for_each(|info| dict.set_item(info.name, PyField { info }))?;
        Ok(dict)
    }

    /// Returns every element of an array; a single register is its own only element.
    fn elements(&self) -> Vec<Self> {
        match self.id {
            Some(id) => vec![Self::element(id)],
            None => RegId::all().filter(|id| id.info().name == self.info.name).map(Self::element).collect(),
        }
    }

    /// Returns the fields of a word by name: flags as bool, named values as members of their enumeration.
    fn decode<'py>(&self, py: Python<'py>, word: &Bound<'_, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let word = errors::word("word", word)?;
        fields_of(py, self.info, word)
    }

    /// Returns the word with these fields; the others have their reset value, pulses 0.
    #[pyo3(signature = (**fields))]
    fn encode(&self, py: Python<'_>, fields: Option<&Bound<'_, PyDict>>) -> PyResult<u32> {
        with_fields(py, self.info, self.reset() & !self.info.pulse_mask, fields)
    }

    /// Returns whether a write of the word is legal in some state.
    fn is_legal(&self, word: &Bound<'_, PyAny>) -> PyResult<bool> {
        errors::word("word", word).map(|word| self.info.is_legal(word))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.info.name == other.info.name && self.id == other.id
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.offset()) << 1 | u64::from(self.id.is_some())
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.info.fields.iter().map(|field| field.name).collect();
        format!("<Register {} {:#06x} {} {}>", self.name(), self.offset(), self.access(), names.join(" "))
    }
}

/// Returns the fields of a word.
pub(crate) fn fields_of<'py>(
    py: Python<'py>,
    info: &'static RegInfo,
    word: u32,
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for field in info.fields {
        dict.set_item(field.name, field_value(py, field, field.extract(word))?)?;
    }
    Ok(dict)
}

#[pymethods]
impl PyField {
    /// The name.
    #[getter]
    const fn name(&self) -> &'static str {
        self.info.name
    }

    /// The register; an array has `[]` in its name.
    #[getter]
    const fn register(&self) -> &'static str {
        self.info.register
    }

    /// The lowest bit.
    #[getter]
    const fn lsb(&self) -> u8 {
        self.info.lsb
    }

    /// The highest bit.
    #[getter]
    const fn msb(&self) -> u8 {
        self.info.lsb + self.info.width - 1
    }

    /// The number of bits.
    #[getter]
    const fn width(&self) -> u8 {
        self.info.width
    }

    /// The bits in the register.
    #[getter]
    const fn mask(&self) -> u32 {
        self.info.mask()
    }

    /// The largest value that fits.
    #[getter]
    const fn max(&self) -> u32 {
        self.info.max()
    }

    /// Whether writing 1 acts at once and is not stored.
    #[getter]
    const fn pulse(&self) -> bool {
        self.info.pulse
    }

    /// The legal values in words, such as `from 1 to 4`; None if every value that fits is legal.
    #[getter]
    fn legal(&self) -> Option<String> {
        (self.info.legal != hws_regs::Legal::Any).then(|| self.info.legal.to_string())
    }

    /// The enumeration of its named values; None without names.
    #[getter]
    fn enumeration(&self, py: Python<'_>) -> PyResult<Option<Py<PyType>>> {
        enumeration(py, self.info)
    }

    /// The meaning.
    #[getter]
    const fn description(&self) -> &'static str {
        self.info.description
    }

    /// Returns the value of the field in a word of its register.
    fn extract(&self, py: Python<'_>, word: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        field_value(py, self.info, self.info.extract(errors::word("word", word)?))
    }

    /// Returns the bits of a value in the register; refuses a value that is not legal.
    fn place(&self, value: &Bound<'_, PyAny>) -> PyResult<u32> {
        Ok(parse_field(self.info, value)? << self.info.lsb)
    }

    fn __repr__(&self) -> String {
        let legal = self.legal().map_or_else(String::new, |legal| format!(" {legal}"));
        format!("<Field {}.{} [{}:{}]{legal}>", self.info.register, self.info.name, self.msb(), self.info.lsb)
    }
}

/// Returns all registers by name.
#[pyfunction]
pub(crate) fn registers(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    REGISTERS.iter().try_for_each(|info| dict.set_item(info.name, PyRegister::of(info)))?;
    Ok(dict)
}

/// Returns the pages of the window by name: offset, bytes, meaning.
#[pyfunction]
pub(crate) fn pages(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for page in PAGES {
        dict.set_item(page.name, (page.base, page.size, page.description))?;
    }
    Ok(dict)
}

/// Returns the parameters of the design by name.
#[pyfunction]
pub(crate) fn parameters(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("N_SIP", params::N_SIP)?;
    dict.set_item("N_RS", params::N_RS)?;
    dict.set_item("N_DAG", params::N_DAG)?;
    dict.set_item("N_CTX", params::N_CTX)?;
    dict.set_item("N_CLASS", params::N_CLASS)?;
    dict.set_item("N_RANK", params::N_RANK)?;
    dict.set_item("N_LAUNCH", params::N_LAUNCH)?;
    dict.set_item("ATTEMPT_CYCLES", params::ATTEMPT_CYCLES)?;
    dict.set_item("TD_READ_CYCLES", params::TD_READ_CYCLES)?;
    Ok(dict)
}

/// Returns the fingerprint of the map: maps with the same one have the same registers.
#[pyfunction]
pub(crate) fn fingerprint() -> u64 {
    hws_regs::FINGERPRINT
}

/// Returns the register or field of a name, or the register at an offset.
#[pyfunction]
pub(crate) fn lookup(py: Python<'_>, what: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let Ok(name) = what.extract::<String>() else {
        let offset = errors::word("offset", what)?;
        let id = element_at(offset).ok_or_else(|| {
            errors::unknown(py, &format!("no register at {offset:#06x}: an access is a bus error"))
        })?;
        return Ok(Py::new(py, PyRegister::element(id))?.into_any());
    };
    match names::find(&name) {
        Ok(Node::Register(id)) => Ok(Py::new(py, PyRegister::element(id))?.into_any()),
        Ok(Node::Field(_, info)) => Ok(Py::new(py, PyField { info })?.into_any()),
        Ok(Node::Array(info)) => Ok(Py::new(py, PyRegister::of(info))?.into_any()),
        Err(message) => Err(errors::unknown(py, &message)),
    }
}

/// Returns the fields of a word of a register.
#[pyfunction]
pub(crate) fn decode<'py>(
    py: Python<'py>,
    register: &Bound<'_, PyAny>,
    word: &Bound<'_, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    named(py, register)?.borrow(py).decode(py, word)
}

/// Returns the word of a register with these fields.
#[pyfunction]
#[pyo3(signature = (register, /, **fields))]
pub(crate) fn encode(
    py: Python<'_>,
    register: &Bound<'_, PyAny>,
    fields: Option<&Bound<'_, PyDict>>,
) -> PyResult<u32> {
    named(py, register)?.borrow(py).encode(py, fields)
}

/// A register by name or offset, or itself.
fn named(py: Python<'_>, register: &Bound<'_, PyAny>) -> PyResult<Py<PyRegister>> {
    if let Ok(register) = register.cast::<PyRegister>() {
        return Ok(register.clone().unbind());
    }
    let found = lookup(py, register)?.into_bound(py);
    let register = found
        .cast::<PyRegister>()
        .map_err(|_| errors::unknown(py, &format!("{register} is a field, not a register")))?;
    Ok(register.clone().unbind())
}
