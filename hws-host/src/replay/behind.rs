//! A trace that is written behind the simulation.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, Sender};

use hws_sim::{TakeLines, TraceLines, TraceWriter};

use super::beside::Beside;

/// The lists of lines that are passed on together. To wake the other thread takes longer than to fill a list.
const LISTS: usize = 4;
/// The batches of lists that go round: one is filled, one is written, and one evens out what differs.
const BATCHES: usize = 3;
/// The texts that go round beside them.
const TEXTS: usize = 2;

type Batch = Vec<TraceLines>;

/// Writes the lines of a trace as text: in another thread if that gains something.
#[derive(Debug)]
pub struct TraceOutput<W>(Place<W>);

#[derive(Debug)]
enum Place<W> {
    Here(TraceWriter<W>),
    Behind(WriteBehind<W>),
}

/// What goes to the other thread, and comes back empty.
#[derive(Debug)]
enum Part {
    Lines(Batch),
    Text(Vec<u8>),
}

/// The lines become text in the other thread as long as it keeps up, and otherwise in this one, which would wait for it.
#[derive(Debug)]
struct WriteBehind<W> {
    filled: Sender<Part>,
    written: Receiver<Part>,
    batch: Batch,
    /// Lists to be filled.
    empty: Batch,
    /// Batches and texts that have come back.
    batches: Vec<Batch>,
    texts: Vec<Vec<u8>>,
    thread: Beside<io::Result<W>>,
}

impl<W: Write + Send + 'static> TraceOutput<W> {
    /// Creates a writer to `output`, which need not be buffered.
    pub fn new(output: W) -> Self {
        let ((filled, parts), (done, written)) = (mpsc::channel(), mpsc::channel());
        let work = move |output| write_parts(output, &parts, &done);
        let (batch, empty) = (Batch::new(), Batch::new());
        let (batches, texts) = (vec![Batch::new(); BATCHES - 1], vec![Vec::new(); TEXTS]);
        Self(match Beside::start("trace", output, work) {
            Ok(thread) => {
                Place::Behind(WriteBehind { filled, written, batch, empty, batches, texts, thread })
            }
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
                let _ = filled.send(Part::Lines(batch));
                // It ends when no further part can come.
                drop(filled);
                thread.join()
            }
        }
    }
}

/// Writes up to the last part, or the first error.
fn write_parts<W: Write>(mut output: W, parts: &Receiver<Part>, done: &Sender<Part>) -> io::Result<W> {
    for mut part in parts {
        match &mut part {
            Part::Lines(batch) => _ = write_lines(batch, &mut output)?,
            Part::Text(text) => {
                output.write_all(text)?;
                text.clear();
            }
        }
        // After the last part, nobody needs it.
        let _ = done.send(part);
    }
    output.flush()?;
    Ok(output)
}

/// Writes all lines and empties their lists.
fn write_lines<W: Write>(batch: &mut Batch, output: W) -> io::Result<W> {
    let mut writer = TraceWriter::new(output);
    let _ = batch.iter_mut().all(|lines| writer.take(lines));
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
        if self.batch.len() == LISTS && !self.pass_on() {
            return false;
        }
        *lines = self.empty.pop().unwrap_or_default();
        true
    }
}

impl<W> WriteBehind<W> {
    /// Passes the batch on, as lines or as text; returns whether further ones are wanted.
    fn pass_on(&mut self) -> bool {
        while let Ok(part) = self.written.try_recv() {
            self.keep(part);
        }
        while self.batches.is_empty() && self.texts.is_empty() {
            let Ok(part) = self.written.recv() else { return false };
            self.keep(part);
        }
        if let Some(empty) = self.batches.pop() {
            self.empty = empty;
            return self.filled.send(Part::Lines(std::mem::take(&mut self.batch))).is_ok();
        }
        let text = write_lines(&mut self.batch, self.texts.pop().unwrap_or_default());
        self.empty.append(&mut self.batch);
        text.is_ok_and(|text| self.filled.send(Part::Text(text)).is_ok())
    }

    fn keep(&mut self, part: Part) {
        match part {
            Part::Lines(batch) => self.batches.push(batch),
            Part::Text(text) => self.texts.push(text),
        }
    }
}
