//! Windows of convolutions and pools: how many positions they have along each axis.

use super::call::Call;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::signed;

/// Largest kernel, stride, dilation or pad; sums of products of two stay far from 128 bits.
const MOST: i64 = i32::MAX as i64;

/// A window that moves over the spatial axes.
pub(super) struct Window {
    kernel: Vec<i64>,
    strides: Vec<i64>,
    dilations: Vec<i64>,
    pads: Pads,
}

enum Pads {
    /// Before each axis, then after each axis.
    Given(Vec<i64>),
    /// As many as make the output ceil(input / stride) long.
    Same,
    /// No padding.
    Valid,
}

impl Window {
    /// Reads the attributes of a node with a known kernel size.
    pub(super) fn read(call: &Call<'_>, kernel: Vec<i64>) -> Result<Self, OnnxError> {
        check("kernel_shape", &kernel, kernel.len(), 1)?;
        let axes = kernel.len();
        let list = |name, usual: i64, length| {
            let list = call.attributes.ints(name)?.map_or_else(|| vec![usual; length], <[i64]>::to_vec);
            check(name, &list, length, usual)?;
            Ok(list)
        };
        let (strides, dilations) = (list("strides", 1, axes)?, list("dilations", 1, axes)?);
        let pads = match call.attributes.word("auto_pad")?.as_deref() {
            None | Some("NOTSET" | "") => Pads::Given(list("pads", 0, 2 * axes)?),
            Some("SAME_UPPER" | "SAME_LOWER") => Pads::Same,
            Some("VALID") => Pads::Valid,
            Some(other) => {
                let wanted = "NOTSET, SAME_UPPER, SAME_LOWER or VALID";
                return Err(OnnxError::value("the attribute `auto_pad`", other, wanted));
            }
        };
        Ok(Self { kernel, strides, dilations, pads })
    }

    /// Returns the number of positions of the window along each axis.
    pub(super) fn places(&self, input: &[u64], is_ceil: bool) -> Result<Vec<u64>, OnnxError> {
        if input.len() != self.kernel.len() {
            let found = format!("for {} axes", self.kernel.len());
            return Err(OnnxError::value("the kernel", found, format!("one for {} axes", input.len())));
        }
        input.iter().enumerate().map(|(axis, &input)| self.places_along(axis, input, is_ceil)).collect()
    }

    fn places_along(&self, axis: usize, input: u64, is_ceil: bool) -> Result<u64, OnnxError> {
        let (stride, reach) = (i128::from(self.strides[axis]), self.reach(axis));
        let (before, after) = match &self.pads {
            Pads::Same => return Ok(input.div_ceil(stride as u64)),
            Pads::Valid => (0, 0),
            Pads::Given(pads) => (pads[axis].into(), pads[axis + self.kernel.len()].into()),
        };
        let input = i128::from(signed(input)?);
        let free = input + before + after - reach;
        if free < 0 {
            let found = format!("{reach} long on axis {axis}");
            let wanted = format!("at most the padded input, {}", input + before + after);
            return Err(OnnxError::value("the window", found, wanted));
        }
        let mut last = if is_ceil { (free + stride - 1) / stride } else { free / stride };
        // A window may not start in the padding after the input.
        if is_ceil && last * stride >= input + before {
            last -= 1;
        }
        dimension(last + 1)
    }

    /// Outputs of a transposed convolution along each axis: the span of its inputs, plus `more`.
    pub(super) fn transposed(&self, input: &[u64], more: &[i64]) -> Result<Vec<u64>, OnnxError> {
        check("output_padding", more, self.kernel.len(), 0)?;
        let along = |(axis, &input): (usize, &u64)| {
            let (stride, input) = (i128::from(self.strides[axis]), i128::from(signed(input)?));
            let pads = match &self.pads {
                Pads::Same => return dimension(input * stride),
                Pads::Valid => 0,
                Pads::Given(pads) => i128::from(pads[axis]) + i128::from(pads[axis + self.kernel.len()]),
            };
            dimension(stride * (input - 1) + i128::from(more[axis]) + self.reach(axis) - pads)
        };
        input.iter().enumerate().map(along).collect()
    }

    /// Returns the distance from the first to the last element of the window, both included.
    fn reach(&self, axis: usize) -> i128 {
        (i128::from(self.kernel[axis]) - 1) * i128::from(self.dilations[axis]) + 1
    }
}

fn dimension(length: i128) -> Result<u64, OnnxError> {
    u64::try_from(length).map_err(|_| OnnxError::value("an output dimension", length, "0 or more"))
}

fn check(name: &str, list: &[i64], length: usize, least: i64) -> Result<(), OnnxError> {
    let what = || format!("the attribute `{name}`");
    if list.len() != length {
        return Err(OnnxError::value(what(), format!("{list:?}"), format!("{length} numbers")));
    }
    match list.iter().find(|&&value| value < least || value > MOST) {
        Some(value) => Err(OnnxError::value(what(), value, format!("numbers from {least} to {MOST}"))),
        None => Ok(()),
    }
}
