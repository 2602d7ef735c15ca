//! The stream of value changes: from the observer to the files.
//!
//! Changes are collected and passed to the files in chunks. A signal that keeps its value costs one comparison; what
//! it takes to encode a change is up to the format.

use super::ports::FIRST_REGISTER;

/// A change of a signal, or a step of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// The number of the signal, or [`TIME`].
    pub(crate) signal: u32,
    /// Its new value; the new time for [`TIME`].
    pub(crate) value: u64,
}

/// The signal number that stands for the time.
pub(crate) const TIME: u32 = u32::MAX;

/// Changes in one chunk: enough to make the cost of passing it on negligible.
const CHUNK: usize = 1 << 12;

/// A chunk and the longest edge.
pub(crate) const CAPACITY: usize = CHUNK + CHUNK / 2;

/// The present value of every port and lane, and the changes of all signals that are not passed on yet.
#[derive(Debug)]
pub(crate) struct Stream {
    values: Box<[u64; FIRST_REGISTER]>,
    changes: Vec<Change>,
}

impl Stream {
    /// Creates a stream in which every port and lane is 0.
    pub(crate) fn new() -> Self {
        Self { values: Box::new([0; FIRST_REGISTER]), changes: Vec::with_capacity(CAPACITY) }
    }

    /// Begins a time stamp, which must be later than the last one.
    pub(crate) fn time(&mut self, time: u64) {
        self.changes.push(Change { signal: TIME, value: time });
    }

    /// Gives a port or a lane a value at the present time stamp.
    #[inline]
    pub(crate) fn set(&mut self, signal: usize, value: u64) {
        if self.values[signal] != value {
            self.values[signal] = value;
            self.changes.push(Change { signal: signal as u32, value });
        }
    }

    /// Adds changes of other signals at the present time stamp.
    pub(crate) fn extend(&mut self, changes: &[Change]) {
        self.changes.extend_from_slice(changes);
    }

    /// Returns the present value of a port or a lane.
    #[inline]
    pub(crate) fn value(&self, signal: usize) -> u64 {
        self.values[signal]
    }

    /// Returns whether a chunk is complete.
    pub(crate) fn is_full(&self) -> bool {
        self.changes.len() >= CHUNK
    }

    /// Returns the changes since the last call; the next ones are collected in `empty`.
    pub(crate) fn take(&mut self, empty: Vec<Change>) -> Vec<Change> {
        std::mem::replace(&mut self.changes, empty)
    }
}
