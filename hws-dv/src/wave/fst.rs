//! FST, read section by section.
//!
//! The table of blocks is checked before the reader sees the file. Of a file that is cut, or that was not closed, the
//! reader sees the blocks that are whole. If the names of the signals are not among them, another file has them: that
//! which the writer keeps until it closes the dump, or a finished dump of the same design.

mod blocks;
mod limits;
mod repair;
mod signals;
mod view;

use std::io::{Read, Seek};

use fst_reader::{FstFilter, FstSignalHandle, FstSignalValue, ReadSignalsError, ReaderError};

use super::{Bits, Cut, Hierarchy, SignalId, WaveEnd, WaveError, WaveFlow, WaveReader, WaveSink};
use crate::guard::guarded;
use blocks::Blocks;
pub(crate) use repair::NamesFile;
use signals::{Reader, Signals, Values};
use view::View;

/// What can be read at any position.
pub(crate) trait Seekable: Read + Seek {}
impl<T: Read + Seek> Seekable for T {}

/// An FST whose hierarchy has been read.
pub(crate) struct FstDump {
    reader: Reader,
    signals: Signals,
    cut: Option<Cut>,
    warnings: Vec<String>,
}

impl FstDump {
    /// Reads the hierarchy. `names` opens the file that has it, if this one is not whole; its error says where there
    /// should be such a file.
    pub(crate) fn open(
        mut input: Box<dyn Seekable>,
        names: impl FnOnce() -> Result<(String, NamesFile), String>,
    ) -> Result<Self, WaveError> {
        let blocks = Blocks::of(&mut input)?;
        let Some(cut) = blocks.cut.clone().filter(|_| !blocks.has_names) else {
            let (reader, signals) = Signals::open(View::new(input, blocks.end, Vec::new())?)?;
            return Ok(Self { reader, signals, cut: blocks.cut, warnings: Vec::new() });
        };
        let unnamed = |reason| WaveError::NoNames { cut: cut.clone(), reason };
        let (file, names) = names().map_err(unnamed)?;
        let repaired = repair::repaired(input, &blocks, names);
        let repair::Repaired { view, signals, is_cut } =
            repaired.map_err(|error| unnamed(format!("`{file}` {error}")))?;
        let reader = Signals::open_named(view)?;
        let lost = format!("`{file}` is cut: the signals that it does not name are not compared");
        let warnings = if is_cut { vec![lost] } else { Vec::new() };
        Ok(Self { reader, signals, cut: Some(cut), warnings })
    }
}

impl WaveReader for FstDump {
    fn hierarchy(&self) -> &Hierarchy {
        &self.signals.hierarchy
    }

    fn take_hierarchy(&mut self) -> Hierarchy {
        std::mem::take(&mut self.signals.hierarchy)
    }

    /// A block may end inside a time stamp, although no known writer ends one there.
    fn may_end_anywhere(&self) -> bool {
        self.cut.is_some()
    }

    fn read(mut self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
        let mut slots = vec![u32::MAX; self.signals.values.len()];
        for (slot, id) in select.iter().enumerate() {
            slots[id.0 as usize] = slot as u32;
        }
        let handles = select.iter().map(|id| FstSignalHandle::from_index(id.0 as usize)).collect();
        let mut changes = Changes { slots, values: &self.signals.values, time: None, sink };
        // The header of a file that was not closed has no last time.
        let filter = FstFilter { end: Some(u64::MAX), ..FstFilter::filter_signals(handles) };
        let read = guarded(|| {
            self.reader
                .read_signals(&filter, |time, handle, value| changes.take(time, handle.get_index(), &value))
        });
        match read.map_err(damaged)? {
            Ok(()) => changes.sink.end(),
            Err(ReadSignalsError::CallbackError(Stopped::BySink)) => (),
            Err(ReadSignalsError::CallbackError(Stopped::ByDigits)) => {
                return Err(damaged("the value of a vector is not made of digits".to_owned()));
            }
            Err(ReadSignalsError::ReadError(error)) => return Err(unreadable(&error)),
        }
        Ok(WaveEnd { cut: self.cut, warnings: self.warnings })
    }
}

/// Why reading ends early.
#[derive(Debug)]
enum Stopped {
    BySink,
    ByDigits,
}

struct Changes<'a> {
    slots: Vec<u32>,
    values: &'a [Values],
    time: Option<u64>,
    sink: &'a mut dyn WaveSink,
}

impl Changes<'_> {
    fn take(&mut self, time: u64, index: usize, value: &FstSignalValue<'_>) -> Result<(), Stopped> {
        // Only in a damaged file does the time go backwards; its changes are taken at the latest.
        let time = time.max(self.time.unwrap_or(0));
        if self.time != Some(time) {
            self.time = Some(time);
            if self.sink.time(time) == WaveFlow::Stop {
                return Err(Stopped::BySink);
            }
        }
        let slot = self.slots[index] as usize;
        match (value, self.values[index]) {
            (FstSignalValue::Real(value), Values::Real) => {
                self.sink.change(slot, Bits::known(value.to_bits()));
            }
            (FstSignalValue::String(digits), Values::Digits(width)) => {
                let bits = Bits::from_digits(digits, width).ok_or(Stopped::ByDigits)?;
                if width > Bits::MAX_WIDTH {
                    self.sink.wide(slot, digits);
                }
                self.sink.change(slot, bits);
            }
            // A text is not compared.
            (FstSignalValue::String(_), Values::Text(_)) => (),
            _ => return Err(Stopped::ByDigits),
        }
        Ok(())
    }
}

fn damaged(reason: String) -> WaveError {
    WaveError::Damaged { format: "FST", reason }
}

fn unreadable(error: &ReaderError) -> WaveError {
    damaged(error.to_string())
}
