//! Products of matrices.

use super::call::{Call, rank_is, same_type};
use super::count::Operations;
use super::elementwise::{broadcast, broadcast_to};
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;

/// Gemm: A (M x K) times B (K x N) plus C, with A and B optionally transposed.
pub(super) fn gemm(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    rank_is("A", a, 2)?;
    rank_is("B", b, 2)?;
    same_type("B", b.dtype, a.dtype)?;
    let (rows, inner) = pair(a, call.attributes.flag("transA")?);
    let (rows_b, columns) = pair(b, call.attributes.flag("transB")?);
    check_inner(inner, rows_b)?;
    if let Some(c) = call.optional(2) {
        broadcast_to("C", &c.shape, &[rows, columns])?;
    }
    Ok(vec![Fact::new(a.dtype, vec![rows, columns])])
}

fn pair(matrix: &Fact, is_transposed: bool) -> (u64, u64) {
    let (rows, columns) = (matrix.shape[0], matrix.shape[1]);
    if is_transposed { (columns, rows) } else { (rows, columns) }
}

fn check_inner(left: u64, right: u64) -> Result<(), OnnxError> {
    if left == right {
        return Ok(());
    }
    Err(OnnxError::value(
        "the number of rows of the second matrix",
        right,
        format!("{left}, the columns of the first"),
    ))
}

/// M x N x K multiply-adds, plus the addition of C.
pub(super) fn gemm_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let inner = pair(call.input(0)?, call.attributes.flag("transA")?).1;
    let added = if call.optional(2).is_some() { 1 } else { 0 };
    let macs = Operations::macs(&[outputs[0].elements()?, inner])?;
    macs.plus(Operations::each(&outputs[0], added)?)
}

/// MatMul: as numpy.matmul.
pub(super) fn product(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    same_type("the second matrix", b.dtype, a.dtype)?;
    Ok(vec![Fact::new(a.dtype, multiplied(a, b)?)])
}

/// MatMulInteger: 8-bit inputs, 32-bit sums.
pub(super) fn integer_product(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact::new(DType::INT32, multiplied(call.input(0)?, call.input(1)?)?)])
}

/// QLinearMatMul: with scales and zero points between the inputs; the result has the type of the last.
pub(super) fn quantised_product(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Ok(vec![Fact::new(call.input(7)?.dtype, multiplied(call.input(0)?, call.input(3)?)?)])
}

/// A vector counts as a row on the left and as a column on the right; that dimension is removed from the result.
pub(super) fn multiplied(a: &Fact, b: &Fact) -> Result<Vec<u64>, OnnxError> {
    let no_matrix = |name, fact| Err(OnnxError::value(name, fact, "a vector or matrices"));
    let (batch_a, rows, inner) = match a.shape.as_slice() {
        [] => return no_matrix("the first input", a),
        [inner] => (&[][..], None, *inner),
        [batch @ .., rows, inner] => (batch, Some(*rows), *inner),
    };
    let (batch_b, inner_b, columns) = match b.shape.as_slice() {
        [] => return no_matrix("the second input", b),
        [inner] => (&[][..], *inner, None),
        [batch @ .., inner, columns] => (batch, *inner, Some(*columns)),
    };
    check_inner(inner, inner_b)?;
    let mut shape = broadcast(batch_a, batch_b)?;
    shape.extend(rows.into_iter().chain(columns));
    Ok(shape)
}

/// Returns, for each output, as many multiply-adds as the common dimension.
pub(super) fn product_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let inner = call.input(0)?.shape.last().copied().unwrap_or(1);
    Operations::macs(&[outputs[0].elements()?, inner])
}

/// As MatMul, plus a scaling of each output.
pub(super) fn quantised_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    product_operations(call, outputs)?.plus(Operations::each(&outputs[0], 1)?)
}
