//! What traces and logs have in common: cycles that do not fall, and ends that are cut.

use std::io;

use super::log::EventLogFile;

/// The epoch of the events of a text: a cycle that falls begins the next one.
#[derive(Debug)]
pub(super) struct Epochs {
    epoch: u32,
    last: u64,
}

impl Epochs {
    pub(super) const fn new() -> Self {
        Self { epoch: 1, last: 0 }
    }

    /// The epoch of the next event, in this line.
    pub(super) fn next(&mut self, cycle: u64, line: u64, log: &mut EventLogFile) -> u32 {
        if cycle < self.last {
            self.epoch += 1;
            if self.epoch == 2 {
                let last = self.last;
                log.warnings
                    .push(format!("line {line}: the cycle falls from {last} to {cycle}: a new run begins"));
            }
        }
        self.last = cycle;
        self.epoch
    }
}

/// A failed read: compressed data that end too early are a cut, which the log notes.
pub(super) fn end_or_error(error: &io::Error, byte: u64, log: &mut EventLogFile) -> Result<(), String> {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        log.cut = Some(cut("the compressed data", byte));
        return Ok(());
    }
    Err(format!("cannot be read: {error}"))
}

pub(super) fn cut(inside: &'static str, byte: u64) -> String {
    crate::wave::Cut { inside, byte, time: None }.to_string()
}
