//! Task descriptors in shared memory.

use hws_sim::stimulus::Op;
use hws_types::TD_WORDS;
use serde::Serialize;

use crate::run::{DESCRIPTOR_BASE, InitialWrites};
use crate::workload::Workload;

/// A descriptor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Descriptor {
    /// GRAPH/KERNEL.
    pub kernel: String,
    /// kernel_id: the index of the kernel among all kernels of the workload.
    pub kernel_id: u32,
    /// The address that is pushed to the HWS.
    pub td_addr: u32,
    /// Its address in memory: td_addr + TDP_CFG.OFFSET.
    pub address: u32,
    /// Its words, as the HWS first reads them.
    pub words: [u32; TD_WORDS],
}

/// The descriptors among firmware's writes: they, and nothing else, are at [`DESCRIPTOR_BASE`] and above.
pub(super) fn of(workload: &Workload, done: &InitialWrites) -> Vec<Descriptor> {
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
