//! One register of a running HWS: its word, and its fields as attributes.

use hws_regs::{Access, FieldInfo, RegId, RegInfo};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::errors;
use crate::model::SharedModel;
use crate::regmap::{
    PyRegister, check, field_of, field_value, fields_of, parse_field, shown_fields, with_fields,
};

/// A register of a running HWS. Its fields are attributes; reading one is a read on the bus, with its effects.
#[pyclass(frozen, module = "hws", name = "LiveRegister")]
pub(crate) struct PyLiveRegister {
    model: SharedModel,
    id: RegId,
}

impl PyLiveRegister {
    pub(super) const fn new(model: SharedModel, id: RegId) -> Self {
        Self { model, id }
    }

    fn info(&self) -> &'static RegInfo {
        self.id.info()
    }

    /// Whether some fields can be changed while the others keep what they have.
    fn keeps_others(&self) -> bool {
        matches!(self.info().access, Access::Rw) && !self.info().queued
    }

    /// The word to which fields are added: what is stored, or nothing. Pulses read as 0.
    fn base(&self, py: Python<'_>) -> PyResult<u32> {
        if self.keeps_others() { self.peek(py) } else { Ok(0) }
    }

    /// Writes a legal word; warns if the state does not allow the write.
    fn write_word(&self, py: Python<'_>, word: u32) -> PyResult<()> {
        if !self.model.write_target(py, self.id.into(), word)? {
            return Ok(());
        }
        let message = format!(
            "{} = {word:#x}: the state of the HWS does not allow this write; ERR_STATUS.CFG is set",
            self.id
        );
        errors::warn_refused(py, &message)
    }

    pub(super) fn assign(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let word = errors::word(&self.id.to_string(), value)?;
        check(self.info(), word)?;
        self.write_word(py, word)
    }

    pub(super) fn read_field(&self, py: Python<'_>, field: &FieldInfo) -> PyResult<Py<PyAny>> {
        field_value(py, field, field.extract(self.read(py)?))
    }

    pub(super) fn set_field(
        &self,
        py: Python<'_>,
        field: &'static FieldInfo,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let info = self.info();
        if !self.keeps_others()
            && info.fields.len() > 1
            && !matches!(info.access, Access::W1c)
            && info.access.is_writable()
        {
            let names: Vec<String> = info.fields.iter().map(|field| format!("{}=…", field.name)).collect();
            return Err(errors::value(format_args!(
                "a write of {} acts, so its fields are written together; use write({})",
                self.id,
                names.join(", ")
            )));
        }
        let word = self.base(py)? & !field.mask() | parse_field(field, value)? << field.lsb;
        check(info, word)?;
        self.write_word(py, word)
    }
}

#[pymethods]
impl PyLiveRegister {
    /// The name, with its indices.
    #[getter]
    fn name(&self) -> String {
        self.id.to_string()
    }

    /// The byte offset in the window.
    #[getter]
    fn offset(&self) -> u32 {
        self.id.offset()
    }

    /// The register as the map describes it.
    #[getter(info)]
    fn register(&self) -> PyRegister {
        PyRegister::element(self.id)
    }

    /// Reads the register on the bus.
    fn read(&self, py: Python<'_>) -> PyResult<u32> {
        self.model.read_target(py, self.id.into())
    }

    /// Returns what a read would return, without its effects; 0 for a register that cannot be read.
    fn peek(&self, py: Python<'_>) -> PyResult<u32> {
        self.model.peek(py, self.id)
    }

    /// Writes a word, or fields. Fields that are not given keep their value in a plain register, and are 0 in a command.
    #[pyo3(signature = (word=None, /, **fields))]
    fn write(
        &self,
        py: Python<'_>,
        word: Option<&Bound<'_, PyAny>>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        match (word, fields) {
            (Some(_), Some(_)) => Err(PyTypeError::new_err("give a word or fields, not both")),
            (Some(word), None) => self.assign(py, word),
            (None, None) => {
                Err(PyTypeError::new_err(format!("{}: nothing to write; give a word or fields", self.id)))
            }
            (None, fields) => {
                let word = with_fields(py, self.info(), self.base(py)?, fields)?;
                self.write_word(py, word)
            }
        }
    }

    /// Reads the register once and returns its fields.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fields_of(py, self.info(), self.read(py)?)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.read_field(py, field_of(py, self.info(), name)?)
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_field(py, field_of(py, self.info(), name)?, value)
    }

    fn __dir__(&self) -> Vec<&'static str> {
        let own = ["name", "offset", "info", "read", "peek", "write", "fields"];
        own.into_iter().chain(self.info().fields.iter().map(|field| field.name)).collect()
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<u32> {
        self.read(py)
    }

    fn __index__(&self, py: Python<'_>) -> PyResult<u32> {
        self.read(py)
    }

    /// Compares the word, which is read, with a number or with that of another register.
    fn __eq__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let other = match other.cast::<Self>() {
            Ok(other) => Some(i128::from(other.get().read(py)?)),
            Err(_) => other.extract::<i128>().ok(),
        };
        let Some(other) = other else { return Ok(py.NotImplemented().into_bound(py)) };
        Ok(PyBool::new(py, i128::from(self.read(py)?) == other).to_owned().into_any())
    }

    /// Formats the word as a number, `f"{h.PROMOTE:#010x}"`; without a format it is `str()`.
    fn __format__<'py>(slf: &Bound<'py, Self>, spec: &str) -> PyResult<Bound<'py, PyAny>> {
        if spec.is_empty() {
            return Ok(slf.str()?.into_any());
        }
        slf.get().read(slf.py())?.into_pyobject(slf.py())?.call_method1("__format__", (spec,))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (word, info) = (self.peek(py)?, self.info());
        if !info.access.is_readable() {
            return Ok(format!("<{} at {:#06x}, write-only>", self.id, self.id.offset()));
        }
        let shown = shown_fields(py, info, word)?;
        Ok(format!(
            "<{} at {:#06x} = {word:#010x}{}{shown}>",
            self.id,
            self.id.offset(),
            if shown.is_empty() { "" } else { ": " }
        ))
    }
}
