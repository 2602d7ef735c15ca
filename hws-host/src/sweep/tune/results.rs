//! The files of a tuning: the table of its runs, the report, and each recommendation as a configuration and as register writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use hws_run::policy;
use hws_run::sweep::{Cell, Column, ColumnKind, SweepTable, metric_cell, metric_columns};
use hws_run::tune::{TuneFound, TuneReport, TunedMachine, TunedPoint};

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
    for (name, point) in named(report) {
        for (index, machine) in point.machines.0.iter().enumerate() {
            // Workloads with machines of their own have files of their own.
            let name = if index == 0 { name.clone() } else { format!("{name}-{}", index + 1) };
            written.extend(write_machine(point, machine, &folder.join(name))?);
        }
    }
    Ok(written)
}

/// The points that are written: the recommendation, or each one of the front by its number in the table.
fn named(report: &TuneReport) -> Vec<(String, &TunedPoint)> {
    if report.objectives.len() > 1 {
        let numbered = (1..).zip(&report.best).filter(|(_, point)| !point.is_undrained());
        return numbered.map(|(number, point)| (format!("front-{number}"), point)).collect();
    }
    report.recommended().map(|point| ("recommended".to_owned(), point)).collect()
}

/// The settings of a point on a machine: a configuration and register writes.
fn write_machine(point: &TunedPoint, machine: &TunedMachine, stem: &Path) -> Result<[PathBuf; 2], HostError> {
    let about = format!("# for {}\n# {}\n", machine.workloads.join(", "), point.options);
    let config = replace(&stem.with_extension("yaml"), |file| write!(file, "{about}{}", machine.config))?;
    let registers = replace(&stem.with_extension("txt"), |file| {
        write!(file, "{about}")?;
        machine.writes.iter().try_for_each(|write| writeln!(file, "{write}"))
    })?;
    Ok([config, registers])
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
