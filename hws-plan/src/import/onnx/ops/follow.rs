//! Values of small tensors through arithmetic, as shapes need it: counts, halves, roundings, comparisons.

use super::call::Call;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::fact::{Fact, VALUES_MOST, product};
use crate::import::onnx::real::Real;
use crate::import::onnx::values::Values;

/// What an operator makes of two integers.
pub(super) type OfIntegers = fn(i64, i64) -> Option<i64>;
/// What an operator makes of two floats of a type.
pub(super) type OfReals = fn(Real, Real, DType) -> Option<Real>;

/// Returns the values of a tensor that is broadcast to a shape, if they are known and few.
pub(super) fn spread(fact: &Fact, shape: &[u64]) -> Option<Values> {
    let count = product(shape).ok().filter(|&count| count <= VALUES_MOST)?;
    let positions: Option<Vec<usize>> = (0..count).map(|at| position(fact, shape, at)).collect();
    fact.values.as_ref()?.picked(&positions?)
}

/// Returns the position in `fact` of the element that broadcasting puts at `at` of the result.
fn position(fact: &Fact, shape: &[u64], at: u64) -> Option<usize> {
    let (mut rest, mut index, mut step) = (at, 0, 1);
    for (axis, &dim) in shape.iter().enumerate().rev() {
        let own = (axis + fact.rank()).checked_sub(shape.len()).map_or(1, |axis| fact.shape[axis]);
        if own > 1 {
            index += rest % dim * step;
        }
        step *= own;
        rest /= dim;
    }
    usize::try_from(index).ok()
}

/// Returns the values of the first two inputs, broadcast to a shape.
fn both(call: &Call<'_>, shape: &[u64]) -> Option<(Values, Values)> {
    Some((spread(call.optional(0)?, shape)?, spread(call.optional(1)?, shape)?))
}

/// Combines the values of two inputs.
pub(super) fn pairs(
    call: &Call<'_>,
    result: &Fact,
    of_integers: OfIntegers,
    of_reals: OfReals,
) -> Option<Values> {
    match both(call, &result.shape)? {
        (Values::Integers(a), Values::Integers(b)) => zipped(&a, &b, of_integers).map(Values::Integers),
        (Values::Reals(a), Values::Reals(b)) => {
            zipped(&a, &b, |a, b| of_reals(a, b, result.dtype)).map(Values::Reals)
        }
        _ => None,
    }
}

/// Compares the values of two inputs.
pub(super) fn tests(call: &Call<'_>, shape: &[u64], test: fn(std::cmp::Ordering) -> bool) -> Option<Values> {
    let truth = |order| i64::from(test(order));
    let list = match both(call, shape)? {
        (Values::Integers(a), Values::Integers(b)) => zipped(&a, &b, |a, b| Some(truth(a.cmp(&b)))),
        (Values::Reals(a), Values::Reals(b)) => zipped(&a, &b, |a, b| a.compare(b).map(truth)),
        _ => None,
    };
    list.map(Values::Integers)
}

fn zipped<T: Copy, U>(a: &[T], b: &[T], of: impl Fn(T, T) -> Option<U>) -> Option<Vec<U>> {
    a.iter().zip(b).map(|(&a, &b)| of(a, b)).collect()
}

/// Changes each value.
pub(super) fn each(
    values: &Values,
    of_integer: fn(i64) -> Option<i64>,
    of_real: fn(Real) -> Option<Real>,
) -> Option<Values> {
    match values {
        Values::Integers(list) => {
            list.iter().map(|&value| of_integer(value)).collect::<Option<_>>().map(Values::Integers)
        }
        Values::Reals(list) => {
            list.iter().map(|&value| of_real(value)).collect::<Option<_>>().map(Values::Reals)
        }
    }
}

/// Converts values to another type.
pub(super) fn cast(values: &Values, from: DType, to: DType) -> Option<Values> {
    match values {
        _ if from == to => Some(values.clone()),
        Values::Integers(list) if to == DType::BOOL => {
            Some(list.iter().map(|&value| i64::from(value != 0)).collect::<Vec<_>>().into())
        }
        Values::Integers(list) if to.is_integer() => is_within(list, to).then(|| values.clone()),
        Values::Integers(list) => list
            .iter()
            .map(|&value| Real::from_integer(value, to))
            .collect::<Option<Vec<_>>>()
            .map(Values::from),
        Values::Reals(list) if to.is_integer() => {
            let whole: Vec<i64> = list.iter().map(|value| value.truncated()).collect::<Option<_>>()?;
            (to != DType::BOOL && is_within(&whole, to)).then(|| whole.into())
        }
        Values::Reals(list) => {
            list.iter().map(|value| value.cast(to)).collect::<Option<Vec<_>>>().map(Values::from)
        }
    }
}

/// Returns whether an integer type holds all values; what shorter types make of others is not modelled.
fn is_within(list: &[i64], dtype: DType) -> bool {
    let bits = u32::try_from(dtype.bits()).unwrap_or(64);
    let fits = |&value: &i64| match dtype.name().starts_with('u') {
        true => value >= 0 && (bits >= 63 || value < 1 << bits),
        false => bits >= 64 || (-(1_i64 << (bits - 1))..1 << (bits - 1)).contains(&value),
    };
    list.iter().all(fits)
}
