//! Threads beside that of the caller.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

/// A thread that works on a value.
#[derive(Debug)]
pub(super) struct Beside<R>(JoinHandle<R>);

impl<R: Send + 'static> Beside<R> {
    /// Starts a thread. Gives the value back if that would gain nothing, with one processor, or if the system has no thread left.
    pub(super) fn start<T: Send + 'static>(
        name: &str,
        value: T,
        work: impl FnOnce(T) -> R + Send + 'static,
    ) -> Result<Self, T> {
        if thread::available_parallelism().map_or(1, NonZero::get) == 1 {
            return Err(value);
        }
        let (hand_over, taken) = mpsc::sync_channel(1);
        // The value is handed over below, before anything can end the caller.
        let work = move || work(taken.recv().expect("a value"));
        let Ok(thread) = thread::Builder::new().name(name.to_owned()).spawn(work) else { return Err(value) };
        match hand_over.send(value) {
            Ok(()) => Ok(Self(thread)),
            Err(mpsc::SendError(value)) => Err(value),
        }
    }

    /// Waits for its end. Its panic goes on in the caller.
    pub(super) fn join(self) -> R {
        self.0.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_thread_gives_its_result_or_its_panic() {
        let Ok(doubled) = Beside::start("double", 21, |value| 2 * value) else { return };
        assert_eq!(doubled.join(), 42);
        let Ok(failing) = Beside::<u32>::start("fail", (), |()| panic!("told on")) else { return };
        let panic = catch_unwind(AssertUnwindSafe(|| failing.join())).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"told on"));
    }
}
