//! The registers of a running HWS as attributes: `h.PROMOTE.THRESHOLD`, `h.RS[3].FLAGS`.

use hws_regs::{Access, RegId, RegInfo};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyIterator, PyList};

use crate::errors;
use crate::hws::PyHws;
use crate::machine::PyMachine;
use crate::regmap::{
    NAMES, Node, PyRegister, check, field_value, fields_of, find, is_flag, parse_field, unknown_field,
    unknown_name, with_fields,
};

/// What the registers belong to.
pub(crate) enum Bus {
    Hws(Py<PyHws>),
    Machine(Py<PyMachine>),
}

impl Bus {
    fn clone_ref(&self, py: Python<'_>) -> Self {
        match self {
            Self::Hws(hws) => Self::Hws(hws.clone_ref(py)),
            Self::Machine(machine) => Self::Machine(machine.clone_ref(py)),
        }
    }

    fn read(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        match self {
            Self::Hws(hws) => hws.get().read_register(py, id),
            Self::Machine(machine) => machine.get().read_register(py, id),
        }
    }

    fn peek(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        match self {
            Self::Hws(hws) => hws.get().peek_register(py, id),
            Self::Machine(machine) => machine.get().peek_register(py, id),
        }
    }

    /// Writes a legal word; warns if the state does not allow the write.
    fn write(&self, py: Python<'_>, id: RegId, word: u32) -> PyResult<()> {
        let is_refused = match self {
            Self::Hws(hws) => hws.get().write_register(py, id, word)?,
            Self::Machine(machine) => machine.get().write_register(py, id, word)?,
        };
        if !is_refused {
            return Ok(());
        }
        let message = format!(
            "{id} = {word:#x}: the state of the HWS does not allow this write; ERR_STATUS.CFG is set"
        );
        errors::warn_refused(py, &message)
    }

    /// Returns the register, group or array that an attribute or a name begins with.
    pub(crate) fn at(&self, py: Python<'_>, path: String) -> PyResult<Option<Py<PyAny>>> {
        if let Some(&id) = NAMES.registers.get(&path) {
            return Ok(Some(Py::new(py, PyLiveRegister { bus: self.clone_ref(py), id })?.into_any()));
        }
        if NAMES.arrays.contains_key(&path) || NAMES.groups.contains(&path) {
            return Ok(Some(Py::new(py, PyGroup { bus: self.clone_ref(py), path })?.into_any()));
        }
        Ok(None)
    }

    /// Returns what an attribute stands for.
    pub(crate) fn attribute(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.at(py, name.to_owned())?
            .ok_or_else(|| errors::unknown(py, &unknown_name(name, NAMES.following("").into_iter())))
    }

    /// Returns a register, an array, or the value of a field.
    pub(crate) fn item(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        if let Some(found) = self.at(py, name.to_owned())? {
            return Ok(found);
        }
        match find(name).map_err(|message| errors::unknown(py, &message))? {
            Node::Register(id) => Ok(Py::new(py, PyLiveRegister { bus: self.clone_ref(py), id })?.into_any()),
            Node::Field(Some(id), field) => field_value(py, field, field.extract(self.read(py, id)?)),
            Node::Field(None, _) | Node::Array(_) => Err(no_index(py, name)),
        }
    }

    /// Writes a register, or a field of one.
    pub(crate) fn set_item(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match find(name).map_err(|message| errors::unknown(py, &message))? {
            Node::Register(id) => PyLiveRegister { bus: self.clone_ref(py), id }.assign(py, value),
            Node::Field(Some(id), field) => {
                PyLiveRegister { bus: self.clone_ref(py), id }.set_field(py, field.name, value)
            }
            Node::Field(None, _) | Node::Array(_) => Err(no_index(py, name)),
        }
    }
}

fn no_index(py: Python<'_>, name: &str) -> PyErr {
    errors::unknown(py, &format!("`{name}` needs an index in every pair of brackets"))
}

/// A register of a running HWS. Its fields are attributes; reading one is a read on the bus, with its effects.
#[pyclass(frozen, module = "hws", name = "LiveRegister")]
pub(crate) struct PyLiveRegister {
    bus: Bus,
    id: RegId,
}

impl PyLiveRegister {
    fn info(&self) -> &'static RegInfo {
        self.id.info()
    }

    /// Whether some fields can be changed while the others keep what they have.
    fn keeps_others(&self) -> bool {
        matches!(self.info().access, Access::Rw) && !self.info().queued
    }

    /// The word to which fields are added: what is stored, or nothing. Pulses read as 0.
    fn base(&self, py: Python<'_>) -> PyResult<u32> {
        if self.keeps_others() { self.bus.peek(py, self.id) } else { Ok(0) }
    }

    fn assign(&self, py: Python<'_>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let word = errors::word(&self.id.to_string(), value)?;
        check(self.info(), word)?;
        self.bus.write(py, self.id, word)
    }

    fn set_field(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let info = self.info();
        let field = info.fields.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| errors::unknown(py, &unknown_field(info, name)))?;
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
        self.bus.write(py, self.id, word)
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
        self.bus.read(py, self.id)
    }

    /// Returns what a read would return, without its effects; 0 for a register that cannot be read.
    fn peek(&self, py: Python<'_>) -> PyResult<u32> {
        self.bus.peek(py, self.id)
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
                self.bus.write(py, self.id, word)
            }
        }
    }

    /// Reads the register once and returns its fields.
    fn fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        fields_of(py, self.info(), self.bus.read(py, self.id)?)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let info = self.info();
        let field = info.fields.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| errors::unknown(py, &unknown_field(info, name)))?;
        field_value(py, field, field.extract(self.bus.read(py, self.id)?))
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set_field(py, name, value)
    }

    fn __dir__(&self) -> Vec<&'static str> {
        let own = ["name", "offset", "info", "read", "peek", "write", "fields"];
        own.into_iter().chain(self.info().fields.iter().map(|field| field.name)).collect()
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<u32> {
        self.bus.read(py, self.id)
    }

    fn __index__(&self, py: Python<'_>) -> PyResult<u32> {
        self.bus.read(py, self.id)
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
        let (word, info) = (self.bus.peek(py, self.id)?, self.info());
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

/// An array of registers or a group of them, such as `h.RS` and `h.RS[3]`.
#[pyclass(frozen, module = "hws", name = "RegisterGroup")]
pub(crate) struct PyGroup {
    bus: Bus,
    path: String,
}

impl PyGroup {
    fn count(&self) -> PyResult<u32> {
        NAMES.arrays.get(&self.path).copied().ok_or_else(|| {
            let names: Vec<&str> = NAMES.following(&format!("{}.", self.path)).into_iter().collect();
            PyTypeError::new_err(format!("{} takes a name, not an index: {}", self.path, names.join(", ")))
        })
    }

    fn index(&self, index: &Bound<'_, PyAny>) -> PyResult<String> {
        let count = self.count()?;
        let number =
            index.extract::<i128>().map_err(|_| errors::wrong_type("an index", "an integer", index))?;
        if !(0..i128::from(count)).contains(&number) {
            let message =
                format!("{}[{number}] does not exist; the indices are 0 to {}", self.path, count - 1);
            return Err(PyIndexError::new_err(message));
        }
        Ok(format!("{}[{number}]", self.path))
    }

    fn name(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }

    fn unknown(&self, py: Python<'_>, name: &str) -> PyErr {
        if NAMES.arrays.contains_key(&self.path) {
            return errors::unknown(
                py,
                &format!("{} needs an index before `{name}`: {0}[0].{name}", self.path),
            );
        }
        let beginning = format!("{}.", self.path);
        let message = unknown_name(name, NAMES.following(&beginning).into_iter());
        errors::unknown(py, &format!("{}: {message}", self.path))
    }
}

#[pymethods]
impl PyGroup {
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let path = self.index(index)?;
        self.bus.at(py, path)?.ok_or_else(|| PyIndexError::new_err("no such element"))
    }

    fn __setitem__(
        &self,
        py: Python<'_>,
        index: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let path = self.index(index)?;
        self.bus.set_item(py, &path, value)
    }

    fn __len__(&self) -> PyResult<usize> {
        self.count().map(|count| count as usize)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let element = |index| self.bus.at(py, format!("{}[{index}]", self.path));
        let elements: Vec<_> = (0..self.count()?).map(element).collect::<PyResult<_>>()?;
        PyList::new(py, elements)?.try_iter()
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.bus.at(py, self.name(name))?.ok_or_else(|| self.unknown(py, name))
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let path = self.name(name);
        if !NAMES.registers.contains_key(&path) {
            return Err(self.unknown(py, name));
        }
        self.bus.set_item(py, &path, value)
    }

    fn __dir__(&self) -> Vec<String> {
        NAMES.following(&format!("{}.", self.path)).into_iter().map(str::to_owned).collect()
    }

    fn __repr__(&self) -> String {
        match NAMES.arrays.get(&self.path) {
            Some(count) => format!("<{}[0..{}]>", self.path, count - 1),
            None => format!("<{}: {}>", self.path, self.__dir__().join(" ")),
        }
    }
}
