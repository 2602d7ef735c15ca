//! Operators that place, select or count elements by index or by value.

use super::call::{Call, axis, rank_is, rank_within, same_dim};
use super::count::Operations;
use super::layout::dims;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// ScatterElements, Scatter: the first input with some elements replaced, one for each index.
pub(super) fn elements(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, indices, updates) = (call.input(0)?, call.input(1)?, call.input(2)?);
    call.axis_or(0, input.rank())?;
    rank_is("the indices", indices, input.rank())?;
    same_shape("the updates", updates, &indices.shape)?;
    Ok(vec![call.like_first()?])
}

/// ScatterND: the last dimension of the indices is a position; a slice is replaced at each.
pub(super) fn slices(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, indices) = (call.input(0)?, call.input(1)?);
    let (places, inner) = nd(input, indices, 0)?;
    same_shape("the updates", call.input(2)?, &[places, inner].concat())?;
    Ok(vec![call.like_first()?])
}

/// GatherND: as ScatterND, but the slices are the result.
pub(super) fn gather_slices(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, indices) = (call.input(0)?, call.input(1)?);
    let batch = call.count_or_none("batch_dims", 0)?.unwrap_or(0);
    let batch = usize::try_from(batch).unwrap_or(usize::MAX);
    let (places, inner) = nd(input, indices, batch)?;
    Ok(vec![Fact::new(input.dtype, [places, inner].concat())])
}

/// Returns the shape of the positions, and that of the slice at each.
fn nd<'a>(input: &'a Fact, indices: &'a Fact, batch: usize) -> Result<(&'a [u64], &'a [u64]), OnnxError> {
    let wrong = || {
        OnnxError::value("the shape of the indices", format!("{:?}", indices.shape), "positions in the input")
    };
    let (&length, places) = indices.shape.split_last().ok_or_else(wrong)?;
    let skipped =
        usize::try_from(length).ok().and_then(|length| length.checked_add(batch)).ok_or_else(wrong)?;
    let is_batch = places.len() >= batch && input.rank() >= batch && places[..batch] == input.shape[..batch];
    let inner = input.shape.get(skipped..).filter(|_| is_batch).ok_or_else(wrong)?;
    Ok((places, inner))
}

/// TensorScatter: a cache of which a part is replaced.
pub(super) fn cache(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (cache, update) = (call.input(0)?, call.input(1)?);
    rank_is("the update", update, cache.rank())?;
    let along = call.axis_or(-2, cache.rank())?;
    for at in (0..cache.rank()).filter(|&at| at != along) {
        same_dim(&format!("dimension {at} of the update"), update.shape[at], cache.shape[at])?;
    }
    Ok(vec![call.like_first()?])
}

pub(super) fn same_shape(what: &str, found: &Fact, wanted: &[u64]) -> Result<(), OnnxError> {
    if found.shape == wanted {
        return Ok(());
    }
    Err(OnnxError::value(format!("the shape of {what}"), format!("{:?}", found.shape), format!("{wanted:?}")))
}

/// OneHot: a new axis as long as the depth.
pub(super) fn one_hot(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (indices, values) = (call.input(0)?, call.input(2)?);
    let depth = match call.values(1) {
        Ok(_) => call.single(1)?,
        Err(error) => match call.reals(1) {
            Ok([depth]) => depth.truncated().ok_or(error)?,
            _ => return Err(error),
        },
    };
    let at = axis(call.int_or("axis", -1)?, indices.rank() + 1)?;
    let mut shape = indices.shape.clone();
    shape.insert(at, dims(&[depth])?[0]);
    Ok(vec![Fact::new(values.dtype, shape)])
}

/// EyeLike: a matrix of the input's shape and a given type.
pub(super) fn eye(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    rank_is("the input", call.input(0)?, 2)?;
    Ok(vec![Fact { dtype: call.dtype("dtype")?.unwrap_or(call.input(0)?.dtype), ..call.like_first()? }])
}

/// Trilu: the upper or lower triangle of matrices; the rest becomes 0.
pub(super) fn triangle(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    rank_within("the input", call.input(0)?, 2, usize::MAX)?;
    Ok(vec![call.like_first()?])
}

/// CumSum, CumProd: along an axis.
pub(super) fn running(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    if call.input(1)?.elements()? != 1 {
        return Err(OnnxError::value("the axis", call.input(1)?, "one number"));
    }
    if call.values(1).is_ok() {
        axis(call.single(1)?, call.input(0)?.rank())?;
    }
    Ok(vec![call.like_first()?])
}

/// ReverseSequence: parts of the input in reverse order.
pub(super) fn reversed(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    rank_within("the input", call.input(0)?, 2, usize::MAX)?;
    rank_is("the lengths", call.input(1)?, 1)?;
    Ok(vec![call.like_first()?])
}

/// NonZero: the positions of the elements that are not 0, at most all.
pub(super) fn non_zero(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let count = input.elements()?;
    let known = input.integers().map(|list| list.iter().filter(|&&value| value != 0).count() as u64);
    let shape = vec![input.rank() as u64, known.unwrap_or(count)];
    Ok(vec![if known.is_some() { Fact::new(DType::INT64, shape) } else { Fact::bound(DType::INT64, shape) }])
}

/// Compress: the entries of an axis that a condition selects, at most all.
pub(super) fn compress(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, condition) = (call.input(0)?, call.input(1)?);
    rank_is("the condition", condition, 1)?;
    let mut shape = input.shape.clone();
    let length = match call.attributes.int("axis")? {
        Some(at) => &mut shape[axis(at, input.rank())?],
        None => {
            shape = vec![input.elements()?];
            &mut shape[0]
        }
    };
    *length = (*length).min(condition.shape[0]);
    let selected = condition.integers().map(|list| list.iter().filter(|&&value| value != 0).count() as u64);
    match selected {
        Some(count) => {
            *length = (*length).min(count);
            Ok(vec![Fact::new(input.dtype, shape)])
        }
        None => Ok(vec![Fact::bound(input.dtype, shape)]),
    }
}

/// Unique: the different elements or slices, at most all; then positions and counts.
pub(super) fn unique(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let (shape, length) = match call.attributes.int("axis")? {
        Some(at) => (input.shape.clone(), input.shape[axis(at, input.rank())?]),
        None => (vec![input.elements()?], input.elements()?),
    };
    let positions = Fact::bound(DType::INT64, vec![length]);
    let inverse = Fact::new(DType::INT64, vec![length]);
    Ok(vec![Fact::bound(input.dtype, shape), positions.clone(), inverse, positions])
}

/// TopK: the K largest entries of an axis, and their positions.
pub(super) fn top(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let along = call.axis_or(-1, input.rank())?;
    let count = dims(&[most(call)?])?[0];
    if count > input.shape[along] {
        let wanted = format!("at most {}, the length of the axis", input.shape[along]);
        return Err(OnnxError::value("K", count, wanted));
    }
    let mut shape = input.shape.clone();
    shape[along] = count;
    Ok(vec![Fact::new(input.dtype, shape.clone()), Fact::new(DType::INT64, shape)])
}

/// Since operator set 10 an input.
fn most(call: &Call<'_>) -> Result<i64, OnnxError> {
    if call.opset < 10 {
        call.attributes.int("k")?.ok_or(OnnxError::NoAttribute { name: "k" })
    } else {
        call.single(1)
    }
}

/// A comparison for each input and each level of a heap of K.
pub(super) fn top_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let input = call.input(0)?;
    let along = call.axis_or(-1, input.rank())?;
    Operations::each(input, 1 + levels(outputs[0].shape[along]))
}

/// The logarithm to the base 2, rounded up.
pub(super) fn levels(count: u64) -> u64 {
    (64 - count.saturating_sub(1).leading_zeros()).into()
}

/// A comparison for each input and each level of a sorted tree.
pub(super) fn sort_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let input = call.input(0)?;
    Operations::each(input, levels(input.elements()?).max(1))
}

/// NonMaxSuppression: batch, class and box of each box that is kept, at most as many for each class as given.
pub(super) fn boxes(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (boxes, scores) = (call.input(0)?, call.input(1)?);
    rank_is("the boxes", boxes, 3)?;
    rank_is("the scores", scores, 3)?;
    same_dim("the number of scores", scores.shape[2], boxes.shape[1])?;
    let kept = product(&[scores.shape[0], scores.shape[1], kept_most(call)?])?;
    Ok(vec![Fact::bound(DType::INT64, vec![kept, 3])])
}

/// Without the third input nothing is kept.
fn kept_most(call: &Call<'_>) -> Result<u64, OnnxError> {
    let all = call.input(1)?.shape[2];
    match call.optional(2) {
        None => Ok(0),
        Some(_) if call.values(2).is_err() => Ok(all),
        Some(_) => Ok(call.single(2)?.max(0).unsigned_abs().min(all)),
    }
}

/// Ten for each pair of a box that is kept and a box: its intersection, its union and a comparison.
pub(super) fn box_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let pairs = product(&[call.input(1)?.elements()?, kept_most(call)?])?;
    Ok(Operations { macs: 0, others: product(&[pairs, 10])? })
}
