//! Tables as CSV: a line of names, then one line per row; missing values are empty.

use std::io::{self, Write};
use std::iter;

use csv::{Terminator, WriterBuilder};
use hws_run::sweep::{Cell, Column, SweepTable};

/// Writes a table.
///
/// # Errors
/// Those of the file.
pub(super) fn write(table: &SweepTable, out: impl Write) -> io::Result<()> {
    write_batches(&table.columns, iter::once(&table.rows), out)
}

/// Writes rows as they come.
///
/// # Errors
/// Those of the file.
pub(super) fn write_batches(
    columns: &[Column],
    batches: impl Iterator<Item = impl AsRef<[Vec<Cell>]>>,
    out: impl Write,
) -> io::Result<()> {
    let mut writer = WriterBuilder::new().terminator(Terminator::Any(b'\n')).from_writer(out);
    writer.write_record(columns.iter().map(|column| &column.name))?;
    for batch in batches {
        for row in batch.as_ref() {
            writer.write_record(row.iter().map(ToString::to_string))?;
        }
    }
    writer.flush()
}

#[cfg(test)]
mod tests {
    use hws_run::sweep::ColumnKind;

    use super::*;

    #[test]
    fn lines_of_cells() {
        let column = |name: &str, kind| Column::new(name, kind, "");
        let table = SweepTable {
            columns: vec![
                column("n", ColumnKind::U64),
                column("why, not", ColumnKind::Text),
                column("ok", ColumnKind::Bool),
            ],
            rows: vec![
                vec![Cell::U64(u64::MAX), Cell::Text("a \"b\"".to_owned()), Cell::Bool(true)],
                vec![Cell::I64(-1), Cell::Null, Cell::Null],
            ],
            ..SweepTable::default()
        };
        let mut bytes = Vec::new();
        write(&table, &mut bytes).unwrap();
        let expected = "n,\"why, not\",ok\n18446744073709551615,\"a \"\"b\"\"\",true\n-1,,\n";
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    }
}
