//! One HWS, with the shared memory from which it reads descriptors.

mod state;

use hws_model::{BusError, Config, ErrorBit, Event, EventSink, Hws, SharedMemory};
use hws_regs::{RegId, params};
use hws_sim::{Digest, SparseMemory};
use hws_types::{Cycle, Entry, HdrPush, RawMih, TD_WORDS};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::events::{EventIterator, EventLog};
use crate::exclusive::Exclusive;
use crate::ports::{PyMdmaCommand, PyMihMessage};
use crate::registers::Bus;
use crate::{errors, json};

pub(crate) use state::{check_span, html, names, save, set_attribute, shown, words};

/// Events that are kept until they are taken.
pub(crate) const EVENT_LIMIT: usize = 1_000_000;

/// Cycles after which a long call may be interrupted, whatever happens in them.
const CYCLES_AT_ONCE: u64 = 1 << 12;

/// One hardware scheduler with the shared memory from which it reads descriptors. Time passes only when you say so.
///
/// Registers are attributes: `h.PROMOTE.THRESHOLD = 16`, `h.RS[3].FLAGS.R_FLAG`, and items by name: `h["RS[3].FLAGS"]`.
#[pyclass(frozen, module = "hws", name = "Hws", subclass)]
pub(crate) struct PyHws {
    core: Exclusive<Core>,
}

/// What the lock guards.
#[derive(Clone)]
struct Core {
    hws: Hws,
    memory: SparseMemory,
    log: EventLog,
}

/// Passes events on, and notes a write that the state does not allow.
struct Refusals<'a> {
    log: &'a mut EventLog,
    is_refused: bool,
}

impl EventSink for Refusals<'_> {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.is_refused |= matches!(event, Event::Error { bit: ErrorBit::Cfg, .. });
        self.log.event(cycle, event);
    }
}

impl Core {
    /// Returns whether the state does not allow the write.
    fn write(&mut self, offset: u32, word: u32) -> Result<bool, BusError> {
        let mut sink = Refusals { log: &mut self.log, is_refused: false };
        self.hws.write32(offset, word, &mut sink)?;
        Ok(sink.is_refused)
    }

    /// Whether a command is in the MDMA FIFO or the interrupt line has changed.
    fn has_output(&self, interrupt: bool) -> bool {
        self.hws.is_interrupt_asserted() != interrupt || self.hws.clone().pop_mdma().is_some()
    }

    fn pop_mih(&mut self) -> Option<RawMih> {
        let status = hws_regs::MihStatus::from_bits(self.hws.peek(RegId::MihStatus));
        if status.empty() {
            return None;
        }
        // Both can be read, and the second read pops.
        let dw0 = self.hws.read32(RegId::MihDataLo.offset()).ok()?;
        let dw1 = self.hws.read32(RegId::MihDataHi.offset()).ok()?;
        Some(RawMih { dw0, dw1 })
    }
}

impl PyHws {
    pub(crate) fn read_register(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        self.read_offset(py, id.offset())
    }

    pub(crate) fn peek_register(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        self.core.with(py, |core| core.hws.peek(id))
    }

    /// Returns whether the state does not allow the write.
    pub(crate) fn write_register(&self, py: Python<'_>, id: RegId, word: u32) -> PyResult<bool> {
        let offset = id.offset();
        self.core
            .with(py, |core| core.write(offset, word))?
            .map_err(|error| errors::bus(py, offset, error, true))
    }

    fn read_offset(&self, py: Python<'_>, offset: u32) -> PyResult<u32> {
        self.core
            .with(py, |core| core.hws.read32(offset))?
            .map_err(|error| errors::bus(py, offset, error, false))
    }

    fn pass(&self, py: Python<'_>, cycles: u64, step: fn(&mut Core, u64) -> u64) -> PyResult<()> {
        let mut left = cycles;
        self.core.run(py, |core| {
            if left > 0 {
                left -= step(core, left);
            }
            left > 0
        })
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
        let size = |name, given: Option<&Bound<'_, PyAny>>, usual: usize| match given {
            Some(given) => errors::word(name, given),
            None => Ok(usual as u32),
        };
        let (n_rs, n_dag) = (size("n_rs", n_rs, params::N_RS)?, size("n_dag", n_dag, params::N_DAG)?);
        let config = Config::new(n_rs, n_dag).map_err(errors::value)?;
        let limit = match event_limit {
            Some(limit) => errors::number("event_limit", limit, usize::MAX as u64)? as usize,
            None => EVENT_LIMIT,
        };
        let core = Core { hws: Hws::new(config), memory: SparseMemory::default(), log: EventLog::new(limit) };
        Ok(Self { core: Exclusive::new(core) })
    }

    /// The number of ticks since power-on: the cycle of the next event.
    #[getter]
    fn cycle(&self, py: Python<'_>) -> PyResult<u64> {
        self.core.with(py, |core| core.hws.cycle().0)
    }

    /// Whether the interrupt line is asserted.
    #[getter]
    fn interrupt(&self, py: Python<'_>) -> PyResult<bool> {
        self.core.with(py, |core| core.hws.is_interrupt_asserted())
    }

    /// The number of free places in the HDR FIFO.
    #[getter]
    fn hdr_room(&self, py: Python<'_>) -> PyResult<usize> {
        self.core.with(py, |core| core.hws.hdr_room())
    }

    /// The digest of the state, as at the end of a trace.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        self.core.with(py, |core| Digest::new(&core.hws).to_string())
    }

    /// The number of events that were dropped because nobody took them.
    #[getter]
    fn events_dropped(&self, py: Python<'_>) -> PyResult<u64> {
        self.core.with(py, |core| core.log.dropped())
    }

    /// Reads the word at a byte offset of the register window, with the effects of a read.
    fn read(&self, py: Python<'_>, offset: &Bound<'_, PyAny>) -> PyResult<u32> {
        let offset = errors::word("offset", offset)?;
        self.read_offset(py, offset)
    }

    /// Writes the word at a byte offset of the register window, as hardware takes it: an illegal value sets ERR_STATUS.CFG.
    fn write(&self, py: Python<'_>, offset: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (offset, value) = (errors::word("offset", offset)?, errors::word("value", value)?);
        self.core
            .with(py, |core| core.write(offset, value))?
            .map_err(|error| errors::bus(py, offset, error, true))?;
        Ok(())
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
        self.core.run(py, |core| {
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
        let address = errors::word("address", address)?;
        let words = state::words(words)?;
        self.core.with(py, |core| core.memory.write(address, &words))?.map_err(errors::value)
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
        self.core.with(py, |core| addresses.map(|address| core.memory.read_word(address).ok()).collect())
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
        let push = HdrPush {
            hdr_id: hdr_id.map_or(Ok(0), |id| errors::number("hdr_id", id, 15))? as u8,
            hdr_entry_id: hdr_entry_id.map_or(Ok(0), |id| errors::number("hdr_entry_id", id, 255))? as u8,
            td_addr: errors::word("td_addr", td_addr)?,
        };
        let words = descriptor.map(state::words).transpose()?;
        if let Some(words) = words.as_ref().filter(|words| words.len() != TD_WORDS) {
            return Err(errors::value(format_args!(
                "a descriptor has {TD_WORDS} words, not {}",
                words.len()
            )));
        }
        let pushed = self.core.with(py, |core| {
            if core.hws.hdr_room() > 0
                && let Some(words) = words
            {
                core.memory.write(push.td_addr, &words).map_err(Err)?;
            }
            core.hws.push_hdr(push).map_err(Ok)
        })?;
        pushed.map_err(|error| match error {
            Ok(full) => errors::full(py, full),
            Err(memory) => errors::value(memory),
        })
    }

    /// Removes and returns the oldest command in the MDMA FIFO; None if it is empty.
    fn pop_mdma(&self, py: Python<'_>) -> PyResult<Option<PyMdmaCommand>> {
        let command = self.core.with(py, |core| core.hws.pop_mdma())?;
        Ok(command.map(|command| PyMdmaCommand { command }))
    }

    /// Reads the oldest message from the MIH FIFO by its registers, which pops it; None if it is empty.
    fn pop_mih(&self, py: Python<'_>) -> PyResult<Option<PyMihMessage>> {
        Ok(self.core.with(py, Core::pop_mih)?.map(PyMihMessage::new))
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
        self.core.with(py, |core| EventIterator::new(core.log.take()))
    }

    /// Returns what an attempt would decide in the present state, and why.
    fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let decision = self.core.with(py, |core| core.hws.decide())?;
        json::object(py, &decision)
    }

    /// Returns the descriptor of the kernel in an entry of the Ready Station as it was admitted; None if the entry is free.
    fn descriptor(&self, py: Python<'_>, entry: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let number = errors::number("entry", entry, Entry::COUNT as u64 - 1)?;
        let entry = Entry::wrapping(number as u32);
        let descriptor = self.core.with(py, |core| core.hws.descriptor(entry).copied())?;
        let Some(descriptor) = descriptor else { return Ok(None) };
        let words = descriptor.encode().map_err(errors::value)?.to_vec();
        let class = py.import("hws")?.getattr("TaskDescriptor")?;
        Ok(Some(class.call_method1("decode", (words,))?.unbind()))
    }

    /// Returns the state, as `hws replay --snapshot` writes it; memory and events are not part of it.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let hws = self.core.with(py, |core| core.hws.clone())?;
        Ok(PyBytes::new(py, &state::save(&hws)?))
    }

    /// Replaces the state by that of a snapshot. One of another register map, or that no run could have made, is refused.
    fn restore(&self, py: Python<'_>, snapshot: &Bound<'_, PyAny>) -> PyResult<()> {
        let hws = state::load(py, &state::bytes("snapshot", snapshot)?)?;
        self.core.with(py, |core| core.hws = hws)
    }

    fn __getattr__(slf: Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Bus::Hws(slf.clone().unbind()).attribute(slf.py(), name)
    }

    fn __setattr__(slf: Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        state::set_attribute(&Bus::Hws(slf.clone().unbind()), slf.as_any(), name, value)
    }

    fn __getitem__(slf: Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Bus::Hws(slf.clone().unbind()).item(slf.py(), name)
    }

    fn __setitem__(slf: Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        Bus::Hws(slf.clone().unbind()).set_item(slf.py(), name, value)
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        state::names(slf.as_any())
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.core.with(py, |core| Self { core: Exclusive::new(core.clone()) })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<Self> {
        self.__copy__(py)
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, op: CompareOp) -> PyResult<Py<PyAny>> {
        let other = other.core.with(py, |core| core.hws.clone())?;
        let is_equal = self.core.with(py, |core| core.hws == other)?;
        match op {
            CompareOp::Eq => Ok(is_equal.into_pyobject(py)?.to_owned().into_any().unbind()),
            CompareOp::Ne => Ok((!is_equal).into_pyobject(py)?.to_owned().into_any().unbind()),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.core.with(py, |core| state::shown(&core.hws))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let hws = self.core.with(py, |core| core.hws.clone())?;
        state::html(py, &hws)
    }
}

impl PyHws {
    fn report(&self, py: Python<'_>, doorbell: RegId, command: &PyMdmaCommand) -> PyResult<()> {
        let word = state::report(&command.command);
        self.write_register(py, doorbell, word).map(drop)
    }
}
