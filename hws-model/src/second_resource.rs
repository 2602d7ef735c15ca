//! Second resources: L2 and VC grants of a kernel, the VC pools of the HWS (scheduler.md §9).

use hws_types::{Cluster, SipMask, TaskDescriptor, Topology};

use crate::launch_table::VcRun;

/// One of the two dies: SIPs 0..15 and 16..31.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Die {
    Low,
    High,
}

impl Die {
    pub(crate) const BOTH: [Self; 2] = [Self::Low, Self::High];

    /// The die of a SIP position.
    pub(crate) const fn of(position: u32) -> Self {
        if position < SIPS_PER_DIE { Self::Low } else { Self::High }
    }

    pub(crate) const fn sips(self) -> SipMask {
        match self {
            Self::Low => SipMask(u16::MAX as u32),
            Self::High => SipMask(!(u16::MAX as u32)),
        }
    }

    /// The element of a pair that has one for each die.
    pub(crate) const fn pick<T>(self, pair: &[T; 2]) -> &T {
        match self {
            Self::Low => &pair[0],
            Self::High => &pair[1],
        }
    }

    pub(crate) const fn pick_mut<T>(self, pair: &mut [T; 2]) -> &mut T {
        match self {
            Self::Low => &mut pair[0],
            Self::High => &mut pair[1],
        }
    }

    /// Bit of the die in a die mask.
    pub(crate) const fn bit(self) -> u8 {
        match self {
            Self::Low => 1,
            Self::High => 2,
        }
    }
}

const SIPS_PER_DIE: u32 = 16;

/// The free VCs of the HWS-managed pools, 64 per die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct VcPools([u64; 2]);

impl VcPools {
    pub(crate) const fn all_free() -> Self {
        Self([u64::MAX; 2])
    }

    pub(crate) fn free(&self, die: Die) -> u64 {
        *die.pick(&self.0)
    }

    /// The lowest free contiguous run of `num` VCs; an empty run always fits.
    pub(crate) fn find(&self, die: Die, num: u8) -> Option<VcRun> {
        if num == 0 {
            return Some(VcRun::default());
        }
        let starts = runs_of(self.free(die), num);
        (starts != 0).then(|| VcRun { base: starts.trailing_zeros() as u8, num })
    }

    /// Takes the lowest free run.
    pub(crate) fn take(&mut self, die: Die, num: u8) -> Option<VcRun> {
        let run = self.find(die, num)?;
        *die.pick_mut(&mut self.0) &= !run.bits();
        Some(run)
    }

    /// Gives a run back.
    pub(crate) fn give_back(&mut self, die: Die, run: VcRun) {
        *die.pick_mut(&mut self.0) |= run.bits();
    }
}

/// Where runs of `num` ones start; none for more than 64. Each step doubles the length known.
const fn runs_of(free: u64, num: u8) -> u64 {
    if num > 64 {
        return 0;
    }
    let (mut starts, mut have) = (free, 1);
    while have < num {
        let step = if num - have < have { num - have } else { have };
        starts &= starts >> step;
        have += step;
    }
    starts
}

/// What a kernel was granted, has used, and has asked for. The done counters are those last read
/// from its descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Grants {
    l2_done: [u8; 8],
    l2_used: [u8; 8],
    vc_done: [u16; 2],
    vc_used: [u16; 2],
    pub(crate) l2: Requests,
    pub(crate) vc: Requests,
}

/// Grants given and requests sent, 32-bit counters (§9.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Requests {
    pub(crate) granted: u32,
    pub(crate) requested: u32,
}

impl Requests {
    fn at_admission(granted: u32) -> Self {
        Self { granted, requested: granted }
    }

    fn grant(&mut self, more: u32) {
        self.granted = self.granted.wrapping_add(more);
        self.requested = self.requested.max(self.granted);
    }
}

impl Grants {
    /// At admission: what the descriptor says has been granted already.
    pub(crate) fn at_admission(td: &TaskDescriptor) -> Self {
        Self {
            l2_done: td.l2_done,
            vc_done: td.vc_done,
            l2: Requests::at_admission(td.l2_done.iter().map(|&done| u32::from(done)).sum()),
            vc: Requests::at_admission(td.vc_done.iter().map(|&done| u32::from(done)).sum()),
            ..Self::default()
        }
    }

    /// At a re-read: the counters are replaced, and what they grew by is granted (§9.3).
    pub(crate) fn replace(&mut self, l2_done: [u8; 8], vc_done: [u16; 2]) {
        let l2 = l2_done.iter().zip(&self.l2_done).map(|(new, old)| u32::from(new.wrapping_sub(*old))).sum();
        let vc = vc_done.iter().zip(&self.vc_done).map(|(new, old)| u32::from(new.wrapping_sub(*old))).sum();
        self.l2.grant(l2);
        self.vc.grant(vc);
        (self.l2_done, self.vc_done) = (l2_done, vc_done);
    }

    /// Whether a VG has an L2 grant left.
    pub(crate) const fn has_l2(&self, vg: Cluster) -> bool {
        self.l2_done[vg.index()] != self.l2_used[vg.index()]
    }

    /// Whether a die has a VC grant left.
    pub(crate) const fn has_vc(&self, die: Die) -> bool {
        *die.pick(&self.vc_done) != *die.pick(&self.vc_used)
    }

    pub(crate) fn use_l2(&mut self, vg: Cluster) {
        let used = &mut self.l2_used[vg.index()];
        *used = used.wrapping_add(1);
    }

    pub(crate) fn use_vc(&mut self, die: Die) {
        let used = die.pick_mut(&mut self.vc_used);
        *used = used.wrapping_add(1);
    }
}

/// How a kernel gets its VCs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VcNeed {
    None,
    /// By grants of firmware.
    Granted,
    /// From the pools of the HWS: a run of this many.
    Pool(u8),
}

/// Which second resources each block of a kernel takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    pub(crate) l2: bool,
    pub(crate) vc: VcNeed,
}

impl Needs {
    pub(crate) const NOTHING: Self = Self { l2: false, vc: VcNeed::None };

    pub(crate) const fn of(td: &TaskDescriptor) -> Self {
        let vc = match (td.enable_vc_alloc, td.vc_hw_alloc) {
            (false, _) => VcNeed::None,
            (true, false) => VcNeed::Granted,
            (true, true) => VcNeed::Pool(td.cdte_vc_num),
        };
        Self { l2: td.enable_l2_alloc, vc }
    }

    /// At admission only VC runs count, taken from two empty pools (§2.3).
    pub(crate) const fn at_admission(td: &TaskDescriptor) -> Self {
        match Self::of(td).vc {
            VcNeed::Pool(num) => Self { l2: false, vc: VcNeed::Pool(num) },
            VcNeed::None | VcNeed::Granted => Self::NOTHING,
        }
    }

    /// For reservations an HWS-managed pool counts as open: it refills by itself (§6.6).
    pub(crate) const fn for_reservation(self) -> Self {
        match self.vc {
            VcNeed::Pool(_) => Self { l2: self.l2, vc: VcNeed::None },
            VcNeed::None | VcNeed::Granted => self,
        }
    }
}

/// A scratch copy of what is left while the blocks of one decision are chosen (§5.2).
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

    /// `rsc`: the SIPs of open VGs and open dies. A resource that the kernel does not use is open
    /// everywhere.
    pub(crate) fn open_sips(&self) -> SipMask {
        if self.needs == Needs::NOTHING {
            return SipMask::ALL;
        }
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

    /// One block at `sips` takes its share.
    pub(crate) fn take(&mut self, sips: SipMask) {
        let Some(first) = sips.first() else { return };
        let die = Die::of(first.get());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_free_run_is_taken() {
        let mut pools = VcPools::all_free();
        assert_eq!(pools.take(Die::Low, 3), Some(VcRun { base: 0, num: 3 }));
        assert_eq!(pools.take(Die::Low, 5), Some(VcRun { base: 3, num: 5 }));
        pools.give_back(Die::Low, VcRun { base: 0, num: 3 });
        assert_eq!(pools.find(Die::Low, 4), Some(VcRun { base: 8, num: 4 }));
        assert_eq!(pools.find(Die::Low, 2), Some(VcRun { base: 0, num: 2 }));
        assert_eq!(pools.find(Die::High, 64), Some(VcRun { base: 0, num: 64 }));
        assert_eq!(pools.find(Die::High, 65), None);
        assert_eq!(pools.find(Die::Low, 0), Some(VcRun::default()));
    }

    #[test]
    fn starts_of_runs_match_a_plain_search() {
        let free = 0xF0FF_FFFF_0FFF_F7B1_u64;
        for num in 1..=64 {
            let plain =
                (0..64).filter(|&at| (at..at + u32::from(num)).all(|bit| bit < 64 && free >> bit & 1 == 1));
            let expected = plain.fold(0, |bits, at| bits | 1 << at);
            assert_eq!(runs_of(free, num), expected, "{num}");
        }
    }

    #[test]
    fn counters_wrap() {
        let td = TaskDescriptor {
            l2_done: [250, 0, 0, 0, 0, 0, 0, 0],
            vc_done: [0xFFFF, 1],
            ..Default::default()
        };
        let mut grants = Grants::at_admission(&td);
        assert_eq!((grants.l2.granted, grants.vc.granted), (250, 0x10000));
        grants.replace([4, 1, 0, 0, 0, 0, 0, 0], [2, 1]);
        assert_eq!((grants.l2.granted, grants.vc.granted), (250 + 10 + 1, 0x10000 + 3));
        assert_eq!(grants.l2.requested, 261, "raised to what is granted");
    }
}
