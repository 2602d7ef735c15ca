//! Windows and spectra.

use super::call::{Call, axis, rank_within};
use super::count::Operations;
use super::layout::dims;
use super::scatter::levels;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// HannWindow, HammingWindow, BlackmanWindow: a list of a given length.
pub(super) fn window(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let length = dims(&[call.single(0)?])?;
    Ok(vec![Fact::new(call.dtype("output_datatype")?.unwrap_or(DType::FLOAT), length)])
}

/// MelWeightMatrix: a row for each bin of a spectrum, a column for each band.
pub(super) fn mel(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (bands, length) = (dims(&[call.single(0)?])?[0], dims(&[call.single(1)?])?[0]);
    let dtype = call.dtype("output_datatype")?.unwrap_or(DType::FLOAT);
    Ok(vec![Fact::new(dtype, vec![length / 2 + 1, bands])])
}

/// The axis of a transform, and how many of its elements are transformed.
fn transform(call: &Call<'_>) -> Result<(usize, u64), OnnxError> {
    let input = call.input(0)?;
    rank_within("the input", input, 2, usize::MAX)?;
    let along = if call.opset < 20 {
        call.axis_or(1, input.rank())?
    } else if call.optional(2).is_some() {
        axis(call.single(2)?, input.rank())?
    } else {
        axis(-2, input.rank())?
    };
    if along + 1 == input.rank() {
        return Err(OnnxError::value(
            "the axis",
            along,
            "one before the last, which has real and imaginary parts",
        ));
    }
    match call.optional(1) {
        Some(_) => Ok((along, dims(&[call.single(1)?])?[0])),
        None => Ok((along, input.shape[along])),
    }
}

/// DFT: complex numbers, whose parts are the last dimension; one side of the spectrum has half as many bins.
pub(super) fn dft(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let (along, length) = transform(call)?;
    let (is_onesided, is_inverse) = (call.attributes.flag("onesided")?, call.attributes.flag("inverse")?);
    let mut shape = input.shape.clone();
    let parts = shape.len() - 1;
    shape[parts] = if is_onesided && is_inverse { 1 } else { 2 };
    shape[along] = match (is_onesided, is_inverse, call.optional(1)) {
        (true, false, _) => length / 2 + 1,
        // Back from one side of a spectrum of even length.
        (true, true, None) => length.saturating_sub(1).saturating_mul(2),
        _ => length,
    };
    Ok(vec![Fact::new(input.dtype, shape)])
}

/// Five for each element and each level of a fast transform.
pub(super) fn dft_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let (along, length) = transform(call)?;
    let input = call.input(0)?;
    let others = outputs[0].shape.iter().enumerate().filter(|&(at, _)| at != along && at + 1 != input.rank());
    let others: Vec<u64> = others.map(|(_, &dim)| dim).collect();
    fast(product(&others)?, length)
}

fn fast(transforms: u64, length: u64) -> Result<Operations, OnnxError> {
    Ok(Operations { macs: 0, others: product(&[transforms, length, 5, levels(length)])? })
}

/// STFT: a spectrum for each frame of a signal.
pub(super) fn stft(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let signal = call.input(0)?;
    let (frames, length) = frames(call)?;
    let is_onesided = call.int_or("onesided", 1)? != 0;
    let bins = if is_onesided { length / 2 + 1 } else { length };
    Ok(vec![Fact::new(signal.dtype, vec![signal.shape[0], frames, bins, 2])])
}

/// The number of frames and the length of each: given, or that of the window.
fn frames(call: &Call<'_>) -> Result<(u64, u64), OnnxError> {
    let signal = call.input(0)?;
    rank_within("the signal", signal, 2, 3)?;
    let step = dims(&[call.single(1)?])?[0];
    let length = match (call.optional(3), call.optional(2)) {
        (Some(_), _) => dims(&[call.single(3)?])?[0],
        (None, Some(window)) => window.elements()?,
        (None, None) => {
            return Err(OnnxError::value("the frame length", "left out", "a frame length or a window"));
        }
    };
    let rest = signal.shape[1].checked_sub(length).filter(|_| step > 0);
    let rest = rest.ok_or_else(|| {
        OnnxError::value(
            "a frame",
            format!("{length} long, {step} apart"),
            format!("at most {}, apart", signal.shape[1]),
        )
    })?;
    Ok((rest / step + 1, length))
}

/// Five for each element of a frame and each level, and a product with the window.
pub(super) fn stft_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let (frames, length) = frames(call)?;
    let transforms = product(&[call.input(0)?.shape[0], frames])?;
    fast(transforms, length)?.plus(Operations { macs: 0, others: product(&[transforms, length])? })
}
