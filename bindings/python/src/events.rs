//! The events of an HWS as dictionaries with the keys of a trace.

use std::collections::VecDeque;

use hws_model::{ErrorBit, Event, EventSink};
use hws_sim::{TraceLine, TraceValue};
use hws_types::Cycle;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors;

/// Events that are kept until they are taken, unless the caller gives another number.
const LIMIT: u64 = 1_000_000;

/// The latest events, up to a limit.
#[derive(Clone, Debug)]
pub(crate) struct EventLog {
    lines: VecDeque<TraceLine>,
    limit: usize,
    dropped: u64,
    refused_writes: u64,
}

impl EventLog {
    pub(crate) fn new(limit: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let limit =
            limit.map_or(Ok(LIMIT), |limit| errors::number("event_limit", limit, usize::MAX as u64))?;
        Ok(Self { lines: VecDeque::new(), limit: limit as usize, dropped: 0, refused_writes: 0 })
    }

    pub(crate) fn add(&mut self, line: TraceLine) {
        if line.kind().is_none() {
            return;
        }
        if self.lines.len() >= self.limit {
            self.dropped += 1;
            if self.lines.pop_front().is_none() {
                return;
            }
        }
        self.lines.push_back(line);
    }

    pub(crate) fn take(&mut self) -> VecDeque<TraceLine> {
        std::mem::take(&mut self.lines)
    }

    /// The number of events that were dropped because of the limit.
    pub(crate) const fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The number of writes that the state did not allow.
    pub(crate) const fn refused_writes(&self) -> u64 {
        self.refused_writes
    }
}

impl EventSink for EventLog {
    fn event(&mut self, cycle: Cycle, event: Event) {
        self.refused_writes += u64::from(matches!(event, Event::Error { bit: ErrorBit::Cfg, .. }));
        self.add(TraceLine::Event(cycle, event));
    }
}

/// Iterates over events, oldest first, each as a dictionary.
#[pyclass(module = "hws", name = "EventIterator")]
pub(crate) struct EventIterator {
    lines: VecDeque<TraceLine>,
}

impl EventIterator {
    pub(crate) const fn new(lines: VecDeque<TraceLine>) -> Self {
        Self { lines }
    }
}

#[pymethods]
impl EventIterator {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        self.lines.pop_front().map(|line| dict(py, &line)).transpose()
    }

    fn __length_hint__(&self) -> usize {
        self.lines.len()
    }
}

/// Returns a line of a trace as a dictionary: the same keys, in the same order.
pub(crate) fn dict<'py>(py: Python<'py>, line: &TraceLine) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let mut failed = Ok(());
    line.each_key(|key, value| {
        let key = PyString::intern(py, key);
        let set = match value {
            TraceValue::Number(number) => dict.set_item(key, number),
            TraceValue::Signed(number) => dict.set_item(key, number),
            TraceValue::Flag(flag) => dict.set_item(key, flag),
            TraceValue::Name(name) => dict.set_item(key, PyString::intern(py, name)),
            TraceValue::Shown(text) => dict.set_item(key, text.to_string()),
        };
        if let Err(error) = set {
            failed = Err(error);
        }
    });
    failed.map(|()| dict)
}
