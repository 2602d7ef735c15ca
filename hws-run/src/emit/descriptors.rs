//! Task descriptors as they lie in shared memory.

use hws_types::TD_WORDS;
use serde::Serialize;

use crate::run::{DESCRIPTOR_BASE, HandOver};
use crate::workload::Workload;
use hws_sim::stimulus::Op;

/// A descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Descriptor {
    /// GRAPH/KERNEL.
    pub kernel: String,
    /// kernel_id: the place of the kernel among all kernels of the workload.
    pub kernel_id: u32,
    /// What the HWS is pushed.
    pub td_addr: u32,
    /// Where it lies: td_addr + TDP_CFG.OFFSET.
    pub address: u32,
    /// Its words, as the HWS reads them at first.
    pub words: [u32; TD_WORDS],
}

/// Firmware keeps descriptors, and nothing else, from [`DESCRIPTOR_BASE`] on.
pub(super) fn of(workload: &Workload, done: &HandOver) -> Vec<Descriptor> {
    let names = super::names(workload);
    let offset = workload.hardware.descriptor_offset();
    let written = done.graphs.iter().flat_map(|(_, ops)| ops).filter_map(|op| match op {
        Op::Mem { addr, words } => {
            Some((addr.checked_sub(offset)?, *addr, words.as_slice().try_into().ok()?))
        }
        _ => None,
    });
    let written = written.filter(|(td_addr, ..)| *td_addr >= DESCRIPTOR_BASE);
    let mut descriptors: Vec<Descriptor> = written
        .map(|(td_addr, address, words): (u32, u32, [u32; TD_WORDS])| {
            let name = names.get(words[0] as usize).cloned().unwrap_or_default();
            Descriptor { kernel: name, kernel_id: words[0], td_addr, address, words }
        })
        .collect();
    descriptors.sort_by_key(|descriptor| descriptor.address);
    descriptors
}
