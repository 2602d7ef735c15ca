//! The native half of the Python package `hws`; `python/hws` is the other one.
//!
//! * [`hws`]: one HWS; [`registers`] are its registers as attributes and by name;
//! * [`regmap`]: the register map as values;
//! * [`ports`]: descriptors, messages and commands; [`events`]: the lines of a trace as dictionaries;
//! * [`lockstep`]: an RTL that a simulator runs against the model;
//! * [`exclusive`]: a value that several Python threads may use; [`errors`], [`json`]: what crosses the boundary.
//!
//! # Rules
//! * No unsafe code, and no input causes a panic.
//! * A long call releases the interpreter, and asks it from time to time whether Ctrl-C was pressed. No lock is held while Python code may run.
//! * What a call refuses changes nothing.

mod decision;
mod errors;
mod events;
mod exclusive;
mod hws;
mod json;
mod lockstep;
mod ports;
mod registers;
mod regmap;

use pyo3::prelude::*;

/// The native half of `hws`.
#[pymodule]
mod _hws {
    #[pymodule_export]
    use crate::events::EventIterator;
    #[pymodule_export]
    use crate::hws::PyHws;
    #[pymodule_export]
    use crate::lockstep::PyLiveCheck;
    #[pymodule_export]
    use crate::ports::{PyMdmaCommand, PyMihMessage, decode_descriptor, encode_descriptor};
    #[pymodule_export]
    use crate::registers::{PyGroup, PyLiveRegister};
    #[pymodule_export]
    use crate::regmap::{
        PyField, PyRegister, decode, encode, enumerations, fingerprint, lookup, pages, parameters, registers,
    };
}
