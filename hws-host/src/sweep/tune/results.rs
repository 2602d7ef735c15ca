//! The files of a tuning: the table of its runs, the report, and the recommendation as a configuration and as register writes.

use std::io::Write;

use hws_run::tune::{TuneReport, TunedMachine};

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
    let mut written = results::write(&table.rows(), &folder, options.format)?;
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
    let rows = report.runs;
    written.iter().for_each(|file| listener(SweepNews::Written { file, rows }));
    table_files::write(journals, &table.columns(), &|| table.runs(), options.format, listener)?;
    table_files::tell_outdated(&folder, options.tables, listener);
    Ok(())
}

fn about(machine: &TunedMachine) -> String {
    format!("# for {}\n", machine.workloads.join(", "))
}
