//! The twelve legal topologies: clusters of SIPs, with gaps on harvested machines (scheduler.md §8).

use core::fmt;

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
/// assert_eq!(harvested.to_string(), "6x4");
/// assert!(Topology::new(5, 4).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "(u32, u32)", into = "(u32, u32)")
)]
pub struct Topology {
    sips: u8,
    clusters: u8,
}

/// The form of workload files: `16x2`, CLUSTER_SIP_NUM × CLUSTER_NUM.
impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.sips, self.clusters)
    }
}

/// CLUSTER_SIP_NUM and CLUSTER_NUM.
impl From<Topology> for (u32, u32) {
    fn from(topology: Topology) -> Self {
        (topology.cluster_sip_num(), topology.cluster_num())
    }
}

/// CLUSTER_SIP_NUM and CLUSTER_NUM, if the pair is legal.
impl TryFrom<(u32, u32)> for Topology {
    type Error = IllegalTopology;

    fn try_from((cluster_sip_num, cluster_num): (u32, u32)) -> Result<Self, Self::Error> {
        Self::new(cluster_sip_num, cluster_num).ok_or(IllegalTopology)
    }
}

/// A pair of CLUSTER_SIP_NUM and CLUSTER_NUM that no machine has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllegalTopology;

impl fmt::Display for IllegalTopology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the pair is not one of the twelve legal topologies")
    }
}

impl core::error::Error for IllegalTopology {}

impl Topology {
    /// The topology after reset: two clusters of 16 SIPs.
    pub const FULL: Self = Self { sips: 16, clusters: 2 };

    /// Returns the topology, or `None` if the pair is not legal. Legal clusters fill one die or two.
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

    /// CLUSTER_NUM: the number of clusters.
    #[must_use]
    pub const fn cluster_num(self) -> u32 {
        self.clusters as u32
    }

    /// Returns the distance between the first SIPs of neighbouring clusters: 4, 8 or 16.
    #[must_use]
    pub const fn stride(self) -> u32 {
        self.cluster_sip_num().next_power_of_two()
    }

    /// Returns the SIPs of a cluster; empty if the machine does not have it.
    #[must_use]
    pub const fn cluster_mask(self, cluster: Cluster) -> SipMask {
        if cluster.get() >= self.cluster_num() {
            return SipMask::EMPTY;
        }
        // In range: cluster < cluster_num, and cluster_num × stride ≤ 32.
        SipMask(self.cluster_ones() << ((cluster.get() * self.stride()) % 32))
    }

    /// Returns the cluster whose range of SIP ids contains `sip`, present or not.
    #[must_use]
    pub const fn cluster_of(self, sip: Sip) -> Cluster {
        // The stride is a power of two, so the division is a shift.
        Cluster::wrapping(sip.get() >> self.stride().trailing_zeros())
    }

    /// Returns the clusters of the machine, ascending.
    pub fn clusters(self) -> impl Iterator<Item = Cluster> {
        (0..self.cluster_num()).map(Cluster::wrapping)
    }

    /// `present`: every SIP of the machine.
    #[must_use]
    pub const fn present(self) -> SipMask {
        SipMask(self.first_sips() * self.cluster_ones())
    }

    /// Returns all SIPs of the clusters that contain a SIP of `mask`.
    #[must_use]
    pub const fn clusters_touched(self, mask: SipMask) -> SipMask {
        // Folds each aligned range of `stride` ids onto its first.
        let mut fold = mask.0;
        let mut width = 1;
        while width < self.stride() {
            fold |= fold >> width;
            width *= 2;
        }
        SipMask((fold & self.first_sips()) * self.cluster_ones())
    }

    /// The first SIP of each cluster. Multiplied by [`Self::cluster_ones`] it gives all SIPs of those
    /// clusters: their ranges do not overlap, so no carry occurs.
    const fn first_sips(self) -> u32 {
        let firsts = match self.stride() {
            4 => 0x1111_1111,
            8 => 0x0101_0101,
            _ => 0x0001_0001,
        };
        // One die or two: the ids are 16 or 32.
        if self.cluster_num() * self.stride() > 16 { firsts } else { firsts & u16::MAX as u32 }
    }

    /// The SIPs of the first cluster.
    const fn cluster_ones(self) -> u32 {
        (1 << self.sips) - 1
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
    fn closed_forms_equal_the_clusters_one_by_one() {
        let legal =
            [3, 4, 6, 8, 12, 16].into_iter().flat_map(|sips| [1, 2, 4, 8].map(|n| Topology::new(sips, n)));
        for topology in legal.flatten() {
            let union = |clusters: &mut dyn Iterator<Item = Cluster>| {
                clusters.fold(SipMask::EMPTY, |all, cluster| all | topology.cluster_mask(cluster))
            };
            assert_eq!(topology.present(), union(&mut topology.clusters()), "{topology:?}");
            for seed in 0..200_u32 {
                let mask =
                    SipMask(seed.wrapping_mul(0x9E37_79B9) & seed.rotate_left(13).wrapping_mul(0x85EB_CA6B))
                        & topology.present();
                let touched = |cluster: &Cluster| topology.cluster_mask(*cluster).intersects(mask);
                let expected = union(&mut topology.clusters().filter(touched));
                assert_eq!(topology.clusters_touched(mask), expected, "{topology:?} {mask}");
            }
        }
    }

    #[test]
    fn touched_clusters_are_whole() {
        assert_eq!(Topology::FULL.clusters_touched(SipMask(2)), SipMask(0xFFFF));
        assert_eq!(Topology::FULL.clusters_touched(SipMask::EMPTY), SipMask::EMPTY);
    }
}
