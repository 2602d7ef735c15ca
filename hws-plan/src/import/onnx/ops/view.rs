//! Operators that return the same elements with another shape.

use super::call::{Call, axes, axis};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// Returns the first input with another shape of as many elements.
fn viewed(call: &Call<'_>, shape: Vec<u64>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    if product(&shape)? != input.elements()? {
        let wanted = format!("as many elements as {input}");
        return Err(OnnxError::value("the new shape", format!("{shape:?}"), wanted));
    }
    Ok(vec![Fact::new(input.dtype, shape).with_values(input.values.clone())])
}

/// Identity.
pub(super) fn same(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    viewed(call, call.input(0)?.shape.clone())
}

/// Dropout, the identity in inference; before operator set 10 the mask has the input's type.
pub(super) fn dropout(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let same = call.like_first()?;
    let mask = if call.opset < 10 { same.dtype } else { DType::BOOL };
    let mask = Fact::new(mask, same.shape.clone());
    Ok(vec![same, mask])
}

/// Reshape: 0 keeps a dimension (unless `allowzero`), and one -1 takes the remaining elements.
pub(super) fn reshape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let wanted = call.list("shape", 1, 5)?.ok_or(OnnxError::NoAttribute { name: "shape" })?;
    let keeps = !call.attributes.flag("allowzero")?;
    let mut shape = Vec::with_capacity(wanted.len());
    for (at, &dim) in wanted.iter().enumerate() {
        shape.push(match dim {
            0 if keeps => {
                Some(*input.shape.get(at).ok_or_else(|| wrong(wanted, "0 only where there is a dimension"))?)
            }
            -1 => None,
            dim => Some(u64::try_from(dim).map_err(|_| wrong(wanted, "no dimension below -1"))?),
        });
    }
    let open = shape.iter().filter(|dim| dim.is_none()).count();
    if open > 1 {
        return Err(wrong(wanted, "at most one -1"));
    }
    let known: Vec<u64> = shape.iter().copied().flatten().collect();
    // The element count is checked later, so the quotient need not be exact; with no elements, nothing remains.
    let left = input.elements()?.checked_div(product(&known)?).unwrap_or(0);
    viewed(call, shape.into_iter().map(|dim| dim.unwrap_or(left)).collect())
}

fn wrong(shape: &[i64], wanted: &str) -> OnnxError {
    OnnxError::value("the new shape", format!("{shape:?}"), wanted)
}

/// Flatten: two dimensions, before and from `axis` on.
pub(super) fn flatten(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    // The axis may be one past the last.
    let given = call.int_or("axis", 1)?;
    let at = if given == input.rank() as i64 { input.rank() } else { axis(given, input.rank())? };
    let (rows, columns) = input.shape.split_at(at);
    viewed(call, vec![product(rows)?, product(columns)?])
}

/// Squeeze: removes the given dimensions of length 1, or all of them.
pub(super) fn squeeze(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let gone = match call.list("axes", 1, 13)? {
        Some(list) => axes(list, input.rank())?,
        None => (0..input.rank()).filter(|&at| input.shape[at] == 1).collect(),
    };
    if let Some(at) = gone.iter().find(|&&at| input.shape[at] != 1) {
        return Err(OnnxError::value(
            format!("dimension {at} of the input"),
            input.shape[*at],
            "1 to be squeezed",
        ));
    }
    let kept = (0..input.rank()).filter(|at| !gone.contains(at));
    viewed(call, kept.map(|at| input.shape[at]).collect())
}

/// Unsqueeze: inserts dimensions of length 1 at the given positions of the result.
pub(super) fn unsqueeze(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let list = call.list("axes", 1, 13)?.ok_or(OnnxError::NoAttribute { name: "axes" })?;
    let rank = input.rank() + list.len();
    let new = axes(list, rank)?;
    let mut old = input.shape.iter().copied();
    let dim = |at| if new.binary_search(&at).is_ok() { 1 } else { old.next().unwrap_or(1) };
    viewed(call, (0..rank).map(dim).collect())
}
