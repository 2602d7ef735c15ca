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
        let among_idle = first_fit(t, candidates.idle & open);
        let found = among_idle.or_else(|| first_fit(t, candidates.pre_idle? & open))?;
        candidates = candidates.without(found);
        resources.take(found, clusters);
        blocks.push(found);
    }
    Some(blocks)
}

/// §5.2: the first position that fits, from above for t ≤ 4, from below for larger blocks.
fn first_fit(t: u32, mask: SipMask) -> Option<SipMask> {
    let mut order = positions(t);
    if t <= 4 {
        order.reverse();
    }
    order.into_iter().map(|position| block(position, t)).find(|&sips| mask.contains(sips))
}

impl PlainHws {
    /// §5.1: affinity & SIP_USAGE_MASK[ctx][class] & present.
    pub(super) fn allowed(&self, kernel: &Kernel) -> SipMask {
        let usage = self.regs.sip_usage_mask[kernel.ctx][class(kernel.t())].mask();
        SipMask(kernel.td.affinity) & SipMask(usage) & self.present()
    }

    /// §5.1: allowed & rsc & ready.
    fn usable(&self, kernel: &Kernel) -> SipMask {
        self.allowed(kernel) & self.rsc(kernel) & self.ready()
    }

    fn select(&self, kernel: &Kernel, mask: SipMask) -> Option<Blocks> {
        let early_launch = self.regs.enable_early_launch_sip.enable();
        let candidates =
            Candidates { idle: mask & self.idle(), pre_idle: early_launch.then(|| mask & self.pre_idle()) };
        let (t, count) = (kernel.t(), kernel.blocks_per_launch());
        select(t, count, candidates, self.resources(kernel), self.clusters())
    }

    /// §5.3.
    fn place_r_task(&self, kernel: &Kernel) -> Option<Blocks> {
        let usable = self.usable(kernel);
        let in_place = if usable.contains(kernel.reserved) { self.reserved_blocks(kernel) } else { None };
        in_place.or_else(|| self.select(kernel, usable & (!self.reserved_all | kernel.reserved)))
    }

    /// §5.3: the reserved blocks in ascending position, if second resources suffice for all of them.
    fn reserved_blocks(&self, kernel: &Kernel) -> Option<Blocks> {
        let all = positions(kernel.t()).into_iter().map(|position| block(position, kernel.t()));
        let blocks: Blocks = all.filter(|&sips| kernel.reserved.contains(sips)).collect();
        let mut resources = self.resources(kernel);
        for &sips in &blocks {
            if !resources.open_sips(self.clusters()).contains(sips) {
                return None;
            }
            resources.take(sips, self.clusters());
        }
        Some(blocks)
    }

    /// §5.4.
    fn place_other_task(&self, kernel: &Kernel) -> Option<Blocks> {
        let usable = self.usable(kernel);
        let nonrsv = usable - self.reserved_all;
        let option1 = self.select(kernel, nonrsv);
        if self.reserved_all.is_empty() {
            return option1;
        }
        let backfill = self.backfill_filter(kernel, usable & self.reserved_all);
        let option2 = self.select(kernel, backfill);
        let option3 = self.select(kernel, backfill | nonrsv);
        if self.regs.use_rsvd_sip_first.enable() {
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
            Sign::Negative => -magnitude,
        };
        let needed = i64::from(kernel.td.est_exec_time) + offset;
        let stays_busy = |sip: u32| {
            let t = self.sips[sip as usize].rsv_thread_num;
            t != 1 && i64::from(self.group_remain(sip, slot(t))) >= needed
        };
        mask & sips_where(stays_busy)
    }

    /// §5.6.
    pub(super) fn choose(&self, pools: &Pools) -> Option<PlainChoice> {
        let p: Vec<usize> = pools.p.iter().map(|task| task.entry).collect();
        let r_task = pools.r.iter().find_map(|&entry| {
            let blocks = self.place_r_task(self.kernel(entry))?;
            Some(PlainChoice { entry, pool: Pool::R, blocks })
        });
        r_task.or_else(|| self.choose_among(&p, Pool::P)).or_else(|| self.choose_among(&pools.o, Pool::O))
    }

    /// §5.6: the first launchable task of the P- or O-pool, or the first that is a fill-up.
    fn choose_among(&self, entries: &[usize], pool: Pool) -> Option<PlainChoice> {
        let place = |&entry: &usize| {
            let blocks = self.place_other_task(self.kernel(entry))?;
            Some(PlainChoice { entry, pool, blocks })
        };
        let launchable: Vec<PlainChoice> = entries.iter().filter_map(place).collect();
        let fill_up = launchable.iter().find(|choice| self.is_fill_up(&choice.blocks));
        match fill_up {
            Some(choice) if self.regs.sip_fillup_task_first.enable() => Some(choice.clone()),
            _ => launchable.first().cloned(),
        }
    }

    /// §5.6: takes every ready SIP of every cluster it touches.
    fn is_fill_up(&self, blocks: &[SipMask]) -> bool {
        let taken = blocks.iter().fold(SipMask::EMPTY, |all, &sips| all | sips);
        taken.contains(self.clusters().touched_by(taken) & self.ready())
    }
}
