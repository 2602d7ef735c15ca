//! An RTL that a simulator runs against the model: the engine of `hws check`, for `hws.cocotb`.
//!
//! Python finds the signals of the design and reads them; what is compared, when, and how it is reported is decided here. Signals
//! are read in groups, because a call for each value would take longer than the comparison.

use std::fs;
use std::path::{Path, PathBuf};

use hws_dv::check::{self, CheckOptions, DumpText};
use hws_dv::live::{LiveCheck, LiveOptions, LiveSignal};
use hws_dv::map::ClockEdge;
use hws_dv::map::{NameMap, SignalTarget};
use hws_dv::start::CheckStart;
use hws_dv::wave::{Bits, WaveFlow};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyString};

use crate::dumps::{percent, unknown_rule};
use crate::{errors, json};

/// The model beside a design, edge by edge.
#[pyclass(module = "hws._hws", name = "LiveCheck")]
pub(crate) struct PyLiveCheck {
    check: LiveCheck,
    map: NameMap,
    groups: Vec<Vec<usize>>,
}

/// A signal that is read: the place in the list of the design, whether before the edge, what it is, and whether it is a
/// register that the passing of time changes, or any other register.
type Slot = (usize, bool, String, bool, bool);

#[pymethods]
impl PyLiveCheck {
    #[new]
    #[pyo3(signature = (signals, *, map=None, name="", min_compared=0, min_coverage=None, unknown="report", start=None))]
    fn new(
        signals: Vec<(String, u32)>,
        map: Option<PathBuf>,
        name: &str,
        min_compared: u64,
        min_coverage: Option<&Bound<'_, PyAny>>,
        unknown: &str,
        start: Option<PathBuf>,
    ) -> PyResult<Self> {
        let map = map.as_deref().map_or_else(|| Ok(NameMap::default()), read_map)?;
        let start = start.as_deref().map_or_else(|| Ok(CheckStart::default()), read_snapshot)?;
        let design: Vec<LiveSignal> =
            signals.into_iter().map(|(path, width)| LiveSignal { path, width }).collect();
        let min_coverage = min_coverage.map_or(Ok(None), |value| percent("min_coverage", value))?;
        let unknown = unknown_rule(unknown)?;
        let check = CheckOptions { min_compared, start, min_coverage, unknown, ..CheckOptions::default() };
        let options = LiveOptions { name: name.to_owned(), check };
        let check = LiveCheck::new(&map, &design, options).map_err(errors::value)?;
        Ok(Self { check, map, groups: Vec::new() })
    }

    /// The signals that are read.
    #[getter]
    fn slots(&self) -> Vec<Slot> {
        let slot = |slot: &hws_dv::live::LiveSlot| {
            let is_register = matches!(slot.target, SignalTarget::Register(_));
            (slot.signal, slot.is_before, slot.target.name(), slot.follows_time, is_register)
        };
        self.check.slots().iter().map(slot).collect()
    }

    /// The level of the reset input in reset.
    #[getter]
    fn reset_level(&self) -> u32 {
        self.map.is_reset_active_high.into()
    }

    /// The edges from a bus access to its effect.
    #[getter]
    fn bus_latency(&self) -> u32 {
        self.map.bus_latency
    }

    /// Whether the design works at the rising edge of the clock.
    #[getter]
    fn is_rising(&self) -> bool {
        self.map.edge == ClockEdge::Rising
    }

    /// Makes a group of slots, which are set together; returns its number.
    fn group(&mut self, slots: Vec<usize>) -> usize {
        self.groups.push(slots);
        self.groups.len() - 1
    }

    /// Sets the first values of a group: numbers, or digits where bits may be unknown.
    fn set(&mut self, group: usize, values: &Bound<'_, PyList>) -> PyResult<()> {
        let slots =
            self.groups.get(group).ok_or_else(|| errors::value(format_args!("there is no group {group}")))?;
        for (&slot, found) in slots.iter().zip(values) {
            self.check.set(slot, bits(&found)?);
        }
        Ok(())
    }

    /// An edge of the clock; returns whether there is anything left to compare.
    fn edge(&mut self, time: u64) -> bool {
        self.check.edge(time) == WaveFlow::Continue
    }

    /// Whether a difference was found.
    #[getter]
    fn differs(&self) -> bool {
        self.check.divergence().is_some()
    }

    /// The number of ticks that agreed, and what else was counted.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tally = self.check.tally();
        let counts = PyDict::new(py);
        counts.set_item("edges", tally.edges)?;
        counts.set_item("ticks", tally.ticks)?;
        counts.set_item("accesses", tally.accesses)?;
        counts.set_item("pushes", tally.pushes)?;
        counts.set_item("compared", tally.compared)?;
        counts.set_item("not_compared", tally.not_compared())?;
        Ok(counts)
    }

    /// The value of a register in the model after the last edge.
    fn peek(&self, py: Python<'_>, name: &str) -> PyResult<u32> {
        let unknown = |error| errors::unknown(py, &format!("`{name}`: {error}"));
        Ok(self.check.model().peek(hws_regs::RegId::parse(name).map_err(unknown)?))
    }

    /// The verdict, its reason if it is not that both are equal or differ, and the report as text.
    fn verdict(&self) -> (String, Option<String>, String) {
        let report = self.check.report();
        (report.verdict.word().to_owned(), report.problem.clone(), DumpText(&report).to_string())
    }

    /// The report as `hws check --json` writes it.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &check::json(&[self.check.report()]))
    }
}

/// A number, whose bits are known, or digits.
fn bits(found: &Bound<'_, PyAny>) -> PyResult<Bits> {
    if found.is_instance_of::<PyInt>() {
        // A simulator gives 32 bits with a sign; what is above the width of the signal is cut off.
        let value = found.extract::<i64>().map(|value| value as u64).or_else(|_| found.extract::<u64>())?;
        return Ok(Bits::known(value));
    }
    let Ok(text) = found.cast::<PyString>() else {
        return Err(errors::wrong_type("a value", "an integer or a string of digits", found));
    };
    let text = text.to_cow()?;
    Bits::from_digits(text.as_bytes(), text.len() as u32)
        .ok_or_else(|| errors::value(format_args!("`{text}` is not a value of a signal")))
}

fn read_map(path: &Path) -> PyResult<NameMap> {
    let text = fs::read_to_string(path)
        .map_err(|error| errors::value(format_args!("{}: {error}", path.display())))?;
    NameMap::from_yaml_at(path, &path.display().to_string(), &text).map_err(errors::value)
}

fn read_snapshot(path: &Path) -> PyResult<CheckStart> {
    let place = |error: &dyn std::fmt::Display| errors::value(format_args!("{}: {error}", path.display()));
    let bytes = fs::read(path).map_err(|error| place(&error))?;
    CheckStart::from_snapshot(&bytes).map_err(|error| place(&error))
}
