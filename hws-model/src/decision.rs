//! A decision as a value: everything that an attempt looked at, and what it chose (scheduler.md §4, §5).
//!
//! An attempt keeps only its choice and the P-pool; this is the whole of it, for tests, explanations and
//! comparisons. It is made of the same parts and needs no clock.

use hws_types::{Entry, SipMask};

use crate::Pool;
use crate::allocation::Placement;
use crate::choice::{Choice, choose};
use crate::core::Core;
use crate::entry_list::EntryList;
use crate::kernel::Kernel;
use crate::latched::{Latched, Way};
use crate::priority::Pools;

/// What an attempt decides, and on what grounds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// ENABLE_SECOND_RSC_SCH.
    pub second_resources: bool,
    /// `ready` (§7.1).
    pub ready: SipMask,
    /// The SIPs really idle.
    pub idle: SipMask,
    /// `reserved_all`.
    pub reserved: SipMask,
    /// Every task of the three pools: R before P before O, each pool in its order (§4.4).
    pub tasks: EntryList<Considered>,
    /// What to launch, if anything can be.
    pub choice: Option<Choice>,
}

/// One task of a pool.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Considered {
    /// Its entry.
    pub entry: Entry,
    /// Its pool.
    pub pool: Pool,
    /// offline_priority, by which the O-pool is ordered.
    pub offline_priority: u32,
    /// online_priority of a P-task, by which the P-pool is ordered.
    pub online_priority: Option<u32>,
    /// Where it may go.
    pub masks: TaskMasks,
    /// The ways that lead somewhere, in the order of preference: the first is taken.
    pub options: heapless::Vec<TaskOption, 3>,
}

/// The masks of one task (§5.1, §5.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TaskMasks {
    /// Affinity, usage mask and present SIPs.
    pub allowed: SipMask,
    /// Of those, ready and with open second resources.
    pub usable: SipMask,
    /// Usable and not reserved.
    pub nonrsv: SipMask,
    /// Usable and reserved.
    pub rsv: SipMask,
    /// What the backfill filter leaves of `rsv`; empty for an R-task, which it does not concern.
    pub backfill: SipMask,
}

/// A placement that exists.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TaskOption {
    /// How it was found.
    pub way: Way,
    /// Where the blocks would go.
    pub placement: Placement,
    /// Whether it takes every ready SIP of every cluster it touches (§5.6).
    pub is_fill_up: bool,
}

impl Decision {
    /// What an attempt that is latched now would decide.
    pub(crate) fn of(core: &Core) -> Self {
        let latched = core.latched();
        let pools = Pools::of(core);
        Self {
            second_resources: latched.second_resources(),
            ready: latched.ready,
            idle: latched.sips.idle(),
            reserved: latched.reserved(),
            tasks: considered(&latched, &pools),
            choice: choose(&latched, &pools),
        }
    }

    /// The tasks of one pool, in its order.
    pub fn pool(&self, pool: Pool) -> impl Iterator<Item = &Considered> {
        self.tasks.iter().filter(move |task| task.pool == pool)
    }
}

fn considered(latched: &Latched<'_>, pools: &Pools) -> EntryList<Considered> {
    let r = pools.r.iter().map(|&entry| (entry, Pool::R, None));
    let p = pools.p.iter().map(|task| (task.entry, Pool::P, Some(task.online_priority)));
    let o = pools.o.iter().map(|&entry| (entry, Pool::O, None));
    let mut tasks = EntryList::new();
    for (entry, pool, online_priority) in r.chain(p).chain(o) {
        let Some(kernel) = latched.rs.get(entry) else { continue };
        let masks = masks(latched, kernel, pool);
        let options = options(latched, kernel, pool, masks);
        let offline_priority = kernel.offline_priority;
        // Cannot fail: there are no more entries than places.
        let _ = tasks.push(Considered { entry, pool, offline_priority, online_priority, masks, options });
    }
    tasks
}

fn masks(latched: &Latched<'_>, kernel: &Kernel, pool: Pool) -> TaskMasks {
    let usable = latched.usable(kernel);
    let (nonrsv, rsv) = (usable - latched.reserved(), usable & latched.reserved());
    let backfill = match pool {
        Pool::R => SipMask::EMPTY,
        Pool::P | Pool::O => latched.backfill().filter(kernel.td.est_exec_time, rsv),
    };
    TaskMasks { allowed: kernel.allowed, usable, nonrsv, rsv, backfill }
}

fn options(
    latched: &Latched<'_>,
    kernel: &Kernel,
    pool: Pool,
    masks: TaskMasks,
) -> heapless::Vec<TaskOption, 3> {
    let option1 = || latched.select(kernel, Way::Unreserved, masks.nonrsv);
    let option2 = || latched.select(kernel, Way::Backfill, masks.backfill);
    let option3 = || latched.select(kernel, Way::Mixed, masks.backfill | masks.nonrsv);
    let found = match pool {
        Pool::R => [latched.on_reserved(kernel), latched.around_reservations(kernel), None],
        // Without reserved SIPs there is only option1 (§5.4).
        _ if latched.reserved().is_empty() => [option1(), None, None],
        _ if latched.regs.use_rsvd_sip_first.enable() => [option2(), option1(), option3()],
        _ => [option1(), option2(), option3()],
    };
    let mut options = heapless::Vec::new();
    for (way, placement) in found.into_iter().flatten() {
        let is_fill_up = latched.is_fill_up(&placement);
        // Cannot fail: there are three places.
        let _ = options.push(TaskOption { way, placement, is_fill_up });
    }
    options
}
