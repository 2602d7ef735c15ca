//! Results as tables in the memory layout of Arrow, which pandas, Polars, pyarrow and DuckDB take without a copy.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi::FFI_ArrowArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, RecordBatchIterator, StringArray, UInt64Array,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{DataType, Field, Schema};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyAttributeError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList, PyTuple};

use crate::errors;

/// Rows of a table that a notebook shows.
const ROWS_SHOWN: usize = 10;

/// A column before it is a part of a table. Numbers that may be subtracted are signed.
pub(crate) enum Column {
    Int(Vec<Option<i64>>),
    Bool(Vec<Option<bool>>),
    Text(Vec<Option<String>>),
}

impl Column {
    fn array(self) -> ArrayRef {
        match self {
            Self::Int(values) => Arc::new(Int64Array::from(values)),
            Self::Bool(values) => Arc::new(BooleanArray::from(values)),
            Self::Text(values) => Arc::new(StringArray::from(values)),
        }
    }
}

/// A column with its name and its metadata: unit and description.
pub(crate) type DescribedColumn = (String, Column, [(&'static str, String); 2]);

/// Returns a number that may be subtracted; those past 2^63 are its limit.
pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A table. pandas, Polars and pyarrow take it by its Arrow interface: `polars.DataFrame(table)`, `pyarrow.table(table)`.
#[pyclass(frozen, module = "hws", name = "Table")]
pub(crate) struct PyTable {
    batch: RecordBatch,
}

impl PyTable {
    pub(crate) fn new(columns: Vec<(String, Column)>) -> PyResult<Self> {
        let (mut fields, mut arrays) = (Vec::new(), Vec::new());
        for (name, column) in columns {
            let array = column.array();
            fields.push(Field::new(name, array.data_type().clone(), true));
            arrays.push(array);
        }
        let batch = RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(errors::value)?;
        Ok(Self { batch })
    }

    /// Creates a table whose columns have metadata; empty texts are left out.
    pub(crate) fn described(columns: Vec<DescribedColumn>) -> PyResult<Self> {
        let (mut plain, mut about) = (Vec::new(), Vec::new());
        for (name, column, metadata) in columns {
            plain.push((name, column));
            about.push(metadata);
        }
        let Self { batch } = Self::new(plain)?;
        let fields = batch.schema_ref().fields().iter().zip(about);
        let fields: Vec<Field> = fields
            .map(|(field, about)| {
                let known = about.into_iter().filter(|(_, text)| !text.is_empty());
                let metadata: BTreeMap<String, String> =
                    known.map(|(key, text)| (key.to_owned(), text)).collect();
                field.as_ref().clone().with_metadata(metadata)
            })
            .collect();
        let batch = batch.with_schema(Arc::new(Schema::new(fields))).map_err(errors::value)?;
        Ok(Self { batch })
    }

    fn columns(&self) -> impl Iterator<Item = (&String, &ArrayRef)> {
        self.batch.schema_ref().fields().iter().map(|field| field.name()).zip(self.batch.columns())
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.columns().try_for_each(|(name, column)| dict.set_item(name, cell(py, column, row)?))?;
        Ok(dict)
    }
}

#[pymethods]
impl PyTable {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.columns().map(|(name, _)| name.as_str()).collect()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batch.num_rows()
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// Returns a column by name, or a row by number as a dictionary.
    fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(name) = key.extract::<String>() {
            let column = self.batch.column_by_name(&name).ok_or_else(|| {
                let meant = hws_input::did_you_mean(hws_input::nearest(&name, self.column_names()));
                let known = self.column_names().join(", ");
                errors::unknown(py, &format!("unknown column `{name}`; {meant}the columns are {known}"))
            })?;
            return Ok(Bound::new(py, PyColumn { name, array: column.clone() })?.into_any());
        }
        let row = key
            .extract::<i64>()
            .map_err(|_| errors::wrong_type("a key", "the name of a column or the number of a row", key))?;
        Ok(self.row(py, counted(row, self.batch.num_rows(), "table")?)?.into_any())
    }

    /// Returns the rows as dictionaries.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        (0..self.batch.num_rows()).try_for_each(|row| list.append(self.row(py, row)?))?;
        Ok(list)
    }

    /// Returns a `pandas.DataFrame`; needs pandas and pyarrow.
    fn to_pandas<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let table = slf.py().import("pyarrow")?.call_method1("table", (slf,))?;
        table.call_method0("to_pandas")
    }

    /// Returns a `polars.DataFrame`; needs polars.
    fn to_polars<'py>(slf: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// The schema for other libraries, by the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.batch.schema_ref().as_ref()).map_err(errors::value)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table for other libraries, by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A request may be ignored, by the interface.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        format!("<Table of {} rows: {}>", self.batch.num_rows(), self.column_names().join(" "))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let head: String =
            self.column_names().iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
        let mut rows = String::new();
        for row in 0..self.batch.num_rows().min(ROWS_SHOWN) {
            rows += "<tr>";
            for (_, column) in self.columns() {
                let value = cell(py, column, row)?;
                let shown = if value.is_none() { String::new() } else { value.str()?.to_string() };
                rows += &format!("<td>{}</td>", escaped(&shown));
            }
            rows += "</tr>";
        }
        let count = self.batch.num_rows();
        Ok(format!("<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{count} rows</p>"))
    }
}

/// A column of a table. NumPy takes numbers without a copy: `numpy.asarray(column)`.
#[pyclass(frozen, module = "hws", name = "Column")]
pub(crate) struct PyColumn {
    name: String,
    array: ArrayRef,
}

#[pymethods]
impl PyColumn {
    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The type of the values: int64, uint64, bool or string.
    #[getter]
    fn dtype(&self) -> &'static str {
        match self.array.data_type() {
            DataType::Int64 => "int64",
            DataType::UInt64 => "uint64",
            DataType::Boolean => "bool",
            _ => "string",
        }
    }

    /// The number of values that are missing.
    #[getter]
    fn null_count(&self) -> usize {
        self.array.null_count()
    }

    fn __len__(&self) -> usize {
        self.array.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, row: i64) -> PyResult<Bound<'py, PyAny>> {
        cell(py, &self.array, counted(row, self.array.len(), "column")?)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.to_pylist(py)?.try_iter()
    }

    /// Returns the values; None for those that are missing.
    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        (0..self.array.len()).try_for_each(|row| list.append(cell(py, &self.array, row)?))?;
        Ok(list)
    }

    /// The numbers for NumPy, which shares their memory; only a column without missing numbers has this attribute.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (Some(values), 0) = (self.array.as_primitive_opt::<Int64Type>(), self.array.null_count()) else {
            return Err(PyAttributeError::new_err(format!(
                "column {} has no numbers that can be shared; use to_pylist()",
                self.name
            )));
        };
        let dict = PyDict::new(py);
        let address = values.values().as_ptr() as usize;
        dict.set_item("data", (address, true))?;
        dict.set_item("shape", PyTuple::new(py, [values.len()])?)?;
        dict.set_item("typestr", if cfg!(target_endian = "big") { ">i8" } else { "<i8" })?;
        dict.set_item("version", 3)?;
        Ok(dict)
    }

    /// The values for NumPy where the memory cannot be shared: texts, truth values, numbers with missing values (None).
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let name = &self.name;
            return Err(errors::value(format_args!("column {name} cannot be shared; let it be copied")));
        }
        let is_bool = *self.array.data_type() == DataType::Boolean && self.array.null_count() == 0;
        let usual = if is_bool { "bool" } else { "object" };
        let dtype = dtype.map_or_else(|| usual.into_bound_py_any(py), Ok)?;
        py.import("numpy")?.call_method1("array", (self.to_pylist(py)?, dtype))
    }

    /// The schema for other libraries, by the Arrow PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let field = Field::new(&self.name, self.array.data_type().clone(), true);
        let schema = FFI_ArrowSchema::try_from(&field).map_err(errors::value)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The column for other libraries, by the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // A request may be ignored, by the interface.
        drop(requested_schema);
        let array = FFI_ArrowArray::new(&self.array.to_data());
        Ok((self.__arrow_c_schema__(py)?, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }

    fn __repr__(&self) -> String {
        format!("<Column {} of {} {}>", self.name, self.array.len(), self.dtype())
    }
}

/// Returns the number of a row, counted from the end if it is negative.
fn counted(row: i64, rows: usize, whole: &str) -> PyResult<usize> {
    let rows = rows as i64;
    let at = if row < 0 { row + rows } else { row };
    if !(0..rows).contains(&at) {
        return Err(PyIndexError::new_err(format!("row {row} of a {whole} with {rows} rows")));
    }
    Ok(at as usize)
}

fn cell<'py>(py: Python<'py>, column: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if column.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    if let Some(values) = column.as_any().downcast_ref::<Int64Array>() {
        return Ok(values.value(row).into_pyobject(py)?.into_any());
    }
    if let Some(values) = column.as_any().downcast_ref::<UInt64Array>() {
        return Ok(values.value(row).into_pyobject(py)?.into_any());
    }
    if let Some(values) = column.as_any().downcast_ref::<BooleanArray>() {
        return Ok(values.value(row).into_pyobject(py)?.to_owned().into_any());
    }
    let text = column.as_string_opt::<i32>().map_or("", |values| values.value(row));
    Ok(text.into_pyobject(py)?.into_any())
}

/// Returns a text that may stand in HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
