//! Elementwise operators, with NumPy's broadcasting.

use super::call::{Call, axis, same_type};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, VALUES_MOST, product};

/// From this operator set on, shapes are broadcast as NumPy does.
const NUMPY: i64 = 7;

/// One input: same type and shape; values are not computed.
pub(super) fn unary(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![call.like_first()?])
}

/// Returns the same as [`unary`] with a boolean result.
pub(super) fn test(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: DType::BOOL, ..call.like_first()? }])
}

/// Two inputs of one type.
pub(super) fn binary(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    same_type("the second input", b.dtype, a.dtype)?;
    Ok(vec![Fact::new(a.dtype, joined_shape(call, a, b)?)])
}

/// Two inputs that may differ in type; the result has the type of the first.
pub(super) fn power(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    Ok(vec![Fact::new(a.dtype, joined_shape(call, a, b)?)])
}

/// Add, Sub, Mul and Div also compute the values of shapes.
pub(super) fn add(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_add)
}

/// See [`add`].
pub(super) fn sub(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_sub)
}

/// See [`add`].
pub(super) fn mul(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_mul)
}

/// See [`add`]; integers are rounded towards 0.
pub(super) fn div(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_div)
}

fn followed(call: &Call<'_>, compute: fn(i64, i64) -> Option<i64>) -> Result<Vec<Fact>, OnnxError> {
    let fact = binary(call)?.swap_remove(0);
    let pairs = paired(call, &fact.shape, &[0, 1]);
    let values = pairs.and_then(|rows| rows.iter().map(|row| compute(row[0], row[1])).collect());
    Ok(vec![fact.with_values(values)])
}

/// Comparisons and logic.
pub(super) fn comparison(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: DType::BOOL, ..binary(call)?.swap_remove(0) }])
}

/// Equal, which also computes the values of shapes.
pub(super) fn equal(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let fact = comparison(call)?.swap_remove(0);
    let rows = paired(call, &fact.shape, &[0, 1]);
    let values = rows.map(|rows| rows.iter().map(|row| i64::from(row[0] == row[1])).collect());
    Ok(vec![fact.with_values(values)])
}

/// Where: a condition, and two inputs of one type.
pub(super) fn choice(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (condition, a, b) = (call.input(0)?, call.input(1)?, call.input(2)?);
    same_type("the condition", condition.dtype, DType::BOOL)?;
    same_type("the third input", b.dtype, a.dtype)?;
    let shape = broadcast(&condition.shape, &broadcast(&a.shape, &b.shape)?)?;
    let rows = paired(call, &shape, &[0, 1, 2]);
    let pick = |row: &Vec<i64>| if row[0] == 0 { row[2] } else { row[1] };
    let values = rows.map(|rows| rows.iter().map(pick).collect());
    Ok(vec![Fact::new(a.dtype, shape).with_values(values)])
}

/// Any number of inputs of one type: Sum, Mean, Max, Min.
pub(super) fn variadic(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let mut shape = Vec::new();
    let dtype = call.input(0)?.dtype;
    for input in call.present() {
        same_type("an input", input.dtype, dtype)?;
        shape = broadcast(&shape, &input.shape)?;
    }
    Ok(vec![Fact::new(dtype, shape)])
}

/// PRelu: the slope is broadcast to the input.
pub(super) fn with_slope(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, slope) = (call.input(0)?, call.input(1)?);
    let channels = input.shape.get(1).copied();
    // Before NumPy's broadcasting, there was one slope per channel.
    if call.opset >= NUMPY || slope.rank() != 1 || Some(slope.shape[0]) != channels {
        broadcast_to("the slope", &slope.shape, &input.shape)?;
    }
    Ok(vec![call.like_first()?])
}

/// Old operator sets broadcast the second input to the first along `axis`, and only if the attribute asks for it.
fn joined_shape(call: &Call<'_>, a: &Fact, b: &Fact) -> Result<Vec<u64>, OnnxError> {
    if call.opset >= NUMPY {
        return broadcast(&a.shape, &b.shape);
    }
    if call.attributes.flag("broadcast")? {
        let start = match call.attributes.int("axis")? {
            Some(at) => axis(at, a.rank())?,
            None => a.rank().saturating_sub(b.rank()),
        };
        let end = a.rank().min(start + b.rank());
        broadcast_to("the second input", &b.shape, &a.shape[start..end])?;
    } else if a.shape != b.shape {
        let wanted = format!("{:?}, as broadcast is not set", a.shape);
        return Err(OnnxError::value("the shape of the second input", format!("{:?}", b.shape), wanted));
    }
    Ok(a.shape.clone())
}

/// Returns the common shape: missing dimensions and dimensions of 1 are repeated.
pub(super) fn broadcast(a: &[u64], b: &[u64]) -> Result<Vec<u64>, OnnxError> {
    let rank = a.len().max(b.len());
    let dim = |shape: &[u64], at: usize| (at + shape.len()).checked_sub(rank).map_or(1, |at| shape[at]);
    let joined = |at| match (dim(a, at), dim(b, at)) {
        (left, right) if left == right || right == 1 => Ok(left),
        (1, right) => Ok(right),
        _ => {
            let wanted = "dimensions that are equal or 1, counted from the last";
            Err(OnnxError::value("a pair of shapes", format!("{a:?} and {b:?}"), wanted))
        }
    };
    (0..rank).map(joined).collect()
}

/// Checks that a shape can be broadcast to another.
pub(super) fn broadcast_to(what: &str, from: &[u64], to: &[u64]) -> Result<(), OnnxError> {
    if broadcast(from, to).is_ok_and(|joined| joined == to) {
        return Ok(());
    }
    let wanted = format!("one that broadcasts to {to:?}");
    Err(OnnxError::value(format!("the shape of {what}"), format!("{from:?}"), wanted))
}

/// Returns, for each element of the result, the values of the inputs, if all are known and there are few.
fn paired(call: &Call<'_>, shape: &[u64], inputs: &[usize]) -> Option<Vec<Vec<i64>>> {
    let known = inputs.iter().all(|&input| call.optional(input).is_some_and(|fact| fact.values.is_some()));
    let count = product(shape).ok().filter(|&count| count <= VALUES_MOST)?;
    if !known {
        return None;
    }
    let row = |at| inputs.iter().map(|&input| repeated(call.optional(input)?, shape, at)).collect();
    (0..count).map(row).collect()
}

/// Returns the value of `fact` that broadcasting puts at element `at` of the result.
fn repeated(fact: &Fact, shape: &[u64], at: u64) -> Option<i64> {
    let (mut rest, mut index, mut step) = (at, 0, 1);
    for (axis, &dim) in shape.iter().enumerate().rev() {
        let own = (axis + fact.rank()).checked_sub(shape.len()).map_or(1, |axis| fact.shape[axis]);
        if own > 1 {
            index += rest % dim * step;
        }
        step *= own;
        rest /= dim;
    }
    fact.values.as_ref()?.get(usize::try_from(index).ok()?).copied()
}
