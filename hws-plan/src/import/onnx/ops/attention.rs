//! Attention: queries against keys, a softmax, and sums of values; and what belongs to it.

use super::call::{Call, rank_is, rank_within, same_dim};
use super::count::Operations;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// The lengths of an attention.
#[derive(Clone, Copy)]
pub(super) struct Heads {
    pub(super) batch: u64,
    /// Heads of the queries, and of keys and values.
    pub(super) heads: u64,
    pub(super) kv_heads: u64,
    /// Queries; keys with those of the past.
    pub(super) queries: u64,
    pub(super) keys: u64,
    /// Length of a query and a key; of a value.
    pub(super) size: u64,
    pub(super) value_size: u64,
}

impl Heads {
    /// Multiply-adds of both products, and six for each pair: scale and softmax.
    pub(super) fn operations(&self) -> Result<Operations, OnnxError> {
        let pairs = product(&[self.batch, self.heads, self.queries, self.keys])?;
        let sizes = sum(self.size, self.value_size)?;
        Operations::macs(&[pairs, sizes])?.plus(Operations { macs: 0, others: product(&[pairs, 6])? })
    }

    /// Keys and values with those of the past.
    pub(super) fn present(&self) -> (Vec<u64>, Vec<u64>) {
        let of = |size| vec![self.batch, self.kv_heads, self.keys, size];
        (of(self.size), of(self.value_size))
    }
}

pub(super) fn sum(a: u64, b: u64) -> Result<u64, OnnxError> {
    a.checked_add(b).ok_or_else(|| OnnxError::too_large("a sum of dimensions"))
}

/// Returns the length of each of some parts of a dimension.
pub(super) fn split(what: &str, whole: u64, parts: u64) -> Result<u64, OnnxError> {
    let exact = whole.checked_rem(parts) == Some(0);
    let wrong = || OnnxError::value(what, whole, format!("a multiple of {parts}"));
    exact.then(|| whole / parts).ok_or_else(wrong)
}

/// Attention of the standard: [batch, heads, length, size], or [batch, length, heads × size] with the heads as attributes.
fn read(call: &Call<'_>) -> Result<Heads, OnnxError> {
    let (query, key, value) = (call.input(0)?, call.input(1)?, call.input(2)?);
    rank_within("the queries", query, 3, 4)?;
    rank_is("the keys", key, query.rank())?;
    rank_is("the values", value, query.rank())?;
    let (heads, kv_heads) = match query.rank() {
        4 => (query.shape[1], key.shape[1]),
        _ => (call.count("q_num_heads", 1)?, call.count("kv_num_heads", 1)?),
    };
    let at = query.rank() - 2;
    let size = |what, fact: &Fact, heads| match fact.rank() {
        4 => Ok(fact.shape[3]),
        _ => split(what, fact.shape[2], heads),
    };
    let past = match call.optional(4) {
        Some(past) => {
            rank_is("the past keys", past, 4)?;
            past.shape[2]
        }
        None => 0,
    };
    let read = Heads {
        batch: query.shape[0],
        heads,
        kv_heads,
        queries: query.shape[at],
        keys: sum(past, key.shape[at])?,
        size: size("the last dimension of the queries", query, heads)?,
        value_size: size("the last dimension of the values", value, kv_heads)?,
    };
    same_dim("the size of a key", size("the last dimension of the keys", key, kv_heads)?, read.size)?;
    same_dim("the number of values", value.shape[at], key.shape[at])?;
    split("the number of heads", heads, kv_heads)?;
    Ok(read)
}

/// The result, keys and values with those of the past, and the products of queries and keys.
pub(super) fn standard(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (heads, dtype) = (read(call)?, call.input(0)?.dtype);
    let result = match call.input(0)?.rank() {
        4 => vec![heads.batch, heads.heads, heads.queries, heads.value_size],
        _ => vec![heads.batch, heads.queries, product(&[heads.heads, heads.value_size])?],
    };
    let (keys, values) = heads.present();
    let products = vec![heads.batch, heads.heads, heads.queries, heads.keys];
    let value_type = call.input(2)?.dtype;
    Ok(vec![
        Fact::new(dtype, result),
        Fact::new(call.input(1)?.dtype, keys),
        Fact::new(value_type, values),
        Fact::new(dtype, products),
    ])
}

pub(super) fn standard_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    read(call)?.operations()
}

/// LinearAttention: [batch, length, heads × size], and a state for each head of keys and values.
pub(super) fn linear(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let heads = read_linear(call)?;
    let dtype = call.input(0)?.dtype;
    let state = match call.optional(3) {
        Some(past) => Fact::new(past.dtype, past.shape.clone()),
        None => Fact::new(dtype, vec![heads.batch, heads.kv_heads, heads.size, heads.value_size]),
    };
    let result =
        vec![heads.batch, heads.queries, product(&[heads.heads.max(heads.kv_heads), heads.value_size])?];
    Ok(vec![Fact::new(dtype, result), state])
}

fn read_linear(call: &Call<'_>) -> Result<Heads, OnnxError> {
    let (query, key, value) = (call.input(0)?, call.input(1)?, call.input(2)?);
    [("the queries", query), ("the keys", key), ("the values", value)]
        .into_iter()
        .try_for_each(|(what, fact)| rank_is(what, fact, 3))?;
    let (heads, kv_heads) = (call.count("q_num_heads", 1)?, call.count("kv_num_heads", 1)?);
    Ok(Heads {
        batch: query.shape[0],
        heads,
        kv_heads,
        queries: query.shape[1],
        keys: 0,
        size: split("the last dimension of the queries", query.shape[2], heads)?,
        value_size: split("the last dimension of the values", value.shape[2], kv_heads)?,
    })
}

/// Two multiply-adds for each step and element of the state: its update, and the product with the query.
pub(super) fn linear_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    let heads = read_linear(call)?;
    Operations::macs(&[
        2,
        heads.batch,
        heads.queries,
        heads.heads.max(heads.kv_heads),
        heads.size,
        heads.value_size,
    ])
}

/// RotaryEmbedding: as the input, [batch, heads, length, size] or [batch, length, heads × size].
pub(super) fn rotary(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    rank_within("the input", call.input(0)?, 2, 4)?;
    Ok(vec![call.like_first()?])
}

/// CausalConvWithState: the same length, and the last elements as state.
pub(super) fn causal(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (input, weights) = (call.input(0)?, call.input(1)?);
    rank_is("the input", input, 3)?;
    rank_is("the weights", weights, 3)?;
    same_dim("the number of filters", weights.shape[0], input.shape[1])?;
    let state = vec![input.shape[0], input.shape[1], weights.shape[2].saturating_sub(1)];
    Ok(vec![call.like_first()?, Fact::new(input.dtype, state)])
}

/// A window of multiply-adds for each output, and the bias.
pub(super) fn causal_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let macs = Operations::macs(&[outputs[0].elements()?, call.input(1)?.shape[2]])?;
    macs.plus(Operations::each(&outputs[0], u64::from(call.optional(2).is_some()))?)
}
