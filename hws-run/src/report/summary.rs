//! The report for a terminal: aligned text without colour.

mod deadlines;
mod lines;
mod metrics;

use std::fmt;

use hws_plan::TextTable;

use super::{FaultsReport, Highlights, Report};

/// Displays a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportSummary<'r> {
    report: &'r Report,
    highlights: Option<&'r Highlights>,
}

impl<'r> ReportSummary<'r> {
    /// Creates the summary of a report.
    #[must_use]
    pub const fn new(report: &'r Report) -> Self {
        Self { report, highlights: None }
    }

    /// Returns the same summary with an explanation of backfills and early launches.
    #[must_use]
    pub const fn with_highlights(self, highlights: &'r Highlights) -> Self {
        Self { highlights: Some(highlights), ..self }
    }
}

impl fmt::Display for ReportSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.report;
        lines::firmware(f, report)?;
        lines::outcome(f, report)?;
        writeln!(f, "\n{}", graphs(report))?;
        lines::behind_plan(f, report)?;
        lines::ahead_of_plan(f, report)?;
        lines::predicted_end(f, report)?;
        lines::counts(f, report)?;
        if let Some(metrics) = &report.metrics {
            metrics::all(f, metrics, self.highlights)?;
        }
        if let Some(counts) = &report.deadlines {
            deadlines::all(f, report, counts)?;
        }
        if let Some(faults) = &report.faults {
            writeln!(f, "\n{}", table_of(faults))?;
            lines::end_by_faults(f, faults)?;
        }
        lines::errors(f, report)?;
        lines::stuck(f, report)
    }
}

/// One line for each graph.
fn graphs(report: &Report) -> TextTable {
    let mut table =
        TextTable::new(&["graph", "tag", "kernels", "arrival", "finish", "turnaround", "vs path"]);
    for dag in &report.dags {
        table.row([
            dag.name.clone(),
            or_dash(dag.tag),
            dag.kernels.to_string(),
            dag.arrival.to_string(),
            or_dash(dag.finish),
            or_dash(dag.turnaround),
            dag.path_ratio_permille.map_or_else(|| "-".to_owned(), times),
        ]);
    }
    table
}

/// One line for each kind of fault.
fn table_of(faults: &FaultsReport) -> TextTable {
    let mut table = TextTable::new(&["fault", "rate", "struck", "what Amos did"]);
    for kind in &faults.kinds {
        table.row([kind.fault.to_owned(), kind.rate.clone(), kind.struck.to_string(), kind.in_words()]);
    }
    table
}

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Thousandths as a factor with two decimals, rounded down.
fn times(permille: u64) -> String {
    format!("{}.{:02}x", permille / 1000, permille % 1000 / 10)
}
