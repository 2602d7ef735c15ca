//! A stimulus that is read ahead of its replay.

use std::io::BufRead;
use std::sync::mpsc::{self, Receiver, Sender};

use hws_sim::stimulus::{GiveOperations, Operation, OperationPart, Reader, StimulusError};

use super::beside::Beside;

/// The parts that go round: one is replayed, one is read, and the others even out what differs.
const PARTS: usize = 4;

/// The operations of a stimulus, read by another thread. Dropped early, it does not wait for that thread, which may wait for
/// input itself.
#[derive(Debug)]
pub(super) struct ReadAhead {
    read: Receiver<OperationPart>,
    used: Sender<OperationPart>,
    part: OperationPart,
    /// Absent once it has ended.
    thread: Option<Beside<()>>,
}

impl ReadAhead {
    /// Starts reading in a thread of its own, or returns the reader if the system refuses a thread.
    pub(super) fn start<R: BufRead + Send + 'static>(reader: Reader<R>) -> Result<Self, Reader<R>> {
        let ((send, read), (used, unused)) = (mpsc::channel(), mpsc::channel());
        for _ in 1..PARTS {
            // The other end is here.
            let _ = used.send(OperationPart::default());
        }
        let thread = Beside::start("stimulus", reader, move |reader| read_parts(reader, &unused, &send))?;
        Ok(Self { read, used, part: OperationPart::default(), thread: Some(thread) })
    }
}

/// Reads up to the end, or as long as someone takes the parts.
fn read_parts<R: BufRead>(
    mut reader: Reader<R>,
    unused: &Receiver<OperationPart>,
    read: &Sender<OperationPart>,
) {
    for mut part in unused {
        let goes_on = part.read(&mut reader);
        if read.send(part).is_err() || !goes_on {
            return;
        }
    }
}

impl GiveOperations for ReadAhead {
    fn give(&mut self) -> Result<&[Operation], StimulusError> {
        self.part.end()?;
        // After the end of the stimulus, the thread has no use for it.
        let _ = self.used.send(std::mem::take(&mut self.part));
        match self.read.recv() {
            Ok(part) => self.part = part,
            // The thread has ended; if not with the stimulus, then with a panic.
            Err(_) => self.thread.take().into_iter().for_each(Beside::join),
        }
        self.part.given()
    }
}
