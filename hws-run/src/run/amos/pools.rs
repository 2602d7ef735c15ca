//! Firmware's pools, L2 of each VG and VCs of each die, and the grants that kernels hold.

use std::collections::BTreeMap;

use hws_types::{Cluster, Die, SipMask, Topology};

use crate::workload::{FirmwareOptions, Kernel, Role, VcBy};

/// The free resources.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pools {
    topology: Topology,
    l2: [u32; Cluster::COUNT],
    vcs: [u32; Die::COUNT],
}

/// The resources of firmware that each block of a kernel needs, all in one VG.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Share {
    pub(super) uses_l2: bool,
    pub(super) uses_vc: bool,
    pub(super) bytes: u32,
    pub(super) vcs: u32,
}

/// The grants of a kernel, and where its blocks run if that frees some. Most kernels hold none.
#[derive(Clone, Debug, Default)]
pub(super) struct Held(Option<Box<HeldGrants>>);

#[derive(Clone, Debug, Default)]
struct HeldGrants {
    /// By block_id of the request.
    by_block: BTreeMap<u16, Grant>,
    /// Where blocks run.
    placed: BTreeMap<u16, SipMask>,
    /// Grants not yet freed, by VG.
    in_vg: [u32; Cluster::COUNT],
    /// The number of blocks that have finished without firmware knowing where they ran.
    unplaced: u32,
    l2_done: [u8; Cluster::COUNT],
    vc_done: [u16; Die::COUNT],
}

/// The grant of one request; the resources that are counted in the descriptor.
#[derive(Clone, Copy, Debug)]
struct Grant {
    vg: Cluster,
    die: usize,
    has_l2: bool,
    has_vc: bool,
}

impl Share {
    pub(super) fn new(kernel: &Kernel) -> Self {
        let needs = kernel.needs;
        let vc = needs.vc.filter(|vc| vc.by == VcBy::Firmware);
        let uses_l2 = !matches!(kernel.role, Role::Compute | Role::Load) || needs.l2.is_some();
        let vcs = vc.map_or(0, |vc| vc.count.into());
        Self { uses_l2, uses_vc: vc.is_some(), bytes: needs.l2.unwrap_or(0), vcs }
    }

    pub(super) const fn is_empty(&self) -> bool {
        !self.uses_l2 && !self.uses_vc
    }

    /// The VG whose grant a block on these SIPs uses; VCs are counted for the first VG of the die.
    pub(super) fn place(&self, topology: Topology, sips: SipMask) -> Option<Cluster> {
        let vg = topology.cluster_of(sips.first()?);
        Some(if self.uses_l2 { vg } else { first_of_die(topology, die_of(topology, vg)) })
    }
}

pub(super) fn die_of(topology: Topology, vg: Cluster) -> usize {
    topology.cluster_mask(vg).first().map_or(0, |first| Die::from_sip(first).index())
}

fn first_of_die(topology: Topology, die: usize) -> Cluster {
    let mut vgs = topology.clusters();
    vgs.find(|&vg| die_of(topology, vg) == die).unwrap_or(Cluster::wrapping(0))
}

impl Pools {
    /// The pools before the first grant.
    pub(super) fn new(topology: Topology, options: FirmwareOptions) -> Self {
        Self { topology, l2: [options.l2_bytes; Cluster::COUNT], vcs: [options.vcs; Die::COUNT] }
    }

    /// The bytes of L2 and the VCs that are free.
    pub(super) fn free(&self, vg: Cluster) -> (u32, u32) {
        (self.l2[vg.index()], self.vcs[die_of(self.topology, vg)])
    }

    /// Grants a request the share of a block; returns false, with nothing taken, if there is not enough.
    pub(super) fn grant(&mut self, held: &mut Held, share: Share, request: u16, vg: Cluster) -> bool {
        let die = die_of(self.topology, vg);
        let (l2, vcs) = (&mut self.l2[vg.index()], &mut self.vcs[die]);
        let Some((left_l2, left_vcs)) = l2.checked_sub(share.bytes).zip(vcs.checked_sub(share.vcs)) else {
            return false;
        };
        (*l2, *vcs) = (left_l2, left_vcs);
        held.keep(request, vg, die);
        true
    }

    /// Takes back the grant of a request that is not made after all.
    pub(super) fn undo(&mut self, held: &mut Held, share: Share, request: u16) {
        if let Some(vg) = held.drop_grant(request) {
            self.give_back(share, vg, 1);
        }
    }

    /// Takes back the grants in a VG beyond `most`.
    pub(super) fn take_back(&mut self, held: &mut Held, share: Share, vg: Cluster, most: u32) {
        self.give_back(share, vg, held.free_beyond(vg, most));
    }

    fn give_back(&mut self, share: Share, vg: Cluster, blocks: u32) {
        self.l2[vg.index()] += share.bytes * blocks;
        self.vcs[die_of(self.topology, vg)] += share.vcs * blocks;
    }
}

impl Held {
    fn grant(&self, request: u16) -> Option<&Grant> {
        self.0.as_ref()?.by_block.get(&request)
    }

    pub(super) fn has(&self, request: u16) -> bool {
        self.grant(request).is_some()
    }

    /// The VG of the grant of a request.
    pub(super) fn place_of(&self, request: u16) -> Option<Cluster> {
        self.grant(request).map(|grant| grant.vg)
    }

    /// Whether the L2, or else the VCs, of a request are counted in the done counters.
    pub(super) fn is_counted(&self, request: u16, l2: bool) -> bool {
        self.grant(request).is_some_and(|grant| if l2 { grant.has_l2 } else { grant.has_vc })
    }

    /// Counts the L2 of a request in the done counters; returns where it is, unless it was counted before.
    pub(super) fn count_l2(&mut self, request: u16) -> Option<(Cluster, usize)> {
        let HeldGrants { by_block, l2_done, .. } = &mut **self.0.as_mut()?;
        let grant = by_block.get_mut(&request).filter(|grant| !grant.has_l2)?;
        grant.has_l2 = true;
        let done = &mut l2_done[grant.vg.index()];
        *done = done.wrapping_add(1);
        Some((grant.vg, grant.die))
    }

    /// Counts the VCs of a request in the done counters, once.
    pub(super) fn count_vc(&mut self, request: u16) {
        let Some(HeldGrants { by_block, vc_done, .. }) = self.0.as_deref_mut() else { return };
        if let Some(grant) = by_block.get_mut(&request).filter(|grant| !grant.has_vc) {
            grant.has_vc = true;
            vc_done[grant.die] = vc_done[grant.die].wrapping_add(1);
        }
    }

    /// Drops the grant of a request that is not made after all.
    fn drop_grant(&mut self, request: u16) -> Option<Cluster> {
        let grants = self.0.as_mut()?;
        let grant = grants.by_block.remove(&request)?;
        grants.in_vg[grant.vg.index()] -= 1;
        Some(grant.vg)
    }

    /// Grants not yet freed, by VG.
    pub(super) fn in_vg(&self) -> [u32; Cluster::COUNT] {
        self.0.as_ref().map_or([0; Cluster::COUNT], |grants| grants.in_vg)
    }

    /// Grants that are not completely counted in the descriptor, by VG.
    pub(super) fn uncounted(&self, share: Share) -> [u32; Cluster::COUNT] {
        let mut uncounted = [0; Cluster::COUNT];
        for grant in self.0.iter().flat_map(|grants| grants.by_block.values()) {
            let is_uncounted = share.uses_l2 && !grant.has_l2 || share.uses_vc && !grant.has_vc;
            uncounted[grant.vg.index()] += u32::from(is_uncounted);
        }
        uncounted
    }

    pub(super) fn keep(&mut self, request: u16, vg: Cluster, die: usize) {
        let grants = self.0.get_or_insert_default();
        grants.by_block.insert(request, Grant { vg, die, has_l2: false, has_vc: false });
        grants.in_vg[vg.index()] += 1;
    }

    /// Frees the grants in a VG beyond `most`; returns their number.
    fn free_beyond(&mut self, vg: Cluster, most: u32) -> u32 {
        let Some(grants) = &mut self.0 else { return 0 };
        let in_vg = &mut grants.in_vg[vg.index()];
        let surplus = in_vg.saturating_sub(most);
        *in_vg -= surplus;
        surplus
    }

    /// Notes where a block runs.
    pub(super) fn note_place(&mut self, block: u16, sips: SipMask) {
        self.0.get_or_insert_default().placed.insert(block, sips);
    }

    /// A block has finished; returns where it ran, if that is known.
    pub(super) fn take_place(&mut self, block: u16) -> Option<SipMask> {
        self.0.as_mut()?.placed.remove(&block)
    }

    /// A block has finished, and where it ran is not known; returns whether it is the first such block.
    pub(super) fn note_unplaced(&mut self) -> bool {
        let unplaced = &mut self.0.get_or_insert_default().unplaced;
        *unplaced += 1;
        *unplaced == 1
    }

    /// Whether blocks have finished without firmware knowing where they ran.
    pub(super) fn has_unplaced(&self) -> bool {
        self.0.as_ref().is_some_and(|grants| grants.unplaced > 0)
    }

    /// Everything that such blocks held is free; returns whether there were any.
    pub(super) fn forget_unplaced(&mut self) -> bool {
        self.0.as_mut().is_some_and(|grants| std::mem::take(&mut grants.unplaced) > 0)
    }

    pub(super) fn forget_places(&mut self) {
        self.0.iter_mut().for_each(|grants| grants.placed.clear());
    }

    /// The done counters of one request, or of all. They only grow, and wrap.
    pub(super) fn counters(&self, request: Option<u16>) -> ([u8; Cluster::COUNT], [u16; Die::COUNT]) {
        let (mut l2, mut vcs) = ([0; Cluster::COUNT], [0; Die::COUNT]);
        match request {
            None => self.0.as_ref().map_or((l2, vcs), |grants| (grants.l2_done, grants.vc_done)),
            Some(request) => {
                if let Some(grant) = self.grant(request) {
                    (l2[grant.vg.index()], vcs[grant.die]) = (grant.has_l2.into(), grant.has_vc.into());
                }
                (l2, vcs)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_taken_whole_or_not_at_all() {
        let options = FirmwareOptions { l2_bytes: 100, vcs: 5, ..FirmwareOptions::default() };
        let mut pools = Pools::new(Topology::new(4, 8).unwrap(), options);
        let (full, vg, mut held) = (pools, Cluster::wrapping(1), Held::default());
        let share = Share { uses_l2: true, uses_vc: true, bytes: 40, vcs: 3 };
        assert!(pools.grant(&mut held, share, 0, vg));
        let once = pools;
        assert!(!pools.grant(&mut held, share, 1, vg), "60 bytes are left, but 2 VCs");
        assert_eq!((pools, held.has(0), held.has(1)), (once, true, false));
        pools.undo(&mut held, share, 0);
        assert_eq!((pools, held.has(0)), (full, false));
    }

    #[test]
    fn each_resource_of_a_request_is_counted_once() {
        let mut held = Held::default();
        for request in 0..300 {
            held.keep(request, Cluster::wrapping(u32::from(request % 2)), 0);
            if request != 5 {
                held.count_l2(request);
                held.count_l2(request);
            }
        }
        assert_eq!(held.counters(None), ([150, 149, 0, 0, 0, 0, 0, 0], [0, 0]));
        assert_eq!(held.counters(Some(5)), ([0; Cluster::COUNT], [0; Die::COUNT]));
        assert_eq!(held.counters(Some(3)).0[1], 1);
    }

    #[test]
    fn grants_of_vcs_alone_are_counted_by_die() {
        let topology = Topology::new(4, 8).unwrap();
        let vcs = Share { uses_l2: false, uses_vc: true, bytes: 0, vcs: 3 };
        assert_eq!(vcs.place(topology, SipMask(0xF000)).map(Cluster::index), Some(0));
        assert_eq!(vcs.place(topology, SipMask(0xF0_0000)).map(Cluster::index), Some(4));
        let l2 = Share { uses_l2: true, ..vcs };
        assert_eq!(l2.place(topology, SipMask(0xF0_0000)).map(Cluster::index), Some(5));
    }
}
