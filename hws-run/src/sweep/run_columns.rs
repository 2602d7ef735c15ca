//! The columns that identify a run, in every table: workload, settings, seed.

use super::axis::Axis;
use super::column::{Cell, Column, ColumnKind};
use super::outline::SweepOutline;
use crate::policy;

/// The columns of the runs of a sweep or a tuning: `workload`, the settings by their keys (integers if all values are, text otherwise),
/// `seed`. Tables of the same runs are joined by them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunColumns {
    columns: Vec<Column>,
}

impl RunColumns {
    /// Creates the columns of these settings; a setting is numeric if each of its values is an integer.
    #[must_use]
    pub fn new<'s>(settings: impl IntoIterator<Item = (&'s str, bool)>) -> Self {
        let workload = "The files as they were given, with their paths; those joined by + share the machine";
        let workload = Column::new(policy::WORKLOAD, ColumnKind::Text, workload);
        let settings = settings.into_iter().map(|(key, is_numeric)| setting(key, is_numeric));
        let seed = Column::new("seed", ColumnKind::U64, "The seed of real times and faults");
        Self { columns: [workload].into_iter().chain(settings).chain([seed]).collect() }
    }

    /// Creates the columns of a sweep.
    #[must_use]
    pub fn of(sweep: &SweepOutline) -> Self {
        let axes = sweep.grid().axes().iter();
        Self::new(axes.map(|axis: &Axis| (axis.key.as_str(), axis.is_numeric())))
    }

    /// Returns the columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the cells of a run; a setting without a value is as the workload has it.
    pub fn cells(
        &self,
        workload: &str,
        settings: impl IntoIterator<Item = Option<String>>,
        seed: u64,
    ) -> Vec<Cell> {
        let workload = Cell::Text(workload.to_owned());
        let settings =
            settings.into_iter().zip(&self.columns[1..]).map(|(value, column)| match (column.kind, value) {
                (_, None) => Cell::Null,
                (ColumnKind::I64, Some(value)) => value.parse().map_or(Cell::Text(value), Cell::I64),
                (_, Some(value)) => Cell::Text(value),
            });
        [workload].into_iter().chain(settings).chain([Cell::U64(seed)]).collect()
    }

    /// Returns the cells of a run of a sweep.
    #[must_use]
    pub fn cells_of(&self, workload: &str, sweep: &SweepOutline, run: usize) -> Vec<Cell> {
        let settings = sweep.settings(run).into_iter().map(|setting| Some(setting.value));
        self.cells(workload, settings, sweep.seed(run))
    }
}

/// The column of a setting, with the unit and the meaning of its policy.
fn setting(key: &str, is_numeric: bool) -> Column {
    let kind = if is_numeric { ColumnKind::I64 } else { ColumnKind::Text };
    let (unit, effect) = policy::describe(key).unwrap_or_default();
    Column::new(key, kind, effect).with_unit(unit)
}
