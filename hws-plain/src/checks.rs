//! The checks of a descriptor before its admission (§2.3).

use hws_model::ErrorBit;
use hws_regs::LaunchInfo;
use hws_types::{SipMask, TaskDescriptor, ThreadNum};

use super::PlainHws;
use super::machine::{VCS, slot};
use super::search::{Candidates, select};
use super::second::Resources;

/// The checks that follow the one of TD_READ, in this order.
const CHECKS: [ErrorBit; 6] = [
    ErrorBit::TdThreadNum,
    ErrorBit::TdCluster,
    ErrorBit::TdBlockNum,
    ErrorBit::TdOutPath,
    ErrorBit::TdCoop,
    ErrorBit::TdUnplaceable,
];

/// A wrong order: check `first` comes after its successor.
fn swapped(first: usize) -> [ErrorBit; 6] {
    let mut checks = CHECKS;
    checks.swap(first, first + 1);
    checks
}

impl PlainHws {
    /// §2.3: the first check that fails.
    pub(super) fn check(&self, td: &TaskDescriptor) -> Result<(), ErrorBit> {
        let first = |checks: [ErrorBit; 6]| checks.into_iter().find(|&bit| self.fails(bit, td));
        let last = || {
            let is_legal = !self.fails(ErrorBit::TdThreadNum, td);
            let last = || CHECKS.into_iter().rev().find(|&bit| self.fails(bit, td));
            if is_legal { last() } else { Some(ErrorBit::TdThreadNum) }
        };
        let failed = first(CHECKS);
        let failed = rule!(ClusterBeforeThread, failed, first(swapped(0)));
        let failed = rule!(BlockNumBeforeCluster, failed, first(swapped(1)));
        let failed = rule!(OutPathBeforeBlockNum, failed, first(swapped(2)));
        let failed = rule!(CoopBeforeOutPath, failed, first(swapped(3)));
        let failed = rule!(PlacementBeforeCoop, failed, first(swapped(4)));
        let failed = rule!(LastCheckNamed, failed, last());
        failed.map_or(Ok(()), Err)
    }

    fn fails(&self, check: ErrorBit, td: &TaskDescriptor) -> bool {
        match check {
            ErrorBit::TdThreadNum => is_thread_num_illegal(td.thread_num.into()),
            ErrorBit::TdCluster => self.is_wide(td),
            ErrorBit::TdBlockNum => is_block_num_illegal(td),
            ErrorBit::TdOutPath => self.is_mute(td),
            ErrorBit::TdCoop => self.is_large(td),
            _ => rule!(UnplaceableNotChecked, !self.is_placeable(td), false),
        }
    }

    /// §2.3 TD_CLUSTER: thread_num > CLUSTER_SIP_NUM.
    fn is_wide(&self, td: &TaskDescriptor) -> bool {
        let (t, sip_num) = (u32::from(td.thread_num), self.clusters().sip_num);
        let is_wide = rule!(ClusterStrict, t > sip_num, t >= sip_num);
        let is_wide = rule!(ClusterOfSlot, is_wide, slot(t) > sip_num);
        let is_wide = rule!(ClusterStride, is_wide, t > slot(sip_num));
        let is_wide = rule!(ClusterOfMachine, is_wide, t > self.present().len());
        let is_wide = rule!(ClusterAllocationExempt, is_wide, is_wide && td.enable_sip_alloc);
        rule!(ClusterNotChecked, is_wide, false)
    }

    /// §2.3 TD_OUT_PATH: both out-path bits are 0.
    fn is_mute(&self, td: &TaskDescriptor) -> bool {
        let (mdma, mih) = (td.out_path_mdma, td.out_path_mih);
        let is_mute = rule!(OutPathNotChecked, !mdma && !mih, false);
        let is_mute = rule!(OutPathNeedsBoth, is_mute, !mdma || !mih);
        let is_mute = rule!(OutPathNeedsMdma, is_mute, !mdma);
        let is_mute = rule!(OutPathNeedsMih, is_mute, !mih);
        let is_mute = rule!(OutPathOfMode, is_mute, is_mute && !self.mih_path(td));
        rule!(OutPathAllocationExempt, is_mute, is_mute && td.enable_sip_alloc)
    }

    /// §2.3 TD_COOP: cooperative and block_num × thread_num > number of present SIPs.
    fn is_large(&self, td: &TaskDescriptor) -> bool {
        let (t, block_num) = (u32::from(td.thread_num), u32::from(td.block_num));
        let (threads, sips) = (block_num.wrapping_mul(t), self.present().len());
        let is_large = rule!(CoopStrict, threads > sips, threads >= sips);
        let is_large = rule!(CoopOfBlocks, is_large, block_num > sips);
        let is_large = rule!(CoopOfSlots, is_large, block_num.wrapping_mul(slot(t)) > sips);
        let is_large = rule!(CoopOfFullMachine, is_large, threads > SipMask(u32::MAX).len());
        let is_large = rule!(CoopOfFreeSips, is_large, threads > (self.present() - self.fw_owned).len());
        let is_large = rule!(CoopOfIdleSips, is_large, threads > (self.present() & self.idle()).len());
        let is_large = rule!(CoopAllocationExempt, is_large, is_large && td.enable_sip_alloc);
        let is_large = rule!(CoopOfAffinity, is_large, threads > SipMask(td.affinity).len());
        rule!(CoopOfEveryKernel, td.coop, true) && rule!(CoopNotChecked, is_large, false)
    }

    /// §2.3 TD_UNPLACEABLE: the kernel could be launched, or finish, on the empty machine.
    fn is_placeable(&self, td: &TaskDescriptor) -> bool {
        self.can_finish(td)
            && (self.has_placement(td) || rule!(PlacementAllocationExempt, false, !td.enable_sip_alloc))
    }

    /// §2.3 TD_UNPLACEABLE: an allocation-only kernel can get L2, and a run of VCs is not longer than a pool.
    fn can_finish(&self, td: &TaskDescriptor) -> bool {
        let second_resources = self.regs.enable_second_rsc_sch.enable();
        let has_l2 = rule!(AllocationWithoutL2, td.enable_l2_alloc, true);
        let has_l2 = has_l2 && rule!(AllocationSwitchedOff, second_resources, true);
        let is_long = usize::from(td.cdte_vc_num) > VCS;
        let is_long = rule!(VcNumStrict, is_long, usize::from(td.cdte_vc_num) >= VCS);
        let takes_vcs = td.enable_vc_alloc && td.vc_hw_alloc;
        let takes_vcs = rule!(VcNumOfGrants, takes_vcs, td.enable_vc_alloc);
        let takes_vcs = rule!(VcNumDisabled, takes_vcs, td.vc_hw_alloc);
        (td.enable_sip_alloc || has_l2) && !(takes_vcs && is_long)
    }

    /// §2.3 TD_UNPLACEABLE: a placement by §5.2 with every SIP free.
    fn has_placement(&self, td: &TaskDescriptor) -> bool {
        let hws_takes_vcs = td.enable_vc_alloc && td.vc_hw_alloc;
        let second_resources = self.regs.enable_second_rsc_sch.enable();
        let counts = hws_takes_vcs && rule!(PlacementVcsSwitchedOff, true, second_resources);
        let now = || self.resources_of_pools(td);
        let pools = || rule!(PlaceableNow, Resources::empty_vc_pools(td), now());
        let none = Resources::not_needed;
        let resources = if counts { rule!(PlacementWithoutVcs, pools(), none()) } else { none() };
        let resources = rule!(PlacementWithGrants, resources, self.resources_of_descriptor(td));
        let sips = rule!(PlaceableAbsent, self.present(), SipMask(u32::MAX));
        let sips = sips & rule!(PlaceableIdle, SipMask(u32::MAX), self.idle());
        let sips = sips & rule!(PlaceableAnywhere, SipMask(td.affinity), SipMask(u32::MAX));
        let sips = sips - rule!(PlaceableUnowned, SipMask::EMPTY, self.fw_owned);
        let sips = sips - rule!(PlaceableUnreserved, SipMask::EMPTY, self.reserved_all);
        let sips = rule!(PlaceableUsage, sips, sips & self.usage_of(td));
        let blocks = if rule!(PlaceableOneBlock, td.coop, false) { td.block_num } else { 1 };
        let candidates = Candidates { idle: sips, pre_idle: None };
        select(td.thread_num.into(), blocks.into(), candidates, resources, self.clusters()).is_some()
    }
}

/// §2.3 TD_THREAD_NUM: not one of 1, 2, 3, 4, 6, 8, 9, 12, 16.
fn is_thread_num_illegal(t: u32) -> bool {
    let illegal = ThreadNum::new(t).is_none();
    let illegal = rule!(ThreadAny, illegal, t == 0 || t > 16);
    let illegal = rule!(ThreadPowers, illegal, illegal || !t.is_power_of_two());
    let illegal = rule!(ThreadThreeRefused, illegal, illegal || t == 3);
    let illegal = rule!(ThreadSixRefused, illegal, illegal || t == 6);
    let illegal = rule!(ThreadNineRefused, illegal, illegal || t == 9);
    let illegal = rule!(ThreadSixteenRefused, illegal, illegal || t >= 16);
    let illegal = rule!(ThreadLowBits, illegal, ThreadNum::new(t & 0xFF).is_none());
    rule!(ThreadTwelveRefused, illegal, illegal || t == 12)
}

/// §2.3 TD_BLOCK_NUM: block_num = 0, or start_block_idx + block_num > 65536.
fn is_block_num_illegal(td: &TaskDescriptor) -> bool {
    let (start, block_num) = (u32::from(td.start_block_idx), u32::from(td.block_num));
    let (end, last) = (start + block_num, LaunchInfo::BLOCK_ID.max());
    let is_long = rule!(BlockEndStrict, end > last + 1, end > last);
    let is_long = rule!(BlockEndLoose, is_long, end > last + 2);
    let is_long = rule!(BlockEndNotChecked, is_long, false);
    rule!(BlockZeroAccepted, block_num == 0, false) || is_long
}
