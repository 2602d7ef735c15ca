//! Sequences whose tensors are known, and optionals.

use std::rc::Rc;

use super::call::{Call, axis, same_type};
use super::layout::dims;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Content, Fact, ITEMS_MOST};

type Items = Vec<Rc<Fact>>;

fn items<'a>(call: &Call<'a>, index: usize) -> Result<&'a Items, OnnxError> {
    let input = call.input(index)?;
    match &input.content {
        Content::Sequence(items) => Ok(items),
        _ => Err(OnnxError::value(format!("input {index}"), input, "a sequence")),
    }
}

fn tensor<'a>(call: &Call<'a>, index: usize) -> Result<&'a Fact, OnnxError> {
    let input = call.input(index)?;
    if input.is_tensor() {
        Ok(input)
    } else {
        Err(OnnxError::value(format!("input {index}"), input, "a tensor"))
    }
}

fn of(dtype: DType, items: Items) -> Result<Vec<Fact>, OnnxError> {
    Fact::sequence(dtype, items).map(|sequence| vec![sequence])
}

/// SequenceEmpty: no tensors, of a given type.
pub(super) fn empty(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    of(call.dtype("dtype")?.unwrap_or(DType::FLOAT), Vec::new())
}

/// SequenceConstruct: the inputs.
pub(super) fn construct(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let dtype = tensor(call, 0)?.dtype;
    let item = |index| {
        let fact = tensor(call, index)?;
        same_type("an input", fact.dtype, dtype)?;
        Ok(Rc::new(fact.clone()))
    };
    of(dtype, (0..call.inputs.len()).map(item).collect::<Result<_, _>>()?)
}

/// Returns a position in a sequence; `None` if it is known only at run time.
fn place(call: &Call<'_>, index: usize, length: usize) -> Result<Option<usize>, OnnxError> {
    match call.input(index)?.integers() {
        Some([at]) => axis(*at, length).map(Some),
        _ => Ok(None),
    }
}

/// SequenceInsert: one tensor more, at a position or at the end.
pub(super) fn insert(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (mut list, new) = (items(call, 0)?.clone(), Rc::new(tensor(call, 1)?.clone()));
    let at = match call.optional(2) {
        None => Some(list.len()),
        // One more position than there are tensors.
        Some(_) => match call.input(2)?.integers() {
            Some([at]) if *at == list.len() as i64 => Some(list.len()),
            _ => place(call, 2, list.len())?,
        },
    };
    let is_uniform = list.iter().all(|item| item.shape == new.shape);
    let at = at.or_else(|| is_uniform.then_some(0)).ok_or(OnnxError::DataDependent { index: 2 })?;
    list.insert(at, new);
    of(DType::FLOAT, list)
}

/// SequenceErase: one tensor less.
pub(super) fn erase(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let mut list = items(call, 0)?.clone();
    let last = list.len().checked_sub(1);
    let at = match call.optional(1) {
        None => last,
        Some(_) => place(call, 1, list.len())?.or_else(|| last.filter(|_| is_uniform(&list))),
    };
    if at.is_none() && !list.is_empty() {
        return Err(OnnxError::DataDependent { index: 1 });
    }
    let at = at.ok_or_else(|| OnnxError::value("the sequence", "empty", "a sequence with tensors"))?;
    list.remove(at);
    of(call.input(0)?.dtype, list)
}

fn is_uniform(list: &Items) -> bool {
    list.iter().all(|item| item.shape == list[0].shape)
}

/// SequenceAt: one tensor.
pub(super) fn at(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let list = items(call, 0)?;
    let known = place(call, 1, list.len())?;
    let at = known.or_else(|| (!list.is_empty() && is_uniform(list)).then_some(0));
    let item = at.and_then(|at| list.get(at)).ok_or(OnnxError::DataDependent { index: 1 })?;
    let values = item.values.clone().filter(|_| known.is_some());
    Ok(vec![Fact { values, ..(**item).clone() }])
}

/// SequenceLength: a known number.
pub(super) fn length(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let length = items(call, 0)?.len() as i64;
    Ok(vec![Fact::new(DType::INT64, Vec::new()).with_values(Some(vec![length]))])
}

/// SplitToSequence: parts of one length, of given lengths, or of 1.
pub(super) fn split(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = tensor(call, 0)?;
    let along = call.axis_or(0, input.rank())?;
    let whole = input.shape[along];
    let keeps = call.optional(1).is_some() || call.int_or("keepdims", 1)? != 0;
    let lengths = match call.optional(1) {
        Some(lengths) if lengths.rank() > 0 => {
            let lengths = dims(call.values(1)?)?;
            let sum = lengths.iter().try_fold(0_u64, |sum, &length| sum.checked_add(length));
            if sum != Some(whole) {
                return Err(OnnxError::value(
                    "the split",
                    format!("{lengths:?}"),
                    format!("lengths that add up to {whole}"),
                ));
            }
            lengths
        }
        Some(_) => even(whole, dims(&[call.single(1)?])?[0])?,
        None => even(whole, 1)?,
    };
    let part = |&length: &u64| {
        let mut shape = input.shape.clone();
        shape[along] = length;
        if !keeps {
            shape.remove(along);
        }
        Rc::new(Fact::new(input.dtype, shape))
    };
    of(input.dtype, lengths.iter().map(part).collect())
}

/// Parts of a length, of which the last may be shorter.
fn even(whole: u64, length: u64) -> Result<Vec<u64>, OnnxError> {
    let wrong = || OnnxError::value("the split", length, format!("at most {ITEMS_MOST} parts of {whole}"));
    let count = whole
        .checked_add(length.wrapping_sub(1))
        .and_then(|sum| sum.checked_div(length))
        .ok_or_else(wrong)?;
    if count > ITEMS_MOST as u64 {
        return Err(wrong());
    }
    Ok((0..count).map(|part| length.min(whole - part * length)).collect())
}

/// ConcatFromSequence: along an axis, or stacked along a new one.
pub(super) fn concat(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let list = items(call, 0)?;
    let first =
        list.first().ok_or_else(|| OnnxError::value("the sequence", "empty", "a sequence with tensors"))?;
    let given = call.attributes.int("axis")?.ok_or(OnnxError::NoAttribute { name: "axis" })?;
    let is_new = call.attributes.flag("new_axis")?;
    let along = axis(given, first.rank() + usize::from(is_new))?;
    let agrees = |item: &Rc<Fact>| {
        item.rank() == first.rank()
            && (0..first.rank()).all(|at| !is_new && at == along || item.shape[at] == first.shape[at])
    };
    if let Some(other) = list.iter().find(|item| !agrees(item)) {
        return Err(OnnxError::value(
            "a tensor of the sequence",
            other,
            format!("as {first}, except on axis {along}"),
        ));
    }
    let mut shape = first.shape.clone();
    if is_new {
        shape.insert(along, list.len() as u64);
    } else {
        let sum = list.iter().try_fold(0_u64, |sum, item| sum.checked_add(item.shape[along]));
        shape[along] = sum.ok_or_else(|| OnnxError::too_large("the joined dimension"))?;
    }
    Ok(vec![Fact::new(first.dtype, shape)])
}

/// Optional: its input, or nothing.
pub(super) fn optional(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    match call.optional(0) {
        Some(fact) => Ok(vec![fact.clone()]),
        None => Ok(vec![Fact::nothing(DType::FLOAT)]),
    }
}

/// OptionalHasElement: a known truth value.
pub(super) fn has(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let has = call.optional(0).is_some_and(|fact| fact.content != Content::Nothing);
    Ok(vec![Fact::new(DType::BOOL, Vec::new()).with_values(Some(vec![i64::from(has)]))])
}

/// OptionalGetElement: the content.
pub(super) fn get(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    match input.content {
        Content::Nothing => Err(OnnxError::value("the optional", "empty", "one with content")),
        _ => Ok(vec![input.clone()]),
    }
}
