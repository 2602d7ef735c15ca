//! The time of a unit for each row: one time for all rows, or a list.

use crate::input::{InputError, InputFault, InputNode};

/// Cycles for each row, at least 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Times {
    /// The same for every row.
    Same(i64),
    /// One for each row.
    Listed(Vec<i64>),
}

impl Times {
    /// Reads a key with one time or a list of `rows` times; 1 if it is missing.
    pub(crate) fn read(node: &InputNode<'_, '_>, key: &'static str, rows: i64) -> Result<Self, InputError> {
        let Some(times) = node.maybe(key) else { return Ok(Self::Same(1)) };
        if !times.value().is_array() {
            return times.at_least(1).map(Self::Same);
        }
        let list = times.list()?;
        if list.len() as i64 != rows {
            let what = format!("{} times for {rows} rows", list.len());
            return Err(
                times.error(InputFault::Infeasible { what, remedy: "give one time, or one for each row" })
            );
        }
        list.iter().map(|time| time.at_least(1)).collect::<Result<_, _>>().map(Self::Listed)
    }

    /// Returns the time of a row; a list has one time per row.
    pub(crate) fn of(&self, row: i64) -> i64 {
        match self {
            Self::Same(time) => *time,
            Self::Listed(times) => times[row as usize],
        }
    }

    /// Returns the time of every row, if all are equal.
    pub(crate) fn same(&self) -> Option<i64> {
        match self {
            Self::Same(time) => Some(*time),
            Self::Listed(times) => {
                times.first().copied().filter(|first| times.iter().all(|time| time == first))
            }
        }
    }

    /// Returns the sum for this many rows, which must be all rows for a list; below 2^51.
    pub(crate) fn sum(&self, rows: i64) -> i64 {
        match self {
            Self::Same(time) => time * rows,
            Self::Listed(times) => times.iter().sum(),
        }
    }
}
