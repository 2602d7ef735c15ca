//! The runs of a tuning as the tables of a sweep: the points in the order in which they were tried.

use hws_run::sweep::{Cell, RunColumns, SweepRow, SweepTable};
use hws_run::tune::{TuneFound, TunePoint, TuneRun};

use super::Tuning;
use super::bench::TuneKeys;
use crate::sweep::table_files::TableRun;

/// The runs of a tuning.
pub(super) struct TuneTable<'t> {
    pub(super) tuning: &'t Tuning,
    pub(super) found: &'t TuneFound,
    pub(super) keys: &'t TuneKeys,
}

impl<'t> TuneTable<'t> {
    /// The columns that identify a run. A setting without a value is as in the workload.
    pub(super) fn columns(&self) -> RunColumns {
        let dimensions = self.tuning.plan.space.dimensions().iter();
        let is_numeric = |values: &[String]| values.iter().all(|value| value.parse::<i64>().is_ok());
        RunColumns::new(dimensions.map(|of| (of.key.as_str(), is_numeric(&of.values))))
    }

    /// One row per run, as a sweep has it.
    pub(super) fn rows(&self) -> SweepTable {
        let columns = self.columns();
        let mut table = SweepTable::new(&columns);
        let defaults = self.tuning.plan.space.defaults();
        for (point, run, row) in self.trials() {
            table.push(self.cells(&columns, point, run), row, *point == defaults);
        }
        table
    }

    /// The runs in the same order.
    pub(super) fn runs(&self) -> Box<dyn Iterator<Item = TableRun> + '_> {
        let columns = self.columns();
        Box::new(
            self.trials().map(move |(point, run, _)| (self.keys.key(run), self.cells(&columns, point, run))),
        )
    }

    fn trials(&self) -> impl Iterator<Item = (&'t TunePoint, &'t TuneRun, &'t SweepRow)> {
        let found = self.found;
        let of_point = move |point| found.trials.of(point).map(move |(run, row)| (point, run, row));
        found.trials.points().iter().flat_map(of_point)
    }

    fn cells(&self, columns: &RunColumns, point: &TunePoint, run: &TuneRun) -> Vec<Cell> {
        let plan = &self.tuning.plan;
        let dimensions = plan.space.dimensions().iter().zip(&point.0);
        let values =
            dimensions.map(|(of, &value)| value.checked_sub(1).map(|value| of.values[value].clone()));
        columns.cells(&plan.workloads[run.workload], values, run.seed)
    }
}
