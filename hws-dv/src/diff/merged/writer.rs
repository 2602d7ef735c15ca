//! The changes of the merged waveform.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use fst_writer::FstBodyWriter;

use super::declare::{CYCLE_WIDTH, Ids, TOTAL_WIDTH, declare};
use super::select::Selection;
use crate::diff::lane::{State, dumped};
use crate::diff::pair::Pairing;
use crate::diff::place::Place;
use crate::wave::Bits;

/// Bytes of changes that are collected before they are written.
const BLOCK: usize = 16 << 20;

/// A compared cycle: the lanes that have changed, and the values and states of all lanes.
pub(in crate::diff) struct Step<'s> {
    pub(in crate::diff) place: Place,
    pub(in crate::diff) touched: &'s [u32],
    pub(in crate::diff) values: [&'s [Bits]; 2],
    pub(in crate::diff) states: &'s [State],
}

/// A pair of the file.
struct Column {
    lane: usize,
    width: u32,
    differs: bool,
}

/// A merged waveform that is being written.
pub(in crate::diff) struct MergedFile {
    body: FstBodyWriter<BufWriter<File>>,
    ids: Ids,
    columns: Vec<Column>,
    /// The column of each lane.
    of_lane: Vec<Option<usize>>,
    total: u64,
    /// The time of the last edge.
    last: Option<u64>,
    error: Option<String>,
}

impl MergedFile {
    pub(super) fn create(
        path: &Path,
        pairing: &Pairing<'_>,
        selection: &Selection,
        attoseconds: Option<u128>,
    ) -> Result<Self, String> {
        let file = File::create(path).map_err(|error| error.to_string())?;
        if !file.metadata().is_ok_and(|data| data.is_file()) {
            return Err("an FST is completed at its end, so it must be a file".to_owned());
        }
        let (body, ids) = declare(BufWriter::new(file), pairing, selection, attoseconds)
            .map_err(|error| error.to_string())?;
        let mut of_lane = vec![None; pairing.lanes];
        let mut columns = Vec::new();
        for (column, number) in selection.pairs.iter().enumerate() {
            let pair = &pairing.pairs[*number];
            of_lane[pair.lane..pair.lane + pair.words()].fill(Some(column));
            columns.push(Column { lane: pair.lane, width: pair.width, differs: false });
        }
        Ok(Self { body, ids, columns, of_lane, total: 0, last: None, error: None })
    }

    /// Writes a cycle. After an error nothing more is written.
    pub(in crate::diff) fn step(&mut self, step: &Step<'_>) {
        if self.error.is_none()
            && let Err(error) = self.try_step(step)
        {
            self.error = Some(error.to_string());
        }
    }

    fn try_step(&mut self, step: &Step<'_>) -> fst_writer::Result<()> {
        self.edge(step)?;
        // Lanes of one signal are next to each other.
        let mut columns: Vec<usize> = step
            .touched
            .iter()
            .filter_map(|lane| self.of_lane.get(*lane as usize).copied().flatten())
            .collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            self.column(column, step)?;
        }
        self.body.signal_change(self.ids.total, &binary(self.total, TOTAL_WIDTH))?;
        if self.body.size() >= BLOCK { self.body.flush() } else { Ok(()) }
    }

    /// The clock falls in the middle between two edges, and times only grow.
    fn edge(&mut self, step: &Step<'_>) -> fst_writer::Result<()> {
        let time = match self.last {
            None => {
                if step.place.time_a > 0 {
                    self.body.time_change(0)?;
                    self.body.signal_change(self.ids.clock, b"0")?;
                }
                step.place.time_a
            }
            Some(last) => {
                let time = step.place.time_a.max(last + 1);
                if time - last > 1 {
                    self.body.time_change(last + (time - last) / 2)?;
                    self.body.signal_change(self.ids.clock, b"0")?;
                }
                time
            }
        };
        self.last = Some(time);
        self.body.time_change(time)?;
        self.body.signal_change(self.ids.clock, b"1")?;
        self.body.signal_change(self.ids.cycle, &binary(step.place.cycle, CYCLE_WIDTH))
    }

    fn column(&mut self, column: usize, step: &Step<'_>) -> fst_writer::Result<()> {
        let Column { lane, width, differs } = self.columns[column];
        let words = lane..lane + width.div_ceil(64) as usize;
        let [a, b, diff] = self.ids.pairs[column];
        self.body.signal_change(a, &digits(&step.values[0][words.clone()], width))?;
        self.body.signal_change(b, &digits(&step.values[1][words.clone()], width))?;
        let now = step.states[words].iter().any(|state| state.is_difference() || *state == State::Waived);
        self.body.signal_change(diff, if now { b"1" } else { b"0" })?;
        self.total = self.total + u64::from(now) - u64::from(differs);
        self.columns[column].differs = now;
        Ok(())
    }

    /// Completes the file; returns the first error.
    pub(super) fn finish(self) -> Result<(), String> {
        match self.error {
            Some(error) => Err(error),
            None => {
                let mut out = self.body.finish().map_err(|error| error.to_string())?;
                out.flush().map_err(|error| error.to_string())
            }
        }
    }
}

fn binary(value: u64, width: u32) -> Vec<u8> {
    digits(&[Bits::known(value)], width)
}

/// The digits of a value, whose words begin with the lowest one.
fn digits(words: &[Bits], width: u32) -> Vec<u8> {
    let digit = |bit: u32| {
        let word = words.get(bit as usize / 64).copied().unwrap_or_default();
        let (Bits { value, unknown }, bit) = (dumped(word), bit % 64);
        if unknown >> bit & 1 == 1 { b'x' } else { b'0' + (value >> bit & 1) as u8 }
    };
    (0..width).rev().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_from_their_highest_bit() {
        assert_eq!(binary(6, 4), b"0110");
        assert_eq!(digits(&[Bits { value: 1, unknown: 2 }], 3), b"0x1");
        let wide = digits(&[Bits::known(1 << 63), Bits::known(2)], 67);
        assert_eq!((wide.len(), &wide[..4]), (67, b"0101".as_slice()));
    }
}
