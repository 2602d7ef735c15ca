//! `sweep.parquet`: one row group with one chunk per column, and nothing that depends on the machine or the date.

use std::io::{self, Write};
use std::sync::Arc;

use hws_run::sweep::{Cell, Column, ColumnKind, SweepTable};
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

/// The creator in the metadata, without a version, so that files of equal sweeps are equal.
const CREATED_BY: &str = "hws";

/// Writes a table.
///
/// # Errors
/// Those of the file.
pub(super) fn write(table: &SweepTable, out: impl Write + Send) -> io::Result<()> {
    write_table(table, out).map_err(io::Error::other)
}

fn write_table(table: &SweepTable, out: impl Write + Send) -> Result<()> {
    let fields = table.columns.iter().map(field).collect::<Result<Vec<_>>>()?;
    let schema = Type::group_type_builder("sweep").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_created_by(CREATED_BY.to_owned()).build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (index, column) in table.columns.iter().enumerate() {
        let cells: Vec<&Cell> = table.rows.iter().filter_map(|row| row.get(index)).collect();
        let mut chunk = group.next_column()?.ok_or_else(|| ParquetError::EOF(column.name.clone()))?;
        write_cells(column.kind, &cells, &mut chunk)?;
        chunk.close()?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

fn field(column: &Column) -> Result<TypePtr> {
    let (physical, logical) = match column.kind {
        ColumnKind::U64 => (Physical::INT64, Some(LogicalType::integer(64, false))),
        ColumnKind::I64 => (Physical::INT64, Some(LogicalType::integer(64, true))),
        ColumnKind::Bool => (Physical::BOOLEAN, None),
        ColumnKind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
    };
    let builder = Type::primitive_type_builder(&column.name, physical).with_logical_type(logical);
    Ok(Arc::new(builder.with_repetition(Repetition::OPTIONAL).build()?))
}

fn write_cells(kind: ColumnKind, cells: &[&Cell], chunk: &mut SerializedColumnWriter<'_>) -> Result<()> {
    match kind {
        ColumnKind::U64 | ColumnKind::I64 => write_some::<Int64Type>(cells, chunk, |cell| match cell {
            // The bits of a column of unsigned integers.
            Cell::U64(number) => Some(number.cast_signed()),
            Cell::I64(number) => Some(*number),
            _ => None,
        }),
        ColumnKind::Bool => write_some::<BoolType>(cells, chunk, |cell| match cell {
            Cell::Bool(value) => Some(*value),
            _ => None,
        }),
        ColumnKind::Text => write_some::<ByteArrayType>(cells, chunk, |cell| match cell {
            Cell::Text(text) => Some(ByteArray::from(text.as_str())),
            _ => None,
        }),
    }
}

/// Writes the values, and which cells have one (definition level 1).
fn write_some<T: DataType>(
    cells: &[&Cell],
    chunk: &mut SerializedColumnWriter<'_>,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<()> {
    let cells: Vec<Option<T::T>> = cells.iter().map(|cell| value(cell)).collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    let values: Vec<T::T> = cells.into_iter().flatten().collect();
    chunk.typed::<T>().write_batch(&values, Some(&levels), None)?;
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
        let columns = names.into_iter().zip(kinds).map(|(name, kind)| Column { name, kind }).collect();
        let text = |text: &str| Cell::Text(text.to_owned());
        let rows = vec![
            vec![Cell::U64(u64::MAX), Cell::Null, Cell::Bool(true), Cell::Null],
            vec![Cell::Null, Cell::I64(i64::MIN), Cell::Null, text("a,\"b\"")],
            vec![Cell::U64(0), Cell::Null, Cell::Bool(false), text("ä")],
        ];
        let path = std::env::temp_dir().join(format!("hws-cells-{}.parquet", std::process::id()));
        write(&SweepTable { columns, rows }, File::create(&path).unwrap()).unwrap();
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
}
