//! The files of a tuning: the table of its runs, the report, and each recommendation as a configuration and as register writes.

use std::io::Write;
use std::path::{Path, PathBuf};

use hws_run::sweep::SweepTable;
use hws_run::tune::{TuneReport, TunedMachine, TunedPoint};

use super::tune_table::TuneTable;
use crate::sweep::journals::Journals;
use crate::sweep::results::{self, replace};
use crate::sweep::{SweepListener, SweepNews, SweepOptions, table_files};
use crate::{HostError, outputs};

/// Writes the files to the folder of the journals.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(
    table: &TuneTable<'_>,
    report: &TuneReport,
    journals: &mut Journals,
    options: &SweepOptions<'_>,
    listener: &mut SweepListener<'_>,
) -> Result<(), HostError> {
    let folder = journals.folder().to_owned();
    let rows = SweepTable { conclusion: report.conclusion(), ..table.rows() };
    let mut written = results::write(&rows, &folder, options.format)?;
    written.push(replace(&folder.join("tune.json"), |file| outputs::json(report, file))?);
    for (name, point) in named(report) {
        for (index, machine) in point.machines.0.iter().enumerate() {
            // Workloads with machines of their own have files of their own.
            let name = if index == 0 { name.clone() } else { format!("{name}-{}", index + 1) };
            written.extend(write_machine(point, machine, &folder.join(name))?);
        }
    }
    let rows = report.runs;
    written.iter().for_each(|file| listener(SweepNews::Written { file, rows }));
    table_files::write(journals, &table.columns(), &|| table.runs(), options.format, listener)?;
    table_files::tell_outdated(&folder, options.tables, listener);
    Ok(())
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
