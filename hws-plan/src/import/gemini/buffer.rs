//! The shape of the contents of L2, WL0 or WL1 when a workload starts.

use std::borrow::Cow;

use serde::Deserialize;

use super::field::GeminiField;
use super::ir::Corner;
use super::short_list::ShortList;
use super::strict::{maybe_ids, maybe_number};

/// A tensor in a snapshot (G2: nearly every key is optional).
#[derive(Debug, Deserialize)]
pub struct GeminiBuffer<'a> {
    /// First byte.
    #[serde(default, deserialize_with = "maybe_number")]
    pub address: Option<i64>,
    /// Bytes.
    #[serde(default, deserialize_with = "maybe_number")]
    pub size: Option<i64>,
    /// Identifies the tensor in every snapshot of its core.
    #[serde(default, deserialize_with = "maybe_number")]
    pub tensor_id: Option<i64>,
    /// Place in the queue of DRAM (G11).
    #[serde(default)]
    pub tensor_order: GeminiField<i64>,
    /// The transfers it is made of.
    #[serde(default, deserialize_with = "maybe_ids")]
    pub transfer_id: ShortList<i64>,
    /// `ifmap`, `ofmap` or `weight`.
    #[serde(rename = "type", default, borrow)]
    pub kind: GeminiField<Cow<'a, str>>,
    /// Whether it was absent from the previous snapshot.
    #[serde(default)]
    pub newly_added: GeminiField<bool>,
    /// Whether the starting workload reads it.
    #[serde(default)]
    pub cur_wl_ifmap: GeminiField<bool>,
    /// Where its parts come from; in WL0 and WL1 a string, which counts as absent.
    #[serde(default, borrow)]
    pub source: GeminiField<ShortList<GeminiSource<'a>>>,
    /// Box, lower corner.
    #[serde(default)]
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    #[serde(default)]
    pub upper: GeminiField<Corner>,
}

impl GeminiBuffer<'_> {
    /// Returns whether it is marked as an ifmap of the starting workload.
    pub(super) fn is_current(&self) -> bool {
        self.cur_wl_ifmap.good() == Some(&true)
    }
}

/// Where a part of a tensor comes from.
#[derive(Debug, Deserialize)]
pub struct GeminiSource<'a> {
    /// Core, -1 for DRAM.
    #[serde(default)]
    pub core_id: GeminiField<i64>,
    /// `core` or `DRAM`.
    #[serde(rename = "type", default, borrow)]
    pub kind: GeminiField<Cow<'a, str>>,
    /// Its transfer.
    #[serde(default)]
    pub transfer_id: GeminiField<i64>,
    /// Box, lower corner.
    #[serde(default)]
    pub lower: GeminiField<Corner>,
    /// Upper corner, inclusive.
    #[serde(default)]
    pub upper: GeminiField<Corner>,
}

impl GeminiSource<'_> {
    pub(super) fn is_dram(&self) -> bool {
        self.core_id.good() == Some(&-1) || self.kind.is("DRAM")
    }
}
