//! Further tables of a sweep, on request: a row for each graph, or for each kernel, of every run.
//!
//! Their columns are those of the [run](super::RunColumns), then the names of graph and kernel, then what `report.json` has about them.
//! A run that was not drained has no rows there, as it has no metrics.

mod blocks;
mod columns;
mod rows;

use std::str::FromStr;

use hws_input::{did_you_mean, nearest};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::row::SweepRow;

pub use rows::RunTableRows;

/// A table with several rows for each run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RunTable {
    /// A row for each graph.
    Graphs,
    /// A row for each kernel.
    Kernels,
}

/// Some of these tables; in a file, a list of their names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct RunTables {
    graphs: bool,
    kernels: bool,
}

/// A run with all that is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MadeRun {
    /// Its row.
    pub row: SweepRow,
    /// Its rows in each of the tables, in the order of [`RunTables::iter`].
    pub tables: Vec<RunTableRows>,
}

/// A text that is not a [`RunTable`].
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "unknown table `{name}`; {}give graphs, kernels, or both separated by a comma",
    did_you_mean(nearest(name, RunTable::ALL.iter().map(|table| table.name())))
)]
pub struct UnknownRunTable {
    /// The text.
    pub name: String,
}

impl RunTable {
    /// Every table.
    pub const ALL: [Self; 2] = [Self::Graphs, Self::Kernels];

    /// Returns its name: graphs or kernels.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Graphs => "graphs",
            Self::Kernels => "kernels",
        }
    }
}

impl FromStr for RunTable {
    type Err = UnknownRunTable;

    fn from_str(name: &str) -> Result<Self, UnknownRunTable> {
        let known = Self::ALL.into_iter().find(|table| table.name() == name.trim());
        known.ok_or_else(|| UnknownRunTable { name: name.to_owned() })
    }
}

impl RunTables {
    /// Returns the tables, each once, always in the same order.
    pub fn iter(self) -> impl Iterator<Item = RunTable> {
        RunTable::ALL.into_iter().filter(move |&table| self.has(table))
    }

    /// Returns whether a table is one of them.
    #[must_use]
    pub const fn has(self, table: RunTable) -> bool {
        match table {
            RunTable::Graphs => self.graphs,
            RunTable::Kernels => self.kernels,
        }
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns these and others.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        self.iter().chain(other.iter()).collect()
    }

    /// Returns the rows of a run without graphs and kernels.
    #[must_use]
    pub fn empty_rows(self) -> Vec<RunTableRows> {
        self.iter().map(RunTableRows::empty).collect()
    }
}

impl FromIterator<RunTable> for RunTables {
    fn from_iter<I: IntoIterator<Item = RunTable>>(tables: I) -> Self {
        tables.into_iter().fold(Self::default(), |tables, table| match table {
            RunTable::Graphs => Self { graphs: true, ..tables },
            RunTable::Kernels => Self { kernels: true, ..tables },
        })
    }
}

impl From<RunTables> for Vec<String> {
    fn from(tables: RunTables) -> Self {
        tables.iter().map(|table| table.name().to_owned()).collect()
    }
}

impl TryFrom<Vec<String>> for RunTables {
    type Error = UnknownRunTable;

    fn try_from(names: Vec<String>) -> Result<Self, UnknownRunTable> {
        names.iter().map(|name| name.parse::<RunTable>()).collect()
    }
}
