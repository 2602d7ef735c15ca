//! Reductions along axes.

use super::call::{Call, axes};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;

/// ReduceMean and the like, whose axes are an attribute before operator set 18.
pub(super) fn shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    along(call, 18)
}

/// ReduceSum, whose axes became an input earlier.
pub(super) fn sum(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    along(call, 13)
}

fn along(call: &Call<'_>, since: i64) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let given = call.list("axes", 1, since)?.filter(|list| !list.is_empty());
    let gone = match given {
        Some(list) => axes(list, input.rank())?,
        None if call.attributes.flag("noop_with_empty_axes")? => Vec::new(),
        None => (0..input.rank()).collect(),
    };
    reduced(call, input.dtype, &gone)
}

/// ArgMax and ArgMin: positions along one axis.
pub(super) fn position(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let axis = call.axis_or(0, call.input(0)?.rank())?;
    reduced(call, DType::INT64, &[axis])
}

/// The axes are removed, or stay with length 1.
fn reduced(call: &Call<'_>, dtype: DType, gone: &[usize]) -> Result<Vec<Fact>, OnnxError> {
    let keeps = call.int_or("keepdims", 1)? != 0;
    let dim = |(at, &dim): (usize, &u64)| match gone.contains(&at) {
        true => keeps.then_some(1),
        false => Some(dim),
    };
    let shape = call.input(0)?.shape.iter().enumerate().filter_map(dim).collect();
    Ok(vec![Fact::new(dtype, shape)])
}
