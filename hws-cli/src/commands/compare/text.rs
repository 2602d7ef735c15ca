//! The comparison as text: the differences in workload and settings, then two tables without what no run has.

use std::io::{self, Write};

use hws_plan::TextTable;

use super::differences;
use super::json::{Compared, scalars, turnarounds};
use super::load::Run;

pub(super) fn write(runs: &[Run<'_>], out: &mut impl Write) -> io::Result<()> {
    for (run, number) in runs.iter().zip(1..) {
        let state = if run.report["drained"] == true { "" } else { "  NOT DRAINED" };
        writeln!(out, "run {number}  {}{state}", run.name)?;
        for difference in differing(&runs[0], run) {
            writeln!(out, "       {difference}")?;
        }
    }
    writeln!(out, "\n{}", table("", runs.len(), &scalars(runs)))?;
    write!(out, "{}", table("turnaround of", runs.len(), &turnarounds(runs)))
}

fn differing(first: &Run<'_>, run: &Run<'_>) -> Vec<String> {
    let workload = differences::workload(first, run);
    let workload = workload.map(|difference| format!("different workload: {difference}"));
    let settings = differences::settings(&first.report, &run.report);
    workload.into_iter().chain(settings).collect()
}

fn table(name: &str, runs: usize, rows: &[Compared]) -> TextTable {
    let mut head = vec![name.to_owned(), "run 1".to_owned()];
    for number in 2..=runs {
        head.extend([format!("run {number}"), "change".to_owned(), String::new()]);
    }
    let mut table = TextTable::new(&head.iter().map(String::as_str).collect::<Vec<_>>());
    for row in rows.iter().filter(|row| row.values.iter().any(Option::is_some)) {
        let mut cells = vec![row.name.clone(), number(row.values[0])];
        for index in 1..runs {
            let difference = row.differences[index].map_or_else(String::new, |change| format!("{change:+}"));
            let relative = row.differences_per_10000[index].map_or_else(String::new, percent);
            cells.extend([number(row.values[index]), difference, relative]);
        }
        table.row(cells);
    }
    table
}

fn number(value: Option<i128>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Ten-thousandths as a percentage with sign.
fn percent(change: i128) -> String {
    let sign = if change < 0 { '-' } else { '+' };
    format!("{sign}{}.{:02} %", change.unsigned_abs() / 100, change.unsigned_abs() % 100)
}
