//! Waveforms: names of signals, values, and readers that deliver the changes of selected signals in the order of time.
//!
//! * [`Hierarchy`]: the signals of a dump under their normalised names;
//! * [`WaveReader`]: a dump whose header has been read; its body is read once, for the selected signals only;
//! * [`WaveSink`]: receives the changes, time stamp by time stamp.
//!
//! Memory is bounded by the header, the selected signals and one section of the file (FST); GHW is loaded whole.

mod bits;
mod cell;
mod csv;
mod error;
mod fst;
mod ghw;
mod hierarchy;
mod memory;
mod name;
mod timing;
mod variable;
mod vcd;

use std::fmt;

use hws_input::grouped;

pub use bits::Bits;
pub use cell::Radix;
pub(crate) use csv::CsvDump;
pub use csv::TableOptions;
pub(crate) use error::UNREADABLE;
pub use error::WaveError;
pub(crate) use fst::{FstDump, NamesFile};
pub(crate) use ghw::GhwDump;
pub use hierarchy::{Hierarchy, SignalId};
pub(crate) use memory::MemoryDump;
pub(crate) use name::{inside, normalised, parts};
pub use timing::{Steps, Timing, WaveTimeUnit};
pub(crate) use variable::bit_in_range;
pub use variable::{Variable, VariableKind};
pub(crate) use vcd::VcdDump;

/// Whether a reader should continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveFlow {
    /// Continue.
    Continue,
    /// Stop: the rest of the dump is not needed.
    Stop,
}

/// A receiver of the changes of the selected signals.
pub trait WaveSink {
    /// Called before the changes of a new time stamp: everything before it is settled.
    fn time(&mut self, time: u64) -> WaveFlow;

    /// A selected signal takes a value; `slot` is its place in the selection. A signal may change several times at
    /// one time stamp; the last value counts.
    fn change(&mut self, slot: usize, value: Bits);

    /// All digits of a signal of more than 64 bits; called before [`Self::change`], which has the lowest 64 bits.
    fn wide(&mut self, _slot: usize, _digits: &[u8]) {}

    /// The dump has ended as it should: the last time stamp is settled, too.
    fn end(&mut self);
}

/// How the body of a dump ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaveEnd {
    /// Where and in what the file ends too early; `None` if it is complete.
    pub cut: Option<Cut>,
    /// Oddities that do not prevent a comparison.
    pub warnings: Vec<String>,
}

/// The most warnings that are kept.
const WARNINGS: usize = 10;

impl WaveEnd {
    /// Warns that the time of a line is before that of the lines before it, where its changes are taken.
    pub(crate) fn warn_backwards(&mut self, line: u64, now: u64, time: u64) {
        if self.warnings.len() < WARNINGS {
            self.warnings.push(format!(
                "line {line}: time goes backwards, from {now} to {time}; the changes there are taken at {now}"
            ));
        }
    }
}

/// The place of a premature end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// What the file ends in: "a value change".
    pub inside: &'static str,
    /// The offset of the end in the (uncompressed) data.
    pub byte: u64,
    /// The last time whose changes are all there; `None` if there are none, or the data have no time.
    pub time: Option<u64>,
}

impl fmt::Display for Cut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ends inside {} at byte {}: the file is cut", self.inside, self.byte)?;
        self.time.map_or(Ok(()), |time| write!(f, " at time {}", grouped(time)))
    }
}

/// A dump whose header has been read.
pub trait WaveReader {
    /// Returns the signals of the dump.
    fn hierarchy(&self) -> &Hierarchy;

    /// Takes the signals out of the dump: there may be a million of them.
    fn take_hierarchy(&mut self) -> Hierarchy;

    /// Returns whether a cut at a line end would not be noticed: true for text.
    fn may_end_anywhere(&self) -> bool {
        false
    }

    /// Reads the body and delivers the changes of the selected signals until the sink stops it.
    ///
    /// # Errors
    /// [`WaveError`] if the body is malformed or cannot be read. A file that is only too short is not an error but a
    /// [`Cut`].
    fn read(self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError>;
}
