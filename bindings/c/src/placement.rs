//! Placement of blocks: how many fit at once, and which cluster a kernel is pinned to.

use fw_api::types::{Cluster, SipMask};
use fw_api::{PinPolicy, max_coop_blocks, pin_to_cluster};

use crate::boundary::{Answer, from_c, give, list};
use crate::number::{index, threads, topology};
use crate::{hws_error, hws_status, hws_topology};

/// Maximum number of clusters of a machine.
pub const HWS_N_CLUSTER: usize = 8;
const _: () = assert!(HWS_N_CLUSTER == Cluster::COUNT);

/// Gets how many blocks of `threads` SIPs fit on the machine at once: the largest cooperative kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_max_coop_blocks(
    topology: hws_topology,
    threads: u32,
    blocks: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(blocks, "blocks", error, || {
        Ok(max_coop_blocks(self::topology(topology)?, self::threads(threads)?))
    }))
}

/// Narrows the affinity of a kernel whose blocks are smaller than a cluster to `cluster` (0..=7).
///
/// Two cases remain: a block smaller than a cluster with affinity inside one cluster, or a block of exactly one
/// cluster with any affinity (its block parameters must not depend on the cluster). A mask that is already such a
/// case is returned without absent SIPs but otherwise unchanged. `together` is how many blocks have to fit at once:
/// 1, or all blocks of a cooperative kernel. `pinned` is 0 if the cluster does not have space for that many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_pin_to_cluster(
    topology: hws_topology,
    threads: u32,
    together: u32,
    affinity: u32,
    cluster: u32,
    pinned: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(pinned, "pinned", error, || {
        let cluster = Cluster::wrapping(index("cluster", cluster, HWS_N_CLUSTER)?.into());
        pin(topology, threads, together, affinity, PinPolicy::Fixed(cluster))
    }))
}

/// Does the same with the cluster that has the smallest of `loads` (HWS_N_CLUSTER elements, in any measure of the
/// caller) among those in which the kernel fits, the lowest on a tie. `pinned` is 0 if it fits in none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_pin_to_least_loaded_cluster(
    topology: hws_topology,
    threads: u32,
    together: u32,
    affinity: u32,
    loads: *const u32,
    pinned: *mut u32,
    error: *mut hws_error,
) -> hws_status {
    from_c!(give(pinned, "pinned", error, || {
        let loads = list(loads, HWS_N_CLUSTER, "loads")?.first_chunk().copied().unwrap_or_default();
        pin(topology, threads, together, affinity, PinPolicy::LeastLoaded(loads))
    }))
}

fn pin(machine: hws_topology, block: u32, together: u32, affinity: u32, policy: PinPolicy) -> Answer<u32> {
    let (machine, block) = (topology(machine)?, threads(block)?);
    Ok(pin_to_cluster(machine, block, together, SipMask(affinity), policy).unwrap_or_default().0)
}
