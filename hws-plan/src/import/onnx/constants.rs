//! Constants of the file: their types, and the values of small ones.

use super::dtype::DType;
use super::error::OnnxError;
use super::fact::{Fact, VALUES_MOST};
use super::proto::{SparseTensorProto, TensorProto};
use super::real::Real;
use super::values::Values;

/// TensorProto.DataLocation.EXTERNAL: the values are in another file, which is not needed for a shape.
const EXTERNAL: i32 = 1;

/// Type, shape and, if small, values of a constant.
pub(super) fn fact(tensor: &TensorProto) -> Result<Fact, OnnxError> {
    let fact = Fact::new(dtype(tensor)?, dims(&tensor.dims)?);
    let is_small = fact.elements()? <= VALUES_MOST && tensor.data_location != EXTERNAL;
    let values = if is_small { values(tensor, fact.dtype) } else { None };
    Ok(fact.with_values(values))
}

/// Type and shape of a sparse constant; its values are not read.
pub(super) fn sparse_fact(tensor: &SparseTensorProto) -> Result<Fact, OnnxError> {
    let values = tensor.values.as_ref().ok_or(OnnxError::Nothing { what: "values in a sparse tensor" })?;
    Ok(Fact::new(dtype(values)?, dims(&tensor.dims)?))
}

fn dtype(tensor: &TensorProto) -> Result<DType, OnnxError> {
    let found = || format!("of the element type {}", tensor.data_type);
    DType::new(tensor.data_type).ok_or_else(|| OnnxError::Type { found: found() })
}

fn dims(dims: &[i64]) -> Result<Vec<u64>, OnnxError> {
    let dim = |&dim: &i64| {
        u64::try_from(dim).map_err(|_| OnnxError::value("a dimension of the constant", dim, "0 or more"))
    };
    dims.iter().map(dim).collect()
}

fn values(tensor: &TensorProto, dtype: DType) -> Option<Values> {
    if dtype.is_integer() {
        integers(tensor, dtype).map(Values::from)
    } else {
        reals(tensor, dtype).map(Values::from)
    }
}

/// Returns the values, in whichever field they are stored; `None` for other types and if none are stored.
fn integers(tensor: &TensorProto, dtype: DType) -> Option<Vec<i64>> {
    let wide = |values: &[i32]| values.iter().copied().map(i64::from).collect();
    match (dtype, tensor.raw_data.as_deref()) {
        (DType::INT64, None) => Some(tensor.int64_data.clone()),
        (DType::INT64, Some(raw)) => elements::<8>(raw).map(|list| list.map(i64::from_le_bytes).collect()),
        (DType::INT32, Some(raw)) => {
            elements::<4>(raw).map(|list| list.map(i32::from_le_bytes).map(i64::from).collect())
        }
        (DType::INT8, Some(raw)) => Some(raw.iter().map(|&byte| i64::from(byte as i8)).collect()),
        (DType::BOOL | DType::UINT8, Some(raw)) => Some(raw.iter().copied().map(i64::from).collect()),
        (DType::INT32 | DType::INT8 | DType::BOOL | DType::UINT8, None) => Some(wide(&tensor.int32_data)),
        _ => None,
    }
}

/// As [`integers`], for floats; those of 16 bits are stored as integers.
fn reals(tensor: &TensorProto, dtype: DType) -> Option<Vec<Real>> {
    let bits: Vec<u64> = match (dtype, tensor.raw_data.as_deref()) {
        (DType::FLOAT, None) => tensor.float_data.iter().copied().map(u64::from).collect(),
        (DType::FLOAT64, None) => tensor.double_data.clone(),
        (DType::FLOAT16 | DType::BFLOAT16, None) => {
            tensor.int32_data.iter().map(|&bits| u64::from(bits as u16)).collect()
        }
        (DType::FLOAT, Some(raw)) => elements::<4>(raw)?.map(u32::from_le_bytes).map(u64::from).collect(),
        (DType::FLOAT64, Some(raw)) => elements::<8>(raw)?.map(u64::from_le_bytes).collect(),
        (DType::FLOAT16 | DType::BFLOAT16, Some(raw)) => {
            elements::<2>(raw)?.map(u16::from_le_bytes).map(u64::from).collect()
        }
        _ => return None,
    };
    bits.into_iter().map(|bits| Real::from_bits(bits, dtype)).collect()
}

/// Returns the elements of raw data; `None` if the last one is incomplete.
fn elements<const N: usize>(raw: &[u8]) -> Option<impl Iterator<Item = [u8; N]>> {
    let (whole, rest) = raw.as_chunks::<N>();
    rest.is_empty().then(|| whole.iter().copied())
}
