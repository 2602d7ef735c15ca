//! The work of operators: multiply-adds and other operations.

use super::call::Call;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// Operations of a node. An elementary function (exp, sqrt, …) counts as one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::import::onnx) struct Operations {
    /// Multiply-adds of products of matrices and convolutions.
    pub(in crate::import::onnx) macs: u64,
    /// Everything else.
    pub(in crate::import::onnx) others: u64,
}

impl Operations {
    /// As many multiply-adds as the product of `factors`.
    pub(in crate::import::onnx) fn macs(factors: &[u64]) -> Result<Self, OnnxError> {
        Ok(Self { macs: product(factors)?, others: 0 })
    }

    /// `per_element` operations for each element of a tensor.
    pub(in crate::import::onnx) fn each(fact: &Fact, per_element: u64) -> Result<Self, OnnxError> {
        Ok(Self { macs: 0, others: product(&[fact.elements()?, per_element])? })
    }

    /// The sum of both.
    pub(in crate::import::onnx) fn plus(self, more: Self) -> Result<Self, OnnxError> {
        let sum = |a: u64, b: u64| a.checked_add(b).ok_or_else(too_many);
        Ok(Self { macs: sum(self.macs, more.macs)?, others: sum(self.others, more.others)? })
    }

    /// All operations; a multiply-add counts as two.
    pub(in crate::import::onnx) fn total(self) -> Result<u64, OnnxError> {
        let twice = self.macs.checked_mul(2);
        twice.and_then(|twice| twice.checked_add(self.others)).ok_or_else(too_many)
    }
}

fn too_many() -> OnnxError {
    OnnxError::too_large("the number of operations")
}

/// None: the operator only moves data.
pub(super) fn nothing(_: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Ok(Operations::default())
}

/// One per output element.
pub(super) fn one(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 1)
}

/// Two per output element: a factor and a summand.
pub(super) fn two(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 2)
}

/// Three per output element.
pub(super) fn three(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 3)
}

/// Four per output element.
pub(super) fn four(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 4)
}

/// Five per output element.
pub(super) fn five(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 5)
}

/// Six per output element.
pub(super) fn six(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 6)
}

/// Eight per output element.
pub(super) fn eight(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 8)
}

/// Eight per element of all outputs.
pub(super) fn eight_each(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let each = outputs.iter().map(|output| Operations::each(output, 8));
    each.into_iter().try_fold(Operations::default(), |sum, more| sum.plus(more?))
}

/// Five per input element.
pub(super) fn five_in(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(call.input(0)?, 5)
}

/// Per output element, one less than there are inputs.
pub(super) fn joined(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], call.present().count().saturating_sub(1) as u64)
}

/// One per input element.
pub(super) fn one_in(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(call.input(0)?, 1)
}

/// Two per input element.
pub(super) fn two_in(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(call.input(0)?, 2)
}

/// Maximum, difference, exponential, sum and quotient.
pub(super) fn softmax(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 5)
}

/// Mean, difference, square, sum, scaling by the deviation, factor and summand.
pub(super) fn standardised(_: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    Operations::each(&outputs[0], 7)
}
