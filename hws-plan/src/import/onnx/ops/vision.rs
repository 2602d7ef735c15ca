//! Operators on images and boxes beyond convolutions and pools.

use super::call::{Call, axis, rank_is, rank_within, same_dim};
use super::count::Operations;
use super::layout::dims;
use super::window::Window;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// GridSample: an image read at the positions of a grid.
pub(super) fn grid_sample(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, grid) = (call.input(0)?, call.input(1)?);
    rank_within("the input", image, 3, usize::MAX)?;
    rank_is("the grid", grid, image.rank())?;
    let axes = image.rank() - 2;
    same_dim("the last dimension of the grid", grid.shape[axes + 1], axes as u64)?;
    Ok(vec![Fact::new(image.dtype, [&image.shape[..2], &grid.shape[1..=axes]].concat())])
}

/// A multiply-add for each output and neighbour: 2 along each axis, 4 if cubic, 1 if nearest.
pub(super) fn grid_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let neighbours = match call.attributes.word("mode")?.as_deref() {
        Some("nearest") => 1,
        Some("cubic" | "bicubic") => 4,
        _ => 2,
    };
    let window = product(&vec![neighbours; call.input(0)?.rank() - 2])?;
    Operations::each(&outputs[0], product(&[2, window])?)
}

/// AffineGrid: positions for each image, from its size.
pub(super) fn affine_grid(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let size = dims(call.values(1)?)?;
    if !matches!(size.len(), 4 | 5) {
        return Err(OnnxError::value("the size", format!("{size:?}"), "4 or 5 numbers"));
    }
    let shape = [&size[..1], &size[2..], &[size.len() as u64 - 2]].concat();
    Ok(vec![Fact::new(call.input(0)?.dtype, shape)])
}

/// A row of the matrix for each output: as many multiply-adds as axes, and one more.
pub(super) fn affine_operations(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let axes = outputs[0].shape.last().copied().unwrap_or(0);
    Operations::macs(&[outputs[0].elements()?, axes.saturating_add(1)])
}

/// RoiAlign: regions of an image, averaged to one size.
pub(super) fn roi_align(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, regions) = (call.input(0)?, call.input(1)?);
    rank_is("the input", image, 4)?;
    rank_is("the regions", regions, 2)?;
    let length = |name| Ok(call.count_or_none(name, 1)?.unwrap_or(1));
    let shape = vec![regions.shape[0], image.shape[1], length("output_height")?, length("output_width")?];
    Ok(vec![Fact::new(image.dtype, shape)])
}

/// For each output 4 multiply-adds at each of its samples; the default number of samples depends on the region and counts as
/// 2 along each axis.
pub(super) fn roi_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let samples = call.count_or_none("sampling_ratio", 0)?.filter(|&ratio| ratio > 0).unwrap_or(2);
    Operations::each(&outputs[0], product(&[8, samples, samples])?)
}

/// MaxRoiPool: regions of an image, their maxima in a grid of one size.
pub(super) fn roi_pool(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (image, regions) = (call.input(0)?, call.input(1)?);
    rank_is("the input", image, 4)?;
    rank_is("the regions", regions, 2)?;
    let size =
        call.attributes.ints("pooled_shape")?.ok_or(OnnxError::NoAttribute { name: "pooled_shape" })?;
    if size.len() != 2 {
        return Err(OnnxError::value("the attribute `pooled_shape`", format!("{size:?}"), "2 numbers"));
    }
    Ok(vec![Fact::new(image.dtype, [&[regions.shape[0], image.shape[1]], &dims(size)?[..]].concat())])
}

/// MaxUnpool: the maxima back at their positions.
pub(super) fn unpool(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let image = call.input(0)?;
    rank_within("the input", image, 3, usize::MAX)?;
    rank_is("the indices", call.input(1)?, image.rank())?;
    if call.optional(2).is_some() {
        let shape = dims(call.values(2)?)?;
        if shape.len() != image.rank() {
            return Err(OnnxError::value(
                "the output shape",
                format!("{shape:?}"),
                format!("{} numbers", image.rank()),
            ));
        }
        return Ok(vec![Fact::new(image.dtype, shape)]);
    }
    let kernel =
        call.attributes.ints("kernel_shape")?.ok_or(OnnxError::NoAttribute { name: "kernel_shape" })?;
    let window = Window::read(call, kernel.to_vec())?;
    if kernel.len() != image.rank() - 2 {
        let wanted = format!("{} numbers", image.rank() - 2);
        return Err(OnnxError::value("the attribute `kernel_shape`", format!("{kernel:?}"), wanted));
    }
    let spatial = window.transposed(&image.shape[2..], &vec![0; kernel.len()])?;
    Ok(vec![Fact::new(image.dtype, [&image.shape[..2], &spatial].concat())])
}

/// Col2Im: columns of blocks back into an image.
pub(super) fn from_columns(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let columns = call.input(0)?;
    rank_is("the input", columns, 3)?;
    let (image, block) = (dims(call.values(1)?)?, dims(call.values(2)?)?);
    let size = product(&block)?;
    let channels = super::attention::split("the second dimension of the input", columns.shape[1], size)?;
    Ok(vec![Fact::new(columns.dtype, [&[columns.shape[0], channels], &image[..]].concat())])
}

/// CenterCropPad: given lengths of some axes.
pub(super) fn center(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let lengths = dims(call.values(1)?)?;
    let along = match call.attributes.ints("axes")? {
        Some(list) => list.iter().map(|&one| axis(one, input.rank())).collect::<Result<Vec<_>, _>>()?,
        None => (0..input.rank()).collect(),
    };
    if lengths.len() != along.len() {
        let wanted = format!("{} numbers", along.len());
        return Err(OnnxError::value("the new lengths", format!("{lengths:?}"), wanted));
    }
    let mut shape = input.shape.clone();
    along.into_iter().zip(lengths).for_each(|(axis, length)| shape[axis] = length);
    Ok(vec![Fact::new(input.dtype, shape)])
}

/// Det: determinants of square matrices.
pub(super) fn determinant(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let matrix = square(call)?;
    Ok(vec![Fact::new(matrix.dtype, matrix.shape[..matrix.rank() - 2].to_vec())])
}

/// Inverse: of square matrices.
pub(super) fn inverse(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    square(call)?;
    Ok(vec![call.like_first()?])
}

fn square<'a>(call: &Call<'a>) -> Result<&'a Fact, OnnxError> {
    let matrix = call.input(0)?;
    rank_within("the input", matrix, 2, usize::MAX)?;
    same_dim("the last dimension", matrix.shape[matrix.rank() - 1], matrix.shape[matrix.rank() - 2])?;
    Ok(matrix)
}

/// A third of the cube of the length for each matrix, in multiply-adds: elimination.
pub(super) fn elimination(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let matrix = square(call)?;
    let macs = product(&[matrix.elements()?, matrix.shape[matrix.rank() - 1]])?;
    Ok(Operations { macs: macs / 3, others: 0 })
}
