//! Grants of second resources: how firmware's counters grow, and what a launch uses (§9.2, §9.3).

use hws_types::{SipMask, TaskDescriptor};

use super::PlainHws;
use super::kernel::Kernel;
use super::machine::{DIES, VCS, VGS, die_of};
use super::second::VcRun;

/// interfaces.md §1: VG 0 first.
pub(super) fn l2_in_order(done: [u8; VGS]) -> [u8; VGS] {
    let reversed: [u8; VGS] = std::array::from_fn(|vg| done[VGS - 1 - vg]);
    let swapped: [u8; VGS] = std::array::from_fn(|vg| done[(vg + VGS / 2) % VGS]);
    let done = rule!(L2BytesReversed, done, reversed);
    rule!(L2WordsSwapped, done, swapped)
}

/// interfaces.md §1: die 0 first.
pub(super) fn vc_in_order(done: [u16; DIES]) -> [u16; DIES] {
    rule!(VcHalvesSwapped, done, [done[1], done[0]])
}

/// §9.3: l2_granted at admission.
pub(super) fn l2_sum(done: [u8; VGS]) -> u32 {
    let sum = done.iter().map(|&done| u32::from(done)).sum();
    rule!(L2SumWraps, sum, sum % 256)
}

/// §9.3: vc_granted at admission.
pub(super) fn vc_sum(done: [u16; DIES]) -> u32 {
    done.iter().map(|&done| u32::from(done)).sum()
}

/// §9.3: l2_requested at admission: the granted value, for every kernel.
pub(super) fn l2_requested(td: &TaskDescriptor, granted: u32) -> u32 {
    let of_users = if td.enable_l2_alloc { granted } else { 0 };
    let granted = rule!(L2RequestedOfUsers, granted, of_users);
    rule!(L2RequestedFromZero, granted, 0)
}

/// §9.3: vc_requested at admission: the granted value, for every kernel.
pub(super) fn vc_requested(td: &TaskDescriptor, granted: u32) -> u32 {
    let of_users = if td.enable_vc_alloc && !td.vc_hw_alloc { granted } else { 0 };
    let granted = rule!(VcRequestedOfUsers, granted, of_users);
    rule!(VcRequestedFromZero, granted, 0)
}

impl Kernel {
    /// §9.3: the counters in words 9, 10 and 11 are replaced, and their growth is granted.
    pub(super) fn take_over_counters(&mut self, words: [u32; 3]) {
        let l2_done = l2_in_order(TaskDescriptor::decode_l2_done(words[0], words[1]));
        let vc_done = vc_in_order(TaskDescriptor::decode_vc_done(words[2]));
        for (&new, &old) in l2_done.iter().zip(&self.l2_done) {
            let (grown, unlimited) = (new.wrapping_sub(old).into(), u32::from(new).wrapping_sub(old.into()));
            self.l2_granted = self.l2_granted.wrapping_add(rule!(L2GrowthWide, grown, unlimited));
        }
        for (&new, &old) in vc_done.iter().zip(&self.vc_done) {
            let (grown, unlimited) = (new.wrapping_sub(old).into(), u32::from(new).wrapping_sub(old.into()));
            self.vc_granted = self.vc_granted.wrapping_add(rule!(VcGrowthWide, grown, unlimited));
        }
        self.l2_granted = rule!(L2GrantedAnew, self.l2_granted, l2_sum(l2_done));
        self.vc_granted = rule!(VcGrantedAnew, self.vc_granted, vc_sum(vc_done));
        self.l2_done = rule!(L2DoneStays, l2_done, self.l2_done);
        self.vc_done = rule!(VcDoneStays, vc_done, self.vc_done);
        self.raise_requests();
    }

    /// §9.3: l2_requested and vc_requested are raised to the granted value.
    fn raise_requests(&mut self) {
        let (l2, vc) = (self.l2_requested.max(self.l2_granted), self.vc_requested.max(self.vc_granted));
        let l2 = rule!(L2RequestsReset, l2, self.l2_granted);
        let vc = rule!(VcRequestsReset, vc, self.vc_granted);
        self.l2_requested = rule!(L2RequestsBehind, l2, self.l2_requested);
        self.vc_requested = rule!(VcRequestsBehind, vc, self.vc_requested);
    }

    /// §9.2: the grants that a launched block uses.
    fn use_grants(&mut self, vg: usize, die: usize) {
        let is_further = self.td.coop && self.launched > 0;
        let t = self.t() as u8;
        if self.td.enable_l2_alloc && rule!(L2UsedOnce, true, !is_further) {
            let used = rule!(L2UsedBySips, rule!(L2NotUsed, 1, 0), t);
            self.l2_used[vg] = self.l2_used[vg].wrapping_add(used);
        }
        if self.takes_granted_vcs() && rule!(VcUsedOnce, true, !is_further) {
            let used = rule!(VcUsedBySips, rule!(VcNotUsed, 1, 0), t.into());
            let used = rule!(VcUsedByNumber, used, self.td.cdte_vc_num.into());
            self.vc_used[die] = self.vc_used[die].wrapping_add(used);
        }
    }
}

impl PlainHws {
    /// §9.2: the launched block uses a grant of its VG and a grant or a run of its die.
    pub(super) fn use_resources(&mut self, entry: usize, sips: SipMask) -> Option<VcRun> {
        let first = sips.first().expect("a block has SIPs").get();
        let (vg, die) = (self.clusters().of(first), die_of(first));
        let vg = rule!(L2UsedByDie, vg, die);
        let die = rule!(VcOfDieZero, die, 0);
        let kernel = self.kernel_mut(entry);
        kernel.use_grants(vg, die);
        let num = usize::from(kernel.td.cdte_vc_num);
        let num = rule!(RunOfEdteNumber, num, kernel.td.edte_vc_num.into());
        let num = rule!(RunSixBits, num, num % VCS);
        if !kernel.takes_hws_vcs() {
            return None;
        }
        let base = self.vc_pools[die].lowest_run(num)?;
        let free = self.vc_pools[die].lowest_run(1).unwrap_or(0);
        let base = rule!(EmptyRunBase, base, if num == 0 { free } else { base });
        self.vc_pools[die].set_free(base, num, rule!(RunNotTaken, false, true));
        Some(VcRun { die, base, num })
    }

    /// §9.2: freed when the block finishes.
    pub(super) fn free_run(&mut self, run: VcRun) {
        let num = rule!(RunFreedButOne, run.num, run.num.saturating_sub(1));
        self.vc_pools[run.die].set_free(run.base, num, true);
    }
}
