//! Replay: the trace of a stimulus, line by line, while it is made.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use hws_host::{HostError, stimuli};
use hws_input::{did_you_mean, nearest};
use hws_model::{Config, Hws};
use hws_sim::stimulus::Reader;
use hws_sim::{Machine, TraceKind, TraceLine, TraceListener, replay_on};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{errors, events, host};

/// Lines that are passed on at once.
const BATCH: usize = 1024;
/// Batches that wait for their reader.
const WAITING: usize = 16;
/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// What the thread sends.
enum Sent {
    Lines(Vec<TraceLine>),
    Failed(HostError),
}

/// Iterates over the lines of a trace, each as a dictionary.
#[pyclass(frozen, module = "hws", name = "Replay")]
pub(crate) struct PyReplay {
    state: Mutex<State>,
}

struct State {
    results: Receiver<Sent>,
    lines: std::vec::IntoIter<TraceLine>,
}

/// Replays a stimulus; see `hws.replay`.
#[pyfunction]
pub(crate) fn replay(
    py: Python<'_>,
    path: &Bound<'_, PyAny>,
    only: Option<Vec<String>>,
    first: &Bound<'_, PyAny>,
    last: Option<&Bound<'_, PyAny>>,
    n_rs: &Bound<'_, PyAny>,
    n_dag: &Bound<'_, PyAny>,
) -> PyResult<PyReplay> {
    let path = stimuli::stimulus_in(&host::path("path", path)?);
    let config =
        Config::new(errors::word("n_rs", n_rs)?, errors::word("n_dag", n_dag)?).map_err(errors::value)?;
    let kinds =
        only.map(|only| only.iter().map(|name| kind(py, name)).collect::<PyResult<Vec<_>>>()).transpose()?;
    let first = errors::number("start", first, u64::MAX)?;
    let last = last.map_or(Ok(u64::MAX), |last| errors::number("end", last, u64::MAX))?;
    if first > last {
        return Err(errors::value(format_args!(
            "start {first} is after end {last}: no cycle is in this range"
        )));
    }
    // A file that does not exist is told at once, not at the first line.
    stimuli::open(&path).map_err(|error| host::exception(py, &error))?;
    let is_wanted = move |line: &TraceLine| {
        (first..=last).contains(&line.cycle().0)
            && line.kind().is_some_and(|kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind)))
    };
    let (sender, results) = mpsc::sync_channel(WAITING);
    let thread = thread::Builder::new().name("hws replay".to_owned());
    thread.spawn(move || send(path, config, is_wanted, &sender))?;
    Ok(PyReplay { state: Mutex::new(State { results, lines: Vec::new().into_iter() }) })
}

fn kind(py: Python<'_>, name: &str) -> PyResult<TraceKind> {
    let names = TraceKind::ALL.map(TraceKind::name);
    name.parse().map_err(|_| {
        let meant = did_you_mean(nearest(name, names));
        errors::unknown(py, &format!("unknown kind `{name}`; {meant}the kinds are {}", names.join(", ")))
    })
}

/// The thread: it ends when nobody reads any more.
fn send(path: PathBuf, config: Config, is_wanted: impl Fn(&TraceLine) -> bool, sender: &SyncSender<Sent>) {
    let (mut batch, is_read) = (Vec::new(), AtomicBool::new(true));
    let result = stimuli::open(&path).and_then(|input| {
        let listener = TraceListener(|line: TraceLine| {
            if is_wanted(&line) {
                batch.push(line);
            }
            if batch.len() >= BATCH {
                let sent = sender.send(Sent::Lines(std::mem::take(&mut batch)));
                is_read.fetch_and(sent.is_ok(), Ordering::Relaxed);
            }
        });
        let mut machine = Machine::new(Hws::new(config), listener);
        let stimulus = Reader::new(path.display().to_string(), input);
        replay_on(&mut machine, stimulus, |_| !is_read.load(Ordering::Relaxed)).map_err(HostError::from)
    });
    // Nobody may be left who reads.
    let _ = sender.send(Sent::Lines(batch));
    if let Err(error) = result {
        let _ = sender.send(Sent::Failed(error));
    }
}

#[pymethods]
impl PyReplay {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        loop {
            if let Some(line) = self.state().lines.next() {
                return events::dict(py, &line).map(Some);
            }
            let received = py.detach(|| {
                let mut state = self.state();
                let received = state.results.recv_timeout(LOOK);
                if let Ok(Sent::Lines(lines)) = received {
                    state.lines = lines.into_iter();
                    return Err(RecvTimeoutError::Timeout);
                }
                received
            });
            match received {
                Ok(Sent::Failed(error)) => return Err(host::exception(py, &error)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Ok(Sent::Lines(_)) | Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            }
        }
    }
}

impl PyReplay {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
