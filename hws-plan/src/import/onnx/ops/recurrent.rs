//! Recurrent layers: RNN, GRU, LSTM.

use super::call::{Call, rank_is, same_dim};
use super::count::Operations;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// The lengths of a layer.
struct Layer {
    steps: u64,
    batch: u64,
    directions: u64,
    hidden: u64,
    features: u64,
    gates: u64,
    /// Whether the batch is the first dimension.
    is_batch_first: bool,
}

impl Layer {
    /// Input [steps, batch, features], weights [directions, gates × hidden, features] and the same for hidden values.
    fn read(call: &Call<'_>, gates: u64) -> Result<Self, OnnxError> {
        let (input, weights, recurrent) = (call.input(0)?, call.input(1)?, call.input(2)?);
        rank_is("the input", input, 3)?;
        rank_is("the weights", weights, 3)?;
        rank_is("the recurrent weights", recurrent, 3)?;
        let is_batch_first = call.attributes.flag("layout")?;
        let (steps, batch) =
            if is_batch_first { (input.shape[1], input.shape[0]) } else { (input.shape[0], input.shape[1]) };
        let directions = match call.attributes.word("direction")?.as_deref() {
            None | Some("forward" | "reverse") => 1,
            Some("bidirectional") => 2,
            Some(other) => {
                let wanted = "forward, reverse or bidirectional";
                return Err(OnnxError::value("the attribute `direction`", other, wanted));
            }
        };
        let hidden = call.count_or_none("hidden_size", 1)?.unwrap_or(recurrent.shape[2]);
        let features = input.shape[2];
        same_dim("the last dimension of the weights", weights.shape[2], features)?;
        same_dim("the first dimension of the weights", weights.shape[0], directions)?;
        same_dim("the second dimension of the weights", weights.shape[1], product(&[gates, hidden])?)?;
        same_dim("the last dimension of the recurrent weights", recurrent.shape[2], hidden)?;
        Ok(Self { steps, batch, directions, hidden, features, gates, is_batch_first })
    }

    /// All values, and those of the last step once for each of `states`.
    fn outputs(&self, call: &Call<'_>, states: usize) -> Result<Vec<Fact>, OnnxError> {
        let dtype = call.input(0)?.dtype;
        let Self { steps, batch, directions, hidden, .. } = *self;
        let (all, last) = if self.is_batch_first {
            (vec![batch, steps, directions, hidden], vec![batch, directions, hidden])
        } else {
            (vec![steps, directions, batch, hidden], vec![directions, batch, hidden])
        };
        let states = vec![Fact::new(dtype, last); states];
        Ok([vec![Fact::new(dtype, all)], states].concat())
    }

    /// Multiply-adds with both weights; two for each gate (a sum and a function), and `others`, for each hidden value.
    fn operations(&self, others: u64) -> Result<Operations, OnnxError> {
        let values = product(&[self.steps, self.batch, self.directions, self.hidden])?;
        let inputs = self
            .features
            .checked_add(self.hidden)
            .ok_or_else(|| OnnxError::too_large("the inputs of a step"))?;
        let macs = Operations::macs(&[values, self.gates, inputs])?;
        macs.plus(Operations { macs: 0, others: product(&[values, 2 * self.gates + others])? })
    }
}

pub(super) fn rnn(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Layer::read(call, 1)?.outputs(call, 1)
}

pub(super) fn gru(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Layer::read(call, 3)?.outputs(call, 1)
}

pub(super) fn lstm(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    Layer::read(call, 4)?.outputs(call, 2)
}

pub(super) fn rnn_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Layer::read(call, 1)?.operations(0)
}

/// The reset product, and the mean of old and new weighted by the update gate.
pub(super) fn gru_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Layer::read(call, 3)?.operations(5)
}

/// The cell: two products and a sum; its function and the product with the output gate.
pub(super) fn lstm_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    Layer::read(call, 4)?.operations(5)
}
