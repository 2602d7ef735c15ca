//! The values of one metric, and what follows from them for each combination.

use super::columns::Columns;
use super::combinations::Combinations;
use crate::sweep::{Cell, Sample, SweepTable};

/// The values of a metric: for each combination, the place of the seed and the value of each run that has one, in the order of the
/// seeds.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Series(pub(super) Vec<Vec<(usize, f64)>>);

impl Series {
    /// Takes the values of a column.
    pub(super) fn new(table: &SweepTable, columns: &Columns, of: &Combinations, metric: usize) -> Self {
        let run = |&row: &usize| {
            let value = number(&table.rows[row][metric])?;
            Some((of.seed_of(table, columns, row), value))
        };
        Self(of.list.iter().map(|combination| combination.rows.iter().filter_map(run).collect()).collect())
    }

    /// Returns the value of all runs, if it is the same.
    pub(super) fn constant(&self) -> Option<f64> {
        let mut values = self.0.iter().flatten().map(|&(_, value)| value);
        let first = values.next()?;
        values.all(|value| value == first).then_some(first)
    }

    /// Returns whether no run has a value.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }

    /// Returns the statistics of each combination.
    pub(super) fn samples(&self) -> Vec<Option<Sample>> {
        let values = |runs: &Vec<(usize, f64)>| runs.iter().map(|&(_, value)| value).collect::<Vec<f64>>();
        self.0.iter().map(|runs| Sample::from_values(&values(runs))).collect()
    }

    /// Returns the values of one combination minus those of another with the same seeds.
    pub(super) fn difference(&self, of: usize, to: usize) -> Option<Sample> {
        Sample::from_values(&differences(&self.0[of], &self.0[to]))
    }
}

/// Subtracts the values of the same seeds.
pub(super) fn differences(of: &[(usize, f64)], to: &[(usize, f64)]) -> Vec<f64> {
    let mut to = to.iter().peekable();
    let pair = |&(seed, value): &(usize, f64)| {
        while to.next_if(|&&(other, _)| other < seed).is_some() {}
        let &(_, other) = to.next_if(|&&(other, _)| other == seed)?;
        Some(value - other)
    };
    of.iter().filter_map(pair).collect()
}

/// Returns a number as floating point: exact below 2^53.
pub(super) fn number(cell: &Cell) -> Option<f64> {
    match *cell {
        Cell::U64(value) => Some(value as f64),
        Cell::I64(value) => Some(value as f64),
        Cell::Bool(_) | Cell::Text(_) | Cell::Null => None,
    }
}
