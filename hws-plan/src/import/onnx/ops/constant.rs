//! Constants, shapes as values, and conversions of them.

use super::call::Call;
use super::follow;
use super::layout::dims;
use crate::import::onnx::constants;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, VALUES_MOST};
use crate::import::onnx::real::Real;

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
    if let Some(list) = attributes.floats("value_floats")? {
        let values =
            list.iter().map(|&bits| Real::from_bits(bits.into(), DType::FLOAT)).collect::<Option<Vec<_>>>();
        return Ok(vec![Fact::new(DType::FLOAT, vec![list.len() as u64]).with_values(values)]);
    }
    if attributes.has("value_float") {
        let value = attributes.real("value_float")?;
        return Ok(vec![Fact::new(DType::FLOAT, Vec::new()).with_values(value.map(|value| vec![value]))]);
    }
    if let Some(count) = attributes.strings("value_strings")? {
        return Ok(vec![Fact::new(DType::STRING, vec![count])]);
    }
    if attributes.has("value_string") {
        return Ok(vec![Fact::new(DType::STRING, Vec::new())]);
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
        let fact = Fact::new(DType::FLOAT, shape);
        let count = fact.elements()?.min(VALUES_MOST) as usize;
        return Ok(vec![fact.with_values(Some(vec![Real::ZERO; count]))]);
    };
    let one = constants::fact(tensor)?;
    if one.elements()? != 1 {
        return Err(OnnxError::value("the attribute `value`", &one, "one element"));
    }
    let fact = Fact::new(one.dtype, shape);
    let count = fact.elements()?.min(VALUES_MOST) as usize;
    let values = one.values.and_then(|values| values.picked(&vec![0; count]));
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
    Ok(vec![converted(input, dtype)])
}

fn unknown_type(found: impl std::fmt::Display) -> OnnxError {
    OnnxError::value("the attribute `to`", found, "the number of an element type with a fixed size")
}

fn converted(input: &Fact, dtype: DType) -> Fact {
    let values = input.values.as_ref().and_then(|values| follow::cast(values, input.dtype, dtype));
    Fact::new(dtype, input.shape.clone()).with_values(values)
}

/// CastLike: the type of the second input.
pub(super) fn cast_like(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![converted(call.input(0)?, call.input(1)?.dtype)])
}

/// BitCast: the same bits as another type.
pub(super) fn bit_cast(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let dtype = call.dtype("to")?.ok_or(OnnxError::NoAttribute { name: "to" })?;
    Ok(vec![Fact { dtype, ..call.like_first()? }])
}

/// DynamicQuantizeLinear: 8-bit integers, and their scale and zero point.
pub(super) fn dynamic(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let scale = Fact::new(DType::FLOAT, Vec::new());
    let zero = Fact::new(DType::UINT8, Vec::new());
    Ok(vec![Fact { dtype: DType::UINT8, ..call.like_first()? }, scale, zero])
}

/// Returns the type that an attribute gives; 0 leaves it open.
fn output_type(call: &Call<'_>) -> Result<Option<DType>, OnnxError> {
    match call.attributes.int("output_dtype")? {
        None | Some(0) => Ok(None),
        Some(_) => call.dtype("output_dtype"),
    }
}

/// QuantizeLinear: the type of the zero point, by default unsigned 8-bit.
pub(super) fn quantise(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let usual = call.optional(2).map_or(DType::UINT8, |zero| zero.dtype);
    Ok(vec![Fact { dtype: output_type(call)?.unwrap_or(usual), ..call.like_first()? }])
}

/// DequantizeLinear: the type of the scale.
pub(super) fn dequantise(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: output_type(call)?.unwrap_or(call.input(1)?.dtype), ..call.like_first()? }])
}

/// Range; start, end and step have to be known before the run.
pub(super) fn range(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let dtype = call.input(0)?.dtype;
    if !dtype.is_integer() {
        return Ok(vec![Fact::new(dtype, vec![real_length(call, dtype)?])]);
    }
    let single = |index| call.single(index).map(i128::from);
    let (start, limit, step) = (single(0)?, single(1)?, single(2)?);
    if step == 0 {
        return Err(no_step());
    }
    let (span, stride) = if step > 0 { (limit - start, step) } else { (start - limit, -step) };
    // They are at most 2^64 - 1 apart; the quotient is rounded up.
    let length = if span <= 0 { 0 } else { (span + stride - 1) / stride };
    let length = u64::try_from(length).map_err(|_| OnnxError::too_large("the length of the range"))?;
    let value = |turn: u64| i64::try_from(start + i128::from(turn) * step).ok();
    let values: Option<Vec<i64>> =
        if length <= VALUES_MOST { (0..length).map(value).collect() } else { None };
    Ok(vec![Fact::new(dtype, vec![length]).with_values(values)])
}

fn no_step() -> OnnxError {
    OnnxError::value("the step", 0, "a step that is not 0")
}

/// Returns the length of a range of floats: (end - start) / step, rounded up.
fn real_length(call: &Call<'_>, dtype: DType) -> Result<u64, OnnxError> {
    let single = |index| match call.reals(index)? {
        [value] => Ok(*value),
        _ => Err(OnnxError::value(format!("input {index}"), "a list", "one number")),
    };
    let (start, limit, step) = (single(0)?, single(1)?, single(2)?);
    if step.is_zero() {
        return Err(no_step());
    }
    let turns = limit.sub(start, dtype).and_then(|span| span.div(step, dtype)).and_then(Real::ceil);
    turns
        .map(|turns| turns.max(0).unsigned_abs())
        .ok_or_else(|| OnnxError::too_large("the length of the range"))
}
