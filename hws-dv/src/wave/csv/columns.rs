//! The columns of a CSV file: what each is called, how it is read, and how wide it is.

use std::collections::HashMap;

use hws_input::{Position, did_you_mean, nearest};

use super::rows::{Row, Rows};
use super::{Cell, Radix, TableOptions};
use crate::pattern::fits;
use crate::wave::cell::needed;
use crate::wave::{Hierarchy, SignalId, VariableKind, WaveError, WaveTimeUnit, parts};

/// A column.
#[derive(Debug)]
struct Column {
    name: String,
    radix: Radix,
    /// Declared as in `a[7:0]`.
    declared: Option<u32>,
    /// The longest value, in bits, and the bits that are needed for the known ones.
    width: u32,
    needed: u32,
    /// Where the first real number is, and the first number that can only be an integer.
    real: Option<Position>,
    based: Option<Position>,
}

/// What a column says about its row.
enum Step {
    Cycle,
    Time(Option<WaveTimeUnit>),
}

impl Step {
    /// `cycle`, `time`, `time_ns`, `time [ns]`, `time(10ps)`.
    fn of(header: &str) -> Option<Self> {
        let lower = header.to_ascii_lowercase();
        match lower.strip_prefix("time") {
            Some("") => Some(Self::Time(None)),
            Some(unit) if unit.starts_with(['_', ' ', '(', '[']) => {
                let unit = unit.trim_matches(|it: char| !it.is_ascii_alphanumeric());
                WaveTimeUnit::parse(unit).map(|unit| Self::Time(Some(unit)))
            }
            Some(_) => None,
            None => (lower == "cycle").then_some(Self::Cycle),
        }
    }
}

/// All columns.
#[derive(Debug)]
pub(super) struct Columns {
    all: Vec<Column>,
    cycle: Option<usize>,
    time: Option<(usize, Option<WaveTimeUnit>)>,
    last_time: Option<u64>,
    is_empty: bool,
    pub(super) warnings: Vec<String>,
}

fn at(position: Position, reason: impl Into<String>) -> WaveError {
    WaveError::At { position, reason: reason.into() }
}

impl Columns {
    /// Reads the header.
    pub(super) fn new(rows: &mut Rows<'_>, options: &TableOptions) -> Result<Self, WaveError> {
        let header =
            rows.next(None)?.ok_or_else(|| at(Position::new(rows.line(), 0), "there is no header"))?;
        let mut columns = Self {
            all: Vec::new(),
            cycle: None,
            time: None,
            last_time: None,
            is_empty: true,
            warnings: Vec::new(),
        };
        let mut known: HashMap<String, usize> = HashMap::new();
        for (number, (_, name)) in header.cells.iter().enumerate() {
            if name.is_empty() {
                return Err(at(header.position(number), format!("column {} has no name", number + 1)));
            }
            let column = Column::new(name, options);
            if let Some(other) = known.insert(column.name.clone(), number) {
                let reason = format!("`{name}` is the name of column {}, too", other + 1);
                return Err(at(header.position(number), reason));
            }
            match Step::of(name) {
                Some(Step::Cycle) => columns.cycle = Some(number),
                Some(Step::Time(unit)) => columns.time = Some((number, unit)),
                None => (),
            }
            columns.all.push(column);
        }
        if columns.cycle.is_none() && columns.time.is_none() {
            let names = header.cells.iter().map(|(_, name)| &**name);
            let near = ["cycle", "time"].into_iter().find_map(|known| nearest(known, names.clone()));
            let reason = format!(
                "no column is called `cycle` or `time`{}",
                near.map_or_else(String::new, |near| format!(" (is it `{near}`?)"))
            );
            return Err(at(Position::new(header.line, 1), reason));
        }
        columns.check_options(options, header.line)?;
        Ok(columns)
    }

    fn check_options(&self, options: &TableOptions, line: usize) -> Result<(), WaveError> {
        for pattern in options.radix.iter().filter_map(|(pattern, _)| pattern.as_deref()) {
            if !self.all.iter().any(|column| fits(pattern, &column.name)) {
                let meant =
                    did_you_mean(nearest(pattern, self.all.iter().map(|column| column.name.as_str())));
                let reason = format!("--radix: no column fits `{pattern}`; {meant}`*` is any text");
                return Err(at(Position::new(line, 0), reason));
            }
        }
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    pub(super) fn radix(&self, column: usize) -> Radix {
        self.all[column].radix
    }

    pub(super) fn is_real(&self, column: usize) -> bool {
        self.all[column].real.is_some()
    }

    pub(super) fn unit(&self) -> Option<WaveTimeUnit> {
        self.time.and_then(|(_, unit)| unit)
    }

    /// Checks a row and notes how wide its values are.
    pub(super) fn check(&mut self, row: &Row<'_>) -> Result<(), WaveError> {
        self.is_empty = false;
        for (number, (_, text)) in row.cells.iter().enumerate() {
            let is_step = Some(number) == self.cycle || self.time.is_some_and(|(time, _)| time == number);
            if is_step && whole(text).is_none() {
                let reason =
                    format!("`{text}` is not a valid {}: expected a whole number", self.all[number].name);
                return Err(at(row.position(number), reason));
            }
            self.all[number].note(text, row.position(number))?;
        }
        if let Some((time, _)) = self.time {
            let now = whole(&row.cells[time].1);
            if self.warnings.is_empty() && now < self.last_time {
                self.warnings.push(format!("line {}: time goes backwards", row.line));
            }
            self.last_time = now;
        }
        Ok(())
    }

    /// Checks the table as a whole.
    pub(super) fn finish(&self, line: usize) -> Result<(), WaveError> {
        if self.is_empty {
            return Err(at(Position::new(line, 0), "no row follows the header"));
        }
        for column in &self.all {
            if let (Some(_), Some(position)) = (column.real, column.based) {
                let reason = format!(
                    "column `{}` has real numbers elsewhere; write this one in decimal, too",
                    column.name
                );
                return Err(at(position, reason));
            }
        }
        Ok(())
    }

    /// The time stamp of a row: its time, or its cycle.
    pub(super) fn time(&self, row: &Row<'_>, number: u64) -> u64 {
        let column = self.time.map(|(time, _)| time).or(self.cycle);
        column.and_then(|column| whole(&row.cells[column].1)).unwrap_or(number)
    }

    /// The signals, and the variable that numbers the rows.
    pub(super) fn hierarchy(&self) -> (Hierarchy, Option<usize>) {
        let (mut hierarchy, mut scopes) = (Hierarchy::new(), HashMap::new());
        let (mut cycle, is_time) = (None, |number| self.time.is_some_and(|(time, _)| time == number));
        for (number, column) in self.all.iter().enumerate().filter(|(number, _)| !is_time(*number)) {
            if self.cycle == Some(number) {
                cycle = Some(hierarchy.variables().len());
            }
            let (needed, width) = (column.needed, column.width);
            let shape = match column.declared {
                _ if column.real.is_some() => (0, VariableKind::Real),
                Some(width) => (width, VariableKind::Vector),
                None => (width, VariableKind::Digits { needed }),
            };
            hierarchy.add_path(&column.name, shape, SignalId(number as u32), &mut scopes);
        }
        (hierarchy, cycle)
    }
}

impl Column {
    fn new(header: &str, options: &TableOptions) -> Self {
        let (name, range) = parts(header);
        let fitting = |(pattern, _): &&(Option<String>, Radix)| {
            pattern.as_deref().is_none_or(|pattern| fits(pattern, &name))
        };
        let radix = options.radix.iter().rev().find(fitting).map(|(_, radix)| *radix).unwrap_or_default();
        let radix = if Step::of(header).is_some() { Radix::Decimal } else { radix };
        let declared = range.map(|(left, right)| left.abs_diff(right).saturating_add(1));
        Self { name, radix, declared, width: 1, needed: 1, real: None, based: None }
    }

    fn note(&mut self, text: &str, position: Position) -> Result<(), WaveError> {
        match Cell::parse(text, self.radix).map_err(|reason| at(position, reason))? {
            Cell::Real(_) if self.declared.is_some() => Err(at(
                position,
                format!("`{text}` is a real number, but the header gives `{}` a range", self.name),
            )),
            Cell::Real(_) => {
                self.real.get_or_insert(position);
                Ok(())
            }
            Cell::Digits(digits) => self.note_digits(text, &digits, position),
        }
    }

    fn note_digits(&mut self, text: &str, digits: &[u8], position: Position) -> Result<(), WaveError> {
        if text.contains(['\'', 'x', 'X', 'b', 'B', 'o', 'O']) && digits.contains(&b'1') {
            self.based.get_or_insert(position);
        }
        let needed = needed(digits);
        if let Some(width) = self.declared.filter(|width| *width < needed) {
            let reason =
                format!("`{text}` needs {needed} bits, but the header gives `{}` {width}", self.name);
            return Err(at(position, reason));
        }
        self.width = self.width.max(digits.len() as u32);
        self.needed = self.needed.max(needed);
        Ok(())
    }
}

/// A whole number of 64 bits.
fn whole(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.replace('_', "").parse().ok(),
    }
}
