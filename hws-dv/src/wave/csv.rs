//! CSV: a header, then a row per cycle. Held in memory, because the widths of its columns are known only at its end.

mod columns;
mod rows;

use super::cell::{Cell, Radix};
use super::{
    Bits, Cut, Hierarchy, SignalId, Steps, Timing, WaveEnd, WaveError, WaveFlow, WaveReader, WaveSink,
};
use columns::Columns;
use rows::Rows;

/// How tables and memory images are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// How digits without a prefix are read: of all columns, or of those whose name fits a pattern. The last one counts.
    pub radix: Vec<(Option<String>, Radix)>,
    /// The name of the array that a memory image shows.
    pub memory: Option<String>,
}

/// A table whose cells have been checked.
pub(crate) struct CsvDump {
    text: String,
    columns: Columns,
    hierarchy: Hierarchy,
    /// The compressed data ended early.
    is_broken_off: bool,
}

impl CsvDump {
    /// Reads the header and checks all cells.
    pub(crate) fn open(text: String, is_broken_off: bool, options: &TableOptions) -> Result<Self, WaveError> {
        let mut rows = Rows::new(&text);
        let mut columns = Columns::new(&mut rows, options)?;
        while let Some(row) = rows.next(Some(columns.count()))? {
            columns.check(&row)?;
        }
        columns.finish(rows.line())?;
        let (hierarchy, cycle) = columns.hierarchy();
        let mut dump = Self { text, columns, hierarchy, is_broken_off };
        dump.hierarchy.set_timing(Timing { unit: dump.columns.unit(), steps: Steps::Rows { cycle } });
        Ok(dump)
    }
}

impl WaveReader for CsvDump {
    fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    fn take_hierarchy(&mut self) -> Hierarchy {
        std::mem::take(&mut self.hierarchy)
    }

    fn may_end_anywhere(&self) -> bool {
        true
    }

    fn read(self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
        let mut rows = Rows::new(&self.text);
        rows.next(None)?;
        // The text of each selected cell in the row before: only changes are delivered.
        let mut last: Vec<Option<String>> = vec![None; select.len()];
        let mut end = WaveEnd { cut: None, warnings: self.columns.warnings.clone() };
        let (mut number, mut now) = (0, 0);
        while let Some(row) = rows.next(Some(self.columns.count()))? {
            let time = self.columns.time(&row, number);
            if time < now {
                end.warn_backwards(row.line as u64, now, time);
            }
            now = now.max(time);
            if sink.time(now) == WaveFlow::Stop {
                return Ok(WaveEnd::default());
            }
            number += 1;
            for (slot, (id, last)) in select.iter().zip(&mut last).enumerate() {
                let text = &*row.cells[id.0 as usize].1;
                if last.as_deref() != Some(text) {
                    self.deliver(slot, id.0 as usize, text, sink);
                    *last = Some(text.to_owned());
                }
            }
        }
        sink.end();
        let inside = if self.is_broken_off { Some("the compressed data") } else { rows.cut() };
        end.cut = inside.map(|inside| Cut { inside, byte: self.text.len() as u64, time: None });
        Ok(end)
    }
}

impl CsvDump {
    fn deliver(&self, slot: usize, column: usize, text: &str, sink: &mut dyn WaveSink) {
        // Every cell has been parsed before.
        let Ok(cell) = Cell::parse(text, self.columns.radix(column)) else { return };
        match cell {
            Cell::Real(value) => sink.change(slot, Bits::known(value.to_bits())),
            Cell::Digits(digits) if self.columns.is_real(column) => {
                let value = Bits::from_digits(&digits, 64).and_then(Bits::get);
                // A negative integer fills the word.
                let real = value.map(|value| Bits::known((value as i64 as f64).to_bits()));
                sink.change(slot, real.unwrap_or(Bits::all_unknown(64)));
            }
            Cell::Digits(digits) => {
                sink.wide(slot, &digits);
                sink.change(slot, Bits::from_digits(&digits, 64).unwrap_or(Bits::all_unknown(64)));
            }
        }
    }
}
