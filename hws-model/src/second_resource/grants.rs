//! The grants of firmware to a kernel, by VG and by die (scheduler.md §9.1, §9.3).

use hws_types::{Cluster, Die, TaskDescriptor};

/// The grants that a kernel has received, used and requested. The done counters are those last read from its
/// descriptor. All counters wrap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub(crate) struct Grants {
    l2_done: [u8; Cluster::COUNT],
    l2_used: [u8; Cluster::COUNT],
    vc_done: [u16; Die::COUNT],
    vc_used: [u16; Die::COUNT],
    pub(crate) l2: Requests,
    pub(crate) vc: Requests,
}

/// Grants given and requests sent, 32-bit counters (§9.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
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
    /// At admission: the grants that the descriptor already has.
    pub(crate) fn at_admission(td: &TaskDescriptor) -> Self {
        Self {
            l2_done: td.l2_done,
            vc_done: td.vc_done,
            l2: Requests::at_admission(td.l2_done.iter().map(|&done| u32::from(done)).sum()),
            vc: Requests::at_admission(td.vc_done.iter().map(|&done| u32::from(done)).sum()),
            ..Self::default()
        }
    }

    /// At a re-read: replaces the counters and adds their growth to what is granted (§9.3).
    pub(crate) fn replace(&mut self, l2_done: [u8; Cluster::COUNT], vc_done: [u16; Die::COUNT]) {
        let l2 = l2_done.iter().zip(&self.l2_done).map(|(new, old)| u32::from(new.wrapping_sub(*old))).sum();
        let vc = vc_done.iter().zip(&self.vc_done).map(|(new, old)| u32::from(new.wrapping_sub(*old))).sum();
        self.l2.grant(l2);
        self.vc.grant(vc);
        (self.l2_done, self.vc_done) = (l2_done, vc_done);
    }

    /// Everything in the record: done and used by VG, done and used by die, then granted and requested.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> + Clone {
        let Self { l2_done, l2_used, vc_done, vc_used, l2, vc } = *self;
        let by_vg = l2_done.into_iter().chain(l2_used).map(u32::from);
        let by_die = vc_done.into_iter().chain(vc_used).map(u32::from);
        by_vg.chain(by_die).chain([l2.granted, l2.requested, vc.granted, vc.requested])
    }

    /// Whether a VG has an L2 grant left.
    pub(crate) const fn has_l2(&self, vg: Cluster) -> bool {
        self.l2_done[vg.index()] != self.l2_used[vg.index()]
    }

    /// Whether a die has a VC grant left.
    pub(crate) const fn has_vc(&self, die: Die) -> bool {
        *die.pick(&self.vc_done) != *die.pick(&self.vc_used)
    }

    /// One more grant in a VG, as if firmware had given it and the HWS had read it.
    pub(crate) fn grant_l2(&mut self, vg: Cluster) {
        let done = &mut self.l2_done[vg.index()];
        *done = done.wrapping_add(1);
        self.l2.grant(1);
    }

    /// One more grant on a die.
    pub(crate) fn grant_vc(&mut self, die: Die) {
        let done = die.pick_mut(&mut self.vc_done);
        *done = done.wrapping_add(1);
        self.vc.grant(1);
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

#[cfg(test)]
mod tests {
    use super::*;

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
