//! The shape of a workload: its box, its inputs and its outputs.

use std::borrow::Cow;

use serde::Deserialize;

use super::buffer::GeminiBuffer;
use super::field::GeminiField;
use super::ir::{Corner, GeminiDestination};
use super::shape::Objects;
use super::short_list::ShortList;
use super::strict::{id, ids, maybe_object, objects};
use super::tiles::Tiles;

/// One workload, which becomes a kernel.
#[derive(Debug, Deserialize)]
pub struct GeminiWorkload<'a> {
    /// Ascending on a core.
    #[serde(deserialize_with = "id")]
    pub workload_id: i64,
    /// Execution time in core cycles; authoritative (G7).
    pub time: GeminiField<i64>,
    /// Layer.
    #[serde(borrow)]
    pub layer_name: GeminiField<Cow<'a, str>>,
    /// `pe`, `vp` or `dt`.
    #[serde(borrow)]
    pub layer_type: GeminiField<Cow<'a, str>>,
    /// The box of the layer it computes: lower and upper corner.
    pub workload: GeminiField<Vec<GeminiField<Corner>>>,
    /// Its input tensors.
    #[serde(deserialize_with = "objects")]
    pub ifmap: Vec<Ifmap>,
    /// Its output tensors.
    #[serde(deserialize_with = "objects", borrow)]
    pub ofmap: Vec<Ofmap<'a>>,
    /// Bytes of all ofmaps (G8).
    #[serde(default)]
    pub ofmap_size: GeminiField<i64>,
    /// The weight operand, which may be an activation (G13).
    #[serde(default, deserialize_with = "maybe_object")]
    pub weight: Option<Weight>,
    /// How the core tiles it.
    #[serde(default)]
    pub tile_info: GeminiField<Tiles>,
    /// The contents of L2 when it starts.
    #[serde(default, borrow)]
    pub buffer: GeminiField<Objects<GeminiBuffer<'a>>>,
    /// Weights in WL0 when it starts (G1).
    #[serde(default, borrow)]
    pub wl0_buffer: GeminiField<Objects<GeminiBuffer<'a>>>,
    /// The same under its other name.
    #[serde(default, borrow)]
    pub wl1_buffer: GeminiField<Objects<GeminiBuffer<'a>>>,
    /// Regions of L2, each `[start, size]`, in which addresses wrap around (G15).
    #[serde(default)]
    pub ring_buffer_info: GeminiField<Vec<GeminiField<[i32; 2]>>>,
}

impl<'a> GeminiWorkload<'a> {
    /// Returns the snapshot of L2; empty if there is none.
    pub fn snapshot(&self) -> &[GeminiBuffer<'a>] {
        self.buffer.good().map_or(&[], |list| list)
    }

    /// Returns the snapshots of the weight memories, with their keys.
    pub(crate) fn weight_buffers(&self) -> impl Iterator<Item = (&'static str, &[GeminiBuffer<'a>])> {
        let both = [("wl0_buffer", &self.wl0_buffer), ("wl1_buffer", &self.wl1_buffer)];
        both.into_iter().filter_map(|(key, field)| field.good().map(|list| (key, &**list)))
    }

    /// Returns the bytes of the snapshot of L2.
    pub fn l2_bytes(&self) -> i64 {
        // Sizes are below 2^31, so 2^32 entries fit.
        self.snapshot().iter().filter_map(|entry| entry.size).sum()
    }
}

/// An input tensor of a workload.
#[derive(Debug, Deserialize)]
pub struct Ifmap {
    /// The transfers it is made of.
    #[serde(deserialize_with = "ids")]
    pub transfer_id: ShortList<i64>,
    /// Box, lower corner.
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    pub upper: GeminiField<Corner>,
    /// The number of channels is rounded up to a multiple of this (G10).
    #[serde(default)]
    pub align: GeminiField<i64>,
    /// Bits of an element.
    #[serde(default)]
    pub bitwidth: GeminiField<i64>,
    /// Bytes.
    #[serde(default)]
    pub size: GeminiField<i64>,
}

/// An output tensor of a workload.
#[derive(Debug, Deserialize)]
pub struct Ofmap<'a> {
    /// Its transfer.
    #[serde(deserialize_with = "id")]
    pub transfer_id: i64,
    /// Box relative to the workload's, lower corner.
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    pub upper: GeminiField<Corner>,
    /// Bytes.
    #[serde(default)]
    pub size: GeminiField<i64>,
    /// The workloads that may use it; a superset (G5).
    #[serde(deserialize_with = "objects", borrow)]
    pub destination: Vec<GeminiDestination<'a>>,
}

/// The weight operand.
#[derive(Debug, Deserialize)]
pub struct Weight {
    /// The transfers it is made of.
    #[serde(deserialize_with = "ids")]
    pub transfer_id: ShortList<i64>,
    /// Box, lower corner.
    #[serde(default)]
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    #[serde(default)]
    pub upper: GeminiField<Corner>,
}
