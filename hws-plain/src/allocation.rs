//! Allocation: which SIPs a kernel can use, and which kernel is chosen (§5).

use hws_model::Pool;
use hws_regs::Sign;
use hws_types::SipMask;

use super::PlainHws;
use super::attempt::PlainChoice;
use super::kernel::Kernel;
use super::machine::{Clusters, block, class, positions, sips_where, slot};
use super::pools::Pools;
use super::second::Resources;

/// The blocks of one launch, in the order found.
pub(super) type Blocks = Vec<SipMask>;

/// The SIPs that a search may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    /// The SIPs that are idle.
    pub(super) idle: SipMask,
    /// The SIPs that are pre-idle, including idle ones; none without early launch.
    pub(super) pre_idle: Option<SipMask>,
}

impl Candidates {
    fn without(self, taken: SipMask) -> Self {
        Self { idle: self.idle - taken, pre_idle: self.pre_idle.map(|sips| sips - taken) }
    }
}

/// §5.2: SIPs for `count` blocks of `t`, all or nothing.
pub(super) fn select(
    t: u32,
    count: u32,
    mut candidates: Candidates,
    mut resources: Resources,
    clusters: Clusters,
) -> Option<Blocks> {
    let mut blocks = Blocks::new();
    for _ in 0..count {
        let open = resources.open_sips(clusters);
        let Some(found) = find(t, candidates, open) else {
            return if rule!(CoopPartial, false, !blocks.is_empty()) { Some(blocks) } else { None };
        };
        candidates = candidates.without(found);
        if rule!(SelectKeepsResources, true, false) {
            resources.take(found, clusters);
        }
        blocks.push(found);
    }
    Some(blocks)
}

/// §5.2: a block among the idle SIPs, otherwise among the pre-idle ones.
fn find(t: u32, candidates: Candidates, open: SipMask) -> Option<SipMask> {
    let pre_idle = || candidates.pre_idle.map(|sips| sips & open);
    let right = || {
        let among_idle = first_fit(t, candidates.idle & open);
        among_idle.or_else(|| first_fit(t, pre_idle()?))
    };
    let no_order = || first_fit(t, pre_idle().unwrap_or(candidates.idle & open));
    let pre_idle_first = || {
        let among_busy = first_fit(t, pre_idle()? - candidates.idle);
        among_busy.or_else(|| first_fit(t, pre_idle()?))
    };
    let found = rule!(SelectUnion, right(), no_order());
    rule!(SelectPreIdleFirst, found, pre_idle_first().or_else(|| first_fit(t, candidates.idle & open)))
}

/// §5.2: the first position that fits, from above for t ≤ 4, from below for larger blocks.
fn first_fit(t: u32, mask: SipMask) -> Option<SipMask> {
    let mut order = positions(t);
    let from_above = rule!(SelectBelow, t <= 4, false);
    let from_above = rule!(SelectAbove, from_above, true);
    let from_above = rule!(SelectFourBelow, from_above, t < 4);
    let from_above = rule!(SelectEightAbove, from_above, t <= 8);
    if from_above {
        order.reverse();
    }
    order.into_iter().map(|position| block(position, t)).find(|&sips| mask.contains(sips))
}

impl PlainHws {
    /// §5.1: affinity & SIP_USAGE_MASK[ctx][class] & present.
    pub(super) fn allowed(&self, kernel: &Kernel) -> SipMask {
        let usage_of = |ctx: usize, class: usize| SipMask(self.regs.sip_usage_mask[ctx][class].mask());
        let usage = usage_of(kernel.ctx, class(kernel.t()));
        let usage = rule!(UsageFirstContext, usage, usage_of(0, class(kernel.t())));
        let usage = rule!(UsageFirstClass, usage, usage_of(kernel.ctx, 0));
        let usage = rule!(UsageIgnored, usage, SipMask(u32::MAX));
        rule!(AffinityIgnored, SipMask(kernel.td.affinity), SipMask(u32::MAX))
            & usage
            & rule!(AllowedAbsent, self.present(), SipMask(u32::MAX))
    }

    /// §5.1: allowed & rsc & ready.
    fn usable(&self, kernel: &Kernel) -> SipMask {
        self.allowed(kernel) & rule!(RscIgnored, self.rsc(kernel), SipMask(u32::MAX)) & self.ready()
    }

    fn select(&self, kernel: &Kernel, mask: SipMask) -> Option<Blocks> {
        let early_launch = rule!(SelectIdleOnly, self.regs.enable_early_launch_sip.enable(), false);
        let candidates =
            Candidates { idle: mask & self.idle(), pre_idle: early_launch.then(|| mask & self.pre_idle()) };
        let (t, count) = (kernel.t(), kernel.blocks_per_launch());
        select(t, count, candidates, self.resources(kernel), self.clusters())
    }

    /// §5.3.
    fn place_r_task(&self, kernel: &Kernel) -> Option<Blocks> {
        let usable = self.usable(kernel);
        let reserved = || if usable.contains(kernel.reserved) { self.reserved_blocks(kernel) } else { None };
        let in_place = rule!(RTaskNotInPlace, reserved(), None);
        let mask = usable & (!self.reserved_all | kernel.reserved);
        let mask = rule!(RTaskTakesReserved, mask, usable);
        let mask = rule!(RTaskLeavesOwn, mask, usable - self.reserved_all);
        let elsewhere = || self.select(kernel, mask);
        in_place.or_else(|| rule!(RTaskOnlyInPlace, elsewhere(), None))
    }

    /// §5.3: the reserved blocks in ascending position, if second resources suffice for all of them.
    fn reserved_blocks(&self, kernel: &Kernel) -> Option<Blocks> {
        let all = positions(kernel.t()).into_iter().map(|position| block(position, kernel.t()));
        let blocks: Blocks = all.filter(|&sips| kernel.reserved.contains(sips)).collect();
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
    fn place_other_task(&self, kernel: &Kernel) -> Option<Blocks> {
        let usable = self.usable(kernel);
        let nonrsv = rule!(TakesReserved, usable - self.reserved_all, usable);
        let option1 = self.select(kernel, nonrsv);
        if self.reserved_all.is_empty() {
            return option1;
        }
        let backfill = self.backfill_filter(kernel, usable & self.reserved_all);
        let option2 = rule!(NoPureBackfill, self.select(kernel, backfill), None);
        let option3 = rule!(NoMixedBackfill, self.select(kernel, backfill | nonrsv), None);
        let reserved_first = self.regs.use_rsvd_sip_first.enable();
        let reserved_first = rule!(ReservedNeverFirst, reserved_first, false);
        let is_only = rule!(ReservedOnly, false, reserved_first);
        let option1 = if is_only { None } else { option1 };
        let option3 = if is_only { None } else { option3 };
        if rule!(ReservedAlwaysFirst, reserved_first, true) {
            option2.or(option1).or(option3)
        } else {
            option1.or(option2).or(option3)
        }
    }

    /// §5.5.
    fn backfill_filter(&self, kernel: &Kernel, mask: SipMask) -> SipMask {
        let margin = self.regs.rsvd_sip_backfill_margin_offset;
        let magnitude = i64::from(margin.magnitude());
        let offset = match margin.sign() {
            Sign::Positive => magnitude,
            Sign::Negative => rule!(MarginUnsigned, -magnitude, magnitude),
        };
        let offset = rule!(MarginIgnored, offset, 0);
        let needed = rule!(BackfillAnyTime, i64::from(kernel.td.est_exec_time) + offset, offset);
        let stays_busy = |sip: u32| {
            let t = self.sips[sip as usize].rsv_thread_num;
            let remain = self.group_remain(sip, slot(t));
            let remain = rule!(BackfillOwnGroup, remain, self.group_remain(sip, slot(kernel.t())));
            let remain = i64::from(rule!(BackfillOneSip, remain, self.sips[sip as usize].remain));
            let needed = rule!(BackfillUnsigned, needed, i64::from(needed as u32));
            let needed = rule!(BackfillClamped, needed, needed.max(0));
            rule!(BackfillSingles, t != 1, true) && rule!(BackfillStrict, remain >= needed, remain > needed)
        };
        mask & sips_where(stays_busy)
    }

    /// §5.6.
    pub(super) fn choose(&self, pools: &Pools) -> Option<PlainChoice> {
        let p: Vec<usize> = pools.p.iter().map(|task| task.entry).collect();
        let place = |&entry: &usize| {
            let blocks = self.place_r_task(self.kernel(entry))?;
            Some(PlainChoice { entry, pool: Pool::R, blocks })
        };
        let r_tasks = || pools.r.iter().find_map(place);
        let r_task = rule!(RTaskFirstOnly, r_tasks(), pools.r.first().and_then(place));
        let among_p = || self.choose_among(&p, Pool::P);
        let among_o = || self.choose_among(&pools.o, Pool::O);
        let others = || among_p().or_else(among_o);
        let others = || rule!(OBeforeP, others(), among_o().or_else(among_p));
        let others = || rule!(OTasksWait, others(), among_p());
        let others = || rule!(OTasksOnlyAlone, others(), if p.is_empty() { among_o() } else { among_p() });
        let others = || rule!(FillUpAcrossPools, others(), self.fill_up_of_either(among_p(), among_o()));
        let others = || rule!(RTaskBlocksOthers, others(), if pools.r.is_empty() { others() } else { None });
        let chosen = || r_task.clone().or_else(others);
        rule!(PBeforeR, chosen(), others().or_else(|| r_task.clone()))
    }

    /// §5.6: the first launchable task of the P- or O-pool, or the first that is a fill-up.
    fn choose_among(&self, entries: &[usize], pool: Pool) -> Option<PlainChoice> {
        let place = |&entry: &usize| {
            let blocks = self.place_other_task(self.kernel(entry))?;
            Some(PlainChoice { entry, pool, blocks })
        };
        let launchable: Vec<PlainChoice> = entries.iter().filter_map(place).collect();
        let first = || entries.first().and_then(place).into_iter().collect::<Vec<_>>();
        let launchable = rule!(FirstOnly, launchable, first());
        let fill_up = launchable.iter().find(|choice| self.is_fill_up(choice));
        let first = self.regs.sip_fillup_task_first.enable();
        let first = rule!(FillUpNever, first, false);
        match fill_up {
            Some(choice) if rule!(FillUpAlways, first, true) => Some(choice.clone()),
            _ => launchable.first().cloned(),
        }
    }

    /// A wrong reading of §5.6: the first fill-up of both pools.
    fn fill_up_of_either(&self, p: Option<PlainChoice>, o: Option<PlainChoice>) -> Option<PlainChoice> {
        let is_fill_up = |choice: &PlainChoice| self.is_fill_up(choice);
        let wanted = self.regs.sip_fillup_task_first.enable();
        if wanted && !p.as_ref().is_some_and(is_fill_up) && o.as_ref().is_some_and(is_fill_up) {
            return o;
        }
        p.or(o)
    }

    /// A wrong reading of §5.6: one cluster is enough.
    fn fills_one_cluster(&self, taken: SipMask) -> bool {
        let clusters = self.clusters();
        let all_of = |sip: hws_types::Sip| clusters.touched_by(sip.mask()) & self.ready();
        taken.iter().any(|sip| taken.contains(all_of(sip)))
    }

    /// §5.6: takes every ready SIP of every cluster it touches.
    fn is_fill_up(&self, choice: &PlainChoice) -> bool {
        let blocks = &choice.blocks;
        let taken = blocks.iter().fold(SipMask::EMPTY, |all, &sips| all | sips);
        let touched = self.clusters().touched_by(taken);
        let fills = taken.contains(touched & self.ready());
        let allowed = self.allowed(self.kernel(choice.entry));
        let fills = rule!(FillUpAllowed, fills, taken.contains(touched & self.ready() & allowed));
        let fills =
            rule!(FillUpUnreserved, fills, taken.contains((touched & self.ready()) - self.reserved_all));
        let fills = rule!(FillUpAnyCluster, fills, self.fills_one_cluster(taken));
        let fills = rule!(FillUpIdleOnly, fills, taken.contains(touched & self.idle()));
        rule!(FillUpWholeCluster, fills, taken.contains(touched))
    }
}
