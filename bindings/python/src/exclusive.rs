//! A value that several Python threads may use, one at a time.

use std::sync::{Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long a thread sleeps before it looks again whether the value is free.
const PAUSE: Duration = Duration::from_millis(1);

/// The longest time between two questions whether Ctrl-C was pressed.
const SLICE: Duration = Duration::from_millis(50);

/// Steps between two looks at the clock.
const STEPS: u32 = 512;

/// A value behind a lock. The lock is never held while Python code may run: such code could want the value itself.
#[derive(Debug)]
pub(crate) struct Exclusive<T: ?Sized> {
    value: Mutex<T>,
}

impl<T> Exclusive<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value: Mutex::new(value) }
    }
}

impl<T: Send + ?Sized> Exclusive<T> {
    /// Uses the value for a short time; waits while another thread uses it, until Ctrl-C.
    pub(crate) fn with<R>(&self, py: Python<'_>, work: impl FnOnce(&mut T) -> R) -> PyResult<R> {
        loop {
            if let Some(mut value) = self.try_lock() {
                return Ok(work(&mut value));
            }
            py.detach(|| thread::sleep(PAUSE));
            py.check_signals()?;
        }
    }

    /// Calls `step` without the interpreter until it returns false, with pauses in which other threads may use the value
    /// and Ctrl-C counts.
    pub(crate) fn run(&self, py: Python<'_>, mut step: impl FnMut(&mut T) -> bool + Send) -> PyResult<()> {
        // Most calls are short, and giving the interpreter away costs more than they take.
        let mut few = |value: &mut T| (0..STEPS).all(|_| step(value));
        if !self.with(py, &mut few)? {
            return Ok(());
        }
        loop {
            let goes_on = py.detach(|| {
                let began = Instant::now();
                let mut value = self.lock();
                while few(&mut value) {
                    if began.elapsed() > SLICE {
                        return true;
                    }
                }
                false
            });
            if !goes_on {
                return Ok(());
            }
            py.check_signals()?;
        }
    }

    /// A panic of another thread leaves a value that is whole: it is changed by the model only, which does not panic.
    fn lock(&self) -> MutexGuard<'_, T> {
        self.value.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn try_lock(&self) -> Option<MutexGuard<'_, T>> {
        match self.value.try_lock() {
            Ok(value) => Some(value),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}
