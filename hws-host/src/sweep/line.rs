//! A line of a journal: one finished run.

use std::collections::BTreeMap;

use hws_run::sweep::{SweepRow, metric_names};
use serde::{Deserialize, Serialize};

use super::list::ListedRun;

/// The beginning of every line.
pub(super) const BEGIN: &str = "{\"key\":\"";

/// A line; workload, settings and seed are for people, the key identifies the run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) key: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    workload: Option<String>,
    settings: BTreeMap<String, String>,
    seed: u64,
    problem: Option<String>,
    metrics: BTreeMap<String, Option<i128>>,
}

impl Line {
    pub(super) fn new(run: ListedRun, row: &SweepRow) -> Self {
        let names = metric_names().iter().map(|&name| name.to_owned());
        Self {
            key: run.key,
            workload: Some(run.workload),
            settings: run.settings,
            seed: run.seed,
            problem: row.problem.clone(),
            metrics: names.zip(row.metrics.iter().copied()).collect(),
        }
    }

    /// The line without its newline.
    pub(super) fn text(&self) -> String {
        // Texts and numbers can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns `None` if the row has other metrics than this program.
    pub(super) fn row(self) -> Option<SweepRow> {
        let has_others = self.metrics.len() != metric_names().len();
        let metrics: Option<Vec<_>> =
            metric_names().iter().map(|&name| self.metrics.get(name).copied()).collect();
        (!has_others).then_some(SweepRow { problem: self.problem, metrics: metrics? })
    }
}
