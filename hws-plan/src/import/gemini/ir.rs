//! The shape of a schedule file: the top level and the tensors that cross DRAM.
//!
//! Required keys are plain fields: without one the file cannot be read, and the parser names line
//! and column. Fields that rules judge are [`GeminiField`]s. Strings are borrowed from the file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::field::GeminiField;
use super::found::Found;
use super::keys::UnreadKey;
use super::strict::{id, objects, size};
use super::workload::GeminiWorkload;

/// A corner of a tensor's box: N, C or K, H, W.
pub type Corner = [i32; 4];

/// A whole schedule.
#[derive(Debug, Default)]
pub struct GeminiIr<'a> {
    /// Mesh width.
    pub xlen: GeminiField<i64>,
    /// Mesh height.
    pub ylen: GeminiField<i64>,
    /// Bytes of a core's buffer.
    pub buffersize: GeminiField<i64>,
    /// Batch groups.
    pub top_batch_cut: GeminiField<i64>,
    /// The key `-1`: the tensors that cross DRAM. Empty when `memory_is_wrong`.
    pub memory: GeminiMemory<'a>,
    /// The value found at `-1` if it is not an object.
    pub memory_is_wrong: Option<Found>,
    /// Workloads per core, in the order of the file; empty for a core in `wrong_cores`.
    pub cores: BTreeMap<u32, Vec<GeminiWorkload<'a>>>,
    /// Core keys with a value that is not a list (with the value found) or a number out of range (without).
    pub wrong_cores: Vec<(Cow<'a, str>, Option<Found>)>,
    /// Other keys, in the order of the file.
    pub unknown: Vec<Cow<'a, str>>,
    /// Unknown keys below the top, by name.
    pub unread: Vec<UnreadKey>,
}

/// The tensors that cross DRAM, named from DRAM's point of view (G16).
#[derive(Debug, Default, Deserialize)]
pub struct GeminiMemory<'a> {
    /// Written to DRAM.
    #[serde(rename = "in", deserialize_with = "objects")]
    pub inputs: Vec<GeminiInput>,
    /// Read from DRAM.
    #[serde(rename = "out", deserialize_with = "objects", borrow)]
    pub outputs: Vec<GeminiOutput<'a>>,
}

/// An entry of `-1.in`: an ofmap written to DRAM.
#[derive(Debug, Deserialize)]
pub struct GeminiInput {
    /// The transfer of the ofmap.
    #[serde(deserialize_with = "id")]
    pub transfer_id: i64,
    /// Its core.
    pub core_id: GeminiField<i64>,
    /// Its workload.
    pub workload_id: GeminiField<i64>,
    /// Box in the whole ofmap of the layer, lower corner.
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    pub upper: GeminiField<Corner>,
    /// `-1.out` transfers that read it back.
    #[serde(default)]
    pub related_ofmap: GeminiField<Vec<GeminiField<i64>>>,
}

/// An entry of `-1.out`: a tensor read from DRAM.
#[derive(Debug, Deserialize)]
pub struct GeminiOutput<'a> {
    /// Its transfer.
    #[serde(deserialize_with = "id")]
    pub transfer_id: i64,
    /// `weight` or `fmap`.
    #[serde(rename = "type", borrow)]
    pub kind: GeminiField<Cow<'a, str>>,
    /// Bytes, from 0.
    #[serde(deserialize_with = "size")]
    pub size: i64,
    /// Box, lower corner.
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    pub upper: GeminiField<Corner>,
    /// The workloads that may use it; a superset (G5).
    #[serde(deserialize_with = "objects", borrow)]
    pub destination: Vec<GeminiDestination<'a>>,
    /// `-1.in` transfers it is made of; empty for the network's inputs and weights.
    #[serde(default)]
    pub related_ifmap: GeminiField<Vec<GeminiField<i64>>>,
}

/// The destination of a tensor.
#[derive(Debug, Deserialize)]
pub struct GeminiDestination<'a> {
    /// Core, -1 for DRAM.
    #[serde(default)]
    pub core_id: GeminiField<i64>,
    /// Workload on that core.
    #[serde(default)]
    pub workload_id: GeminiField<i64>,
    /// `core` or `DRAM`.
    #[serde(rename = "type", default, borrow)]
    pub kind: GeminiField<Cow<'a, str>>,
}

impl GeminiDestination<'_> {
    /// Core and workload, if both are integers.
    pub(super) fn workload(&self) -> Option<(i64, i64)> {
        self.core_id.good().copied().zip(self.workload_id.good().copied())
    }

    pub(super) fn is_dram(&self) -> bool {
        self.kind.is("DRAM")
    }
}
