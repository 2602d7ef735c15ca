//! The HWS with its surroundings: memory, SIPs that run what they are told, and the resolver of dependencies.

mod recorder;

use hws_model::{Config, Hws};
use hws_regs::{RegId, params};
use hws_sim::stimulus::{Op, Operation, Target, Writer};
use hws_sim::{Hdr, HdrKernel, KernelState, Machine, Refused};
use hws_types::{Cycle, HdrPush};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::events::{EventIterator, EventLog};
use crate::exclusive::Exclusive;
use crate::hws::{self, EVENT_LIMIT};
use crate::ports::PyMihMessage;
use crate::registers::Bus;
use crate::{errors, json};
use recorder::Recorder;

/// Where descriptors go that have no address: the upper half of shared memory, a slot of 64 bytes for each kernel_id.
const DESCRIPTORS: u32 = 0x8000_0000;
/// Bytes of a descriptor.
const DESCRIPTOR_BYTES: u32 = 64;
/// The largest kernel_id with such a slot.
const LAST_SLOT: u32 = (u32::MAX - DESCRIPTORS) / DESCRIPTOR_BYTES;

/// An HWS with shared memory, SIPs that execute its commands and report, and a resolver of dependencies that pushes kernels. Everything
/// that is done to it is recorded: `stimulus()` can be replayed.
#[pyclass(frozen, module = "hws", name = "Machine", subclass)]
pub(crate) struct PyMachine {
    core: Exclusive<Machine<Recorder>>,
}

impl PyMachine {
    pub(crate) fn read_register(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        self.read_target(py, id.into())
    }

    pub(crate) fn peek_register(&self, py: Python<'_>, id: RegId) -> PyResult<u32> {
        self.core.with(py, |machine| machine.hws().peek(id))
    }

    /// Returns whether the state does not allow the write.
    pub(crate) fn write_register(&self, py: Python<'_>, id: RegId, word: u32) -> PyResult<bool> {
        self.write_target(py, id.into(), word)
    }

    fn read_target(&self, py: Python<'_>, target: Target) -> PyResult<u32> {
        let answer = self.core.with(py, |machine| machine.read(target))?;
        answer.map_err(|error| errors::bus(py, target.offset(), error, false))
    }

    fn write_target(&self, py: Python<'_>, target: Target, word: u32) -> PyResult<bool> {
        let (answer, is_refused) = self.core.with(py, |machine| {
            machine.observer_mut().is_refused = false;
            (machine.write(target, word), machine.observer().is_refused)
        })?;
        answer.map_err(|error| errors::bus(py, target.offset(), error, true))?;
        Ok(is_refused)
    }

    fn apply(&self, py: Python<'_>, op: &Op) -> PyResult<()> {
        let answer = self.core.with(py, |machine| machine.apply(op).map(drop))?;
        answer.map_err(|refused| match refused {
            Refused::Hdr(full) => errors::full(py, full),
            other => errors::value(other),
        })
    }
}

#[pymethods]
impl PyMachine {
    #[new]
    #[pyo3(signature = (*, n_rs=None, n_dag=None, sips=true, pre_lead=None, event_limit=None))]
    fn new(
        n_rs: Option<&Bound<'_, PyAny>>,
        n_dag: Option<&Bound<'_, PyAny>>,
        sips: bool,
        pre_lead: Option<&Bound<'_, PyAny>>,
        event_limit: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let size = |name, given: Option<&Bound<'_, PyAny>>, usual: usize| match given {
            Some(given) => errors::word(name, given),
            None => Ok(usual as u32),
        };
        let (n_rs, n_dag) = (size("n_rs", n_rs, params::N_RS)?, size("n_dag", n_dag, params::N_DAG)?);
        let config = Config::new(n_rs, n_dag).map_err(errors::value)?;
        let pre_lead = pre_lead.map_or(Ok(0), |lead| errors::word("pre_lead", lead))?;
        let limit = event_limit.map_or(Ok(EVENT_LIMIT as u64), |limit| {
            errors::number("event_limit", limit, usize::MAX as u64)
        })?;
        let mut machine = Machine::new(Hws::new(config), Recorder::new(EventLog::new(limit as usize)));
        if sips {
            // Attaching SIPs is never refused.
            let _ = machine.apply(&Op::SipArray { pre_lead });
        }
        machine.attach_hdr(Hdr::default());
        Ok(Self { core: Exclusive::new(machine) })
    }

    /// The number of ticks since power-on.
    #[getter]
    fn cycle(&self, py: Python<'_>) -> PyResult<u64> {
        self.core.with(py, |machine| machine.cycle().0)
    }

    /// Whether the interrupt line is asserted.
    #[getter]
    fn interrupt(&self, py: Python<'_>) -> PyResult<bool> {
        self.core.with(py, |machine| machine.hws().is_interrupt_asserted())
    }

    /// The SIPs that run a command, a bit for each.
    #[getter]
    fn running(&self, py: Python<'_>) -> PyResult<u32> {
        self.core.with(py, |machine| machine.sips().map_or(0, |sips| sips.running().0))
    }

    /// Whether every kernel that was added has finished.
    #[getter]
    fn drained(&self, py: Python<'_>) -> PyResult<bool> {
        self.core.with(py, |machine| machine.hdr().is_none_or(Hdr::is_drained))
    }

    /// The digest of the state, as at the end of a trace.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        self.core.with(py, |machine| machine.digest().to_string())
    }

    /// The number of events that were dropped because nobody took them.
    #[getter]
    fn events_dropped(&self, py: Python<'_>) -> PyResult<u64> {
        self.core.with(py, |machine| machine.observer().log.dropped())
    }

    /// Reads the word at a byte offset of the register window, with the effects of a read.
    fn read(&self, py: Python<'_>, offset: &Bound<'_, PyAny>) -> PyResult<u32> {
        self.read_target(py, Target::Address(errors::word("offset", offset)?))
    }

    /// Writes the word at a byte offset of the register window, as hardware takes it.
    fn write(&self, py: Python<'_>, offset: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (offset, value) = (errors::word("offset", offset)?, errors::word("value", value)?);
        self.write_target(py, Target::Address(offset), value).map(drop)
    }

    /// Lets `cycles` cycles pass.
    fn advance(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<()> {
        let cycles = errors::number("cycles", cycles, u64::MAX)?;
        let target = self.core.with(py, |machine| machine.cycle().after(cycles))?;
        self.core.run(py, |machine| {
            machine.step(target);
            machine.cycle() < target
        })
    }

    /// Lets up to `cycles` cycles pass until every kernel that was added has finished; returns whether all have.
    fn drain(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<bool> {
        let cycles = errors::number("cycles", cycles, u64::MAX)?;
        let target = self.core.with(py, |machine| machine.cycle().after(cycles))?;
        let is_drained = |machine: &Machine<Recorder>| machine.hdr().is_none_or(Hdr::is_drained);
        self.core.run(py, |machine| {
            if !is_drained(machine) {
                machine.step(target);
            }
            machine.cycle() < target && !is_drained(machine)
        })?;
        self.drained(py)
    }

    /// Writes words, bytes or a descriptor to shared memory from a byte address on.
    fn write_memory(
        &self,
        py: Python<'_>,
        address: &Bound<'_, PyAny>,
        words: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (addr, words) = (errors::word("address", address)?, hws::words(words)?);
        self.apply(py, &Op::Mem { addr, words })
    }

    /// Pushes a task into the HDR port, whatever the resolver does.
    #[pyo3(signature = (td_addr, *, hdr_id=None, hdr_entry_id=None))]
    fn push(
        &self,
        py: Python<'_>,
        td_addr: &Bound<'_, PyAny>,
        hdr_id: Option<&Bound<'_, PyAny>>,
        hdr_entry_id: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let push = HdrPush {
            hdr_id: hdr_id.map_or(Ok(0), |id| errors::number("hdr_id", id, 15))? as u8,
            hdr_entry_id: hdr_entry_id.map_or(Ok(0), |id| errors::number("hdr_entry_id", id, 255))? as u8,
            td_addr: errors::word("td_addr", td_addr)?,
        };
        self.apply(py, &Op::Hdr(push))
    }

    /// Adds a kernel that the resolver pushes once the kernels in `after` have finished, and not before the cycle `arrival`. Its
    /// kernel_id, unique among all, is that of the descriptor.
    #[pyo3(signature = (descriptor, *, after=None, arrival=None, td_addr=None))]
    fn add_kernel(
        &self,
        py: Python<'_>,
        descriptor: &Bound<'_, PyAny>,
        after: Option<&Bound<'_, PyAny>>,
        arrival: Option<&Bound<'_, PyAny>>,
        td_addr: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let words = hws::words(descriptor)?;
        if words.len() != hws_types::TD_WORDS {
            return Err(errors::value(format_args!(
                "a descriptor has {} words, not {}",
                hws_types::TD_WORDS,
                words.len()
            )));
        }
        let kernel_id = words[0];
        let addr = match td_addr {
            Some(addr) => errors::word("td_addr", addr)?,
            None if kernel_id <= LAST_SLOT => DESCRIPTORS + kernel_id * DESCRIPTOR_BYTES,
            None => {
                return Err(errors::value(format_args!(
                    "kernel_id {kernel_id} has no usual address; give td_addr"
                )));
            }
        };
        let arrival = arrival.map_or(Ok(0), |arrival| errors::number("arrival", arrival, u64::MAX))?;
        let mut kernel = HdrKernel::new(kernel_id, addr).arriving(Cycle(arrival));
        for predecessor in predecessors(after)? {
            kernel = kernel.after_finish(predecessor);
        }
        let added = self.core.with(py, |machine| {
            hws::check_span(addr, words.len()).map_err(|error| error.to_string())?;
            let hdr = machine.hdr_mut().ok_or_else(String::new)?;
            hdr.add(vec![kernel]).map_err(|error| error.to_string())?;
            machine.apply(&Op::Mem { addr, words }).map(drop).map_err(|error| error.to_string())
        })?;
        added.map_err(errors::value)
    }

    /// Returns when a kernel was ready, pushed, first launched, launched and finished, and its state; None if there is no such kernel.
    fn kernel<'py>(
        &self,
        py: Python<'py>,
        kernel_id: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let id = errors::word("kernel_id", kernel_id)?;
        let found =
            self.core.with(py, |machine| Some((machine.hdr()?.state(id)?, machine.hdr()?.times(id)?)))?;
        let Some((state, times)) = found else { return Ok(None) };
        let cycle = |at: Option<Cycle>| at.map(|cycle| cycle.0);
        let value = serde_json::json!({
            "state": state_name(state),
            "ready": cycle(times.ready),
            "pushed": cycle(times.pushed),
            "first_launch": cycle(times.first_launch),
            "launched": cycle(times.launched),
            "finished": cycle(times.finished),
        });
        json::object(py, &value).map(Some)
    }

    /// Reads the oldest message from the MIH FIFO by its registers, which pops it; None if it is empty.
    fn pop_mih(&self, py: Python<'_>) -> PyResult<Option<PyMihMessage>> {
        if hws_regs::MihStatus::from_bits(self.read_register(py, RegId::MihStatus)?).empty() {
            return Ok(None);
        }
        let dw0 = self.read_register(py, RegId::MihDataLo)?;
        let dw1 = self.read_register(py, RegId::MihDataHi)?;
        Ok(Some(PyMihMessage::new(hws_types::RawMih { dw0, dw1 })))
    }

    /// Takes the lines of the trace since the last call, oldest first, each as a dictionary.
    fn events(&self, py: Python<'_>) -> PyResult<EventIterator> {
        self.core.with(py, |machine| EventIterator::new(machine.observer_mut().log.take()))
    }

    /// Returns what an attempt would decide in the present state, and why.
    fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let decision = self.core.with(py, |machine| machine.hws().decide())?;
        json::object(py, &decision)
    }

    /// Returns everything that was done so far as a stimulus for `hws replay`, which ends in the present cycle.
    fn stimulus(&self, py: Python<'_>) -> PyResult<String> {
        let mut operations = self.core.with(py, |machine| machine.observer().operations.clone())?;
        let at = Cycle(self.cycle(py)?);
        operations.push(Operation { at, op: Op::End });
        let text = Writer::write(Vec::new(), &operations)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the state of the HWS, as `hws replay --snapshot` writes it; the surroundings are not part of it.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let hws = self.core.with(py, |machine| machine.hws().clone())?;
        Ok(PyBytes::new(py, &hws::save(&hws)?))
    }

    fn __getattr__(slf: Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Bus::Machine(slf.clone().unbind()).attribute(slf.py(), name)
    }

    fn __setattr__(slf: Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        hws::set_attribute(&Bus::Machine(slf.clone().unbind()), slf.as_any(), name, value)
    }

    fn __getitem__(slf: Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Bus::Machine(slf.clone().unbind()).item(slf.py(), name)
    }

    fn __setitem__(slf: Bound<'_, Self>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        Bus::Machine(slf.clone().unbind()).set_item(slf.py(), name, value)
    }

    fn __dir__(slf: &Bound<'_, Self>) -> PyResult<Vec<String>> {
        hws::names(slf.as_any())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let running = self.running(py)?;
        let hws = self.core.with(py, |machine| hws::shown(machine.hws()))?;
        Ok(format!("<Machine: {} SIPs running, {}>", running.count_ones(), hws.trim_matches(['<', '>'])))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let hws = self.core.with(py, |machine| machine.hws().clone())?;
        hws::html(py, &hws)
    }
}

fn predecessors(after: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u32>> {
    let Some(after) = after else { return Ok(Vec::new()) };
    if after.is_instance_of::<PyList>() || after.is_instance_of::<PyTuple>() {
        return after.try_iter()?.map(|kernel| errors::word("a kernel of after", &kernel?)).collect();
    }
    Ok(vec![errors::word("after", after)?])
}

fn state_name(state: KernelState) -> String {
    let mut name = String::new();
    for character in format!("{state:?}").chars() {
        if character.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(character.to_lowercase());
    }
    name
}
