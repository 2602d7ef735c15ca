//! The parameters and the topology of the machine: block sizes, clusters, dies (§0, §8 "Legal topologies").

use hws_regs::{Register, RsRscOpen, VcPoolFree, params};
use hws_types::{Sip, SipMask};

use super::PlainHws;

/// Each die has a pool of VCs.
pub(super) const DIES: usize = VcPoolFree::INFO.dims[0] as usize;
/// The number of VGs for which a descriptor counts grants.
pub(super) const VGS: usize = RsRscOpen::VG.width as usize;
/// VCs in the pool of a die.
pub(super) const VCS: usize = VcPoolFree::INFO.dims[1] as usize * VcPoolFree::MASK.width as usize;
/// Ids of logical SIPs: 0..31.
pub(super) const SIP_IDS: u32 = params::N_SIP as u32;
const SIPS_PER_DIE: u32 = SIP_IDS / DIES as u32;

/// `class(t)` (§0).
pub(super) fn class(t: u32) -> usize {
    let t = rule!(ClassOfNine, t, if t == 9 { 8 } else { t });
    let t = rule!(ClassOfSix, t, if t == 6 { 4 } else { t });
    let t = rule!(ClassOfThree, t, if t == 3 { 2 } else { t });
    let t = rule!(ClassOfTwo, t, if t == 2 { 1 } else { t });
    let t = rule!(ClassOfFour, t, if t == 4 { 6 } else { t });
    let t = rule!(ClassOfEight, t, if t == 8 { 9 } else { t });
    let t = rule!(ClassOfTwelve, t, if t == 12 { 8 } else { t });
    match t {
        1 => 0,
        2 => 1,
        3 | 4 => 2,
        6 | 8 => 3,
        _ => 4,
    }
}

/// `slot(t)`: the smallest power of two that is not below t (§0).
pub(super) fn slot(t: u32) -> u32 {
    match t {
        1 => 1,
        2 => 2,
        3 | 4 => 4,
        6 | 8 => 8,
        _ => 16,
    }
}

/// The multiples of slot(t), ascending (§0).
pub(super) fn positions(t: u32) -> Vec<u32> {
    (0..SIP_IDS).filter(|position| position % slot(t) == 0).collect()
}

/// `count` SIPs from `first` on.
pub(super) fn block(first: u32, count: u32) -> SipMask {
    let ones = if count < SIP_IDS { (1 << count) - 1 } else { u32::MAX };
    SipMask(ones.checked_shl(first).unwrap_or(0))
}

/// The SIPs for which a condition holds.
pub(super) fn sips_where(holds: impl Fn(u32) -> bool) -> SipMask {
    Sip::all().filter(|sip| holds(sip.get())).fold(SipMask::EMPTY, |set, sip| set | sip.mask())
}

/// The die of a SIP (§9.1).
pub(super) fn die_of(sip: u32) -> usize {
    (sip / SIPS_PER_DIE) as usize
}

/// Clusters of SIPs, with gaps on harvested machines (§8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clusters {
    pub(super) sip_num: u32,
    pub(super) num: u32,
}

impl Clusters {
    fn stride(self) -> u32 {
        rule!(ClustersPacked, slot(self.sip_num).max(4), self.sip_num.max(4))
    }

    /// The cluster, or VG, in whose range of ids the SIP lies.
    pub(super) fn of(self, sip: u32) -> usize {
        ((sip / self.stride()) as usize).min(VGS - 1)
    }

    pub(super) fn is_present(self, sip: u32) -> bool {
        let in_cluster = rule!(ClusterNumIgnored, sip / self.stride() < self.num, true);
        in_cluster && rule!(GapsPresent, sip % self.stride() < self.sip_num, true)
    }

    pub(super) fn present(self) -> SipMask {
        sips_where(|sip| self.is_present(sip))
    }

    /// The present SIPs of every cluster that holds a SIP of `mask`.
    pub(super) fn touched_by(self, mask: SipMask) -> SipMask {
        let is_touched = |sip| mask.iter().any(|other| self.of(other.get()) == self.of(sip));
        sips_where(|sip| self.is_present(sip) && is_touched(sip))
    }
}

impl PlainHws {
    pub(super) fn clusters(&self) -> Clusters {
        let topology = self.regs.sip_topology;
        Clusters { sip_num: topology.cluster_sip_num(), num: topology.cluster_num() }
    }

    pub(super) fn present(&self) -> SipMask {
        self.clusters().present()
    }
}
