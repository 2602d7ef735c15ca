//! One HWS, with the shared memory from which it reads descriptors.

use std::sync::Arc;

use hws_model::{BusError, Hws, SharedMemory};
use hws_regs::RegId;
use hws_sim::stimulus::Target;
use hws_sim::{Refused, SparseMemory};
use hws_types::{Entry, HdrPush, TD_WORDS};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::events::{EventIterator, EventLog};
use crate::exclusive::Exclusive;
use crate::model::{self, Model};
use crate::ports::{self, PyMdmaCommand, PyMihMessage};
use crate::registers::{self, Registers};
use crate::{descriptor, errors, state, words};

/// Cycles after which a long call may be interrupted, whatever happens in them.
const CYCLES_AT_ONCE: u64 = 1 << 12;

/// One hardware scheduler with the shared memory from which it reads descriptors. Time passes only when you say so.
///
/// Registers are attributes: `h.PROMOTE.THRESHOLD = 16`, `h.RS[3].FLAGS.R_FLAG`, and items by name: `h["RS[3].FLAGS"]`.
#[pyclass(frozen, module = "hws", name = "Hws", subclass)]
pub(crate) struct PyHws {
    model: Arc<Exclusive<Core>>,
    registers: Registers,
}

/// What the lock guards.
#[derive(Clone)]
struct Core {
    hws: Hws,
    memory: SparseMemory,
    log: EventLog,
}

impl Core {
    /// Whether a command is in the MDMA FIFO or the interrupt line has changed.
    fn has_output(&self, interrupt: bool) -> bool {
        self.hws.is_interrupt_asserted() != interrupt || self.hws.clone().pop_mdma().is_some()
    }

    /// Pushes a task; its descriptor is written first, unless the port is full.
    fn push(&mut self, push: HdrPush, descriptor: Option<[u32; TD_WORDS]>) -> Result<(), Refused> {
        if let Some(words) = descriptor
            && self.hws.hdr_room() > 0
        {
            self.memory.write(push.td_addr, &words)?;
        }
        Ok(self.hws.push_hdr(push)?)
    }
}

impl Model for Core {
    fn hws(&self) -> &Hws {
        &self.hws
    }

    fn log(&mut self) -> &mut EventLog {
        &mut self.log
    }

    fn read(&mut self, target: Target) -> Result<u32, BusError> {
        self.hws.read32(target.offset())
    }

    fn write(&mut self, target: Target, word: u32) -> Result<(), BusError> {
        self.hws.write32(target.offset(), word, &mut self.log)
    }
}

impl PyHws {
    fn of(core: Core) -> Self {
        let model = Arc::new(Exclusive::new(core));
        Self { registers: Registers::of(model.clone()), model }
    }

    fn pass(&self, py: Python<'_>, cycles: u64, step: fn(&mut Core, u64) -> u64) -> PyResult<()> {
        let mut left = cycles;
        self.model.run(py, |core| {
            if left > 0 {
                left -= step(core, left);
            }
            left > 0
        })
    }

    /// Writes the report of a command, which any state allows.
    fn report(&self, py: Python<'_>, doorbell: RegId, command: &PyMdmaCommand) -> PyResult<()> {
        let word = fw_api::complete_report(command.command.report()).bits();
        self.model.write_target(py, doorbell.into(), word).map(drop)
    }
}

#[pymethods]
impl PyHws {
    #[new]
    #[pyo3(signature = (*, n_rs=None, n_dag=None, event_limit=None))]
    fn new(
        n_rs: Option<&Bound<'_, PyAny>>,
        n_dag: Option<&Bound<'_, PyAny>>,
        event_limit: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let hws = Hws::new(model::config(n_rs, n_dag)?);
        Ok(Self::of(Core { hws, memory: SparseMemory::default(), log: EventLog::new(event_limit)? }))
    }

    /// The number of ticks since power-on: the cycle of the next event.
    #[getter]
    fn cycle(&self, py: Python<'_>) -> PyResult<u64> {
        self.model.cycle(py)
    }

    /// Whether the interrupt line is asserted.
    #[getter]
    fn interrupt(&self, py: Python<'_>) -> PyResult<bool> {
        self.model.interrupt(py)
    }

    /// The number of free places in the HDR FIFO.
    #[getter]
    fn hdr_room(&self, py: Python<'_>) -> PyResult<usize> {
        self.model.with(py, |core| core.hws.hdr_room())
    }

    /// The digest of the state, as at the end of a trace.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        self.model.digest(py)
    }

    /// The number of events that were dropped because nobody took them.
    #[getter]
    fn events_dropped(&self, py: Python<'_>) -> PyResult<u64> {
        self.model.events_dropped(py)
    }

    /// Reads the word at a byte offset of the register window, with the effects of a read.
    fn read(&self, py: Python<'_>, offset: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.model.read(py, offset)
    }

    /// Writes the word at a byte offset of the register window, as hardware takes it: an illegal value sets ERR_STATUS.CFG.
    fn write(&self, py: Python<'_>, offset: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.model.write(py, offset, value)
    }

    /// Makes `n` ticks, one after the other.
    #[pyo3(signature = (n=None))]
    fn tick(&self, py: Python<'_>, n: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let n = n.map_or(Ok(1), |n| errors::number("n", n, u64::MAX))?;
        self.pass(py, n, |core, _| {
            core.hws.tick(&mut core.memory, &mut core.log);
            1
        })
    }

    /// Lets `cycles` cycles pass; time in which nothing can happen is skipped.
    fn advance(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<()> {
        let cycles = errors::number("cycles", cycles, u64::MAX)?;
        self.pass(py, cycles, |core, left| core.hws.step(left, &mut core.memory, &mut core.log))
    }

    /// Lets up to `cycles` cycles pass, until a command is in the MDMA FIFO or the interrupt line changes; returns how many passed.
    fn advance_to_output(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<u64> {
        let most = errors::number("cycles", cycles, u64::MAX)?;
        let interrupt = self.interrupt(py)?;
        let mut passed = 0;
        self.model.run(py, |core| {
            let most_now = (most - passed).min(CYCLES_AT_ONCE);
            let now = core.hws.advance_to_output(most_now, &mut core.memory, &mut core.log);
            passed += now;
            now == CYCLES_AT_ONCE && !core.has_output(interrupt) && passed < most
        })?;
        Ok(passed)
    }

    /// Writes words or bytes to shared memory from a byte address on.
    fn write_memory(
        &self,
        py: Python<'_>,
        address: &Bound<'_, PyAny>,
        words: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (address, words) = (errors::word("address", address)?, words::words(words)?);
        self.model.with(py, |core| core.memory.write(address, &words))?.map_err(errors::value)
    }

    /// Returns `count` words of shared memory from a byte address on; None for a word that was never written.
    #[pyo3(signature = (address, count=None))]
    fn read_memory(
        &self,
        py: Python<'_>,
        address: &Bound<'_, PyAny>,
        count: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Option<u32>>> {
        let address = errors::word("address", address)?;
        let room = u64::from(u32::MAX - address) / 4 + 1;
        let count = count.map_or(Ok(1), |count| errors::number("count", count, room.min(1 << 24)))?;
        let addresses = (0..count).map(move |word| address + 4 * word as u32);
        self.model.with(py, |core| addresses.map(|address| core.memory.read_word(address).ok()).collect())
    }

    /// Pushes a task into the HDR port. `descriptor` is written to `td_addr` first, if it is given.
    #[pyo3(signature = (td_addr, *, hdr_id=None, hdr_entry_id=None, descriptor=None))]
    fn push(
        &self,
        py: Python<'_>,
        td_addr: &Bound<'_, PyAny>,
        hdr_id: Option<&Bound<'_, PyAny>>,
        hdr_entry_id: Option<&Bound<'_, PyAny>>,
        descriptor: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let push = ports::push(td_addr, hdr_id, hdr_entry_id)?;
        let descriptor = descriptor.map(descriptor::encoded).transpose()?;
        self.model
            .with(py, |core| core.push(push, descriptor))?
            .map_err(|refused| errors::operation(py, refused))
    }

    /// Removes and returns the oldest command in the MDMA FIFO; None if it is empty.
    fn pop_mdma(&self, py: Python<'_>) -> PyResult<Option<PyMdmaCommand>> {
        let command = self.model.with(py, |core| core.hws.pop_mdma())?;
        Ok(command.map(|command| PyMdmaCommand { command }))
    }

    /// Reads the oldest message from the MIH FIFO by its registers, which pops it; None if it is empty.
    fn pop_mih(&self, py: Python<'_>) -> PyResult<Option<PyMihMessage>> {
        self.model.pop_mih(py)
    }

    /// Writes the report that the SIP of a command sends when it has completed it.
    fn complete(&self, py: Python<'_>, command: &PyMdmaCommand) -> PyResult<()> {
        self.report(py, RegId::SipReportComplete, command)
    }

    /// Writes the report that the SIP of a command sends when it is about to complete it.
    fn pre_complete(&self, py: Python<'_>, command: &PyMdmaCommand) -> PyResult<()> {
        self.report(py, RegId::SipReportPreComplete, command)
    }

    /// Takes the events since the last call, oldest first, each as a dictionary with the keys of a trace.
    fn events(&self, py: Python<'_>) -> PyResult<EventIterator> {
        self.model.events(py)
    }

    /// Returns what an attempt would decide in the present state, and why.
    fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.model.decide(py)
    }

    /// Returns the descriptor of the kernel in an entry of the Ready Station as it was admitted; None if the entry is free.
    fn descriptor(&self, py: Python<'_>, entry: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let number = errors::number("entry", entry, Entry::COUNT as u64 - 1)?;
        let entry = Entry::wrapping(number as u32);
        let descriptor = self.model.with(py, |core| core.hws.descriptor(entry).copied())?;
        let Some(descriptor) = descriptor else { return Ok(None) };
        let words = descriptor.encode().map_err(errors::value)?.to_vec();
        let class = py.import("hws")?.getattr("TaskDescriptor")?;
        Ok(Some(class.call_method1("decode", (words,))?.unbind()))
    }

    /// Returns the state, as `hws replay --snapshot` writes it; memory and events are not part of it.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.model.snapshot(py)
    }

    /// Replaces the state by that of a snapshot. One of another register map, or that no run could have made, is refused.
    fn restore(&self, py: Python<'_>, snapshot: &Bound<'_, PyAny>) -> PyResult<()> {
        let hws = state::load(py, &words::bytes("snapshot", snapshot)?)?;
        self.model.with(py, |core| core.hws = hws)
    }

    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.registers.attribute(py, name)
    }

    fn __setattr__(slf: &Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        slf.get().registers.set_attribute(slf.as_any(), name, value)
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        self.registers.item(py, name)
    }

    fn __setitem__(&self, py: Python<'_>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.registers.set_item(py, name, value)
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        registers::names(slf.as_any())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.model.with(py, |core| Self::of(core.clone()))
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<Self> {
        self.__copy__(py)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, op: CompareOp) -> PyResult<Py<PyAny>> {
        let other = other.model.hws(py)?;
        let is_equal = self.model.with(py, |core| core.hws == other)?;
        match op {
            CompareOp::Eq => Ok(is_equal.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!is_equal).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.model.shown(py)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.model.html(py)
    }
}
