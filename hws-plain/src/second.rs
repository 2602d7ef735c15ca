//! Second resources: L2 grants, VC grants, VC pools (§9.1, §9.2).

use hws_types::{SipMask, TaskDescriptor};

use super::PlainHws;
use super::kernel::Kernel;
use super::machine::{Clusters, DIES, VCS, VGS, die_of, sips_where};

/// The VCs of one die that the HWS allocates itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VcPool {
    pub(super) is_free: [bool; VCS],
}

/// A run of VCs that the HWS allocated to a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VcRun {
    pub(super) die: usize,
    pub(super) base: usize,
    pub(super) num: usize,
}

impl VcRun {
    /// First VC and number of VCs; an empty run begins at 0 (§9.2).
    pub(super) fn as_fields(self) -> (u8, u8) {
        (self.base as u8, self.num as u8)
    }
}

impl Default for VcPool {
    fn default() -> Self {
        Self { is_free: [true; VCS] }
    }
}

impl VcPool {
    /// §9.1, §9.2: the start of the lowest free run; an empty run always exists, at 0.
    pub(super) fn lowest_run(&self, num: usize) -> Option<usize> {
        let is_free = |vc: usize| self.is_free[vc % VCS];
        let ends = |base: usize| rule!(RunWraps, base + num <= VCS, num <= VCS);
        let is_run = |&base: &usize| ends(base) && (base..base + num).all(is_free);
        let is_aligned = |base: &usize| base.is_multiple_of(num.next_power_of_two());
        let lowest = rule!(HighestRun, (0..VCS).find(is_run), (0..VCS).rfind(is_run));
        rule!(RunAligned, lowest, (0..VCS).filter(is_aligned).find(is_run))
    }

    /// §9.1: it has a run of that length; 0 always fits.
    fn has_run(&self, num: usize) -> bool {
        let free = self.is_free.iter().filter(|&&free| free).count();
        let fits = self.lowest_run(num).is_some();
        let fits = rule!(RunOneMore, fits, self.lowest_run((num + 1).min(VCS)).is_some());
        let fits = rule!(RunOneLess, fits, self.lowest_run(num.saturating_sub(1)).is_some());
        let fits = rule!(RunOfNothing, fits, self.lowest_run(num.max(1)).is_some());
        rule!(RunInPieces, fits, free >= num)
    }

    pub(super) fn set_free(&mut self, base: usize, num: usize, free: bool) {
        (base..base + num).for_each(|vc| self.is_free[vc % VCS] = free);
    }
}

/// The resources left for one kernel: a scratch copy from which blocks take (§5.2, §9.1).
/// `None` for a resource that the kernel does not need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Resources {
    l2_grants: Option<[u8; VGS]>,
    vc_grants: Option<[u16; DIES]>,
    vc_pools: Option<([VcPool; DIES], usize)>,
}

impl Resources {
    /// Everything is always open.
    pub(super) fn not_needed() -> Self {
        Self { l2_grants: None, vc_grants: None, vc_pools: None }
    }

    /// §2.3: grants ignored, VC runs taken from two empty pools.
    pub(super) fn empty_vc_pools(td: &TaskDescriptor) -> Self {
        Self { vc_pools: Some(([VcPool::default(); DIES], td.cdte_vc_num.into())), ..Self::not_needed() }
    }

    /// §9.1: VG v is open when it has grants left.
    fn is_vg_open(&self, vg: usize) -> bool {
        let any = self.l2_grants.is_none_or(|left| left.iter().any(|&left| left != 0));
        let open = rule!(VgWithoutGrant, self.l2_grants.is_none_or(|left| left[vg] != 0), true);
        let open = rule!(VgLastGrant, open, self.l2_grants.is_none_or(|left| left[vg] > 1));
        rule!(VgAnyGrant, open, any)
    }

    /// §9.1: die d is open when it has grants left, or a run that is long enough.
    fn is_die_open(&self, die: usize) -> bool {
        let has_grant = self.vc_grants.is_none_or(|left| left[die] != 0);
        let has_grant = rule!(DieLastGrant, has_grant, self.vc_grants.is_none_or(|left| left[die] > 1));
        let any = self.vc_grants.is_none_or(|left| left.iter().any(|&left| left != 0));
        let has_grant = rule!(DieAnyGrant, has_grant, any);
        let has_run = self.vc_pools.is_none_or(|(pools, num)| pools[die].has_run(num));
        rule!(DieWithoutGrant, has_grant, true) && rule!(DieWithoutRun, has_run, true)
    }

    /// §9.1: SIPs of open VGs ∩ open dies.
    pub(super) fn open_sips(&self, clusters: Clusters) -> SipMask {
        sips_where(|sip| {
            let (vg, die) = (self.is_vg_open(clusters.of(sip)), self.is_die_open(die_of(sip)));
            rule!(OpenEither, vg && die, vg || die)
        })
    }

    /// §5.2: a block takes one grant of its VG, and one grant or run of its die.
    pub(super) fn take(&mut self, block: SipMask, clusters: Clusters) {
        let Some(sip) = block.first() else { return };
        let die = die_of(sip.get());
        if let Some(left) = &mut self.l2_grants {
            let left = &mut left[clusters.of(sip.get())];
            *left = left.wrapping_sub(rule!(SelectKeepsL2, 1, 0));
        }
        if let Some(left) = &mut self.vc_grants {
            left[die] = left[die].wrapping_sub(rule!(SelectKeepsVc, 1, 0));
        }
        if let Some((pools, num)) = &mut self.vc_pools
            && let Some(base) = pools[die].lowest_run(*num)
        {
            pools[die].set_free(base, *num, rule!(SelectKeepsRun, false, true));
        }
    }
}

impl Kernel {
    /// Firmware grants the VCs (§9.1).
    pub(super) fn takes_granted_vcs(&self) -> bool {
        let enabled = rule!(VcWithoutEnable, self.td.enable_vc_alloc, true);
        enabled && rule!(VcOfBoth, !self.td.vc_hw_alloc, true)
    }

    /// It needs L2 grants (§9.1).
    fn takes_l2(&self) -> bool {
        rule!(L2WithoutEnable, self.td.enable_l2_alloc, true)
    }

    /// The HWS allocates the VCs (§9.1).
    pub(super) fn takes_hws_vcs(&self) -> bool {
        rule!(RunWithoutEnable, self.td.enable_vc_alloc, true) && self.td.vc_hw_alloc
    }

    /// §9.1: done - used, per VG and per die.
    fn grants(&self) -> Resources {
        let l2_left = |vg: usize| {
            let (done, used) = (self.l2_done[vg], self.l2_used[vg]);
            let left = rule!(L2NoWrap, done.wrapping_sub(used), done.saturating_sub(used));
            rule!(L2UsedIgnored, left, done)
        };
        let vc_left = |die: usize| {
            let (done, used) = (self.vc_done[die], self.vc_used[die]);
            let left = rule!(VcNoWrap, done.wrapping_sub(used), done.saturating_sub(used));
            rule!(VcUsedIgnored, left, done)
        };
        Resources {
            l2_grants: self.takes_l2().then(|| std::array::from_fn(l2_left)),
            vc_grants: self.takes_granted_vcs().then(|| std::array::from_fn(vc_left)),
            vc_pools: None,
        }
    }
}

impl PlainHws {
    /// A wrong reading of §2.3: the pools as they are.
    pub(super) fn resources_of_pools(&self, td: &TaskDescriptor) -> Resources {
        Resources { vc_pools: Some((self.vc_pools, td.cdte_vc_num.into())), ..Resources::not_needed() }
    }

    /// A wrong reading of §2.3: the grants that the descriptor has.
    pub(super) fn resources_of_descriptor(&self, td: &TaskDescriptor) -> Resources {
        let is_on = self.second_resources_are_on() && td.enable_sip_alloc;
        Resources {
            l2_grants: (is_on && td.enable_l2_alloc).then_some(td.l2_done),
            vc_grants: (is_on && td.enable_vc_alloc && !td.vc_hw_alloc).then_some(td.vc_done),
            vc_pools: None,
        }
    }

    pub(super) fn second_resources_are_on(&self) -> bool {
        rule!(SecondAlways, rule!(SecondNever, self.regs.enable_second_rsc_sch.enable(), false), true)
    }

    /// §9.1: what is available to the kernel now.
    pub(super) fn resources(&self, kernel: &Kernel) -> Resources {
        if !self.second_resources_are_on() {
            return Resources::not_needed();
        }
        let vc_pools = (self.vc_pools, kernel.td.cdte_vc_num.into());
        Resources { vc_pools: kernel.takes_hws_vcs().then_some(vc_pools), ..kernel.grants() }
    }

    /// §6.6: the same, where an HWS-managed VC pool counts as open.
    pub(super) fn granted_resources(&self, kernel: &Kernel) -> Resources {
        if self.second_resources_are_on() { kernel.grants() } else { Resources::not_needed() }
    }

    /// `rsc(task)` (§9.1).
    pub(super) fn rsc(&self, kernel: &Kernel) -> SipMask {
        self.resources(kernel).open_sips(self.clusters())
    }

    /// RS[].RSC_OPEN: the open VGs of the machine and the open dies, as bits; nothing while switched off.
    pub(super) fn open_places(&self, kernel: &Kernel) -> (u32, u32) {
        if rule!(OpenWhileOff, !self.second_resources_are_on(), false) {
            return (0, 0);
        }
        let resources = rule!(OpenPools, self.resources(kernel), self.granted_resources(kernel));
        let num = rule!(OpenBeyond, self.clusters().num as usize, VGS);
        let vgs = (0..num).filter(|&vg| resources.is_vg_open(vg));
        let dies = (0..DIES).filter(|&die| resources.is_die_open(die));
        let (vgs, dies) = (as_bits(vgs), as_bits(dies));
        let vgs = rule!(OpenUnusedL2, vgs, if kernel.td.enable_l2_alloc { vgs } else { 0 });
        (vgs, rule!(OpenUnusedVc, dies, if kernel.td.enable_vc_alloc { dies } else { 0 }))
    }
}

/// Bit i for every number i.
pub(super) fn as_bits(numbers: impl Iterator<Item = usize>) -> u32 {
    numbers.fold(0, |bits, number| bits | 1 << number)
}
