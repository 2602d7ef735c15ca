//! Operators that move elements: joining, splitting, reordering, repeating, padding.

use super::call::{Call, axes, axis, rank_is, same_type};
use super::elementwise::broadcast;
use super::follow;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, signed};
use crate::import::onnx::values::Values;

/// Concat, which also joins the values of shapes.
pub(super) fn concat(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let first = call.input(0)?;
    let axis = match call.attributes.int("axis")? {
        Some(_) => call.axis_or(0, first.rank())?,
        None if call.opset < 4 => call.axis_or(1, first.rank())?,
        None => return Err(OnnxError::NoAttribute { name: "axis" }),
    };
    let mut shape = first.shape.clone();
    shape[axis] = 0;
    for (index, input) in call.present().enumerate() {
        same_type("an input", input.dtype, first.dtype)?;
        let agrees = |at: usize| at == axis || input.shape[at] == first.shape[at];
        if input.rank() != first.rank() || !(0..input.rank()).all(agrees) {
            let what = format!("the shape of input {index}");
            let wanted = format!("{:?}, except on axis {axis}", first.shape);
            return Err(OnnxError::value(what, format!("{:?}", input.shape), wanted));
        }
        let sum = shape[axis].checked_add(input.shape[axis]);
        shape[axis] = sum.ok_or_else(|| OnnxError::too_large("the joined dimension"))?;
    }
    let lists = call.present().map(|input| input.values.as_ref());
    let lists = if shape.len() == 1 { lists.collect::<Option<Vec<_>>>() } else { None };
    let values = lists.and_then(|lists| Values::joined(&lists));
    Ok(vec![Fact::new(first.dtype, shape).with_values(values)])
}

/// Transpose: the order of the axes, by default the reverse.
pub(super) fn transpose(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let order: Vec<i64> = match call.attributes.ints("perm")? {
        Some(order) => order.to_vec(),
        None => (0..input.rank() as i64).rev().collect(),
    };
    if order.len() != input.rank() || axes(&order, input.rank()).is_err() || order.iter().any(|&at| at < 0) {
        let wanted = format!("each axis of {input} once");
        return Err(OnnxError::value("the attribute `perm`", format!("{order:?}"), wanted));
    }
    let shape = order.iter().map(|&at| input.shape[at as usize]).collect();
    let is_same = order.iter().copied().eq(0..input.rank() as i64);
    Ok(vec![Fact::new(input.dtype, shape).with_values(input.values.clone().filter(|_| is_same))])
}

/// Split: by given lengths, or into parts of equal length, of which the last may be shorter.
pub(super) fn split(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let axis = call.axis_or(0, input.rank())?;
    let whole = input.shape[axis];
    let lengths = match call.list("split", 1, 13)? {
        Some(list) => list.iter().map(|&length| u64::try_from(length).ok()).collect(),
        None => Some(even_parts(whole, parts(call)?)),
    };
    let sum = |lengths: &Vec<u64>| lengths.iter().try_fold(0_u64, |sum, &length| sum.checked_add(length));
    let fits = |lengths: &Vec<u64>| lengths.len() == call.outputs && sum(lengths) == Some(whole);
    let lengths = lengths.filter(fits).ok_or_else(|| {
        let wanted = format!("{} lengths from 0 that add up to {whole}", call.outputs);
        OnnxError::value("the split", "different", wanted)
    })?;
    let mut start = 0;
    let part = |&length: &u64| {
        let mut shape = input.shape.clone();
        shape[axis] = length;
        // The values of a shape are split, too.
        let values = input.values.as_ref().filter(|values| input.rank() == 1 && whole == values.len() as u64);
        let values =
            values.and_then(|values| values.picked(&(start..start + length as usize).collect::<Vec<_>>()));
        start += length as usize;
        Fact::new(input.dtype, shape).with_values(values)
    };
    Ok(lengths.iter().map(part).collect())
}

fn parts(call: &Call<'_>) -> Result<u64, OnnxError> {
    let parts = call.int_or("num_outputs", call.outputs as i64)?;
    // The number of outputs bounds the work.
    let fits = usize::try_from(parts).is_ok_and(|parts| parts == call.outputs && parts > 0);
    if fits {
        Ok(call.outputs as u64)
    } else {
        Err(OnnxError::value("the attribute `num_outputs`", parts, format!("{}, the outputs", call.outputs)))
    }
}

fn even_parts(whole: u64, parts: u64) -> Vec<u64> {
    let length = whole.div_ceil(parts);
    (0..parts).map(|part| whole.saturating_sub(part.saturating_mul(length)).min(length)).collect()
}

/// Pad: lengths before each axis, then after each; negative ones crop.
pub(super) fn pad(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let name = if call.opset < 2 { "paddings" } else { "pads" };
    let pads = call.list(name, 1, 11)?.ok_or(OnnxError::NoAttribute { name: "pads" })?;
    let padded = match call.optional_values(3)? {
        Some(list) => list.iter().map(|&one| axis(one, input.rank())).collect::<Result<_, _>>()?,
        None => (0..input.rank()).collect::<Vec<_>>(),
    };
    if pads.len() != 2 * padded.len() {
        let wanted = format!("{} numbers", 2 * padded.len());
        return Err(OnnxError::value("the pads", format!("{pads:?}"), wanted));
    }
    let mut shape = input.shape.clone();
    for (at, &axis) in padded.iter().enumerate() {
        let more = i128::from(pads[at]) + i128::from(pads[at + padded.len()]);
        let length = i128::from(signed(shape[axis])?) + more;
        shape[axis] = u64::try_from(length)
            .map_err(|_| OnnxError::value("a padded dimension", length, "0 or more, in 64 bits"))?;
    }
    Ok(vec![Fact::new(input.dtype, shape)])
}

/// Expand: broadcasts the input with a shape.
pub(super) fn expand(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let shape = broadcast(&input.shape, &dims(call.values(1)?)?)?;
    let values = follow::spread(input, &shape);
    Ok(vec![Fact::new(input.dtype, shape).with_values(values)])
}

/// Numbers as dimensions.
pub(super) fn dims(list: &[i64]) -> Result<Vec<u64>, OnnxError> {
    let dims: Result<Vec<u64>, _> = list.iter().map(|&dim| u64::try_from(dim)).collect();
    dims.map_err(|_| OnnxError::value("a shape", format!("{list:?}"), "numbers from 0"))
}

/// Tile: repeats each dimension; in the first operator set, a single one.
pub(super) fn tile(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let mut repeats = vec![1; input.rank()];
    if call.opset < 6 {
        let axis = axis(call.single(2)?, input.rank())?;
        repeats[axis] = dims(&[call.single(1)?])?[0];
    } else {
        repeats = dims(call.values(1)?)?;
    }
    if repeats.len() != input.rank() {
        let wanted = format!("{} numbers", input.rank());
        return Err(OnnxError::value("the repeats", format!("{repeats:?}"), wanted));
    }
    let long = |(&dim, repeat): (&u64, u64)| dim.checked_mul(repeat);
    let shape: Option<_> = input.shape.iter().zip(repeats).map(long).collect();
    Ok(vec![Fact::new(input.dtype, shape.ok_or_else(|| OnnxError::too_large("a repeated dimension"))?)])
}

/// DepthToSpace: blocks of `blocksize` squared channels become pixels.
pub(super) fn to_space(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, size) = (image(call)?, block_size(call)?);
    let squared = size.checked_mul(size).filter(|squared| input.shape[1] % squared == 0);
    let squared = squared.ok_or_else(|| not_divisible(input, size))?;
    let long = |dim: u64| dim.checked_mul(size).ok_or_else(|| OnnxError::too_large("an enlarged dimension"));
    let [batch, channels, height, width] = [0, 1, 2, 3].map(|axis| input.shape[axis]);
    Ok(vec![Fact::new(input.dtype, vec![batch, channels / squared, long(height)?, long(width)?])])
}

/// SpaceToDepth: the reverse.
pub(super) fn to_depth(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, size) = (image(call)?, block_size(call)?);
    let [batch, channels, height, width] = [0, 1, 2, 3].map(|axis| input.shape[axis]);
    let deep = size.checked_mul(size).and_then(|squared| channels.checked_mul(squared));
    if height % size != 0 || width % size != 0 {
        return Err(not_divisible(input, size));
    }
    let deep = deep.ok_or_else(|| OnnxError::too_large("the number of channels"))?;
    Ok(vec![Fact::new(input.dtype, vec![batch, deep, height / size, width / size])])
}

fn image<'a>(call: &Call<'a>) -> Result<&'a Fact, OnnxError> {
    let input = call.input(0)?;
    rank_is("the input", input, 4)?;
    Ok(input)
}

fn block_size(call: &Call<'_>) -> Result<u64, OnnxError> {
    let size = call.attributes.int("blocksize")?.ok_or(OnnxError::NoAttribute { name: "blocksize" })?;
    let positive = u64::try_from(size).ok().filter(|&size| size > 0);
    positive.ok_or_else(|| OnnxError::value("the attribute `blocksize`", size, "at least 1"))
}

fn not_divisible(input: &Fact, size: u64) -> OnnxError {
    OnnxError::value("the input", input, format!("dimensions that blocks of {size} divide"))
}
