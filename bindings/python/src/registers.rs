//! The registers of a running HWS as attributes: `h.PROMOTE.THRESHOLD`, `h.RS[3].FLAGS`.

mod live_register;

use hws_regs::RegId;
use pyo3::exceptions::{PyAttributeError, PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList};

use crate::errors;
use crate::model::SharedModel;
use crate::regmap::{NAMES, Node, find, unknown_name};

pub(crate) use live_register::PyLiveRegister;

/// The registers of a model.
#[derive(Clone)]
pub(crate) struct Registers {
    model: SharedModel,
}

impl Registers {
    pub(crate) const fn of(model: SharedModel) -> Self {
        Self { model }
    }

    fn register(&self, id: RegId) -> PyLiveRegister {
        PyLiveRegister::new(self.model.clone(), id)
    }

    /// Returns the register, group or array that an attribute or a name begins with.
    fn at(&self, py: Python<'_>, path: String) -> PyResult<Option<Py<PyAny>>> {
        if let Some(&id) = NAMES.registers.get(&path) {
            return Ok(Some(Py::new(py, self.register(id))?.into_any()));
        }
        if NAMES.arrays.contains_key(&path) || NAMES.groups.contains(&path) {
            return Ok(Some(Py::new(py, PyGroup { registers: self.clone(), path })?.into_any()));
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
            Node::Register(id) => Ok(Py::new(py, self.register(id))?.into_any()),
            Node::Field(Some(id), field) => self.register(id).read_field(py, field),
            Node::Field(None, _) | Node::Array(_) => Err(no_index(py, name)),
        }
    }

    /// Writes a register, or a field of one.
    pub(crate) fn set_item(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match find(name).map_err(|message| errors::unknown(py, &message))? {
            Node::Register(id) => self.register(id).assign(py, value),
            Node::Field(Some(id), field) => self.register(id).set_field(py, field, value),
            Node::Field(None, _) | Node::Array(_) => Err(no_index(py, name)),
        }
    }

    /// Sets a register; other attributes do not exist, so a misspelt one is not lost.
    pub(crate) fn set_attribute(
        &self,
        object: &Bound<'_, PyAny>,
        name: &str,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let py = object.py();
        if NAMES.registers.contains_key(name) {
            return self.set_item(py, name, value);
        }
        if NAMES.arrays.contains_key(name) || NAMES.groups.contains(name) {
            return Err(PyTypeError::new_err(format!("{name} is an array; give an index: {name}[0]")));
        }
        if object.get_type().hasattr(name)? {
            let message = format!("attribute `{name}` of {} cannot be set", object.get_type().name()?);
            return Err(PyAttributeError::new_err(message));
        }
        // Raises the error of an unknown name.
        self.attribute(py, name).map(drop)
    }
}

/// Returns the names for completion: those of the class and the registers.
pub(crate) fn names(object: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    let own = object.get_type().call_method0("mro")?;
    let mut names = Vec::new();
    for class in own.try_iter()? {
        let keys: Vec<String> = class?
            .getattr("__dict__")?
            .call_method0("keys")?
            .try_iter()?
            .map(|key| key?.extract())
            .collect::<PyResult<_>>()?;
        names.extend(keys);
    }
    names.extend(NAMES.following("").into_iter().map(str::to_owned));
    Ok(names)
}

fn no_index(py: Python<'_>, name: &str) -> PyErr {
    errors::unknown(py, &format!("`{name}` needs an index in every pair of brackets"))
}

/// An array of registers or a group of them, such as `h.RS` and `h.RS[3]`.
#[pyclass(frozen, module = "hws", name = "RegisterGroup")]
pub(crate) struct PyGroup {
    registers: Registers,
    path: String,
}

impl PyGroup {
    fn count(&self) -> PyResult<u32> {
        NAMES.arrays.get(&self.path).copied().ok_or_else(|| {
            let names = self.__dir__().join(", ");
            PyTypeError::new_err(format!("{} takes a name, not an index: {names}", self.path))
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
        self.registers.at(py, path)?.ok_or_else(|| PyIndexError::new_err("no such element"))
    }

    fn __setitem__(
        &self,
        py: Python<'_>,
        index: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let path = self.index(index)?;
        self.registers.set_item(py, &path, value)
    }

    fn __len__(&self) -> PyResult<usize> {
        self.count().map(|count| count as usize)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let element = |index| self.registers.at(py, format!("{}[{index}]", self.path));
        let elements: Vec<_> = (0..self.count()?).map(element).collect::<PyResult<_>>()?;
        PyList::new(py, elements)?.try_iter()
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.registers.at(py, self.name(name))?.ok_or_else(|| self.unknown(py, name))
    }

    fn __setattr__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let path = self.name(name);
        if !NAMES.registers.contains_key(&path) {
            return Err(self.unknown(py, name));
        }
        self.registers.set_item(py, &path, value)
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
