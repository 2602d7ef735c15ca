//! Attention of the domain `com.microsoft`.

use super::attention::{Heads, split, sum};
use super::call::{Call, rank_is, rank_within};
use super::count::Operations;
use crate::import::onnx::dtype::DType;
use crate::import::onnx::error::OnnxError;
use crate::import::onnx::fact::{Fact, product};

/// The result and the sizes of an attention whose result is [batch, length, heads × size].
struct Read {
    heads: Heads,
    /// Multiply-adds and others before the products.
    before: Operations,
}

impl Read {
    fn result(&self) -> Result<Vec<u64>, OnnxError> {
        let Heads { batch, queries, heads, value_size, .. } = self.heads;
        Ok(vec![batch, queries, product(&[heads, value_size])?])
    }

    fn operations(&self) -> Result<Operations, OnnxError> {
        self.heads.operations()?.plus(self.before)
    }
}

/// Attention: [batch, length, features] times weights gives queries, keys and values.
fn projected(call: &Call<'_>, bias: usize, past: usize) -> Result<Read, OnnxError> {
    let (input, weights) = (call.input(0)?, call.input(1)?);
    rank_is("the input", input, 3)?;
    rank_is("the weights", weights, 2)?;
    let heads = call.count("num_heads", 1)?;
    let whole = weights.shape[1];
    let (query, value) = match call.attributes.ints("qkv_hidden_sizes")? {
        Some(&[query, _, value]) => (query.unsigned_abs(), value.unsigned_abs()),
        Some(other) => {
            return Err(OnnxError::value(
                "the attribute `qkv_hidden_sizes`",
                format!("{other:?}"),
                "3 numbers",
            ));
        }
        None => (split("the number of columns of the weights", whole, 3)?, whole / 3),
    };
    let past = match call.optional(past) {
        Some(past) => {
            rank_is("the past", past, 5)?;
            past.shape[3]
        }
        None => 0,
    };
    let length = input.shape[1];
    let read = Heads {
        batch: input.shape[0],
        heads,
        kv_heads: heads,
        queries: length,
        keys: sum(past, length)?,
        size: split("the size of the queries", query, heads)?,
        value_size: split("the size of the values", value, heads)?,
    };
    let rows = product(&[input.shape[0], length])?;
    let macs = Operations::macs(&[rows, input.shape[2], whole])?;
    let added = u64::from(call.optional(bias).is_some());
    let before = macs.plus(Operations { macs: 0, others: product(&[rows, whole, added])? })?;
    Ok(Read { heads: read, before })
}

/// The result; keys and values with those of the past in one tensor.
fn projected_outputs(read: &Read, dtype: DType) -> Result<Vec<Fact>, OnnxError> {
    let Heads { batch, heads, keys, size, .. } = read.heads;
    Ok(vec![Fact::new(dtype, read.result()?), Fact::new(dtype, vec![2, batch, heads, keys, size])])
}

pub(super) fn attention(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    projected_outputs(&projected(call, 2, 4)?, call.input(0)?.dtype)
}

pub(super) fn attention_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    projected(call, 2, 4)?.operations()
}

/// QAttention: the same of quantised inputs, with the type of the scales.
pub(super) fn quantised(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    projected_outputs(&projected(call, 2, 8)?, call.input(3)?.dtype)
}

pub(super) fn quantised_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    projected(call, 2, 8)?.operations()
}

/// MultiHeadAttention: queries, keys and values of [batch, length, features], or packed in one or two tensors.
fn multi_head(call: &Call<'_>, past: usize) -> Result<Read, OnnxError> {
    let query = call.input(0)?;
    rank_within("the queries", query, 3, 5)?;
    let heads = call.count("num_heads", 1)?;
    let (batch, queries) = (query.shape[0], query.shape[1]);
    let size = match query.rank() {
        5 => query.shape[4],
        4 => query.shape[3],
        _ => split("the last dimension of the queries", query.shape[2], heads)?,
    };
    // Of keys in four dimensions, the heads come first.
    let (length, value_size) = match (call.optional(1), call.optional(2)) {
        (None, _) => (queries, size),
        (Some(key), None) => (key.shape.get(1).copied().unwrap_or(0), size),
        (Some(key), Some(value)) => {
            rank_within("the keys", key, 3, 4)?;
            rank_is("the values", value, key.rank())?;
            match key.rank() {
                4 => (key.shape[2], value.shape[3]),
                _ => (key.shape[1], split("the last dimension of the values", value.shape[2], heads)?),
            }
        }
    };
    let past = match call.optional(past) {
        Some(past) => {
            rank_is("the past keys", past, 4)?;
            past.shape[2]
        }
        None => 0,
    };
    let keys = sum(past, length)?;
    let heads = Heads { batch, heads, kv_heads: heads, queries, keys, size, value_size };
    Ok(Read { heads, before: Operations::default() })
}

/// The result, keys and values with those of the past, and the products.
pub(super) fn multi(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    separate(&multi_head(call, 6)?, call.input(0)?.dtype)
}

fn separate(read: &Read, dtype: DType) -> Result<Vec<Fact>, OnnxError> {
    let Heads { batch, heads, queries, keys, .. } = read.heads;
    let (key, value) = read.heads.present();
    let shapes = [read.result()?, key, value, vec![batch, heads, queries, keys]];
    Ok(shapes.into_iter().map(|shape| Fact::new(dtype, shape)).collect())
}

pub(super) fn multi_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    multi_head(call, 6)?.operations()
}

/// DecoderMaskedMultiHeadAttention: the same with other inputs in between.
pub(super) fn masked(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    separate(&multi_head(call, 5)?, call.input(0)?.dtype)
}

pub(super) fn masked_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    multi_head(call, 5)?.operations()
}

/// GroupQueryAttention: several heads of queries for one of keys and values; the cache grows to the total length if that is
/// known, else by the new keys.
fn grouped(call: &Call<'_>) -> Result<Read, OnnxError> {
    let query = call.input(0)?;
    rank_is("the queries", query, 3)?;
    let (heads, kv_heads) = (call.count("num_heads", 1)?, call.count("kv_num_heads", 1)?);
    let parts = match call.optional(1) {
        Some(_) => heads,
        None => sum(heads, product(&[2, kv_heads])?)?,
    };
    let size = split("the last dimension of the queries", query.shape[2], parts)?;
    let past = match call.optional(3) {
        Some(past) => {
            rank_is("the past keys", past, 4)?;
            past.shape[2]
        }
        None => 0,
    };
    let total = call.optional(6).and_then(Fact::integers).and_then(|list| list.first().copied());
    let keys = match total {
        Some(total) => past.max(total.max(0).unsigned_abs()),
        None => sum(past, query.shape[1])?,
    };
    let (batch, queries) = (query.shape[0], query.shape[1]);
    let heads = Heads { batch, heads, kv_heads, queries, keys, size, value_size: size };
    let turned = match call.attributes.flag("do_rotary")? {
        // Three for each element of queries and keys.
        true => product(&[3, batch, queries, sum(heads.heads, kv_heads)?, size])?,
        false => 0,
    };
    Ok(Read { heads, before: Operations { macs: 0, others: turned } })
}

pub(super) fn group(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let read = grouped(call)?;
    let dtype = call.input(0)?.dtype;
    let mut outputs = separate(&read, dtype)?;
    // A quantised cache keeps its type.
    for output in [1, 2] {
        outputs[output].dtype = call.optional(2 + output).map_or(dtype, |past| past.dtype);
    }
    Ok(outputs)
}

pub(super) fn group_operations(call: &Call<'_>, _: &[Fact]) -> Result<Operations, OnnxError> {
    grouped(call)?.operations()
}

/// PackedMultiHeadAttention: tokens without padding, [tokens, features]; each sequence is taken to be as long as all.
pub(super) fn packed(call: &Call<'_>) -> Result<Vec<Fact>, OnnxError> {
    let (query, value) = (call.input(0)?, call.optional(2));
    rank_within("the queries", query, 2, 4)?;
    let width = match (query.rank(), value) {
        (4, _) => product(&[query.shape[1], query.shape[3]])?,
        (_, Some(value)) => value.shape.get(1).copied().unwrap_or(0),
        _ => query.shape[1],
    };
    Ok(vec![Fact::new(query.dtype, vec![query.shape[0], width])])
}

pub(super) fn packed_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let (tokens, width) = (outputs[0].shape[0], outputs[0].shape[1]);
    let heads = call.count("num_heads", 1)?;
    let pairs = product(&[tokens, tokens])?;
    Operations::macs(&[2, pairs, width])?.plus(Operations { macs: 0, others: product(&[6, pairs, heads])? })
}

/// MoE: each token goes through `k` experts of two or three layers.
pub(super) fn experts_operations(call: &Call<'_>, outputs: &[Fact]) -> Result<Operations, OnnxError> {
    let first = call.input(2)?;
    rank_is("the weights of the experts", first, 3)?;
    let width = outputs[0].shape.last().copied().unwrap_or(1);
    let tokens = outputs[0].elements()?.checked_div(width).unwrap_or(0);
    let chosen = call.count_or_none("k", 1)?.unwrap_or(1);
    let hidden = first.shape[1..].iter().copied().max().unwrap_or(0);
    Operations::macs(&[tokens, chosen, 2, width, hidden])
}
