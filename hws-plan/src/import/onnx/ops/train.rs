//! Losses, and the optimisers of `ai.onnx.preview.training`.

use super::call::{Call, rank_within};
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::Fact;

/// NegativeLogLikelihoodLoss, SoftmaxCrossEntropyLoss: one number, or one for each target; and the logarithms.
pub(super) fn loss(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (scores, targets) = (call.input(0)?, call.input(1)?);
    rank_within("the scores", scores, 2, usize::MAX)?;
    let expected = [&scores.shape[..1], &scores.shape[2..]].concat();
    super::scatter::same_shape("the targets", targets, &expected)?;
    let is_whole = call.attributes.word("reduction")?.as_deref() == Some("none");
    let shape = if is_whole { targets.shape.clone() } else { Vec::new() };
    Ok(vec![Fact::new(scores.dtype, shape), call.like_first()?])
}

/// Adagrad, Momentum, Adam: a rate, a count, then groups of tensors; the result has all groups but the gradients.
fn optimised(call: &Call<'_>, groups: usize) -> Result<Vec<Fact>, OnnxError> {
    let found = call.inputs.len();
    let each = found.saturating_sub(2) / groups;
    if each == 0 || found != 2 + each * groups {
        let wanted = format!("2 and {groups} for each tensor");
        return Err(OnnxError::value("the number of inputs", found, wanted));
    }
    let kept = (0..each).chain(2 * each..groups * each);
    kept.map(|at| call.input(2 + at).map(|fact| Fact::new(fact.dtype, fact.shape.clone()))).collect()
}

pub(super) fn one_state(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    optimised(call, 3)
}

pub(super) fn two_states(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    optimised(call, 4)
}
