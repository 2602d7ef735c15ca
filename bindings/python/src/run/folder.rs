//! The folder of a run: `out`, `keep` and `gzip`.

use std::path::PathBuf;

use hws_host::run::{Kept, RunFile};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::options::{flag, text};
use crate::errors;
use crate::host;

/// Where the files of a run go, and which of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    pub(super) kept: Kept,
}

impl Folder {
    /// Reads the keys `out`, `keep` and `gzip`.
    pub(super) fn new(keys: &Bound<'_, PyDict>) -> PyResult<Option<Self>> {
        let value = |key| Ok::<_, PyErr>(keys.get_item(key)?.filter(|value| !value.is_none()));
        let keep = value("keep")?.map(|names| files(&names)).transpose()?;
        let gzip = value("gzip")?.map_or(Ok(false), |gzip| flag("gzip", &gzip))?;
        let Some(path) = host::maybe_path("out", value("out")?.as_ref())? else {
            return match (keep, gzip) {
                (None, false) => Ok(None),
                (Some(_), _) => {
                    Err(errors::value("keep chooses files of the folder of `out`; give out=DIR, too"))
                }
                (None, true) => {
                    Err(errors::value("gzip compresses files of the folder of `out`; give out=DIR, too"))
                }
            };
        };
        let kept = Kept { gzip, ..keep.map_or_else(Kept::default, |files| Kept { files, gzip }) };
        Ok(Some(Self { path, kept }))
    }
}

/// One name, or several.
fn files(names: &Bound<'_, PyAny>) -> PyResult<Vec<RunFile>> {
    if names.is_instance_of::<PyString>() {
        return Ok(vec![file(names)?]);
    }
    if !names.is_instance_of::<PyList>() && !names.is_instance_of::<PyTuple>() {
        return Err(errors::wrong_type("keep", "a name, or a list of names", names));
    }
    let files: Vec<_> = names.try_iter()?.map(|name| file(&name?)).collect::<PyResult<_>>()?;
    if files.is_empty() {
        return Err(errors::value("keep is empty; leave out `out` for a run without files"));
    }
    Ok(files)
}

fn file(name: &Bound<'_, PyAny>) -> PyResult<RunFile> {
    text("keep", name)?.parse().map_err(|error| errors::value(format_args!("{error}")))
}
