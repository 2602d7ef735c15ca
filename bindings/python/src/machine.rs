//! The HWS with its surroundings: memory, SIPs that run what they are told, and the resolver of dependencies.

mod recorder;

use std::sync::Arc;

use hws_model::{BusError, Hws};
use hws_sim::stimulus::{Op, Operation, Target, Writer};
use hws_sim::{Hdr, HdrKernel, Machine, SparseMemory};
use hws_types::Cycle;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::events::{EventIterator, EventLog};
use crate::exclusive::Exclusive;
use crate::model::{self, Model};
use crate::ports::{self, PyMihMessage};
use crate::registers::{self, Registers};
use crate::{descriptor, errors, json, words};
use recorder::Recorder;

/// Where descriptors go that have no address: the upper half of shared memory, a slot of 64 bytes for each kernel_id.
const DESCRIPTORS: u32 = 0x8000_0000;
/// Bytes of a descriptor.
const DESCRIPTOR_BYTES: u32 = 64;

/// An HWS with shared memory, SIPs that execute its commands and report, and a resolver of dependencies that pushes kernels. Everything
/// that is done to it is recorded: `stimulus()` can be replayed.
#[pyclass(frozen, module = "hws", name = "Machine", subclass)]
pub(crate) struct PyMachine {
    model: Arc<Exclusive<Machine<Recorder>>>,
    registers: Registers,
}

impl Model for Machine<Recorder> {
    fn hws(&self) -> &Hws {
        Self::hws(self)
    }

    fn log(&mut self) -> &mut EventLog {
        &mut self.observer_mut().log
    }

    fn read(&mut self, target: Target) -> Result<u32, BusError> {
        Self::read(self, target)
    }

    fn write(&mut self, target: Target, word: u32) -> Result<(), BusError> {
        Self::write(self, target, word)
    }
}

impl PyMachine {
    fn apply(&self, py: Python<'_>, op: &Op) -> PyResult<()> {
        let answer = self.model.with(py, |machine| machine.apply(op).map(drop))?;
        answer.map_err(|refused| errors::operation(py, refused))
    }

    /// Returns the cycle in which so many cycles have passed.
    fn target(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<Cycle> {
        let cycles = errors::number("cycles", cycles, u64::MAX)?;
        self.model.with(py, |machine| machine.cycle().after(cycles))
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
        let hws = Hws::new(model::config(n_rs, n_dag)?);
        let pre_lead = pre_lead.map_or(Ok(0), |lead| errors::word("pre_lead", lead))?;
        let mut machine = Machine::new(hws, Recorder::new(EventLog::new(event_limit)?));
        if sips {
            // Attaching SIPs is never refused.
            let _ = machine.apply(&Op::SipArray { pre_lead });
        }
        machine.attach_hdr(Hdr::default());
        let model = Arc::new(Exclusive::new(machine));
        Ok(Self { registers: Registers::of(model.clone()), model })
    }

    /// The number of ticks since power-on.
    #[getter]
    fn cycle(&self, py: Python<'_>) -> PyResult<u64> {
        self.model.cycle(py)
    }

    /// Whether the interrupt line is asserted.
    #[getter]
    fn interrupt(&self, py: Python<'_>) -> PyResult<bool> {
        self.model.interrupt(py)
    }

    /// The SIPs that run a command, a bit for each.
    #[getter]
    fn running(&self, py: Python<'_>) -> PyResult<u32> {
        self.model.with(py, |machine| machine.sips().map_or(0, |sips| sips.running().0))
    }

    /// Whether every kernel that was added has finished.
    #[getter]
    fn drained(&self, py: Python<'_>) -> PyResult<bool> {
        self.model.with(py, |machine| is_drained(machine))
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

    /// Writes the word at a byte offset of the register window, as hardware takes it.
    fn write(&self, py: Python<'_>, offset: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        self.model.write(py, offset, value)
    }

    /// Lets `cycles` cycles pass.
    fn advance(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<()> {
        let target = self.target(py, cycles)?;
        self.model.run(py, |machine| {
            machine.step(target);
            machine.cycle() < target
        })
    }

    /// Lets up to `cycles` cycles pass until every kernel that was added has finished; returns whether all have.
    fn drain(&self, py: Python<'_>, cycles: &Bound<'_, PyAny>) -> PyResult<bool> {
        let target = self.target(py, cycles)?;
        self.model.run(py, |machine| {
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
        let (addr, words) = (errors::word("address", address)?, words::words(words)?);
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
        self.apply(py, &Op::Hdr(ports::push(td_addr, hdr_id, hdr_entry_id)?))
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
        let words = descriptor::encoded(descriptor)?;
        let kernel = new_kernel(words[0], after, arrival, td_addr)?;
        self.model.with(py, |machine| add(machine, kernel, words.into()))?
    }

    /// Returns when a kernel was ready, pushed, first launched, launched and finished, and its state; None if there is no such kernel.
    fn kernel<'py>(
        &self,
        py: Python<'py>,
        kernel_id: &Bound<'_, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let id = errors::word("kernel_id", kernel_id)?;
        let found =
            self.model.with(py, |machine| Some((machine.hdr()?.state(id)?, machine.hdr()?.times(id)?)))?;
        let Some((state, times)) = found else { return Ok(None) };
        let cycle = |at: Option<Cycle>| at.map(|cycle| cycle.0);
        let value = serde_json::json!({
            "state": format!("{state:?}").to_lowercase(),
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
        self.model.pop_mih(py)
    }

    /// Takes the lines of the trace since the last call, oldest first, each as a dictionary.
    fn events(&self, py: Python<'_>) -> PyResult<EventIterator> {
        self.model.events(py)
    }

    /// Returns what an attempt would decide in the present state, and why.
    fn decide<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.model.decide(py)
    }

    /// Returns everything that was done so far as a stimulus for `hws replay`, which ends in the present cycle.
    fn stimulus(&self, py: Python<'_>) -> PyResult<String> {
        let mut operations = self.model.with(py, |machine| machine.observer().operations.clone())?;
        let at = Cycle(self.cycle(py)?);
        operations.push(Operation { at, op: Op::End });
        let text = Writer::write(Vec::new(), &operations)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }

    /// Returns the state of the HWS, as `hws replay --snapshot` writes it; the surroundings are not part of it.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.model.snapshot(py)
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

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (running, hws) = (self.running(py)?, self.model.shown(py)?);
        Ok(format!("<Machine: {} SIPs running, {}>", running.count_ones(), hws.trim_matches(['<', '>'])))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.model.html(py)
    }
}

fn is_drained(machine: &Machine<Recorder>) -> bool {
    machine.hdr().is_none_or(Hdr::is_drained)
}

/// Adds a kernel and its descriptor, or neither.
fn add(machine: &mut Machine<Recorder>, kernel: HdrKernel, words: Vec<u32>) -> PyResult<()> {
    let td_addr = kernel.td_addr;
    // A span that cannot be written is refused before the resolver has the kernel.
    SparseMemory::default().write(td_addr, &words).map_err(errors::value)?;
    let hdr = machine.hdr_mut().ok_or_else(|| errors::value("the machine has no resolver"))?;
    hdr.add([kernel]).map_err(errors::value)?;
    machine.write_memory(td_addr, words).map_err(errors::value)
}

fn new_kernel(
    kernel_id: u32,
    after: Option<&Bound<'_, PyAny>>,
    arrival: Option<&Bound<'_, PyAny>>,
    td_addr: Option<&Bound<'_, PyAny>>,
) -> PyResult<HdrKernel> {
    let td_addr = match td_addr {
        Some(td_addr) => errors::word("td_addr", td_addr)?,
        None => usual_address(kernel_id).ok_or_else(|| {
            errors::value(format_args!("kernel_id {kernel_id} has no usual address; give td_addr"))
        })?,
    };
    let arrival = arrival.map_or(Ok(0), |arrival| errors::number("arrival", arrival, u64::MAX))?;
    let kernel = HdrKernel::new(kernel_id, td_addr).arriving(Cycle(arrival));
    Ok(predecessors(after)?.into_iter().fold(kernel, HdrKernel::after_finish))
}

/// Returns the address of the slot of a kernel's descriptor.
fn usual_address(kernel_id: u32) -> Option<u32> {
    kernel_id.checked_mul(DESCRIPTOR_BYTES)?.checked_add(DESCRIPTORS)
}

fn predecessors(after: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u32>> {
    let Some(after) = after else { return Ok(Vec::new()) };
    if after.is_instance_of::<PyList>() || after.is_instance_of::<PyTuple>() {
        return after.try_iter()?.map(|kernel| errors::word("a kernel of after", &kernel?)).collect();
    }
    Ok(vec![errors::word("after", after)?])
}
