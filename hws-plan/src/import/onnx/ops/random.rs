//! Random numbers.

use super::call::{Call, rank_is};
use super::layout::dims;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;

/// RandomNormal, RandomUniform: of a given shape.
pub(super) fn of_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let shape = call.attributes.ints("shape")?.ok_or(OnnxError::NoAttribute { name: "shape" })?;
    Ok(vec![Fact::new(call.dtype("dtype")?.unwrap_or(DType::FLOAT), dims(shape)?)])
}

/// RandomNormalLike, RandomUniformLike, Bernoulli: of the input's shape.
pub(super) fn like(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let first = call.like_first()?;
    Ok(vec![Fact { dtype: call.dtype("dtype")?.unwrap_or(first.dtype), ..first }])
}

/// Multinomial: some samples for each row of probabilities.
pub(super) fn samples(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    rank_is("the input", input, 2)?;
    let count = call.count_or_none("sample_size", 1)?.unwrap_or(1);
    Ok(vec![Fact::new(call.dtype("dtype")?.unwrap_or(DType::INT32), vec![input.shape[0], count])])
}
