//! Inputs as Python gives them, and refusals as Python wants them.

use std::io;
use std::path::{Path, PathBuf};

use hws_host::{HostError, files};
use hws_run::workload::InputFile;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::{errors, json};

/// The name of an input that is not a file.
const ARGUMENT: &str = "argument";

/// An input: a file that is still to be opened, or the content of one.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    File(PathBuf),
    Content(InputFile),
}

impl Source {
    /// Reads an argument: a path, bytes, or a dictionary in the form of JSON.
    pub(crate) fn new(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.is_instance_of::<PyDict>() {
            let bytes = serde_json::to_vec(&json::from_python(what, object)?).map_err(errors::value)?;
            return Ok(Self::Content(InputFile { name: ARGUMENT.to_owned(), bytes }));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let bytes = bytes.as_bytes().to_vec();
            return Ok(Self::Content(InputFile { name: ARGUMENT.to_owned(), bytes }));
        }
        path(what, object).map(Self::File)
    }

    pub(crate) fn open(self) -> Result<InputFile, HostError> {
        match self {
            Self::File(path) => files::source(&path),
            Self::Content(content) => Ok(content),
        }
    }

    /// Opens it with what opens files.
    pub(crate) fn opened_by(
        self,
        open: &mut dyn FnMut(&Path) -> Result<InputFile, HostError>,
    ) -> Result<Self, HostError> {
        match self {
            Self::File(path) => open(&path).map(Self::Content),
            content @ Self::Content(_) => Ok(content),
        }
    }

    /// The text by which a reader of results knows it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Content(content) => content.name.clone(),
        }
    }
}

/// Reads a path: a string or anything with `__fspath__`. Standard input belongs to the interpreter.
pub(crate) fn path(what: &str, object: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    let is_path = object.is_instance_of::<PyString>() || object.hasattr("__fspath__")?;
    if !is_path {
        return Err(errors::wrong_type(what, "a path", object));
    }
    let path: PathBuf = object.extract()?;
    if path == Path::new(files::STANDARD_INPUT) {
        return Err(errors::value(format_args!(
            "{what} is `-`; read sys.stdin.buffer and give its bytes, or give a path"
        )));
    }
    Ok(path)
}

/// Reads an optional path.
pub(crate) fn maybe_path(what: &str, object: Option<&Bound<'_, PyAny>>) -> PyResult<Option<PathBuf>> {
    object.map(|object| path(what, object)).transpose()
}

/// Returns the exception of a refusal. Errors of the system are those that `open` raises.
pub(crate) fn exception(py: Python<'_>, error: &HostError) -> PyErr {
    match error {
        HostError::Read { path, error } | HostError::Write { path, error } => system(path, error),
        HostError::Run(_) => errors::refusal(py, "RunError", &error.diagnostic()),
        error => errors::refusal(py, "InputError", &error.diagnostic()),
    }
}

fn system(path: &Path, error: &io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    // Python chooses the class by the number; the text of the system ends with it.
    let text = error.to_string();
    let text = text.rsplit_once(" (os error").map_or(text.as_str(), |(text, _)| text);
    PyOSError::new_err((number, text.to_owned(), path.display().to_string()))
}
