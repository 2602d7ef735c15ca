//! A trace that is written behind the simulation.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};

use hws_sim::{TakeLines, TraceLine, TraceParts, TraceWriter};

use super::beside::Beside;

/// The lists of lines that go round: one is filled, one is written, and the others even out what differs.
const LISTS: usize = 4;

/// Writes the lines of a trace as text: in another thread if that gains something.
#[derive(Debug)]
pub struct TraceOutput<W>(Place<W>);

#[derive(Debug)]
enum Place<W> {
    Here(TraceWriter<W>),
    Behind(WriteBehind<W>),
}

#[derive(Debug)]
struct WriteBehind<W> {
    filled: Sender<Vec<TraceLine>>,
    written: Receiver<Vec<TraceLine>>,
    thread: Beside<io::Result<W>>,
}

impl<W: Write + Send + 'static> TraceOutput<W> {
    /// Creates a writer to `output`, which need not be buffered.
    pub fn new(output: W) -> Self {
        let ((filled, lists), (done, written)) = (mpsc::channel(), mpsc::channel());
        for _ in 1..LISTS {
            // The other end is here.
            let _ = done.send(Vec::with_capacity(TraceParts::<Self>::LINES));
        }
        let work = move |output| write_lists(output, &lists, &done);
        Self(match Beside::start("trace", output, work) {
            Ok(thread) => Place::Behind(WriteBehind { filled, written, thread }),
            Err(output) => Place::Here(TraceWriter::new(output)),
        })
    }

    /// Creates a writer that writes in the thread of the caller.
    pub fn in_this_thread(output: W) -> Self {
        Self(Place::Here(TraceWriter::new(output)))
    }

    /// Writes what is left and returns the output.
    ///
    /// # Errors
    /// The first error of the output.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Place::Here(writer) => writer.finish(),
            Place::Behind(WriteBehind { filled, thread, .. }) => {
                // The thread ends when no further list can come.
                drop(filled);
                thread.join()
            }
        }
    }
}

/// Writes up to the last list, or the first error.
fn write_lists<W: Write>(
    output: W,
    lists: &Receiver<Vec<TraceLine>>,
    done: &Sender<Vec<TraceLine>>,
) -> io::Result<W> {
    let mut writer = TraceWriter::new(output);
    for mut lines in lists {
        if !writer.take(&mut lines) {
            break;
        }
        // After the last list, there is nobody who needs it.
        let _ = done.send(lines);
    }
    writer.finish()
}

impl<W: Write> TakeLines for TraceOutput<W> {
    fn take(&mut self, lines: &mut Vec<TraceLine>) -> bool {
        match &mut self.0 {
            Place::Here(writer) => writer.take(lines),
            Place::Behind(behind) => behind.take(lines),
        }
    }
}

impl<W> TakeLines for WriteBehind<W> {
    /// The thread ends early only after an error, which [`TraceOutput::finish`] tells.
    fn take(&mut self, lines: &mut Vec<TraceLine>) -> bool {
        let sent = self.filled.send(std::mem::take(lines));
        let next = sent.ok().and_then(|()| self.written.recv().ok());
        next.map(|next| *lines = next).is_some()
    }
}
