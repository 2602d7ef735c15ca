//! A trace that is written behind the simulation.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};

use hws_sim::{TakeLines, TraceLines, TraceWriter};

use super::beside::Beside;

/// The lists of lines that are passed on together. To wake the other thread takes longer than to fill a list.
const LISTS: usize = 4;
/// The batches of lists that go round: one is filled, one is written, and one evens out what differs.
const BATCHES: usize = 3;

type Batch = Vec<TraceLines>;

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
    filled: Sender<Batch>,
    written: Receiver<Batch>,
    batch: Batch,
    /// Lists to be filled.
    empty: Batch,
    thread: Beside<io::Result<W>>,
}

impl<W: Write + Send + 'static> TraceOutput<W> {
    /// Creates a writer to `output`, which need not be buffered.
    pub fn new(output: W) -> Self {
        let ((filled, batches), (done, written)) = (mpsc::channel(), mpsc::channel());
        for _ in 1..BATCHES {
            // The other end is here.
            let _ = done.send(Batch::new());
        }
        let work = move |output| write_batches(output, &batches, &done);
        let (batch, empty) = (Batch::new(), Batch::new());
        Self(match Beside::start("trace", output, work) {
            Ok(thread) => Place::Behind(WriteBehind { filled, written, batch, empty, thread }),
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
            Place::Behind(WriteBehind { filled, batch, thread, .. }) => {
                // The thread may have ended already, with the error that it gives.
                let _ = filled.send(batch);
                // It ends when no further batch can come.
                drop(filled);
                thread.join()
            }
        }
    }
}

/// Writes up to the last batch, or the first error.
fn write_batches<W: Write>(output: W, batches: &Receiver<Batch>, done: &Sender<Batch>) -> io::Result<W> {
    let mut writer = TraceWriter::new(output);
    for mut batch in batches {
        if !batch.iter_mut().all(|lines| writer.take(lines)) {
            break;
        }
        // After the last batch, nobody needs it.
        let _ = done.send(batch);
    }
    writer.finish()
}

impl<W: Write> TakeLines for TraceOutput<W> {
    fn take(&mut self, lines: &mut TraceLines) -> bool {
        match &mut self.0 {
            Place::Here(writer) => writer.take(lines),
            Place::Behind(behind) => behind.take(lines),
        }
    }
}

impl<W> TakeLines for WriteBehind<W> {
    /// The thread ends early only after an error, which [`TraceOutput::finish`] tells.
    fn take(&mut self, lines: &mut TraceLines) -> bool {
        self.batch.push(std::mem::take(lines));
        if self.batch.len() == LISTS {
            let sent = self.filled.send(std::mem::take(&mut self.batch));
            let Some(written) = sent.ok().and_then(|()| self.written.recv().ok()) else { return false };
            self.empty = written;
        }
        *lines = self.empty.pop().unwrap_or_default();
        true
    }
}
