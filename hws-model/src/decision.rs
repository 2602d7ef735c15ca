//! A decision as a value: everything that an attempt considered, and what it chose (scheduler.md §4, §5).
//!
//! An attempt in flight keeps only its choice and the P-pool. A decision is complete, for tests, explanations
//! and comparisons; it is computed by the same functions from the latched state, without a clock.

mod show;

use hws_types::{Entry, SipMask};

use crate::allocation::Placement;
use crate::choice::{Choice, choose};
use crate::entry_list::EntryList;
use crate::latched::{Found, Latched, TaskMasks, Way};
use crate::pools::Pools;
use crate::priority::Pool;

/// What an attempt decides, and everything that led to it.
///
/// `Display` is one line, the choice first:
///
/// ```
/// use hws_model::{Config, Hws};
///
/// let decision = Hws::new(Config::default()).decide();
/// let text = "no launch; ready 0xffffffff, idle 0xffffffff, reserved 0x00000000; no task is in a pool";
/// assert_eq!(decision.to_string(), text);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Decision {
    /// Whether second resources are scheduled (ENABLE_SECOND_RSC_SCH).
    pub second_resources: bool,
    /// The SIPs that are ready (`ready`, scheduler.md §7.1).
    pub ready: SipMask,
    /// The SIPs that are idle, not only pre-idle.
    pub idle: SipMask,
    /// The SIPs that are reserved for any R-task (`reserved_all`).
    pub reserved: SipMask,
    /// All tasks of the three pools: R, P and O in this order, each in the order of scheduler.md §4.4.
    pub tasks: heapless::Vec<Considered, { Entry::COUNT }>,
    /// The launch; `None` when no task can be launched.
    pub choice: Option<Choice>,
}

/// A task of a pool, with every way to launch it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Considered {
    /// The Ready Station entry of the kernel.
    pub entry: Entry,
    /// The pool of the kernel.
    pub pool: Pool,
    /// offline_priority, which orders the O-pool.
    pub offline_priority: u32,
    /// online_priority, which orders the P-pool; `None` for a task of another pool.
    pub online_priority: Option<u32>,
    /// The SIPs that the task may use.
    pub masks: TaskMasks,
    /// The placements that exist, by descending preference; the first one counts.
    pub options: heapless::Vec<TaskOption, { Way::MOST }>,
}

/// A placement of a task, and how it was found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct TaskOption {
    /// How it was found.
    pub way: Way,
    /// The SIPs of its blocks.
    pub placement: Placement,
    /// Whether it takes every ready SIP of every cluster it touches (scheduler.md §5.6).
    pub is_fill_up: bool,
}

impl Decision {
    /// The decision for the latched state.
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

    /// Returns the tasks of a pool, in its order.
    pub fn pool(&self, pool: Pool) -> impl Iterator<Item = &Considered> {
        self.tasks.iter().filter(move |task| task.pool == pool)
    }
}

fn considered(latched: &Latched<'_>, pools: &Pools) -> EntryList<Considered> {
    let r = latched.rs.by_age(latched.r_tasks).map(|(entry, _)| (entry, Pool::R, None));
    let p = pools.p().iter().map(|task| (task.entry, Pool::P, Some(task.online_priority)));
    let o = latched.rs.in_o_order(pools.o_tasks(latched)).map(|(entry, _)| (entry, Pool::O, None));
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
                (latched.masks(kernel, &backfill), options(latched, latched.options(kernel, &backfill)))
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
