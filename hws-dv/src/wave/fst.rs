//! FST, read section by section.
//!
//! The table of blocks is checked before the reader sees the file, so that a cut file is reported with the place.

mod blocks;
mod limits;

use std::io::{BufReader, Read, Seek};

use fst_reader::{
    FstFilter, FstHierarchyEntry, FstReader, FstSignalHandle, FstSignalValue, ReadSignalsError, ReaderError,
};

use super::guard::guarded;
use super::{
    Bits, Hierarchy, SignalId, Timing, VariableKind, WaveEnd, WaveError, WaveFlow, WaveReader, WaveSink,
    WaveTimeUnit,
};

/// What can be read at any position.
pub(crate) trait Seekable: Read + Seek {}
impl<T: Read + Seek> Seekable for T {}

/// An FST whose hierarchy has been read.
pub(crate) struct FstDump {
    reader: FstReader<BufReader<Box<dyn Seekable>>>,
    hierarchy: Hierarchy,
    /// The width of each signal.
    widths: Vec<u32>,
}

impl FstDump {
    /// Reads the hierarchy.
    pub(crate) fn open(mut input: Box<dyn Seekable>) -> Result<Self, WaveError> {
        blocks::check(&mut input)?;
        guarded(|| Self::read_header(input)).map_err(damaged)?
    }

    fn read_header(input: Box<dyn Seekable>) -> Result<Self, WaveError> {
        let mut reader = FstReader::open(BufReader::new(input)).map_err(|error| unreadable(&error))?;
        let (mut hierarchy, mut widths) = (Hierarchy::new(), Vec::new());
        let mut noted = Ok(());
        let add = |entry| {
            if noted.is_ok() {
                noted = note(entry, &mut hierarchy, &mut widths);
            }
        };
        reader.read_hierarchy(add).map_err(|error| unreadable(&error))?;
        noted?;
        let unit = WaveTimeUnit::new(1, reader.get_header().timescale_exponent);
        hierarchy.set_timing(Timing { unit, ..Timing::default() });
        Ok(Self { reader, hierarchy, widths })
    }
}

/// Notes an entry of the hierarchy. Variables number the signals in their order; one that names a number further on is
/// damaged, and so memory for all numbers before it is not reserved.
fn note(entry: FstHierarchyEntry, hierarchy: &mut Hierarchy, widths: &mut Vec<u32>) -> Result<(), WaveError> {
    match entry {
        FstHierarchyEntry::Scope { name, .. } => hierarchy.enter(&name).map_err(WaveError::of_names)?,
        FstHierarchyEntry::UpScope => hierarchy.leave(),
        FstHierarchyEntry::Var { tpe, name, length, handle, .. } => {
            let (index, kind) =
                (handle.get_index(), if tpe.is_real() { VariableKind::Real } else { VariableKind::Vector });
            let width = if tpe.is_real() { 0 } else { length };
            match widths.len() {
                known if index < known => widths[index] = width,
                known if index == known => widths.push(width),
                known => {
                    let reason = format!("`{name}` is signal {index}, but there are {known} before it");
                    return Err(damaged(reason));
                }
            }
            let added = hierarchy.add(&name, (width, kind), SignalId(index as u32));
            added.map_err(WaveError::of_names)?;
        }
        // Attributes of any kind describe sources and types, not values.
        _ => (),
    }
    Ok(())
}

impl WaveReader for FstDump {
    fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    fn take_hierarchy(&mut self) -> Hierarchy {
        std::mem::take(&mut self.hierarchy)
    }

    fn read(mut self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
        let mut slots = vec![u32::MAX; self.widths.len()];
        for (slot, id) in select.iter().enumerate() {
            slots[id.0 as usize] = slot as u32;
        }
        let handles = select.iter().map(|id| FstSignalHandle::from_index(id.0 as usize)).collect();
        let mut changes = Changes { slots, widths: &self.widths, time: None, sink };
        let read = guarded(|| {
            self.reader.read_signals(&FstFilter::filter_signals(handles), |time, handle, value| {
                changes.take(time, handle.get_index(), &value)
            })
        });
        match read.map_err(damaged)? {
            Ok(()) => changes.sink.end(),
            Err(ReadSignalsError::CallbackError(Stopped::BySink)) => (),
            Err(ReadSignalsError::CallbackError(Stopped::ByDigits)) => {
                return Err(damaged("the value of a vector is not made of digits".to_owned()));
            }
            Err(ReadSignalsError::ReadError(error)) => return Err(unreadable(&error)),
        }
        Ok(WaveEnd::default())
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
    widths: &'a [u32],
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
        let digits = match value {
            FstSignalValue::String(digits) => digits,
            FstSignalValue::Real(value) => {
                self.sink.change(self.slots[index] as usize, Bits::known(value.to_bits()));
                return Ok(());
            }
        };
        let bits = Bits::from_digits(digits, self.widths[index]).ok_or(Stopped::ByDigits)?;
        if self.widths[index] > Bits::MAX_WIDTH {
            self.sink.wide(self.slots[index] as usize, digits);
        }
        self.sink.change(self.slots[index] as usize, bits);
        Ok(())
    }
}

fn damaged(reason: String) -> WaveError {
    WaveError::Damaged { format: "FST", reason }
}

fn unreadable(error: &ReaderError) -> WaveError {
    damaged(error.to_string())
}

#[cfg(test)]
mod tests {
    use fst_reader::{FstScopeType, FstVarDirection, FstVarType};

    use super::*;

    fn variable(signal: usize) -> FstHierarchyEntry {
        FstHierarchyEntry::Var {
            tpe: FstVarType::Wire,
            direction: FstVarDirection::Implicit,
            name: format!("s{signal}"),
            length: 8,
            handle: FstSignalHandle::from_index(signal),
            is_alias: false,
        }
    }

    #[test]
    fn a_signal_beyond_those_before_it_is_damage_and_reserves_nothing() {
        let (mut hierarchy, mut widths) = (Hierarchy::new(), Vec::new());
        let mut note = |signal| note(variable(signal), &mut hierarchy, &mut widths);
        let all_noted = [0, 1, 0, 2].map(&mut note).iter().all(Result::is_ok);
        assert!(all_noted, "an alias has the number of its signal");
        assert_eq!(
            note(0xFFF_FFFF).unwrap_err().to_string(),
            "is a damaged FST file: `s268435455` is signal 268435455, but there are 3 before it"
        );
        assert_eq!(widths, [8; 3]);
    }

    #[test]
    fn scopes_that_are_nested_too_deep_are_refused_but_are_no_damage() {
        let (mut hierarchy, mut widths) = (Hierarchy::new(), Vec::new());
        let mut refusals = (0..2_000).map(|level| {
            let (tpe, name) = (FstScopeType::Module, format!("s{level}"));
            note(
                FstHierarchyEntry::Scope { tpe, name, component: String::new() },
                &mut hierarchy,
                &mut widths,
            )
        });
        let refusal = refusals.find_map(Result::err).unwrap().in_file("deep.fst").to_string();
        assert!(
            refusal.starts_with("deep.fst: `s1000`: scopes are nested more than 1000 deep; "),
            "{refusal}"
        );
    }
}
