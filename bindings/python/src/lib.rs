//! The native half of the Python package `hws`; `python/hws` is the other one.
//!
//! * [`hws`]: one HWS; [`machine`]: the same with its surroundings; [`model`]: what both have in common;
//! * [`registers`]: the registers of both as attributes and by name; [`state`]: how a state is restored and shown;
//! * [`run`], [`replay`], [`sweep`], [`plan`], [`dumps`]: what the command `hws` does, over the same crate `hws-host`;
//! * [`regmap`]: the register map as values; [`table`]: results as Arrow tables;
//! * [`lockstep`]: an RTL that a simulator runs against the model; [`event_streams`]: streams of events against each other;
//! * [`ports`]: messages and commands; [`descriptor`], [`words`]; [`events`]: the lines of a trace as dictionaries;
//! * [`exclusive`]: a value that several Python threads may use; [`work`]: long work on a thread of its own;
//! * [`errors`], [`json`], [`host`]: what crosses the boundary.
//!
//! # Rules
//! * No unsafe code, and no input causes a panic.
//! * A long call releases the interpreter, and asks it from time to time whether Ctrl-C was pressed. No lock is held while Python code may run.
//! * What a call refuses changes nothing.

mod descriptor;
mod dumps;
mod errors;
mod event_streams;
mod events;
mod exclusive;
mod host;
mod hws;
mod json;
mod lockstep;
mod machine;
mod model;
mod plan;
mod ports;
mod registers;
mod regmap;
mod replay;
mod run;
mod state;
mod sweep;
mod table;
mod words;
mod work;

use pyo3::prelude::*;

/// The native half of `hws`.
#[pymodule]
mod _hws {
    #[pymodule_export]
    use crate::descriptor::{decode_descriptor, encode_descriptor};
    #[pymodule_export]
    use crate::dumps::{PyComparison, check_dump, diff_dumps};
    #[pymodule_export]
    use crate::event_streams::compare_events;
    #[pymodule_export]
    use crate::events::EventIterator;
    #[pymodule_export]
    use crate::hws::PyHws;
    #[pymodule_export]
    use crate::lockstep::PyLiveCheck;
    #[pymodule_export]
    use crate::machine::PyMachine;
    #[pymodule_export]
    use crate::plan::{plan_dataflow, plan_gemini, plan_periodic, plan_pipeline, plan_rank};
    #[pymodule_export]
    use crate::ports::{PyMdmaCommand, PyMihMessage};
    #[pymodule_export]
    use crate::registers::{PyGroup, PyLiveRegister};
    #[pymodule_export]
    use crate::regmap::{
        PyField, PyRegister, decode, encode, enumerations, fingerprint, lookup, pages, parameters, registers,
    };
    #[pymodule_export]
    use crate::replay::{PyReplay, replay};
    #[pymodule_export]
    use crate::run::{PyRun, run};
    #[pymodule_export]
    use crate::sweep::{PySweepPlan, PySweepRows, policies, program, settings, sweep};
    #[pymodule_export]
    use crate::table::{PyColumn, PyTable};

    #[pymodule_init]
    fn init(_module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
        hws_dv::silence_reader_panics();
        Ok(())
    }
}
