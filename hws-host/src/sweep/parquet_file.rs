//! Tables as Parquet, with nothing that depends on the machine or the date. All rows of `sweep.parquet` are one row group; larger tables
//! have several, and are never in memory as a whole.
//!
//! Units and meanings of the columns are metadata of the fields, where readers of the Arrow schema such as pyarrow find them, under the
//! keys `unit` and `description`.

mod arrow_schema;

use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use hws_run::sweep::{Cell, Column, ColumnKind, SweepTable};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

/// The creator in the metadata, without a version, so that files of equal sweeps are equal.
const CREATED_BY: &str = "hws";

/// Writes a table.
///
/// # Errors
/// Those of the file.
pub(super) fn write(table: &SweepTable, out: impl Write + Send) -> io::Result<()> {
    write_batches(&table.columns, table.rows.len(), iter::once(&table.rows), out)
}

/// Writes rows as they come, in groups of at least this size but for the last. The same batches give the same bytes.
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
    let properties = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_key_value_metadata(Some(vec![arrow_schema::metadata(columns)]));
    let mut writer = SerializedFileWriter::new(out, schema(columns)?, Arc::new(properties.build()))?;
    let (mut pending, mut rows) = (Vec::new(), 0);
    for batch in batches {
        rows += batch.as_ref().len();
        pending.push(batch);
        if rows >= group {
            write_group(columns, &pending, &mut writer)?;
            (pending, rows) = (Vec::new(), 0);
        }
    }
    if rows > 0 {
        write_group(columns, &pending, &mut writer)?;
    }
    writer.close()?;
    Ok(())
}

fn schema(columns: &[Column]) -> Result<Arc<Type>> {
    let fields = columns.iter().map(|column| field(column).map(Arc::new)).collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Type::group_type_builder("arrow_schema").with_fields(fields).build()?))
}

fn field(column: &Column) -> Result<Type> {
    let (physical, logical) = match column.kind {
        ColumnKind::U64 => (Physical::INT64, Some(LogicalType::integer(64, false))),
        ColumnKind::I64 => (Physical::INT64, None),
        ColumnKind::Bool => (Physical::BOOLEAN, None),
        ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    Type::primitive_type_builder(&column.name, physical)
        .with_logical_type(logical)
        .with_repetition(Repetition::OPTIONAL)
        .build()
}

fn write_group(
    columns: &[Column],
    batches: &[impl AsRef<[Vec<Cell>]>],
    writer: &mut SerializedFileWriter<impl Write + Send>,
) -> Result<()> {
    let mut group = writer.next_row_group()?;
    for (index, column) in columns.iter().enumerate() {
        let Some(writer) = group.next_column()? else { break };
        let rows = batches.iter().flat_map(AsRef::as_ref);
        write_column(column.kind, rows.map(|row| row.get(index).unwrap_or(&Cell::Null)), writer)?;
    }
    group.close()?;
    Ok(())
}

fn write_column<'c>(
    kind: ColumnKind,
    cells: impl Iterator<Item = &'c Cell>,
    mut writer: SerializedColumnWriter<'_>,
) -> Result<()> {
    let to = &mut writer;
    match kind {
        ColumnKind::U64 => values::<Int64Type>(to, cells, |cell| match cell {
            Cell::U64(number) => Some(number.cast_signed()),
            _ => None,
        }),
        ColumnKind::I64 => values::<Int64Type>(to, cells, |cell| match cell {
            Cell::I64(number) => Some(*number),
            _ => None,
        }),
        ColumnKind::Bool => values::<BoolType>(to, cells, |cell| match cell {
            Cell::Bool(value) => Some(*value),
            _ => None,
        }),
        ColumnKind::Text => values::<ByteArrayType>(to, cells, |cell| match cell {
            Cell::Text(text) => Some(ByteArray::from(text.as_str())),
            _ => None,
        }),
    }?;
    writer.close()
}

/// The values that are there, and a level for each cell: 1 with a value, 0 without.
fn values<'c, T: DataType>(
    writer: &mut SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'c Cell>,
    value: impl Fn(&'c Cell) -> Option<T::T>,
) -> Result<()> {
    let mut there = Vec::new();
    let mut level = |cell| match value(cell) {
        Some(value) => {
            there.push(value);
            1
        }
        None => 0,
    };
    let levels: Vec<i16> = cells.map(&mut level).collect();
    writer.typed::<T>().write_batch(&there, Some(&levels), None)?;
    Ok(())
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
    fn equal_tables_have_equal_bytes_with_the_arrow_schema() {
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
        let has = |text: &[u8]| bytes.windows(text.len()).any(|part| part == text);
        assert!(has(b"ARROW:schema"), "where pyarrow looks for them");
    }

    /// Five batches in groups of at least three rows.
    #[test]
    fn a_group_ends_with_the_batch_that_fills_it() {
        let columns = [Column::new("n", ColumnKind::U64, "")];
        let batches =
            [0..2, 2..3, 3..3, 3..8, 8..9].map(|rows| rows.map(|n| vec![Cell::U64(n)]).collect::<Vec<_>>());
        let path = std::env::temp_dir().join(format!("hws-groups-{}.parquet", std::process::id()));
        write_batches(&columns, 3, batches.iter(), File::create(&path).unwrap()).unwrap();
        let reader = SerializedFileReader::new(File::open(&path).unwrap()).unwrap();
        let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
        let rows: Vec<Field> = reader
            .get_row_iter(None)
            .unwrap()
            .map(|row| row.unwrap().get_column_iter().next().unwrap().1.clone())
            .collect();
        fs::remove_file(path).unwrap();
        assert_eq!(groups, [3, 5, 1]);
        assert_eq!(rows, (0..9).map(Field::ULong).collect::<Vec<_>>());
    }
}
