//! Placement of blocks: how many fit at once, and which cluster a kernel is pinned to.

use hws_types::{Cluster, SipMask, ThreadNum, Topology};

/// Returns how many blocks of `threads` SIPs fit on the machine at once: the largest cooperative kernel.
///
/// Blocks start at multiples of their slot and never cross clusters, even on harvested machines.
///
/// ```
/// use fw_api::max_coop_blocks;
/// use hws_types::{ThreadNum, Topology};
/// let blocks = |t| max_coop_blocks(Topology::new(6, 2).unwrap(), ThreadNum::new(t).unwrap());
/// assert_eq!((blocks(6), blocks(4), blocks(8)), (2, 2, 0));
/// ```
#[must_use]
pub fn max_coop_blocks(topology: Topology, threads: ThreadNum) -> u32 {
    blocks_in(topology, topology.present(), threads)
}

/// Returns how many blocks fit at once into the SIPs of a mask. Slots of one size are disjoint, so they
/// are counted independently. A slot no larger than a cluster's stride lies in one cluster.
fn blocks_in(topology: Topology, mask: SipMask, threads: ThreadNum) -> u32 {
    if threads.get() > topology.cluster_sip_num() {
        return 0;
    }
    (0..u32::BITS)
        .step_by(threads.slot() as usize)
        .filter(|&position| mask.contains(SipMask::block(position, threads)))
        .fold(0, |blocks, _| u32::saturating_add(blocks, 1))
}

/// How [`pin_to_cluster`] chooses among the clusters in which the kernel fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PinPolicy {
    /// This cluster.
    Fixed(Cluster),
    /// The cluster with the least load, by any measure of the caller; the lowest on a tie.
    LeastLoaded([u32; Cluster::COUNT]),
}

/// Narrows the affinity of a kernel whose blocks are smaller than a cluster to one cluster.
///
/// Two cases remain: a block smaller than a cluster with affinity inside one cluster, or a block of
/// exactly one cluster with any affinity (its block parameters must not depend on the cluster). A mask
/// that is already such a case is returned without absent SIPs but otherwise unchanged. `together` is
/// how many blocks have to fit at once: 1, or all blocks of a cooperative kernel.
///
/// Returns `None` if no cluster, or not the fixed one, has space for that many blocks.
#[must_use]
pub fn pin_to_cluster(
    topology: Topology,
    threads: ThreadNum,
    together: u32,
    affinity: SipMask,
    policy: PinPolicy,
) -> Option<SipMask> {
    let affinity = affinity & topology.present();
    let fits = |mask| blocks_in(topology, mask, threads) >= together.max(1);
    if threads.get() >= topology.cluster_sip_num() {
        return fits(affinity).then_some(affinity);
    }
    let part = |cluster| affinity & topology.cluster_mask(cluster);
    let mut fitting = topology.clusters().filter(|&cluster| fits(part(cluster)));
    let chosen = match policy {
        _ if topology.clusters().any(|cluster| part(cluster) == affinity) => fitting.next(),
        PinPolicy::Fixed(cluster) => fitting.find(|&candidate| candidate == cluster),
        PinPolicy::LeastLoaded(loads) => fitting.min_by_key(|cluster| loads.get(cluster.index()).copied()),
    };
    chosen.map(part)
}
