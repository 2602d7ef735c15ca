//! Operators that a runtime fuses, of the domain `com.microsoft`: normalisations, products, activations.

use super::call::{Call, rank_is, rank_within, same_dim};
use super::count::Operations;
use super::elementwise::broadcast;
use super::{conv, matrix};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// SkipLayerNormalization: the sum of input and skip, normalised; mean, inverse deviation and the sum itself.
pub(super) fn skip(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, skip) = (call.input(0)?, call.input(1)?);
    rank_within("the input", input, 2, 3)?;
    broadcast(&input.shape, &skip.shape)?;
    let statistics = Fact::new(DType::FLOAT, [&input.shape[..input.rank() - 1], &[1]].concat());
    Ok(vec![call.like_first()?, statistics.clone(), statistics, call.like_first()?])
}

/// The sum, the bias, and the normalisation as LayerNormalization.
pub(super) fn skip_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let bias = u64::from(call.optional(4).is_some());
    Operations::each(&outputs[0], 8 + bias)
}

/// The same without mean and summand.
pub(super) fn skip_simple_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let bias = u64::from(call.optional(3).is_some());
    Operations::each(&outputs[0], 6 + bias)
}

/// EmbedLayerNormalization: a row of each table for each word, summed and normalised; lengths; the sum.
pub(super) fn embed(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (words, table) = (call.input(0)?, call.input(2)?);
    rank_is("the words", words, 2)?;
    rank_is("the table of words", table, 2)?;
    // Of quantised tables the result is float.
    let dtype = if table.dtype.is_integer() { DType::FLOAT } else { table.dtype };
    let result = Fact::new(dtype, [&words.shape[..], &table.shape[1..]].concat());
    Ok(vec![result.clone(), Fact::new(DType::INT32, vec![words.shape[0]]), result])
}

/// Two sums, and the normalisation.
pub(super) fn embed_operations(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 9)
}

/// FusedMatMul: with both matrices optionally transposed, or with the first dimension of a batch moved.
pub(super) fn product_shape(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = transposed(call)?;
    let shape = matrix::multiplied(&a, &b)?;
    Ok(vec![Fact::new(call.input(0)?.dtype, shape)])
}

fn transposed(call: &Call<'_>) -> Result<(Fact, Fact), OnnxError> {
    let flag = |name| call.attributes.flag(name);
    let of = |index, batch, last| {
        let fact = call.input(index)?;
        let mut shape = fact.shape.clone();
        let rank = shape.len();
        if flag(batch)? && rank > 2 {
            // The first dimension moves before the last one.
            shape[..rank - 1].rotate_left(1);
        }
        if flag(last)? && rank > 1 {
            shape.swap(rank - 2, rank - 1);
        }
        Ok(Fact::new(fact.dtype, shape))
    };
    Ok((of(0, "transBatchA", "transA")?, of(1, "transBatchB", "transB")?))
}

pub(super) fn product_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let inner = transposed(call)?.0.shape.last().copied().unwrap_or(1);
    Operations::macs(&[outputs[0].elements()?, inner])
}

/// As FusedMatMul, plus a function.
pub(super) fn activated_product(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    product_operations(call, outputs)?.plus(Operations::each(&outputs[0], 1)?)
}

/// FusedGemm: as Gemm, plus a function.
pub(super) fn gemm_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    matrix::gemm_operations(call, outputs)?.plus(Operations::each(&outputs[0], 1)?)
}

/// FusedConv: as Conv; a fourth input is added, and a function applied.
pub(super) fn conv_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let added = u64::from(call.optional(3).is_some());
    conv::operations(call, outputs)?.plus(Operations::each(&outputs[0], 1 + added)?)
}

/// MatMulNBits and the like: weights of few bits, N columns of K.
pub(super) fn packed_product(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let (columns, inner) = (call.count("N", 0)?, call.count("K", 0)?);
    let (last, rows) =
        input.shape.split_last().ok_or_else(|| OnnxError::value("A", input, "a vector or matrices"))?;
    same_dim("the last dimension of A", *last, inner)?;
    Ok(vec![Fact::new(input.dtype, [rows, &[columns]].concat())])
}

/// A multiply-add for each output and K, and the bias; each weight is scaled once.
pub(super) fn packed_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let (columns, inner) = (call.count("N", 0)?, call.count("K", 0)?);
    let bias = Operations::each(&outputs[0], u64::from(call.optional(5).is_some()))?;
    let scaled = Operations { macs: 0, others: product(&[columns, inner, 2])? };
    Operations::macs(&[outputs[0].elements()?, inner])?.plus(bias)?.plus(scaled)
}

/// MatMulIntegerToFloat, DynamicQuantizeMatMul: the product of integers, as floats.
pub(super) fn float_product(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    let dtype = if a.dtype.is_integer() { call.input(2)?.dtype } else { a.dtype };
    Ok(vec![Fact::new(dtype, matrix::multiplied(a, b)?)])
}

/// As MatMul, and two for each output: scale and summand.
pub(super) fn float_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    matrix::product_operations(call, outputs)?.plus(Operations::each(&outputs[0], 2)?)
}

/// QGemm: as Gemm with scales and zero points; floats if no scale of the result is given.
pub(super) fn quantised_gemm(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(3)?);
    rank_is("A", a, 2)?;
    rank_is("B", b, 2)?;
    let turned = |fact: &Fact, is_turned: bool| match is_turned {
        true => [fact.shape[1], fact.shape[0]],
        false => [fact.shape[0], fact.shape[1]],
    };
    let [rows, inner] = turned(a, call.attributes.flag("transA")?);
    let [inner_b, columns] = turned(b, call.attributes.flag("transB")?);
    same_dim("the number of rows of the second matrix", inner_b, inner)?;
    let dtype = if call.optional(6).is_some() { a.dtype } else { DType::FLOAT };
    Ok(vec![Fact::new(dtype, vec![rows, columns])])
}

pub(super) fn quantised_gemm_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let a = call.input(0)?;
    let inner = a.shape[usize::from(!call.attributes.flag("transA")?)];
    Operations::macs(&[outputs[0].elements()?, inner])?.plus(Operations::each(&outputs[0], 2)?)
}

/// QLinearAdd, QLinearMul: two quantised inputs, broadcast.
pub(super) fn quantised_pair(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(3)?);
    Ok(vec![Fact::new(a.dtype, broadcast(&a.shape, &b.shape)?)])
}

/// QLinearConcat: after scale and zero point, three inputs for each part.
pub(super) fn quantised_concat(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let name = "axis";
    let first = call.input(2)?;
    let along =
        super::axis(call.attributes.int(name)?.ok_or(OnnxError::NoAttribute { name })?, first.rank())?;
    let mut shape = first.shape.clone();
    for at in (5..call.inputs.len()).step_by(3) {
        let part = call.input(at)?;
        rank_is("an input", part, first.rank())?;
        let sum = shape[along].checked_add(part.shape[along]);
        shape[along] = sum.ok_or_else(|| OnnxError::too_large("the joined dimension"))?;
    }
    Ok(vec![Fact::new(first.dtype, shape)])
}

/// QLinearGlobalAveragePool: one value for each channel, which may be the last dimension.
pub(super) fn quantised_global(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let image = call.input(0)?;
    rank_within("the input", image, 3, usize::MAX)?;
    let channels = if call.attributes.flag("channels_last")? { image.rank() - 1 } else { 1 };
    let dim = |at: usize| if at == 0 || at == channels { image.shape[at] } else { 1 };
    Ok(vec![Fact::new(image.dtype, (0..image.rank()).map(dim).collect())])
}

/// BiasSplitGelu: the second half gates the first.
pub(super) fn halved(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let input = call.input(0)?;
    let (&last, rest) =
        input.shape.split_last().ok_or_else(|| OnnxError::value("the input", input, "dimensions"))?;
    Ok(vec![Fact::new(input.dtype, [rest, &[last / 2]].concat())])
}

/// SkipGroupNorm: as GroupNorm, and the sum that is normalised.
pub(super) fn skip_group(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![call.like_first()?, call.like_first()?])
}

/// GatherBlockQuantized: rows of quantised weights, as floats.
pub(super) fn gather_quantised(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (data, indices) = (call.input(0)?, call.input(1)?);
    let along = super::axis(call.int_or("gather_axis", 0)?, data.rank())?;
    let mut inner = data.shape[along + 1..].to_vec();
    // Two numbers of four bits are one byte.
    let packed = call.count_or_none("bits", 1)?.filter(|_| data.dtype == DType::UINT8);
    if let (Some(bits @ 1..8), Some(last)) = (packed.or(packed_default(data)), inner.last_mut()) {
        *last = product(&[*last, 8 / bits])?;
    }
    Ok(vec![Fact::new(call.input(2)?.dtype, [&data.shape[..along], &indices.shape, &inner].concat())])
}

fn packed_default(data: &Fact) -> Option<u64> {
    (data.dtype == DType::UINT8).then_some(4)
}
