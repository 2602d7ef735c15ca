//! `l2:`, `vc:`, `ahead:` and `params:`, the needs of a block besides SIPs.

use crate::workload::error::Fault;
use crate::workload::fields::Fields;
use crate::workload::node::Node;
use crate::workload::{Needs, Params, Vc, VcBy, scalar};

/// Keys of `vc`.
pub(in crate::workload) const VC_KEYS: &[&str] = &["count", "by"];
/// What `by` may be.
pub(in crate::workload) const BY: &[(&str, VcBy)] = &[("hws", VcBy::Hws), ("firmware", VcBy::Firmware)];
/// Keys of `params`.
pub(in crate::workload) const PARAM_KEYS: &[&str] = &["entry_bytes", "queue"];
/// Most VCs of a block: the pool of a die.
pub(in crate::workload) const VCS_MOST: u64 = 64;
/// The sizes that a slot may have: whole words, with room for kernel_id and block_id.
pub(in crate::workload) const ENTRY_BYTES: std::ops::RangeInclusive<u64> = 8..=(u16::MAX as u64 - 3);

/// Reads what a kernel needs.
pub(super) fn read(fields: &Fields<'_>, coop: bool, blocks: u16) -> Result<Needs, Fault> {
    let l2 = fields.integer("l2", 0..=u32::MAX.into())?.map(|bytes| bytes as u32);
    let vc = fields.get("vc").map(vc).transpose()?;
    let by_firmware = l2.is_some() || vc.is_some_and(|vc| vc.by == VcBy::Firmware);
    let ahead = fields.integer("ahead", 1..=u8::MAX.into())?;
    if let (Some(node), false) = (fields.get("ahead").filter(|_| ahead.is_some()), by_firmware) {
        return Err(scalar::wrong(node, "`ahead`", "it only with `l2`, or with a `vc` by firmware"));
    }
    let params = fields.get("params").map(params).transpose()?;
    let is_short = params.is_some_and(|params: Params| coop && params.queue < blocks);
    if let Some(node) = fields.get("params").filter(|_| is_short) {
        let wanted = format!("a queue of {blocks}: the blocks of a cooperative kernel start together");
        return Err(scalar::wrong(node, "`params`", &wanted));
    }
    Ok(Needs { l2, vc, ahead: ahead.unwrap_or(1) as u8, params })
}

fn vc(node: &Node) -> Result<Vc, Fault> {
    let fields = Fields::of(node, "`vc`", VC_KEYS)?;
    let count = scalar::integer(fields.required("count")?, "`count`", 1..=VCS_MOST)?;
    Ok(Vc { count: count as u8, by: fields.word("by", BY)?.unwrap_or(VcBy::Hws) })
}

fn params(node: &Node) -> Result<Params, Fault> {
    let fields = Fields::of(node, "`params`", PARAM_KEYS)?;
    let bytes = fields.required("entry_bytes")?;
    let entry_bytes = scalar::integer(bytes, "`entry_bytes`", ENTRY_BYTES)?;
    if entry_bytes % 4 != 0 {
        return Err(scalar::wrong(bytes, "`entry_bytes`", "a multiple of 4"));
    }
    let queue = scalar::integer(fields.required("queue")?, "`queue`", 1..=super::BLOCKS_MOST)?;
    Ok(Params { entry_bytes: entry_bytes as u16, queue: queue as u16 })
}
