//! The twelve legal machines: clusters of SIPs, with gaps on harvested ones (scheduler.md §8).

use crate::{Sip, SipMask, index::index_type};

index_type! {
    /// One cluster (VG), 0..=7.
    Cluster, 3
}

/// A legal pair of CLUSTER_SIP_NUM × CLUSTER_NUM.
///
/// ```
/// use hws_types::Topology;
/// let harvested = Topology::new(6, 4).unwrap();
/// assert_eq!(harvested.present().0, 0x3F3F_3F3F);
/// assert!(Topology::new(5, 4).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Topology {
    sips: u8,
    clusters: u8,
}

impl Topology {
    /// The whole machine: two clusters of 16.
    pub const FULL: Self = Self { sips: 16, clusters: 2 };

    /// The topology, or `None` when the pair is not legal: the clusters must fill one die or two.
    #[must_use]
    pub const fn new(cluster_sip_num: u32, cluster_num: u32) -> Option<Self> {
        let legal = matches!(cluster_sip_num, 3 | 4 | 6 | 8 | 12 | 16)
            && matches!(cluster_num, 1 | 2 | 4 | 8)
            && matches!(cluster_sip_num.next_power_of_two() * cluster_num, 16 | 32);
        if !legal {
            return None;
        }
        Some(Self { sips: cluster_sip_num as u8, clusters: cluster_num as u8 })
    }

    /// CLUSTER_SIP_NUM: SIPs per cluster.
    #[must_use]
    pub const fn cluster_sip_num(self) -> u32 {
        self.sips as u32
    }

    /// CLUSTER_NUM: how many clusters.
    #[must_use]
    pub const fn cluster_num(self) -> u32 {
        self.clusters as u32
    }

    /// Distance between the first SIPs of neighbouring clusters: 4, 8 or 16.
    #[must_use]
    pub const fn stride(self) -> u32 {
        self.cluster_sip_num().next_power_of_two()
    }

    /// The SIPs of one cluster; empty for a cluster the machine does not have.
    #[must_use]
    pub const fn cluster_mask(self, cluster: Cluster) -> SipMask {
        if cluster.get() >= self.cluster_num() {
            return SipMask::EMPTY;
        }
        // In range: cluster < cluster_num, and cluster_num × stride ≤ 32.
        let first = (cluster.get() * self.stride()) % 32;
        SipMask((((1u64 << self.sips) - 1) << first) as u32)
    }

    /// The cluster in whose range of ids `sip` lies.
    #[must_use]
    pub const fn cluster_of(self, sip: Sip) -> Cluster {
        // The stride is a power of two, so the division is a shift.
        Cluster::wrapping(sip.get() >> self.stride().trailing_zeros())
    }

    /// The clusters of the machine, ascending.
    pub fn clusters(self) -> impl Iterator<Item = Cluster> {
        (0..self.cluster_num()).map(Cluster::wrapping)
    }

    /// `present`: every SIP of the machine.
    #[must_use]
    pub fn present(self) -> SipMask {
        self.clusters().fold(SipMask::EMPTY, |all, cluster| all | self.cluster_mask(cluster))
    }

    /// Every SIP of each cluster that holds a SIP of `mask`.
    #[must_use]
    pub fn clusters_touched(self, mask: SipMask) -> SipMask {
        self.clusters()
            .map(|cluster| self.cluster_mask(cluster))
            .filter(|cluster| cluster.intersects(mask))
            .fold(SipMask::EMPTY, |all, cluster| all | cluster)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_twelve_topologies_of_section_8_are_legal() {
        let listed = [
            (3, 4),
            (6, 2),
            (12, 1),
            (4, 4),
            (8, 2),
            (16, 1),
            (3, 8),
            (6, 4),
            (12, 2),
            (4, 8),
            (8, 4),
            (16, 2),
        ];
        for sips in 0..=20 {
            for clusters in 0..=20 {
                let legal = listed.contains(&(sips, clusters));
                assert_eq!(Topology::new(sips, clusters).is_some(), legal, "{sips}x{clusters}");
            }
        }
    }

    #[test]
    fn harvested_clusters_leave_gaps() {
        let t = Topology::new(3, 8).unwrap();
        assert_eq!(t.present(), SipMask(0x7777_7777));
        assert_eq!(t.cluster_mask(Cluster::wrapping(7)), SipMask(0x7000_0000));
        assert_eq!(t.cluster_of(Sip::wrapping(29)).get(), 7);
        let one = Topology::new(12, 1).unwrap();
        assert_eq!(one.present(), SipMask(0xFFF));
        assert_eq!(one.cluster_mask(Cluster::wrapping(1)), SipMask::EMPTY);
    }

    #[test]
    fn touched_clusters_are_whole() {
        assert_eq!(Topology::FULL.clusters_touched(SipMask(2)), SipMask(0xFFFF));
        assert_eq!(Topology::FULL.clusters_touched(SipMask::EMPTY), SipMask::EMPTY);
    }
}
