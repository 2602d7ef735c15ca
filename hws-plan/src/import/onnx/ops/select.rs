//! Operators that take a part of their input.

use super::call::{Call, axes, axis, rank_is};
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, VALUES_MOST, signed};
use crate::import::onnx::values::Values;

/// Slice: start, end and step along some axes; attributes before operator set 10, inputs since.
pub(super) fn slice(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let starts = call.list("starts", 1, 10)?.ok_or(OnnxError::NoAttribute { name: "starts" })?;
    let ends = call.list("ends", 2, 10)?.ok_or(OnnxError::NoAttribute { name: "ends" })?;
    let cut: Vec<i64> = match call.list("axes", 3, 10)? {
        Some(list) => list.to_vec(),
        None => (0..starts.len() as i64).collect(),
    };
    let steps = if call.opset < 10 { None } else { call.optional_values(4)? };
    let steps = steps.map_or_else(|| vec![1; cut.len()], <[i64]>::to_vec);
    axes(&cut, input.rank())?;
    if [starts.len(), ends.len(), steps.len()] != [cut.len(); 3] {
        let found = format!("{} starts, {} ends and {} steps", starts.len(), ends.len(), steps.len());
        return Err(OnnxError::value("the slice", found, format!("{} of each", cut.len())));
    }
    let mut shape = input.shape.clone();
    let mut values = input.values.clone().filter(|_| input.rank() == 1);
    for (at, &one) in cut.iter().enumerate() {
        let axis = axis(one, input.rank())?;
        let range = Range::new(starts[at], ends[at], steps[at], signed(shape[axis])?)?;
        shape[axis] = range.length();
        values = values.and_then(|values| values.picked(&range.positions()));
    }
    Ok(vec![Fact::new(input.dtype, shape).with_values(values)])
}

/// Indices of a slice, clamped to the dimension as the operator defines.
struct Range {
    start: i64,
    end: i64,
    step: i64,
}

impl Range {
    fn new(start: i64, end: i64, step: i64, dim: i64) -> Result<Self, OnnxError> {
        if step == 0 {
            return Err(OnnxError::value("a step", 0, "a step that is not 0"));
        }
        if dim == 0 {
            return Ok(Self { start: 0, end: 0, step });
        }
        let from_end = |at: i64| if at < 0 { at.saturating_add(dim) } else { at };
        // A backward slice can end before the first element, at -1.
        let (start_most, end_least) = if step > 0 { (dim, 0) } else { (dim - 1, -1) };
        let start = from_end(start).min(start_most).max(0);
        let end = from_end(end).min(if step > 0 { dim } else { dim - 1 }).max(end_least);
        Ok(Self { start, end, step })
    }

    fn length(&self) -> u64 {
        let span = if self.step > 0 { self.end - self.start } else { self.start - self.end };
        if span <= 0 { 0 } else { span.unsigned_abs().div_ceil(self.step.unsigned_abs()) }
    }

    /// The positions of the elements it takes, if there are few.
    fn positions(&self) -> Vec<usize> {
        let index = |turn: u64| i128::from(self.start) + i128::from(turn) * i128::from(self.step);
        // No more than the values, each of which is taken at most once.
        (0..self.length().min(VALUES_MOST)).filter_map(|turn| usize::try_from(index(turn)).ok()).collect()
    }
}

/// Gather: the entries of an axis selected by indices.
pub(super) fn gather(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, indices) = (call.input(0)?, call.input(1)?);
    let axis = call.axis_or(0, input.rank())?;
    let shape = [&input.shape[..axis], &indices.shape, &input.shape[axis + 1..]].concat();
    let values = if input.rank() == 1 { picked(input, indices)? } else { None };
    Ok(vec![Fact::new(input.dtype, shape).with_values(values)])
}

fn picked(input: &Fact, indices: &Fact) -> Result<Option<Values>, OnnxError> {
    let (Some(values), Some(indices)) = (&input.values, indices.integers()) else { return Ok(None) };
    let positions = indices.iter().map(|&index| axis(index, values.len())).collect::<Result<Vec<_>, _>>()?;
    Ok(values.picked(&positions))
}

/// GatherElements: an element for each index.
pub(super) fn gather_elements(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, indices) = (call.input(0)?, call.input(1)?);
    call.axis_or(0, input.rank())?;
    rank_is("the indices", indices, input.rank())?;
    Ok(vec![Fact::new(input.dtype, indices.shape.clone())])
}
