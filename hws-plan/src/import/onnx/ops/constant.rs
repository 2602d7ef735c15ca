//! Constants, shapes as values, and conversions of them.

use super::call::Call;
use super::layout::dims;
use crate::import::onnx::constants;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, VALUES_MOST};

/// Constant: a tensor, numbers, or a sparse tensor.
pub(super) fn constant(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let attributes = call.attributes;
    if let Some(tensor) = attributes.tensor("value")? {
        return Ok(vec![constants::fact(tensor)?]);
    }
    if let Some(value) = attributes.int("value_int")? {
        return Ok(vec![Fact::new(DType::INT64, Vec::new()).with_values(Some(vec![value]))]);
    }
    if let Some(list) = attributes.ints("value_ints")? {
        let fact = Fact::new(DType::INT64, vec![list.len() as u64]);
        return Ok(vec![fact.with_values(Some(list.to_vec()))]);
    }
    if let Some(count) = attributes.floats("value_floats")? {
        return Ok(vec![Fact::new(DType::FLOAT, vec![count])]);
    }
    if attributes.has("value_float") {
        return Ok(vec![Fact::new(DType::FLOAT, Vec::new())]);
    }
    match attributes.sparse("sparse_value") {
        Some(tensor) => Ok(vec![constants::sparse_fact(tensor)?]),
        None => Err(OnnxError::NoAttribute { name: "value" }),
    }
}

/// ConstantOfShape: one value everywhere, by default the float 0.
pub(super) fn of_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let shape = dims(call.values(0)?)?;
    let Some(tensor) = call.attributes.tensor("value")? else {
        return Ok(vec![Fact::new(DType::FLOAT, shape)]);
    };
    let one = constants::fact(tensor)?;
    if one.elements()? != 1 {
        return Err(OnnxError::value("the attribute `value`", &one, "one element"));
    }
    let fact = Fact::new(one.dtype, shape);
    let count = fact.elements()?.min(VALUES_MOST) as usize;
    let values = one.values.map(|values| vec![values[0]; count]);
    Ok(vec![fact.with_values(values)])
}

/// Shape: the dimensions, or those from `start` up to `end`.
pub(super) fn shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let rank = input.rank() as i64;
    let clamped = |at: i64| (if at < 0 { at.saturating_add(rank) } else { at }).clamp(0, rank) as usize;
    let (start, end) = (clamped(call.int_or("start", 0)?), clamped(call.int_or("end", rank)?));
    let part = input.shape.get(start..end).unwrap_or_default();
    let values: Option<Vec<i64>> = part.iter().map(|&dim| i64::try_from(dim).ok()).collect();
    Ok(vec![Fact::new(DType::INT64, vec![part.len() as u64]).with_values(values)])
}

/// Size: the number of elements.
pub(super) fn size(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let count = i64::try_from(call.input(0)?.elements()?).ok();
    Ok(vec![Fact::new(DType::INT64, Vec::new()).with_values(count.map(|count| vec![count]))])
}

/// Cast: the type is given by number, in the first operator sets by name. Integers keep their values.
pub(super) fn cast(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let dtype = if call.opset < 6 {
        let name = call.attributes.word("to")?.ok_or(OnnxError::NoAttribute { name: "to" })?;
        DType::by_name(&name).ok_or_else(|| unknown_type(&name))?
    } else {
        let number = call.attributes.int("to")?.ok_or(OnnxError::NoAttribute { name: "to" })?;
        i32::try_from(number).ok().and_then(DType::new).ok_or_else(|| unknown_type(number))?
    };
    // Only for a type that holds every value; truncation by shorter types is not modelled.
    let is_wide = dtype == DType::INT64 || dtype == input.dtype;
    let values = input.values.clone().filter(|_| is_wide);
    Ok(vec![Fact::new(dtype, input.shape.clone()).with_values(values)])
}

fn unknown_type(found: impl std::fmt::Display) -> OnnxError {
    OnnxError::value("the attribute `to`", found, "the number of an element type with a fixed size")
}

/// CastLike: the type of the second input.
pub(super) fn cast_like(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: call.input(1)?.dtype, ..call.like_first()? }])
}

/// QuantizeLinear: the type of the zero point, by default unsigned 8-bit.
pub(super) fn quantise(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let dtype = call.optional(2).map_or(DType::UINT8, |zero| zero.dtype);
    Ok(vec![Fact { dtype, ..call.like_first()? }])
}

/// DequantizeLinear: the type of the scale.
pub(super) fn dequantise(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: call.input(1)?.dtype, ..call.like_first()? }])
}

/// Range over integers; start, end and step have to be known before the run.
pub(super) fn range(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let single = |index| match call.values(index)? {
        [value] => Ok(i128::from(*value)),
        other => Err(OnnxError::value(format!("input {index}"), format!("{other:?}"), "one number")),
    };
    let (start, limit, step) = (single(0)?, single(1)?, single(2)?);
    if step == 0 {
        return Err(OnnxError::value("the step", 0, "a step that is not 0"));
    }
    let (span, stride) = if step > 0 { (limit - start, step) } else { (start - limit, -step) };
    // They are at most 2^64 - 1 apart; the quotient is rounded up.
    let length = if span <= 0 { 0 } else { (span + stride - 1) / stride };
    let length = u64::try_from(length).map_err(|_| OnnxError::too_large("the length of the range"))?;
    let value = |turn: u64| i64::try_from(start + i128::from(turn) * step).ok();
    let values = if length <= VALUES_MOST { (0..length).map(value).collect() } else { None };
    Ok(vec![Fact::new(call.input(0)?.dtype, vec![length]).with_values(values)])
}
