//! A decision as a value: everything that an attempt looked at, and what it chose (scheduler.md §4, §5).
//!
//! An attempt keeps only its choice and the P-pool; this is the whole of it, for tests, explanations and
//! comparisons. It is made of the same parts and needs no clock.

use hws_types::{Entry, SipMask};

use crate::allocation::Placement;
use crate::choice::{Choice, choose};
use crate::entry_list::EntryList;
use crate::latched::{Found, Latched, TaskMasks, Way};
use crate::pools::Pools;
use crate::priority::Pool;

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
    pub options: heapless::Vec<TaskOption, { Way::MOST }>,
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
    pub(crate) fn of(latched: &Latched<'_>) -> Self {
        let pools = Pools::of(latched);
        Self {
            second_resources: latched.second_resources(),
            ready: latched.ready,
            idle: latched.sips.idle(),
            reserved: latched.reserved,
            tasks: considered(latched, &pools),
            choice: choose(latched, &pools),
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
    let backfill = latched.backfill();
    let mut tasks = EntryList::new();
    for (entry, pool, online_priority) in r.chain(p).chain(o) {
        let Some(kernel) = latched.rs.get(entry) else { continue };
        let (masks, options) = match pool {
            Pool::R => {
                let masks = TaskMasks { backfill: SipMask::EMPTY, ..latched.masks(kernel, &backfill) };
                (masks, options(latched, latched.r_task_options(kernel)))
            }
            Pool::P | Pool::O => {
                let masks = latched.masks(kernel, &backfill);
                (masks, options(latched, latched.options(kernel, masks)))
            }
        };
        let offline_priority = kernel.offline_priority;
        // Cannot fail: there are no more entries than places.
        let _ = tasks.push(Considered { entry, pool, offline_priority, online_priority, masks, options });
    }
    tasks
}

fn options(
    latched: &Latched<'_>,
    found: impl Iterator<Item = Found>,
) -> heapless::Vec<TaskOption, { Way::MOST }> {
    let mut options = heapless::Vec::new();
    for (way, placement) in found {
        let is_fill_up = latched.is_fill_up(&placement);
        // Cannot fail: there is a place for each way.
        let _ = options.push(TaskOption { way, placement, is_fill_up });
    }
    options
}
