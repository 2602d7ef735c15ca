//! The files of a tuning: the table of its runs, the report, and the recommendation as a configuration and as register writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use hws_run::policy;
use hws_run::sweep::{Cell, Column, ColumnKind, SweepTable, metric_cell, metric_columns};
use hws_run::tune::{TuneFound, TuneReport, TunedMachine};

use super::Tuning;
use crate::sweep::results::replace;
use crate::sweep::{SweepFormat, results};
use crate::{HostError, outputs};

/// Writes the files; returns their paths.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(
    tuning: &Tuning,
    found: &TuneFound,
    report: &TuneReport,
    folder: &Path,
    format: SweepFormat,
) -> Result<Vec<PathBuf>, HostError> {
    let mut written = results::write(&table(tuning, found), folder, format)?;
    written.push(replace(&folder.join("tune.json"), |file| outputs::json(report, file))?);
    let recommended = report.recommended().next();
    let machines = recommended.map_or(&[][..], |point| &point.machines.0);
    for (index, machine) in machines.iter().enumerate() {
        // Workloads with machines of their own have files of their own.
        let suffix = if index == 0 { String::new() } else { format!("-{}", index + 1) };
        let about = about(machine);
        let config = folder.join(format!("recommended{suffix}.yaml"));
        written.push(replace(&config, |file| write!(file, "{about}{}", machine.config))?);
        let registers = folder.join(format!("recommended{suffix}.txt"));
        written.push(replace(&registers, |file| {
            write!(file, "{about}")?;
            machine.writes.iter().try_for_each(|write| writeln!(file, "{write}"))
        })?);
    }
    Ok(written)
}

fn about(machine: &TunedMachine) -> String {
    format!("# for {}\n", machine.workloads.join(", "))
}

/// One row per run: workload, settings (empty: as in the workload), seed, outcome, metrics.
fn table(tuning: &Tuning, found: &TuneFound) -> SweepTable {
    let space = &tuning.plan.space;
    let mut columns = vec![Column::new("workload", ColumnKind::Text, "The workload")];
    columns.extend(space.dimensions().iter().map(|dimension| {
        let is_numeric = dimension.values.iter().all(|value| value.parse::<i64>().is_ok());
        let kind = if is_numeric { ColumnKind::I64 } else { ColumnKind::Text };
        let (unit, effect) = policy::describe(&dimension.key).unwrap_or_default();
        Column::new(&*dimension.key, kind, effect).with_unit(unit)
    }));
    columns.push(Column::new("seed", ColumnKind::U64, "Seed of real times and faults"));
    columns.push(Column::new(
        "drained",
        ColumnKind::Bool,
        "Every kernel is done, every SIP idle, nothing reserved",
    ));
    columns.push(Column::new("problem", ColumnKind::Text, "Why the run was not drained"));
    columns.extend(metric_columns());
    let defaults = space.defaults();
    let (mut rows, mut is_default) = (Vec::new(), Vec::new());
    for point in found.trials.points() {
        for (run, row) in found.trials.of(point) {
            let mut cells = vec![Cell::Text(tuning.plan.workloads[run.workload].clone())];
            for (at, dimension) in space.dimensions().iter().enumerate() {
                let value = point.0[at].checked_sub(1).map(|value| dimension.values[value].clone());
                cells.push(match (value, columns[at + 1].kind) {
                    (None, _) => Cell::Null,
                    (Some(value), ColumnKind::I64) => value.parse().map_or(Cell::Null, Cell::I64),
                    (Some(value), _) => Cell::Text(value),
                });
            }
            cells.push(Cell::U64(run.seed));
            cells.push(Cell::Bool(row.problem.is_none()));
            cells.push(row.problem.clone().map_or(Cell::Null, Cell::Text));
            cells.extend(row.metrics.iter().map(|&metric| metric_cell(metric)));
            rows.push(cells);
            is_default.push(*point == defaults);
        }
    }
    SweepTable { columns, rows, is_default }
}
