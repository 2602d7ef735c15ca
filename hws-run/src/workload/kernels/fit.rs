//! Whether a kernel can ever run. What admission would refuse is refused here, with a place.

use fw_api::max_coop_blocks;
use hws_types::{SipMask, Topology};

use crate::workload::Kernel;
use crate::workload::error::{Fault, WorkloadReason};
use crate::workload::fields::Fields;
use crate::workload::node::Node;

/// The checks TD_CLUSTER, TD_COOP and TD_UNPLACEABLE. A prefetch fits where its kernel does.
pub(super) fn check(kernel: &Kernel, fields: &Fields<'_>, topology: Topology) -> Result<(), Fault> {
    let place = |key| fields.get(key).map_or(fields.at, Node::position);
    problem(kernel, topology).map_or(Ok(()), |(key, reason)| Err(Fault::at(place(key), reason)))
}

/// Which property of a kernel keeps it from running, and why.
pub(in crate::workload) fn problem(
    kernel: &Kernel,
    topology: Topology,
) -> Option<(&'static str, WorkloadReason)> {
    let threads = kernel.threads;
    if max_coop_blocks(topology, threads) == 0 {
        return Some(("threads", WorkloadReason::TooWide { threads, cluster: topology.cluster_sip_num() }));
    }
    let present = kernel.affinity & topology.present();
    match places(kernel, present) {
        0 => Some(("affinity", WorkloadReason::NoPlace { threads, affinity: kernel.affinity, present })),
        places => Some(("blocks", too_large(kernel, places)?)),
    }
}

fn too_large(kernel: &Kernel, places: u32) -> Option<WorkloadReason> {
    let (blocks, threads) = (kernel.blocks, kernel.threads);
    (kernel.coop && u32::from(blocks) > places).then_some(WorkloadReason::CoopTooLarge {
        blocks,
        threads,
        places,
    })
}

/// Counts the aligned places inside a mask. Slots of a size are disjoint, and each is within one cluster.
pub(crate) fn places(kernel: &Kernel, mask: SipMask) -> u32 {
    mask.positions(kernel.threads).len()
}
