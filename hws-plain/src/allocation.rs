//! Allocation: which SIPs a kernel can use (§5.1, §5.3, §5.4).

use hws_model::Pool;
use hws_types::{SipMask, TaskDescriptor};

use super::PlainHws;
use super::kernel::Kernel;
use super::machine::{block, class, positions};
use super::search::{Blocks, Candidates, select};

impl PlainHws {
    /// §5.1: affinity & SIP_USAGE_MASK[ctx][class] & present.
    pub(super) fn allowed(&self, kernel: &Kernel) -> SipMask {
        let all = SipMask(u32::MAX);
        let usage_of = |ctx: usize, class: usize| SipMask(self.regs.sip_usage_mask[ctx][class].mask());
        let class = class(kernel.t());
        let usage = usage_of(kernel.ctx, class);
        let usage = rule!(UsageFirstContext, usage, usage_of(0, class));
        let usage = rule!(UsageOfDescriptor, usage, usage_of(kernel.td.ctx.into(), class));
        let usage = rule!(UsageFirstClass, usage, usage_of(kernel.ctx, 0));
        let usage = rule!(UsageNextClass, usage, usage_of(kernel.ctx, (class + 1) % 5));
        let usage = rule!(UsageNextContext, usage, usage_of((kernel.ctx + 1) % 4, class));
        let usage = rule!(UsageNotOfCoop, usage, if kernel.td.coop { all } else { usage });
        let usage = rule!(UsageNotOfFirmware, usage, if kernel.is_from_firmware() { all } else { usage });
        let usage = rule!(UsageNotOfR, usage, if kernel.r_flag { all } else { usage });
        let usage = rule!(UsageIgnored, usage, all);
        let affinity = rule!(AffinityIgnored, SipMask(kernel.td.affinity), all);
        let affinity = rule!(AffinityNotOfR, affinity, if kernel.r_flag { all } else { affinity });
        let wanted = rule!(AffinityOrUsage, affinity & usage, affinity | usage);
        wanted & rule!(AllowedAbsent, self.present(), all)
    }

    /// SIP_USAGE_MASK[ctx][class] alone.
    pub(super) fn usage_of_kernel(&self, kernel: &Kernel) -> SipMask {
        SipMask(self.regs.sip_usage_mask[kernel.ctx][class(kernel.t())].mask())
    }

    /// A wrong reading of §2.3: the usage mask of the descriptor's context.
    pub(super) fn usage_of(&self, td: &TaskDescriptor) -> SipMask {
        SipMask(self.regs.sip_usage_mask[usize::from(td.ctx)][class(td.thread_num.into())].mask())
    }

    /// §5.1: allowed & rsc & ready.
    pub(super) fn usable(&self, kernel: &Kernel) -> SipMask {
        let ready = rule!(UsableOwned, self.ready(), self.ready() | (self.fw_owned & self.idle()));
        let ready = rule!(UsableIdle, ready, ready & self.idle());
        self.allowed(kernel) & rule!(RscIgnored, self.rsc(kernel), SipMask(u32::MAX)) & ready
    }

    /// §5.2.
    fn select(&self, kernel: &Kernel, mask: SipMask) -> Option<Blocks> {
        let early_launch = rule!(SelectIdleOnly, self.regs.enable_early_launch_sip.enable(), false);
        let early_launch = rule!(EarlyNotOfR, early_launch, early_launch && !kernel.r_flag);
        let early_launch = rule!(EarlyNotOfCoop, early_launch, early_launch && !kernel.td.coop);
        let early_launch = rule!(EarlyNotOfSingles, early_launch, early_launch && kernel.t() > 1);
        let (idle, pre_idle) = (mask & self.idle(), early_launch.then(|| mask & self.pre_idle()));
        let (t, count) = (kernel.t(), kernel.blocks_per_launch());
        let count = rule!(CoopOneByOne, count, 1);
        let among = |idle: SipMask, pre_idle: Option<SipMask>| {
            select(t, count, Candidates { idle, pre_idle }, self.resources(kernel), self.clusters())
        };
        let is_whole = rule!(SelectByKernel, false, count > 1 && pre_idle.is_some());
        if is_whole { among(idle, None).or_else(|| among(pre_idle?, None)) } else { among(idle, pre_idle) }
    }

    /// §5.3.
    pub(super) fn place_r_task(&self, kernel: &Kernel) -> Option<Blocks> {
        let usable = self.usable(kernel);
        let reserved = kernel.reserved;
        let is_usable = usable.contains(reserved);
        let is_idle = self.idle().contains(reserved);
        let is_usable = rule!(RTaskInPlaceIdle, is_usable, is_usable && is_idle);
        let in_place = || if is_usable { self.reserved_blocks(kernel) } else { None };
        let in_place = rule!(RTaskNotInPlace, in_place(), None);
        if rule!(RTaskWaitsForGrants, false, is_usable && in_place.is_none()) {
            return None;
        }
        let mask = usable & (!self.reserved_all | reserved);
        let mask = rule!(RTaskTakesReserved, mask, usable);
        let mask = rule!(RTaskLeavesOwn, mask, usable - self.reserved_all);
        let filtered = self.backfill_filter(kernel, usable & self.reserved_all);
        let mask = rule!(RTaskBackfills, mask, mask | filtered);
        let elsewhere = || self.select(kernel, mask);
        let elsewhere_first = rule!(RTaskElsewhereFirst, None, elsewhere());
        elsewhere_first.or(in_place).or_else(|| rule!(RTaskOnlyInPlace, elsewhere(), None))
    }

    /// §5.3: the reserved blocks in ascending position, if second resources suffice for all of them.
    fn reserved_blocks(&self, kernel: &Kernel) -> Option<Blocks> {
        let all = positions(kernel.t()).into_iter().map(|position| block(position, kernel.t()));
        let blocks: Blocks = all.filter(|&sips| kernel.reserved.contains(sips)).collect();
        let descending: Blocks = blocks.iter().rev().copied().collect();
        let as_searched = if kernel.t() <= 4 { descending.clone() } else { blocks.clone() };
        let blocks = rule!(RTaskBlocksAsSearched, blocks, as_searched);
        let blocks = rule!(RTaskBlocksDescending, blocks, descending);
        let mut resources = self.resources(kernel);
        for &sips in &blocks {
            if rule!(RTaskUnpaid, !resources.open_sips(self.clusters()).contains(sips), false) {
                return None;
            }
            if resources.open_sips(self.clusters()).contains(sips) {
                resources.take(sips, self.clusters());
            }
        }
        Some(blocks)
    }

    /// §5.4.
    pub(super) fn place_other_task(&self, kernel: &Kernel, pool: Pool) -> Option<Blocks> {
        let usable = self.usable(kernel);
        let nonrsv = rule!(TakesReserved, usable - self.reserved_all, usable);
        let option1 = self.select(kernel, nonrsv);
        if self.reserved_all.is_empty() || !may_backfill(kernel, pool) {
            return option1;
        }
        let rsv = usable & self.reserved_all;
        let backfill = self.backfill_filter(kernel, rsv);
        let backfill = rule!(BackfillIdleOnly, backfill, backfill & self.idle());
        let option2 = rule!(NoPureBackfill, self.select(kernel, backfill), None);
        let mixed = rule!(MixedUnfiltered, backfill | nonrsv, rsv | nonrsv);
        let option3 = rule!(NoMixedBackfill, self.select(kernel, mixed), None);
        let option1 = rule!(NoOtherThanReserved, option1, None);
        self.preferred(option1, option2, option3)
    }

    /// §5.4: the order of the options.
    fn preferred(
        &self,
        option1: Option<Blocks>,
        option2: Option<Blocks>,
        option3: Option<Blocks>,
    ) -> Option<Blocks> {
        let reserved_first = self.regs.use_rsvd_sip_first.enable();
        let reserved_first = rule!(ReservedNeverFirst, reserved_first, false);
        let mixed_before = rule!(MixedBeforeOther, false, true);
        let mixed_before_pure = rule!(MixedBeforePure, false, true);
        let mixed_first = rule!(MixedFirst, false, true);
        let first = rule!(ReservedAlwaysFirst, reserved_first, true);
        let order = match first {
            true if rule!(ReservedOnly, false, true) => return option2,
            true if mixed_first => [option3, option2, option1],
            true if mixed_before => [option2, option3, option1],
            true => [option2, option1, option3],
            false if rule!(OtherOnly, false, true) => return option1,
            false if mixed_before_pure => [option1, option3, option2],
            false => [option1, option2, option3],
        };
        order.into_iter().flatten().next()
    }
}

/// §5.4: every P- and O-task may take reserved SIPs.
fn may_backfill(kernel: &Kernel, pool: Pool) -> bool {
    rule!(BackfillNever, true, false)
        && rule!(BackfillNotByP, true, pool != Pool::P)
        && rule!(BackfillNotByO, true, pool != Pool::O)
        && rule!(BackfillNotByCoop, true, !kernel.td.coop)
        && rule!(BackfillNotByCp, true, !kernel.td.on_cp)
}
