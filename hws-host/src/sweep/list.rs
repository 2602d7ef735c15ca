//! The runs of a sweep, numbered through all its workloads, and what identifies them.

use std::collections::BTreeMap;

use hws_run::sweep::{
    Cell, MadeRun, RunColumns, RunKey, SweepOrder, SweepOutline, SweepRow, SweepSummary, SweepTable,
};
use serde::{Deserialize, Serialize};

use super::line::Line;
use super::table_line::TableLine;

/// The workloads of a sweep with their runs. A list needs no workload, so that rows from elsewhere can be put in order with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SweepList {
    parts: Vec<ListedWorkload>,
}

/// The runs of one workload.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListedWorkload {
    /// Its name: the value of the axis `workload`, or its files.
    pub name: String,
    /// Its runs.
    pub outline: SweepOutline,
}

/// A run, for those who make it elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ListedRun {
    /// Its number, from 0.
    pub run: usize,
    /// Its key.
    pub key: String,
    /// The name of the workload.
    pub workload: String,
    /// The settings, by their keys.
    pub settings: BTreeMap<String, String>,
    /// Its seed.
    pub seed: u64,
}

impl SweepList {
    pub(super) fn new(parts: Vec<ListedWorkload>) -> Self {
        Self { parts }
    }

    /// Returns the workloads in order.
    #[must_use]
    pub fn parts(&self) -> &[ListedWorkload] {
        &self.parts
    }

    /// Returns the number of runs.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.parts.iter().map(|part| part.outline.runs()).sum()
    }

    /// Returns the key of a run.
    #[must_use]
    pub fn key(&self, run: usize) -> RunKey {
        let (part, run) = self.part(run);
        part.outline.key(run)
    }

    /// Returns a run.
    #[must_use]
    pub fn run(&self, number: usize) -> ListedRun {
        let (part, run) = self.part(number);
        let settings = part.outline.settings(run).into_iter().map(|set| (set.key, set.value));
        ListedRun {
            run: number,
            key: part.outline.key(run).to_string(),
            workload: part.name.clone(),
            settings: settings.collect(),
            seed: part.outline.seed(run),
        }
    }

    /// Returns the row of a run as a line of a journal, without the newline.
    #[must_use]
    pub fn line(&self, run: usize, row: &SweepRow) -> String {
        Line::new(self.run(run), row).text()
    }

    /// Returns a run as its line of the journal and then those of the tables, which [`SweepRows`](super::SweepRows) takes.
    #[must_use]
    pub fn lines(&self, run: usize, made: &MadeRun) -> String {
        let key = self.key(run).to_string();
        let tables = made.tables.iter().map(|rows| TableLine::new(key.clone(), rows).text());
        [self.line(run, &made.row)].into_iter().chain(tables).collect::<Vec<_>>().join("\n")
    }

    /// Returns the rows as a table. A run that has not been made has no row.
    #[must_use]
    pub fn table(&self, rows: &[Option<SweepRow>]) -> SweepTable {
        let workloads: Vec<_> = self.parts.iter().map(|part| (part.name.as_str(), &part.outline)).collect();
        SweepTable::of_workloads(&workloads, rows)
    }

    /// The columns that identify a run in every table; all workloads have the same settings.
    pub(super) fn run_columns(&self) -> RunColumns {
        self.parts.first().map_or_else(|| RunColumns::new([]), |part| RunColumns::of(&part.outline))
    }

    /// The cells of these columns.
    pub(super) fn run_cells(&self, columns: &RunColumns, run: usize) -> Vec<Cell> {
        let (part, run) = self.part(run);
        columns.cells_of(&part.name, &part.outline, run)
    }

    /// Returns means and differences of all settings.
    #[must_use]
    pub fn summary(&self, rows: &[Option<SweepRow>], order: SweepOrder) -> SweepSummary {
        let workloads: Vec<_> =
            self.parts.iter().map(|part| (Some(part.name.as_str()), &part.outline)).collect();
        SweepSummary::of_workloads(&workloads, rows, order)
    }

    /// Returns what is different in another sweep, in words; none if the sweeps have the same runs.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let names =
            |list: &Self| -> Vec<String> { list.parts.iter().map(|part| part.name.clone()).collect() };
        // Machines may have the files at different places; several workloads are told apart by their names.
        let are_told_apart = self.parts.len() != 1 || other.parts.len() != 1;
        if are_told_apart && names(self) != names(other) {
            let (one, two) = (names(self).join(", "), names(other).join(", "));
            return Some(format!("the workloads are {one}, and {two}"));
        }
        let parts = self.parts.iter().zip(&other.parts);
        parts.filter_map(|(one, two)| one.outline.difference(&two.outline)).next()
    }

    /// The workload of a run, and the number of the run in it.
    pub(super) fn part(&self, run: usize) -> (&ListedWorkload, usize) {
        let (part, run) = self.place(run);
        (&self.parts[part], run)
    }

    /// The index of the workload of a run, and the number of the run in it.
    pub(super) fn place(&self, run: usize) -> (usize, usize) {
        let mut rest = run;
        for (part, listed) in self.parts.iter().enumerate() {
            match rest.checked_sub(listed.outline.runs()) {
                Some(later) => rest = later,
                None => return (part, rest),
            }
        }
        unreachable!("run {run} of {}", self.runs())
    }
}

impl ListedRun {
    /// Settings and seed, as they are written in messages.
    #[must_use]
    pub fn shown(&self) -> String {
        let workload = format!("workload={} ", self.workload);
        let settings = self.settings.iter().map(|(key, value)| format!("{key}={value} "));
        std::iter::once(workload).chain(settings).chain([format!("seed={}", self.seed)]).collect()
    }
}
