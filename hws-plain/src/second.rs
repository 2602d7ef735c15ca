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
#[derive(Clone, Copy, Debug)]
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
    fn lowest_run(&self, num: usize) -> Option<usize> {
        let is_run =
            |&base: &usize| base + num <= VCS && self.is_free[base..base + num].iter().all(|&free| free);
        rule!(HighestRun, (0..VCS).find(is_run), (0..VCS).rfind(is_run))
    }

    fn set_free(&mut self, base: usize, num: usize, free: bool) {
        self.is_free[base..base + num].fill(free);
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
        rule!(VgWithoutGrant, self.l2_grants.is_none_or(|left| left[vg] != 0), true)
    }

    /// §9.1: die d is open when it has grants left, or a run that is long enough.
    fn is_die_open(&self, die: usize) -> bool {
        let has_grant = self.vc_grants.is_none_or(|left| left[die] != 0);
        let has_run = self.vc_pools.is_none_or(|(pools, num)| pools[die].lowest_run(num).is_some());
        rule!(DieWithoutGrant, has_grant, true) && rule!(DieWithoutRun, has_run, true)
    }

    /// §9.1: SIPs of open VGs ∩ open dies.
    pub(super) fn open_sips(&self, clusters: Clusters) -> SipMask {
        sips_where(|sip| self.is_vg_open(clusters.of(sip)) && self.is_die_open(die_of(sip)))
    }

    /// §5.2: a block takes one grant of its VG, and one grant or run of its die.
    pub(super) fn take(&mut self, block: SipMask, clusters: Clusters) {
        let Some(sip) = block.first() else { return };
        let die = die_of(sip.get());
        if let Some(left) = &mut self.l2_grants {
            let left = &mut left[clusters.of(sip.get())];
            *left = left.saturating_sub(rule!(SelectKeepsL2, 1, 0));
        }
        if let Some(left) = &mut self.vc_grants {
            left[die] = left[die].saturating_sub(rule!(SelectKeepsVc, 1, 0));
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
        self.td.enable_vc_alloc && !self.td.vc_hw_alloc
    }

    /// The HWS allocates the VCs (§9.1).
    fn takes_hws_vcs(&self) -> bool {
        self.td.enable_vc_alloc && self.td.vc_hw_alloc
    }

    /// §9.1: done - used, per VG and per die.
    fn grants(&self) -> Resources {
        let l2_left = |vg: usize| self.l2_done[vg].wrapping_sub(self.l2_used[vg]);
        let vc_left = |die: usize| self.vc_done[die].wrapping_sub(self.vc_used[die]);
        Resources {
            l2_grants: self.td.enable_l2_alloc.then(|| std::array::from_fn(l2_left)),
            vc_grants: self.takes_granted_vcs().then(|| std::array::from_fn(vc_left)),
            vc_pools: None,
        }
    }

    /// §9.3: the counters in words 9, 10 and 11 are replaced, and their growth is granted.
    pub(super) fn take_over_counters(&mut self, words: [u32; 3]) {
        let l2_done = TaskDescriptor::decode_l2_done(words[0], words[1]);
        let vc_done = TaskDescriptor::decode_vc_done(words[2]);
        for (new, old) in l2_done.iter().zip(&self.l2_done) {
            self.l2_granted = self.l2_granted.wrapping_add(new.wrapping_sub(*old).into());
        }
        for (new, old) in vc_done.iter().zip(&self.vc_done) {
            self.vc_granted = self.vc_granted.wrapping_add(new.wrapping_sub(*old).into());
        }
        (self.l2_done, self.vc_done) = (l2_done, vc_done);
        let (l2, vc) = (self.l2_requested.max(self.l2_granted), self.vc_requested.max(self.vc_granted));
        self.l2_requested = rule!(L2RequestsBehind, l2, self.l2_requested);
        self.vc_requested = rule!(VcRequestsBehind, vc, self.vc_requested);
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
        if !self.second_resources_are_on() {
            return (0, 0);
        }
        let resources = self.resources(kernel);
        let num = rule!(OpenBeyond, self.clusters().num as usize, VGS);
        let vgs = (0..num).filter(|&vg| resources.is_vg_open(vg));
        let dies = (0..DIES).filter(|&die| resources.is_die_open(die));
        (as_bits(vgs), as_bits(dies))
    }

    /// §9.2: the launched block uses a grant of its VG and a grant or a run of its die.
    pub(super) fn use_resources(&mut self, entry: usize, sips: SipMask) -> Option<VcRun> {
        let first = sips.first()?.get();
        let (vg, die) = (self.clusters().of(first), die_of(first));
        let vg = rule!(L2UsedByDie, vg, die);
        let die = rule!(VcOfDieZero, die, 0);
        let kernel = self.kernel_mut(entry);
        if kernel.td.enable_l2_alloc {
            kernel.l2_used[vg] = kernel.l2_used[vg].wrapping_add(rule!(L2NotUsed, 1, 0));
        }
        if kernel.takes_granted_vcs() {
            kernel.vc_used[die] = kernel.vc_used[die].wrapping_add(rule!(VcNotUsed, 1, 0));
        }
        let num = usize::from(kernel.td.cdte_vc_num);
        if !kernel.takes_hws_vcs() {
            return None;
        }
        let base = self.vc_pools[die].lowest_run(num)?;
        self.vc_pools[die].set_free(base, num, false);
        Some(VcRun { die, base, num })
    }

    /// §9.2: freed when the block finishes.
    pub(super) fn free_run(&mut self, run: VcRun) {
        self.vc_pools[run.die].set_free(run.base, run.num, true);
    }
}

/// Bit i for every number i.
pub(super) fn as_bits(numbers: impl Iterator<Item = usize>) -> u32 {
    numbers.fold(0, |bits, number| bits | 1 << number)
}
