//! Tables as Parquet, with nothing that depends on the machine or the date. All rows of `sweep.parquet` are one row group; larger tables
//! have several, and are never in memory as a whole.
//!
//! Units and meanings of the columns are metadata of the fields, where readers of the Arrow schema such as pyarrow find them, under the
//! keys `unit` and `description`.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int64Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{DataType, Field, Schema};
use hws_run::sweep::{Cell, Column, ColumnKind, SweepTable};
use parquet::arrow::ArrowWriter;
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;

/// The creator in the metadata, without a version, so that files of equal sweeps are equal.
const CREATED_BY: &str = "hws";

/// Writes a table.
///
/// # Errors
/// Those of the file.
pub(super) fn write(table: &SweepTable, out: impl Write + Send) -> io::Result<()> {
    write_batches(&table.columns, table.rows.len(), iter::once(&table.rows), out)
}

/// Writes rows as they come, in groups of this size. The same batches give the same bytes.
///
/// # Errors
/// Those of the file.
pub(super) fn write_batches(
    columns: &[Column],
    group: usize,
    batches: impl Iterator<Item = impl AsRef<[Vec<Cell>]>>,
    out: impl Write + Send,
) -> io::Result<()> {
    write_groups(columns, group, batches, out).map_err(io::Error::other)
}

fn write_groups(
    columns: &[Column],
    group: usize,
    batches: impl Iterator<Item = impl AsRef<[Vec<Cell>]>>,
    out: impl Write + Send,
) -> Result<()> {
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    let properties = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_max_row_group_row_count(Some(group.max(1)));
    let mut writer = ArrowWriter::try_new(out, schema.clone(), Some(properties.build()))?;
    for batch in batches {
        let rows = batch.as_ref();
        let cells = |index: usize| rows.iter().map(move |row| row.get(index).unwrap_or(&Cell::Null));
        let columns = columns.iter().enumerate();
        let arrays = columns.map(|(index, column)| array(column.kind, cells(index))).collect();
        writer.write(&RecordBatch::try_new(schema.clone(), arrays)?)?;
    }
    writer.close()?;
    Ok(())
}

fn field(column: &Column) -> Field {
    let kind = match column.kind {
        ColumnKind::U64 => DataType::UInt64,
        ColumnKind::I64 => DataType::Int64,
        ColumnKind::Bool => DataType::Boolean,
        ColumnKind::Text => DataType::Utf8,
    };
    let about = [("unit", &column.unit), ("description", &column.description)];
    let known = about.into_iter().filter(|(_, text)| !text.is_empty());
    let metadata: BTreeMap<String, String> =
        known.map(|(key, text)| (key.to_owned(), text.clone())).collect();
    Field::new(&column.name, kind, true).with_metadata(metadata)
}

fn array<'c>(kind: ColumnKind, cells: impl Iterator<Item = &'c Cell>) -> ArrayRef {
    match kind {
        ColumnKind::U64 => Arc::new(UInt64Array::from_iter(cells.map(|cell| match cell {
            Cell::U64(number) => Some(*number),
            _ => None,
        }))),
        ColumnKind::I64 => Arc::new(Int64Array::from_iter(cells.map(|cell| match cell {
            Cell::I64(number) => Some(*number),
            _ => None,
        }))),
        ColumnKind::Bool => Arc::new(BooleanArray::from_iter(cells.map(|cell| match cell {
            Cell::Bool(value) => Some(*value),
            _ => None,
        }))),
        ColumnKind::Text => Arc::new(StringArray::from_iter(cells.map(|cell| match cell {
            Cell::Text(text) => Some(text.as_str()),
            _ => None,
        }))),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;

    use super::*;

    /// Every kind, with and without a value, at the ends of its range.
    #[test]
    fn cells_come_back() {
        let kinds = [ColumnKind::U64, ColumnKind::I64, ColumnKind::Bool, ColumnKind::Text];
        let names = ["unsigned", "signed", "flag", "text"].map(str::to_owned);
        let columns = names.into_iter().zip(kinds).map(|(name, kind)| Column::new(name, kind, "")).collect();
        let text = |text: &str| Cell::Text(text.to_owned());
        let rows = vec![
            vec![Cell::U64(u64::MAX), Cell::Null, Cell::Bool(true), Cell::Null],
            vec![Cell::Null, Cell::I64(i64::MIN), Cell::Null, text("a,\"b\"")],
            vec![Cell::U64(0), Cell::Null, Cell::Bool(false), text("ä")],
        ];
        let path = std::env::temp_dir().join(format!("hws-cells-{}.parquet", std::process::id()));
        write(&SweepTable { columns, rows, ..SweepTable::default() }, File::create(&path).unwrap()).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let read: Vec<Vec<Field>> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
            .collect();
        fs::remove_file(path).unwrap();
        let text = |text: &str| Field::Str(text.to_owned());
        let expected = [
            [Field::ULong(u64::MAX), Field::Null, Field::Bool(true), Field::Null],
            [Field::Null, Field::Long(i64::MIN), Field::Null, text("a,\"b\"")],
            [Field::ULong(0), Field::Null, Field::Bool(false), text("ä")],
        ];
        assert_eq!(read, expected);
    }

    #[test]
    fn fields_have_their_units_and_meanings() {
        let columns = vec![
            Column::new("makespan", ColumnKind::I64, "The last end").with_unit("cycles"),
            Column::new("ok", ColumnKind::Bool, ""),
        ];
        let table =
            SweepTable { columns, rows: vec![vec![Cell::I64(1), Cell::Null]], ..SweepTable::default() };
        let (mut bytes, mut again) = (Vec::new(), Vec::new());
        write(&table, &mut bytes).unwrap();
        write(&table, &mut again).unwrap();
        assert_eq!(bytes, again);
        let schema = field(&table.columns[0]);
        assert_eq!(schema.metadata().get("unit").map(String::as_str), Some("cycles"));
        assert_eq!(schema.metadata().get("description").map(String::as_str), Some("The last end"));
        assert!(field(&table.columns[1]).metadata().is_empty());
        let has = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
        assert!(has(b"ARROW:schema"), "where pyarrow looks for them");
    }
}
