//! What `hws.Hws` and `hws.Machine` have in common: an HWS with its bus, and a log of its events.

use std::sync::Arc;

use hws_model::{BusError, Config, Hws};
use hws_regs::{MihStatus, RegId, params};
use hws_sim::Digest;
use hws_sim::stimulus::Target;
use hws_types::RawMih;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::events::{EventIterator, EventLog};
use crate::exclusive::Exclusive;
use crate::ports::PyMihMessage;
use crate::{errors, json, state};

/// A model that an object and the registers taken from it share.
pub(crate) type SharedModel = Arc<Exclusive<dyn Model>>;

/// An HWS, alone or with its surroundings.
pub(crate) trait Model: Send {
    fn hws(&self) -> &Hws;

    fn log(&mut self) -> &mut EventLog;

    /// Makes a bus read.
    fn read(&mut self, target: Target) -> Result<u32, BusError>;

    /// Makes a bus write.
    fn write(&mut self, target: Target, word: u32) -> Result<(), BusError>;
}

/// Reads the sizes of an HWS.
pub(crate) fn config(n_rs: Option<&Bound<'_, PyAny>>, n_dag: Option<&Bound<'_, PyAny>>) -> PyResult<Config> {
    let size = |name, given: Option<&Bound<'_, PyAny>>, usual: usize| {
        given.map_or(Ok(usual as u32), |given| errors::word(name, given))
    };
    let (n_rs, n_dag) = (size("n_rs", n_rs, params::N_RS)?, size("n_dag", n_dag, params::N_DAG)?);
    Config::new(n_rs, n_dag).map_err(errors::value)
}

/// What both classes answer.
impl<M: Model + ?Sized> Exclusive<M> {
    pub(crate) fn peek(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        self.with(py, |model| model.hws().peek(id))
    }

    pub(crate) fn read_target(&self, py: Python<'_>, target: Target) -> PyResult<u32> {
        let answer = self.with(py, |model| model.read(target))?;
        answer.map_err(|error| errors::bus(py, target.offset(), error, false))
    }

    /// Returns whether the state does not allow the write.
    pub(crate) fn write_target(&self, py: Python<'_>, target: Target, word: u32) -> PyResult<bool> {
        let answer = self.with(py, |model| {
            let before = model.log().refused_writes();
            model.write(target, word)?;
            Ok(model.log().refused_writes() > before)
        })?;
        answer.map_err(|error| errors::bus(py, target.offset(), error, true))
    }

    pub(crate) fn cycle(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |model| model.hws().cycle().0)
    }

    pub(crate) fn interrupt(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |model| model.hws().is_interrupt_asserted())
    }

    pub(crate) fn digest(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |model| Digest::new(model.hws()).to_string())
    }

    pub(crate) fn events_dropped(&self, py: Python<'_>) -> PyResult<u64> {
        self.with(py, |model| model.log().dropped())
    }

    pub(crate) fn read(&self, py: Python<'_>, offset: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.read_target(py, Target::Address(errors::word("offset", offset)?))
    }

    pub(crate) fn write(
        &self,
        py: Python<'_>,
        offset: &Bound<'_, PyAny>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (offset, value) = (errors::word("offset", offset)?, errors::word("value", value)?);
        self.write_target(py, Target::Address(offset), value).map(drop)
    }

    pub(crate) fn pop_mih(&self, py: Python<'_>) -> PyResult<Option<PyMihMessage>> {
        Ok(self.with(py, pop_mih)?.map(PyMihMessage::new))
    }

    pub(crate) fn events(&self, py: Python<'_>) -> PyResult<EventIterator> {
        self.with(py, |model| EventIterator::new(model.log().take()))
    }

    pub(crate) fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.with(py, |model| model.hws().decide())?)
    }

    pub(crate) fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let text = serde_json::to_vec(&self.hws(py)?.snapshot()).map_err(errors::value)?;
        Ok(PyBytes::new(py, &text))
    }

    pub(crate) fn shown(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |model| state::shown(model.hws()))
    }

    pub(crate) fn html(&self, py: Python<'_>) -> PyResult<String> {
        state::html(py, &self.hws(py)?)
    }

    /// Returns a copy of the HWS, for what takes long or runs Python code.
    pub(crate) fn hws(&self, py: Python<'_>) -> PyResult<Hws> {
        self.with(py, |model| model.hws().clone())
    }
}

/// Takes the oldest message from the MIH FIFO; the second read of a word pops it.
fn pop_mih(model: &mut (impl Model + ?Sized)) -> Option<RawMih> {
    // All three registers can be read.
    let mut read = |id: RegId| model.read(id.into()).ok();
    if MihStatus::from_bits(read(RegId::MihStatus)?).empty() {
        return None;
    }
    Some(RawMih { dw0: read(RegId::MihDataLo)?, dw1: read(RegId::MihDataHi)? })
}
