//! Resize and Upsample: images of other sizes.
//!
//! A dimension is floor(dimension × scale), computed in 32-bit floats as runtimes do it.

use super::call::{Call, axes};
use super::count::Operations;
use super::layout::dims;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};
use crate::import::onnx::real::Real;

/// Upsample: scales are an attribute before operator set 9, and two attributes in the first one.
pub(super) fn upsample(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let scales = match call.opset {
        9.. => call.reals(1)?.to_vec(),
        7..9 => {
            let bits = call.attributes.floats("scales")?.ok_or(OnnxError::NoAttribute { name: "scales" })?;
            bits.iter()
                .map(|&bits| Real::from_bits(bits.into(), DType::FLOAT))
                .collect::<Option<_>>()
                .ok_or_else(no_scale)?
        }
        _ => old_scales(call)?,
    };
    scaled(input, &(0..input.rank()).collect::<Vec<_>>(), &scales)
}

fn old_scales(call: &Call<'_>) -> Result<Vec<Real>, OnnxError> {
    let one = Real::from_integer(1, DType::FLOAT).ok_or_else(no_scale)?;
    let scale = |name| call.attributes.real(name)?.ok_or(OnnxError::NoAttribute { name });
    Ok(vec![one, one, scale("height_scale")?, scale("width_scale")?])
}

fn no_scale() -> OnnxError {
    OnnxError::value("a scale", "not finite", "finite scales")
}

/// Resize: by scales or to sizes; since operator set 18 of some axes only.
pub(super) fn resize(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let (scales, sizes) = if call.opset < 11 { (1, 3) } else { (2, 3) };
    let resized = match call.attributes.ints("axes")?.filter(|_| call.opset >= 18) {
        // In the given order, unlike a list of axes elsewhere.
        Some(list) => {
            axes(list, input.rank())?;
            list.iter().map(|&one| super::axis(one, input.rank())).collect::<Result<Vec<_>, _>>()?
        }
        None => (0..input.rank()).collect(),
    };
    let is_given = |index: usize| call.optional(index).is_some_and(|fact| fact.elements() != Ok(0));
    match (is_given(scales), is_given(sizes)) {
        (true, _) => scaled(input, &resized, call.reals(scales)?),
        (false, true) => sized(call, input, &resized, &dims(call.values(sizes)?)?),
        (false, false) => Err(OnnxError::value("the new size", "left out", "scales or sizes")),
    }
}

fn scaled(input: &Fact, axes: &[usize], scales: &[Real]) -> Result<Vec<Fact>, OnnxError> {
    fits("the scales", scales.len(), axes.len())?;
    let mut shape = input.shape.clone();
    for (&axis, scale) in axes.iter().zip(scales) {
        let length =
            i64::try_from(shape[axis]).ok().and_then(|length| Real::from_integer(length, DType::FLOAT));
        let length = length.and_then(|length| length.mul(scale.cast(DType::FLOAT)?, DType::FLOAT)?.floor());
        let length = length.ok_or_else(|| OnnxError::too_large("a resized dimension"))?;
        let dim = u64::try_from(length);
        shape[axis] = dim.map_err(|_| OnnxError::value("a scale", scale, "scales above 0"))?;
    }
    Ok(vec![Fact::new(input.dtype, shape)])
}

fn sized(call: &Call<'_>, input: &Fact, axes: &[usize], sizes: &[u64]) -> Result<Vec<Fact>, OnnxError> {
    fits("the sizes", sizes.len(), axes.len())?;
    let mut shape = input.shape.clone();
    let policy = call.attributes.word("keep_aspect_ratio_policy")?.unwrap_or_default();
    let ratio = match policy.as_str() {
        "" | "stretch" => None,
        "not_larger" => pairs(input, axes, sizes).min_by(by_ratio),
        "not_smaller" => pairs(input, axes, sizes).max_by(by_ratio),
        other => {
            let wanted = "stretch, not_larger or not_smaller";
            return Err(OnnxError::value("the attribute `keep_aspect_ratio_policy`", other, wanted));
        }
    };
    for (&axis, &size) in axes.iter().zip(sizes) {
        shape[axis] = match ratio {
            None => size,
            Some((size, whole)) => nearest(size, whole, shape[axis])?,
        };
    }
    Ok(vec![Fact::new(input.dtype, shape)])
}

/// Returns the wanted and the own length of each axis that is not empty.
fn pairs<'a>(input: &'a Fact, axes: &'a [usize], sizes: &'a [u64]) -> impl Iterator<Item = (u64, u64)> + 'a {
    axes.iter().zip(sizes).map(|(&axis, &size)| (size, input.shape[axis])).filter(|&(_, whole)| whole > 0)
}

fn by_ratio(a: &(u64, u64), b: &(u64, u64)) -> std::cmp::Ordering {
    (u128::from(a.0) * u128::from(b.1)).cmp(&(u128::from(b.0) * u128::from(a.1)))
}

/// Returns length × size / whole to the nearest integer, half up.
fn nearest(size: u64, whole: u64, length: u64) -> Result<u64, OnnxError> {
    let (product, whole) = (u128::from(size) * u128::from(length), u128::from(whole));
    let rounded = (product / whole) + u128::from(2 * (product % whole) >= whole);
    u64::try_from(rounded).map_err(|_| OnnxError::too_large("a resized dimension"))
}

fn fits(what: &str, found: usize, wanted: usize) -> Result<(), OnnxError> {
    if found == wanted {
        Ok(())
    } else {
        Err(OnnxError::value(what, format!("{found} numbers"), wanted.to_string()))
    }
}

/// For each output a multiply-add with each of its neighbours: 2 along each resized axis for `linear`, 4 for `cubic`, none for
/// `nearest`.
pub(super) fn operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let changed =
        call.input(0)?.shape.iter().zip(&outputs[0].shape).filter(|(before, after)| before != after).count();
    let neighbours = match call.attributes.word("mode")?.as_deref() {
        Some("linear" | "bilinear") => 2,
        Some("cubic") => 4,
        _ => return Ok(Operations::default()),
    };
    Operations::each(&outputs[0], product(&[2, product(&vec![neighbours; changed])?])?)
}
