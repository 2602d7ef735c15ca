//! `graphs.parquet`, `kernels.parquet`, and the same as CSV: the rows of all runs, in the order of the sweep.
//!
//! They are read from the journal of the table while they are written, run by run, so that a table may be larger than the memory.

use std::io;
use std::path::Path;

use hws_run::sweep::{Cell, Column, RunColumns, RunKey, RunTable, RunTables};

use super::journals::Journals;
use super::results::replace;
use super::table_journal::TableJournal;
use super::{SweepFormat, SweepListener, SweepNews, csv_file, parquet_file};
use crate::HostError;

/// A batch ends with the run that brings it to so many rows.
const BATCH: usize = 1 << 13;

/// A row group of Parquet ends with the batch that brings it to so many rows. They are in memory while it is written.
const GROUP: usize = 1 << 15;

/// A run, and the cells that identify it in every table.
pub(super) type TableRun = (RunKey, Vec<Cell>);

/// The rows of the runs, in batches; ends at the first error.
struct Batches<'b> {
    journal: &'b mut TableJournal,
    runs: &'b mut dyn Iterator<Item = TableRun>,
    rows: usize,
    error: Option<HostError>,
}

impl Batches<'_> {
    fn next_batch(&mut self) -> Result<Option<Vec<Vec<Cell>>>, HostError> {
        let mut batch = Vec::new();
        for (run, cells) in &mut *self.runs {
            let Some(rows) = self.journal.rows(run)? else { continue };
            batch.extend(rows.rows().iter().map(|row| [cells.as_slice(), row].concat()));
            if batch.len() >= BATCH {
                break;
            }
        }
        self.rows += batch.len();
        Ok((!batch.is_empty()).then_some(batch))
    }
}

impl Iterator for Batches<'_> {
    type Item = Vec<Vec<Cell>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_batch().unwrap_or_else(|error| {
            self.error = Some(error);
            None
        })
    }
}

/// Writes the tables of these journals in the format; `runs` gives the runs in order, once for each file.
///
/// # Errors
/// A file that cannot be read or written; an earlier file of that name is then unchanged.
pub(super) fn write<'r>(
    journals: &mut Journals,
    columns: &RunColumns,
    runs: &dyn Fn() -> Box<dyn Iterator<Item = TableRun> + 'r>,
    format: SweepFormat,
    listener: &mut SweepListener<'_>,
) -> Result<(), HostError> {
    let folder = journals.folder().to_owned();
    for journal in journals.tables() {
        let columns = [columns.columns(), journal.table().columns()].concat();
        for (extension, is_wanted) in extensions(format) {
            let path = folder.join(format!("{}.{extension}", journal.table().name()));
            if is_wanted {
                let rows = write_file(journal, &columns, &mut *runs(), &path)?;
                listener(SweepNews::Written { file: &path, rows });
            }
        }
    }
    Ok(())
}

/// Tells which tables that are not among `tables` the folder has from an earlier sweep.
pub(super) fn tell_outdated(folder: &Path, tables: RunTables, listener: &mut SweepListener<'_>) {
    for table in RunTable::ALL.into_iter().filter(|&table| !tables.has(table)) {
        for (extension, _) in extensions(SweepFormat::Both) {
            let file = folder.join(format!("{}.{extension}", table.name()));
            if file.exists() {
                listener(SweepNews::Outdated { file: &file, table });
            }
        }
    }
}

fn extensions(format: SweepFormat) -> [(&'static str, bool); 2] {
    [("parquet", format.has_parquet()), ("csv", format.has_csv())]
}

/// Returns the number of rows.
fn write_file(
    journal: &mut TableJournal,
    columns: &[Column],
    runs: &mut dyn Iterator<Item = TableRun>,
    path: &Path,
) -> Result<usize, HostError> {
    let mut batches = Batches { journal, runs, rows: 0, error: None };
    let written = replace(path, |file| {
        let rows = batches.by_ref();
        match path.extension() {
            Some(extension) if extension == "csv" => csv_file::write_batches(columns, rows, file)?,
            _ => parquet_file::write_batches(columns, GROUP, rows, file)?,
        }
        // A table that lacks its end is not kept.
        batches.error.as_ref().map_or(Ok(()), |error| Err(io::Error::other(error.to_string())))
    });
    match batches.error {
        Some(error) => Err(error),
        None => written.map(|_| batches.rows),
    }
}
