//! Long work on a thread of its own, while this thread waits without the interpreter's lock and listens for Ctrl-C.
//!
//! The thread has no Python objects. Whatever goes wrong in it, a panic included, arrives as an exception.

use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often Ctrl-C is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// The stack of the thread: as much as the main thread of a program has.
const STACK: usize = 8 << 20;

/// Whether the caller wants the work to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What happens at Ctrl-C.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtCtrlC {
    /// The work is told to stop and waited for: it finishes its files. At the second Ctrl-C it is left.
    Finish,
    /// The work has nothing to finish; it goes on unseen until its end.
    Leave,
}

/// Does some work; raises KeyboardInterrupt at Ctrl-C.
pub(crate) fn during<T: Send + 'static>(
    py: Python<'_>,
    at_ctrl_c: AtCtrlC,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, results) = mpsc::sync_channel(1);
    let results = Mutex::new(results);
    let stop = Stop::default();
    let its = stop.clone();
    let thread = thread::Builder::new().name("hws".to_owned()).stack_size(STACK);
    // The receiver is gone if nobody waits any more.
    let thread = thread.spawn(move || sender.send(work(&its)).ok())?;
    let mut interrupted = Ok(());
    loop {
        let result = py.detach(|| {
            // A receiver may be used by one thread at a time, which is this one.
            let results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.recv_timeout(LOOK)
        });
        match result {
            Ok(result) => return interrupted.map(|()| result),
            // It has not sent anything, so it has panicked.
            Err(RecvTimeoutError::Disconnected) => return Err(fault(thread.join().err())),
            Err(RecvTimeoutError::Timeout) => (),
        }
        if let Err(error) = py.check_signals() {
            stop.ask();
            // A user who asks twice does not want to wait.
            if at_ctrl_c == AtCtrlC::Leave || interrupted.is_err() {
                return Err(error);
            }
            interrupted = Err(error);
        }
    }
}

fn fault(panic: Option<Box<dyn Any + Send>>) -> PyErr {
    let told = panic.as_ref().and_then(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied())
    });
    PyRuntimeError::new_err(format!("a fault of hws, please report it: {}", told.unwrap_or("no message")))
}
