//! Convolutions.

use super::call::{Call, rank_within, same_type};
use super::count::Operations;
use super::window::Window;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// Conv: an image, weights [to, from / group, kernel…], and a bias.
pub(super) fn shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, weights) = (call.input(0)?, call.input(1)?);
    same_type("the weights", weights.dtype, image.dtype)?;
    let shape = convolved(call, image, weights)?;
    check_bias(call.optional(2), shape[1])?;
    Ok(vec![Fact::new(image.dtype, shape)])
}

/// ConvInteger: 8-bit inputs, 32-bit sums.
pub(super) fn integer_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact::new(DType::INT32, convolved(call, call.input(0)?, call.input(1)?)?)])
}

/// QLinearConv: as Conv, with scales and zero points between the inputs; the result has the type of the last.
pub(super) fn quantised_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let shape = convolved(call, call.input(0)?, call.input(3)?)?;
    check_bias(call.optional(8), shape[1])?;
    Ok(vec![Fact::new(call.input(7)?.dtype, shape)])
}

/// QLinearConv of `com.microsoft`: the channels of image and result may be the last dimension.
pub(super) fn quantised_any_layout(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    if !call.attributes.flag("channels_last")? {
        return quantised_shape(call);
    }
    let image = channels_second(call.input(0)?)?;
    let shape = convolved(call, &image, call.input(3)?)?;
    Ok(vec![channels_last(&Fact::new(call.input(7)?.dtype, shape))])
}

/// NhwcConv: the same, in the weights too.
pub(super) fn channels_last_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, weights) = (channels_second(call.input(0)?)?, channels_second(call.input(1)?)?);
    let shape = convolved(call, &image, &weights)?;
    check_bias(call.optional(2), shape[1])?;
    Ok(vec![channels_last(&Fact::new(image.dtype, shape))])
}

/// Moves the last dimension to the second place.
pub(super) fn channels_second(fact: &Fact) -> Result<Fact, OnnxError> {
    rank_within("the input", fact, 3, usize::MAX)?;
    let mut shape = fact.shape.clone();
    shape[1..].rotate_right(1);
    Ok(Fact::new(fact.dtype, shape))
}

/// Moves the second dimension to the last place.
pub(super) fn channels_last(fact: &Fact) -> Fact {
    let mut shape = fact.shape.clone();
    if shape.len() > 1 {
        shape[1..].rotate_left(1);
    }
    Fact::new(fact.dtype, shape)
}

/// DeformConv: as Conv, with an offset for each element of each window before the bias.
pub(super) fn deformed_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, weights) = (call.input(0)?, call.input(1)?);
    same_type("the weights", weights.dtype, image.dtype)?;
    let shape = convolved(call, image, weights)?;
    check_bias(call.optional(3), shape[1])?;
    Ok(vec![Fact::new(image.dtype, shape)])
}

/// As Conv; four multiply-adds for each element that an offset moves.
pub(super) fn deformed_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let weights = call.input(1)?;
    let bias = Operations::each(&outputs[0], u64::from(call.optional(3).is_some()))?;
    let places = product(&[&outputs[0].shape[..1], &outputs[0].shape[2..], &weights.shape[2..]].concat())?;
    let moved = Operations { macs: 0, others: product(&[places, call.input(0)?.shape[1], 8])? };
    from_window(&outputs[0], weights)?.plus(bias)?.plus(moved)
}

fn convolved(call: &Call<'_>, image: &Fact, weights: &Fact) -> Result<Vec<u64>, OnnxError> {
    let window = Window::read(call, kernel(call, image, weights)?)?;
    let groups = groups(call)?;
    let (to, from) = (weights.shape[0], product(&[weights.shape[1], groups])?);
    if image.shape[1] != from {
        let wanted = format!("{from}, to match the weights {:?}", weights.shape);
        return Err(OnnxError::value("the number of input channels", image.shape[1], wanted));
    }
    if to % groups != 0 {
        return Err(OnnxError::value("the number of output channels", to, format!("a multiple of {groups}")));
    }
    Ok([vec![image.shape[0], to], window.places(&image.shape[2..], false)?].concat())
}

/// ConvTranspose: the weights are [from, to / group, kernel…].
pub(super) fn transposed_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, weights) = (call.input(0)?, call.input(1)?);
    same_type("the weights", weights.dtype, image.dtype)?;
    let window = Window::read(call, kernel(call, image, weights)?)?;
    if image.shape[1] != weights.shape[0] {
        let wanted = format!("{}, to match the weights", weights.shape[0]);
        return Err(OnnxError::value("the number of input channels", image.shape[1], wanted));
    }
    let to = product(&[weights.shape[1], groups(call)?])?;
    check_bias(call.optional(2), to)?;
    let axes = image.rank() - 2;
    let spatial = match call.attributes.ints("output_shape")? {
        Some(list) => given_shape(list, axes)?,
        None => {
            let more = call.attributes.ints("output_padding")?.map_or_else(|| vec![0; axes], <[i64]>::to_vec);
            window.transposed(&image.shape[2..], &more)?
        }
    };
    Ok(vec![Fact::new(image.dtype, [vec![image.shape[0], to], spatial].concat())])
}

fn given_shape(list: &[i64], axes: usize) -> Result<Vec<u64>, OnnxError> {
    let wrong = || {
        let wanted = format!("{axes} numbers from 0");
        OnnxError::value("the attribute `output_shape`", format!("{list:?}"), wanted)
    };
    let shape: Result<Vec<u64>, _> = list.iter().map(|&dim| u64::try_from(dim)).collect();
    shape.ok().filter(|shape| shape.len() == axes).ok_or_else(wrong)
}

/// The kernel size is part of the weights' shape; the attribute has to agree with it.
fn kernel(call: &Call<'_>, image: &Fact, weights: &Fact) -> Result<Vec<i64>, OnnxError> {
    if image.rank() < 3 {
        return Err(OnnxError::value("the input", image, "batch, channels and at least one axis"));
    }
    if weights.rank() != image.rank() {
        let found = format!("{weights} for {image}");
        return Err(OnnxError::value("the weights", found, format!("{} dimensions", image.rank())));
    }
    let kernel: Vec<i64> =
        weights.shape[2..].iter().map(|&dim| i64::try_from(dim).unwrap_or(i64::MAX)).collect();
    match call.attributes.ints("kernel_shape")? {
        Some(given) if given != kernel => {
            let wanted = format!("{kernel:?}, to match the weights");
            Err(OnnxError::value("the attribute `kernel_shape`", format!("{given:?}"), wanted))
        }
        _ => Ok(kernel),
    }
}

fn groups(call: &Call<'_>) -> Result<u64, OnnxError> {
    let groups = call.int_or("group", 1)?;
    let positive = u64::try_from(groups).ok().filter(|&groups| groups > 0);
    positive.ok_or_else(|| OnnxError::value("the attribute `group`", groups, "at least 1"))
}

fn check_bias(bias: Option<&Fact>, channels: u64) -> Result<(), OnnxError> {
    match bias {
        Some(bias) if bias.shape != [channels] => {
            let wanted = format!("[{channels}], one for each output channel");
            Err(OnnxError::value("the shape of the bias", format!("{:?}", bias.shape), wanted))
        }
        _ => Ok(()),
    }
}

/// Returns a window of multiply-adds for each output, and the bias.
pub(super) fn operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let bias = if call.optional(2).is_some() { 1 } else { 0 };
    from_window(&outputs[0], call.input(1)?)?.plus(Operations::each(&outputs[0], bias)?)
}

/// As Conv without a bias, for integers.
pub(super) fn integer_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    from_window(&outputs[0], call.input(1)?)
}

/// As Conv, plus a scaling of each output.
pub(super) fn quantised_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    from_window(&outputs[0], call.input(3)?)?.plus(Operations::each(&outputs[0], 1)?)
}

fn from_window(output: &Fact, weights: &Fact) -> Result<Operations, OnnxError> {
    Operations::macs(&[output.elements()?, product(&weights.shape[1..])?])
}

/// Returns a window of multiply-adds for each input, and the bias.
pub(super) fn transposed_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let bias = if call.optional(2).is_some() { 1 } else { 0 };
    let window = product(&call.input(1)?.shape[1..])?;
    let macs = Operations::macs(&[call.input(0)?.elements()?, window])?;
    macs.plus(Operations::each(&outputs[0], bias)?)
}
