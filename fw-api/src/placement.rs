//! Where blocks fit: how many at once, and in which cluster a kernel is pinned.

use hws_types::{Cluster, SipMask, ThreadNum, Topology};

/// How many blocks of `threads` SIPs fit on the machine at once: the largest cooperative kernel.
///
/// Blocks start at multiples of their slot and cross no cluster, on harvested machines too.
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

/// How many blocks fit at once into the SIPs of a mask. Slots of a size are disjoint, so each counts
/// for itself; and a slot no larger than a cluster's stride lies in one cluster.
fn blocks_in(topology: Topology, mask: SipMask, threads: ThreadNum) -> u32 {
    if threads.get() > topology.cluster_sip_num() {
        return 0;
    }
    (0..u32::BITS)
        .step_by(threads.slot() as usize)
        .filter(|&position| mask.contains(SipMask::block(position, threads)))
        .fold(0, |blocks, _| u32::saturating_add(blocks, 1))
}

/// How [`pin_to_cluster`] chooses among the clusters that hold the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PinPolicy {
    /// This one.
    Fixed(Cluster),
    /// The one with the least load, by whatever measure the caller keeps; the lowest of equals.
    LeastLoaded([u32; Cluster::COUNT]),
}

/// Narrows the affinity of a kernel smaller than a cluster to one cluster.
///
/// So only two cases remain: smaller than a cluster with affinity inside one, or exactly a cluster across
/// clusters (whose block parameters must not depend on the cluster). A mask that is such a case
/// already comes back as it is, less absent SIPs. `together` is how many blocks have to fit at
/// once: 1, or all of a cooperative kernel.
///
/// `None` when no cluster, or not the fixed one, holds that many blocks.
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
