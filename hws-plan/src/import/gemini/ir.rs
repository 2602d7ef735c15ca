//! The shape of a schedule file, as far as the present rules read it.
//!
//! Required keys are plain fields: without one the file cannot be read, and the parser names line
//! and column. What a rule judges is a [`Field`]. Texts are borrowed from the file.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;

use super::field::{Field, id, ids, maybe_object, objects, size};

/// A whole schedule.
#[derive(Debug, Default)]
pub struct Ir<'a> {
    /// Mesh width.
    pub xlen: Field<i64>,
    /// Mesh height.
    pub ylen: Field<i64>,
    /// Bytes of a core's buffer.
    pub buffersize: Field<i64>,
    /// Batch groups.
    pub top_batch_cut: Field<i64>,
    /// The key `-1`: what crosses DRAM. Empty when `memory_is_wrong`.
    pub memory: Memory<'a>,
    /// The type found at `-1` when it is no object.
    pub memory_is_wrong: Option<String>,
    /// Workloads per core, in the order of the file; empty for a core in `wrong_cores`.
    pub cores: BTreeMap<u32, Vec<Workload<'a>>>,
    /// Core keys whose value is no list, or whose number is out of range, with what was found.
    pub wrong_cores: Vec<(Cow<'a, str>, String)>,
    /// Other keys, in the order of the file.
    pub unknown: Vec<Cow<'a, str>>,
}

/// Options beside a schedule in `{"ir": …, "options": …}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Options {
    /// Divisor of the ranks.
    #[serde(default)]
    pub rank_div: Field<i64>,
    /// Numerator and denominator that turn times into cycles, rounded up.
    #[serde(default)]
    pub time_scale: Field<Vec<Field<i64>>>,
    /// DRAM bytes per cycle (not modelled yet).
    #[serde(default)]
    pub dram_bw: Field<i64>,
    /// Threads per kernel.
    #[serde(default)]
    pub thread_num: Field<i64>,
}

/// What crosses DRAM, named from DRAM's view (G16).
#[derive(Debug, Default, Deserialize)]
pub struct Memory<'a> {
    /// Written to DRAM.
    #[serde(rename = "in", deserialize_with = "objects", borrow)]
    pub inputs: Vec<Input<'a>>,
    /// Read from DRAM.
    #[serde(rename = "out", deserialize_with = "objects", borrow)]
    pub outputs: Vec<Output<'a>>,
}

/// An entry of `-1.in`: an ofmap written to DRAM.
#[derive(Debug, Deserialize)]
pub struct Input<'a> {
    /// The transfer of the ofmap.
    #[serde(deserialize_with = "id")]
    pub transfer_id: i64,
    /// Its core.
    pub core_id: Field<i64>,
    /// Its workload.
    #[serde(deserialize_with = "id")]
    pub workload_id: i64,
    /// Box, lower corner.
    pub lower: Field<Vec<Field<i64>>>,
    /// Box, upper corner.
    pub upper: Field<Vec<Field<i64>>>,
    /// `-1.out` transfers that read it back.
    #[serde(default)]
    pub related_ofmap: Field<Vec<Field<i64>>>,
    /// Layer, for the reader only.
    #[serde(default, borrow)]
    pub layer_name: Field<Cow<'a, str>>,
}

/// An entry of `-1.out`: a tensor read from DRAM.
#[derive(Debug, Deserialize)]
pub struct Output<'a> {
    /// Its transfer.
    #[serde(deserialize_with = "id")]
    pub transfer_id: i64,
    /// `weight` or `fmap`.
    #[serde(rename = "type", borrow)]
    pub kind: Field<Cow<'a, str>>,
    /// Bytes.
    #[serde(deserialize_with = "size")]
    pub size: i64,
    /// Box, lower corner.
    pub lower: Field<Vec<Field<i64>>>,
    /// Box, upper corner.
    pub upper: Field<Vec<Field<i64>>>,
    /// Who may use it; a superset (G5).
    #[serde(deserialize_with = "objects", borrow)]
    pub destination: Vec<Destination<'a>>,
    /// `-1.in` transfers it is made of; empty for the network's inputs and weights.
    #[serde(default)]
    pub related_ifmap: Field<Vec<Field<i64>>>,
}

/// Where a tensor goes.
#[derive(Debug, Deserialize)]
pub struct Destination<'a> {
    /// Core, -1 for DRAM.
    #[serde(default)]
    pub core_id: Field<i64>,
    /// Workload on that core.
    #[serde(default)]
    pub workload_id: Field<i64>,
    /// `core` or `DRAM`.
    #[serde(rename = "type", default, borrow)]
    pub kind: Field<Cow<'a, str>>,
}

/// One workload: a kernel to be.
#[derive(Debug, Deserialize)]
pub struct Workload<'a> {
    /// Ascending on a core.
    #[serde(deserialize_with = "id")]
    pub workload_id: i64,
    /// Execution time in core cycles; authoritative (G7).
    pub time: Field<i64>,
    /// Layer.
    #[serde(borrow)]
    pub layer_name: Field<Cow<'a, str>>,
    /// `pe`, `vp` or `dt`.
    #[serde(borrow)]
    pub layer_type: Field<Cow<'a, str>>,
    /// The box of the layer it computes: lower and upper corner.
    pub workload: Field<Vec<Field<Vec<Field<i64>>>>>,
    /// What it reads.
    #[serde(deserialize_with = "objects")]
    pub ifmap: Vec<Ifmap>,
    /// What it writes.
    #[serde(deserialize_with = "objects", borrow)]
    pub ofmap: Vec<Ofmap<'a>>,
    /// The weight operand, which may be an activation (G13).
    #[serde(default, deserialize_with = "maybe_object")]
    pub weight: Option<Weight>,
}

/// An input tensor of a workload.
#[derive(Debug, Deserialize)]
pub struct Ifmap {
    /// The transfers it is made of.
    #[serde(deserialize_with = "ids")]
    pub transfer_id: Vec<i64>,
    /// Box, lower corner.
    pub lower: Field<Vec<Field<i64>>>,
    /// Box, upper corner.
    pub upper: Field<Vec<Field<i64>>>,
}

/// An output tensor of a workload.
#[derive(Debug, Deserialize)]
pub struct Ofmap<'a> {
    /// Its transfer.
    #[serde(deserialize_with = "id")]
    pub transfer_id: i64,
    /// Box relative to the workload's, lower corner.
    pub lower: Field<Vec<Field<i64>>>,
    /// Box relative to the workload's, upper corner.
    pub upper: Field<Vec<Field<i64>>>,
    /// Who may use it; a superset (G5).
    #[serde(deserialize_with = "objects", borrow)]
    pub destination: Vec<Destination<'a>>,
}

/// The weight operand.
#[derive(Debug, Deserialize)]
pub struct Weight {
    /// The transfers it is made of.
    #[serde(deserialize_with = "ids")]
    pub transfer_id: Vec<i64>,
}
