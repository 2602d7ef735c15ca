//! Pools over windows and over whole images.

use super::call::Call;
use super::conv::{channels_last, channels_second};
use super::count::Operations;
use super::window::Window;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// MaxPool, AveragePool, LpPool; the second output of MaxPool has the positions of the maxima.
pub(super) fn shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let image = images(call)?;
    let kernel = call.attributes.ints("kernel_shape")?;
    let kernel = kernel.ok_or(OnnxError::NoAttribute { name: "kernel_shape" })?;
    let window = Window::read(call, kernel.to_vec())?;
    let places = window.places(&image.shape[2..], call.attributes.flag("ceil_mode")?)?;
    let shape = [image.shape[..2].to_vec(), places].concat();
    Ok(vec![Fact::new(image.dtype, shape.clone()), Fact::new(DType::INT64, shape)])
}

/// GlobalAveragePool, GlobalMaxPool, GlobalLpPool: one value for each channel.
pub(super) fn global_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let image = images(call)?;
    let shape = [image.shape[..2].to_vec(), vec![1; image.rank() - 2]].concat();
    Ok(vec![Fact::new(image.dtype, shape)])
}

/// QLinearAveragePool: the channels may be the last dimension.
pub(super) fn any_layout(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    if !call.attributes.flag("channels_last")? {
        return Ok(vec![shape(call)?.swap_remove(0)]);
    }
    let image = channels_second(call.input(0)?)?;
    let inner = Call {
        inputs: vec![Some(&image)],
        opset: call.opset,
        outputs: call.outputs,
        attributes: call.attributes,
    };
    Ok(vec![channels_last(&shape(&inner)?[0])])
}

fn images<'a>(call: &Call<'a>) -> Result<&'a Fact, OnnxError> {
    let image = call.input(0)?;
    if image.rank() < 3 {
        return Err(OnnxError::value("the input", image, "batch, channels and at least one axis"));
    }
    Ok(image)
}

/// One operation per output and element of its window.
pub(super) fn operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let kernel = call.attributes.ints("kernel_shape")?.unwrap_or_default();
    let kernel: Vec<u64> = kernel.iter().map(|dim| dim.unsigned_abs()).collect();
    Operations::each(&outputs[0], product(&kernel)?)
}
