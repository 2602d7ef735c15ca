//! The deadlines: how many were missed, and the worst of them.

use std::cmp::Reverse;
use std::fmt::{Formatter, Result};

use hws_plan::TextTable;

use super::or_dash;
use crate::report::{DeadlinesReport, Report};
use crate::text::{cycles, line};

/// Largest number of deadlines that are printed one by one.
const ROWS_MOST: usize = 20;

/// A graph or a kernel with a deadline.
struct Row<'r> {
    of: &'r str,
    deadline: u64,
    finish: Option<u64>,
    lateness: Option<i64>,
}

/// The lines of all deadlines, and the table of the worst.
pub(super) fn all(f: &mut Formatter<'_>, report: &Report, counts: &DeadlinesReport) -> Result {
    line(f, "deadlines", &missed(counts))?;
    if let Some(worst) = counts.lateness_max {
        line(f, "lateness", &lateness(worst, counts.tardiness_sum.unwrap_or(0)))?;
    }
    let mut rows = rows(report);
    // Stable: ties in the order of the workload, graphs first.
    rows.sort_by_key(|row| (row.lateness.is_some(), row.lateness.map(Reverse)));
    writeln!(f, "\n{}", table(&rows))?;
    match rows.len().saturating_sub(ROWS_MOST) {
        0 => Ok(()),
        more => writeln!(f, "  and {more} more\n"),
    }
}

fn missed(counts: &DeadlinesReport) -> String {
    let total = counts.total;
    match (counts.missed, counts.unfinished) {
        (0, _) => format!("{total}, none of them missed"),
        (missed, 0) => format!("{total}, of which {missed} missed"),
        (missed, unfinished) => {
            format!("{total}, of which {missed} missed, {unfinished} of them by never finishing")
        }
    }
}

fn lateness(worst: i64, total: u64) -> String {
    match u64::try_from(worst) {
        Ok(0) => "none: the latest finished on time, to the cycle".to_owned(),
        Ok(worst) => format!("at most {}, {} in total", cycles(worst), cycles(total)),
        Err(_) => format!("none: the latest finished {} early", cycles(worst.unsigned_abs())),
    }
}

fn rows(report: &Report) -> Vec<Row<'_>> {
    let dags = report.dags.iter().filter_map(|dag| {
        Some(Row { of: &dag.name, deadline: dag.deadline?, finish: dag.finish, lateness: dag.lateness })
    });
    let kernels = report.kernels.iter().filter_map(|kernel| {
        let (finish, lateness) = (kernel.finish, kernel.lateness);
        Some(Row { of: &kernel.id, deadline: kernel.deadline?, finish, lateness })
    });
    dags.chain(kernels).collect()
}

/// The worst first.
fn table(rows: &[Row<'_>]) -> TextTable {
    let mut table = TextTable::new(&["deadline of", "deadline", "finish", "lateness", ""]).ending_with_text();
    for row in rows.iter().take(ROWS_MOST) {
        table.row([
            row.of.to_owned(),
            row.deadline.to_string(),
            or_dash(row.finish),
            row.lateness.map_or_else(|| "-".to_owned(), |lateness| format!("{lateness:+}")),
            verdict(row.lateness).to_owned(),
        ]);
    }
    table
}

const fn verdict(lateness: Option<i64>) -> &'static str {
    match lateness {
        None => "never finished",
        Some(1..) => "missed",
        Some(_) => "met",
    }
}
