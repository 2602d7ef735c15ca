//! The second resources that are left while the blocks of one decision are placed (scheduler.md §5.2).

use hws_types::{Die, SipMask, Topology};

use super::grants::Grants;
use super::needs::{Needs, VcNeed};
use super::vc_pools::VcPools;

/// A scratch copy of the second resources, from which the blocks of one decision take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Supply {
    needs: Needs,
    grants: Grants,
    pools: VcPools,
    topology: Topology,
}

impl Supply {
    pub(crate) const fn new(needs: Needs, grants: Grants, pools: VcPools, topology: Topology) -> Self {
        Self { needs, grants, pools, topology }
    }

    /// `None` for a kernel that needs nothing: all SIPs are open to it.
    pub(crate) fn of(needs: Needs, grants: &Grants, pools: &VcPools, topology: Topology) -> Option<Self> {
        (needs != Needs::NOTHING).then(|| Self::new(needs, *grants, *pools, topology))
    }

    /// Whether there is enough for all of these blocks.
    pub(crate) fn suffices(mut self, mut blocks: impl Iterator<Item = SipMask>) -> bool {
        blocks.all(|block| {
            let is_open = self.open_sips().contains(block);
            self.take(block);
            is_open
        })
    }

    /// `rsc` (§9.1): the SIPs in an open VG and on an open die. A resource that the kernel does not use is open
    /// everywhere.
    pub(crate) fn open_sips(&self) -> SipMask {
        self.open_vg_sips() & self.open_die_sips()
    }

    fn open_vg_sips(&self) -> SipMask {
        if !self.needs.l2 {
            return SipMask::ALL;
        }
        let open = self.topology.clusters().filter(|&vg| self.grants.has_l2(vg));
        open.fold(SipMask::EMPTY, |sips, vg| sips | self.topology.cluster_mask(vg))
    }

    fn open_die_sips(&self) -> SipMask {
        let open = Die::BOTH.into_iter().filter(|&die| self.is_die_open(die));
        open.fold(SipMask::EMPTY, |sips, die| sips | die.sips())
    }

    fn is_die_open(&self, die: Die) -> bool {
        match self.needs.vc {
            VcNeed::None => true,
            VcNeed::Granted => self.grants.has_vc(die),
            VcNeed::Pool(num) => self.pools.find(die, num).is_some(),
        }
    }

    /// The open VGs as bits, for RSC_OPEN.
    pub(crate) fn open_vgs(&self) -> u8 {
        let open = self.topology.clusters().filter(|&vg| !self.needs.l2 || self.grants.has_l2(vg));
        open.fold(0, |bits, vg| bits | 1 << vg.get())
    }

    /// The open dies as bits, for RSC_OPEN.
    pub(crate) fn open_dies(&self) -> u8 {
        let open = Die::BOTH.into_iter().filter(|&die| self.is_die_open(die));
        open.fold(0, |bits, die| bits | die.bit())
    }

    /// Takes the resources of a block on `sips`.
    pub(crate) fn take(&mut self, sips: SipMask) {
        let Some(first) = sips.first() else { return };
        let die = Die::from_sip(first);
        if self.needs.l2 {
            self.grants.use_l2(self.topology.cluster_of(first));
        }
        match self.needs.vc {
            VcNeed::None => {}
            VcNeed::Granted => self.grants.use_vc(die),
            VcNeed::Pool(num) => {
                self.pools.take(die, num);
            }
        }
    }
}
