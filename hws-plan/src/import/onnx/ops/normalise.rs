//! Normalisations: the output has the type and shape of the input; statistics are further outputs.

use super::call::Call;
use super::count::Operations;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;

/// Returns the input's type and shape, for those along an axis (Softmax) or over channels (LRN).
pub(super) fn along_axis(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    if call.attributes.has("axis") && input.rank() > 0 {
        call.axis_or(-1, input.rank() + usize::from(call.opset < 13))?;
    }
    Ok(vec![call.like_first()?])
}

/// BatchNormalization: scale, bias, mean and variance for each channel. In training, and in the first
/// operator sets, statistics are outputs too.
pub(super) fn batch(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let channels = input.shape.get(1).copied().unwrap_or(1);
    for index in 1..5 {
        let fact = call.input(index)?;
        if fact.shape != [channels] {
            let what = format!("the shape of input {index}");
            let wanted = format!("[{channels}], one for each channel");
            return Err(OnnxError::value(what, format!("{:?}", fact.shape), wanted));
        }
    }
    let statistics = Fact::new(call.input(3)?.dtype, vec![channels]);
    // Two besides the result since operator set 14, four before.
    Ok([vec![call.like_first()?], vec![statistics; if call.opset < 14 { 4 } else { 2 }]].concat())
}

/// LayerNormalization: mean and inverse deviation are further outputs, of length 1 from `axis` on.
pub(super) fn layer(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let axis = call.axis_or(-1, input.rank())?;
    let kept = input.shape.iter().enumerate().map(|(at, &dim)| if at < axis { dim } else { 1 });
    // The precision in which they are computed, usually FLOAT.
    let stash = call.int_or("stash_type", 1)?;
    let dtype = i32::try_from(stash).ok().and_then(DType::new);
    let dtype =
        dtype.ok_or_else(|| OnnxError::value("the attribute `stash_type`", stash, "an element type"))?;
    let statistics = Fact::new(dtype, kept.collect());
    Ok(vec![call.like_first()?, statistics.clone(), statistics])
}

/// RMSNormalization: the inverse deviation is a further output of the form that runtimes use.
pub(super) fn mean_square(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let made = layer(call)?;
    Ok(made[..2].to_vec())
}

/// LRN: `size` squares summed for each element, then a multiply-add, a power and a quotient.
pub(super) fn response_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let size = call.attributes.int("size")?.ok_or(OnnxError::NoAttribute { name: "size" })?;
    let size = u64::try_from(size).ok().filter(|&size| size > 0);
    let size = size.ok_or_else(|| OnnxError::value("the attribute `size`", "not positive", "at least 1"))?;
    let summed = Operations::each(&outputs[0], size)?;
    summed.plus(summed)?.plus(Operations::each(&outputs[0], 4)?)
}
