//! Elementwise operators, with NumPy's broadcasting.

use std::cmp::Ordering;

use super::call::{Call, axis, same_type};
use super::follow::{self, OfIntegers, OfReals};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;
use crate::import::onnx::real::Real;
use crate::import::onnx::values::Values;

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
    followed(call, i64::checked_add, Real::add)
}

/// See [`add`].
pub(super) fn sub(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_sub, Real::sub)
}

/// See [`add`].
pub(super) fn mul(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_mul, Real::mul)
}

/// See [`add`]; integers are rounded towards 0.
pub(super) fn div(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, i64::checked_div, Real::div)
}

/// Mod, which follows the sign of the divisor; with `fmod`, floats are allowed and not computed.
pub(super) fn modulo(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    if call.attributes.flag("fmod")? {
        return binary(call);
    }
    // The remainder of a division by a negative number is between it and 0.
    let of = |a: i64, b: i64| {
        let rest = a.checked_rem(b)?;
        Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
    };
    followed(call, of, |_, _, _| None)
}

fn followed(call: &Call<'_>, of_integers: OfIntegers, of_reals: OfReals) -> Result<Vec<Fact>, OnnxError> {
    let fact = binary(call)?.swap_remove(0);
    let values = follow::pairs(call, &fact, of_integers, of_reals);
    Ok(vec![fact.with_values(values)])
}

/// Logic of truth values.
pub(super) fn logic(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact { dtype: DType::BOOL, ..binary(call)?.swap_remove(0) }])
}

/// And, Or: also of known values.
pub(super) fn and(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, |a, b| Some(i64::from(a != 0 && b != 0)), |_, _, _| None)
}

/// See [`and`].
pub(super) fn or(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    followed(call, |a, b| Some(i64::from(a != 0 || b != 0)), |_, _, _| None)
}

/// Equal and other comparisons also compute the values of shapes.
pub(super) fn equal(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    compared(call, Ordering::is_eq)
}

/// See [`equal`].
pub(super) fn greater(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    compared(call, Ordering::is_gt)
}

/// See [`equal`].
pub(super) fn greater_or_equal(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    compared(call, Ordering::is_ge)
}

/// See [`equal`].
pub(super) fn less(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    compared(call, Ordering::is_lt)
}

/// See [`equal`].
pub(super) fn less_or_equal(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    compared(call, Ordering::is_le)
}

fn compared(call: &Call<'_>, test: fn(Ordering) -> bool) -> Result<Vec<Fact>, OnnxError> {
    let fact = logic(call)?.swap_remove(0);
    let values = follow::tests(call, &fact.shape, test);
    Ok(vec![fact.with_values(values)])
}

/// Where: a condition, and two inputs of one type.
pub(super) fn choice(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (condition, a, b) = (call.input(0)?, call.input(1)?, call.input(2)?);
    same_type("the condition", condition.dtype, DType::BOOL)?;
    same_type("the third input", b.dtype, a.dtype)?;
    let shape = broadcast(&condition.shape, &broadcast(&a.shape, &b.shape)?)?;
    let values = chosen(condition, a, b, &shape);
    Ok(vec![Fact::new(a.dtype, shape).with_values(values)])
}

/// Returns the values of a choice: those of one list after the other, picked by the condition.
fn chosen(condition: &Fact, a: &Fact, b: &Fact, shape: &[u64]) -> Option<Values> {
    let (condition, a, b) =
        (follow::spread(condition, shape)?, follow::spread(a, shape)?, follow::spread(b, shape)?);
    let both = Values::joined(&[&a, &b])?;
    let places = condition.integers()?.iter().enumerate();
    both.picked(&places.map(|(at, &yes)| if yes == 0 { at + a.len() } else { at }).collect::<Vec<_>>())
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

/// Max, which also computes the values of shapes.
pub(super) fn max(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    extreme(call, |a, b| Some(a.max(b)))
}

/// See [`max`].
pub(super) fn min(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    extreme(call, |a, b| Some(a.min(b)))
}

fn extreme(call: &Call<'_>, of: OfIntegers) -> Result<Vec<Fact>, OnnxError> {
    let fact = variadic(call)?.swap_remove(0);
    let values = match call.inputs.len() {
        1 => call.input(0)?.values.clone(),
        2 => follow::pairs(call, &fact, of, |_, _, _| None),
        _ => None,
    };
    Ok(vec![fact.with_values(values)])
}

/// Floor and other roundings also compute the values of sizes.
pub(super) fn floor(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(call, Some, |value| Real::whole(value.floor()))
}

/// See [`floor`].
pub(super) fn ceil(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(call, Some, |value| Real::whole(value.ceil()))
}

/// See [`floor`].
pub(super) fn round(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(call, Some, |value| Real::whole(value.nearest()))
}

/// See [`floor`].
pub(super) fn neg(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(call, i64::checked_neg, |value| Some(value.negated()))
}

/// See [`floor`].
pub(super) fn relu(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(
        call,
        |value| Some(value.max(0)),
        |value| Some(if value.is_negative() { Real::ZERO } else { value }),
    )
}

/// See [`floor`].
pub(super) fn abs(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(call, i64::checked_abs, |value| Some(if value.is_negative() { value.negated() } else { value }))
}

/// Not, of truth values.
pub(super) fn not(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    computed(call, |value| Some(i64::from(value == 0)), |_| None)
}

fn computed(
    call: &Call<'_>,
    of_integer: fn(i64) -> Option<i64>,
    of_real: fn(Real) -> Option<Real>,
) -> Result<Vec<Fact>, OnnxError> {
    let values = call.input(0)?.values.as_ref().and_then(|values| follow::each(values, of_integer, of_real));
    Ok(vec![call.like_first()?.with_values(values)])
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
