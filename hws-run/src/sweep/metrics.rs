//! The metrics of a row: the scalars of a report by name.

use std::sync::LazyLock;

use crate::report::Report;
use crate::report::scalars::{OF_METRICS, OF_REPORT};

static NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| OF_REPORT.iter().chain(OF_METRICS).map(|&(name, _)| name).collect());

/// Returns the names of the metrics, in the order of a row.
#[must_use]
pub fn metric_names() -> &'static [&'static str] {
    &NAMES
}

pub(super) fn metrics(report: &Report) -> Vec<Option<i128>> {
    report.row().into_iter().map(|(_, value)| value).collect()
}
