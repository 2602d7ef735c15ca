//! What an attempt could have launched, without where: for observers that follow every attempt of long runs, for whom a
//! [`Decision`](crate::Decision) has too much.

use hws_types::{Entry, EntryMask, SipMask};

use crate::engine::Engine;
use crate::latched::{Latched, TaskMasks};
use crate::pools::Pools;
use crate::priority::Pool;

/// The tasks of an attempt, and its choice. It agrees with the [`Decision`](crate::Decision) of the same attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The SIPs that are ready (`ready`, scheduler.md §7.1).
    pub ready: SipMask,
    /// The SIPs that are idle, not only pre-idle.
    pub idle: SipMask,
    /// The SIPs that are reserved for any R-task (`reserved_all`).
    pub reserved: SipMask,
    /// The Ready Station entries of all R-tasks, P-tasks and O-tasks.
    pub pools: [EntryMask; 3],
    /// The tasks of the pools that may use no SIP at all.
    pub nowhere: EntryMask,
    /// The tasks of the pools for whose blocks the ready SIPs have an aligned place, whether or not the task may use it; by entry. No
    /// other task can be launched.
    pub fitting: heapless::Vec<SurveyedTask, { Entry::COUNT }>,
    /// The task that is launched, and its pool; `None` when no task can be launched.
    pub choice: Option<(Entry, Pool)>,
}

/// A task of a pool that the ready SIPs have room for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SurveyedTask {
    /// The Ready Station entry of the kernel.
    pub entry: Entry,
    /// The pool of the kernel.
    pub pool: Pool,
    /// The SIPs that the task may use.
    pub masks: TaskMasks,
    /// Whether there is a placement.
    pub is_launchable: bool,
}

impl Survey {
    /// The survey of the attempt that has just been latched in this state.
    pub(crate) fn of(latched: &Latched<'_>, engine: &Engine) -> Self {
        let pools = of_pools(latched, engine.pools());
        let mut survey = Self {
            ready: latched.ready,
            idle: latched.sips.idle(),
            reserved: latched.reserved,
            pools,
            nowhere: EntryMask::EMPTY,
            fitting: heapless::Vec::new(),
            choice: engine.outcome().choice.as_ref().map(|choice| (choice.entry, choice.pool)),
        };
        survey.nowhere = latched.rs.without_sips(survey.tasks());
        survey.add_fitting(latched);
        survey
    }

    /// Returns the entries of all tasks of the pools.
    #[must_use]
    pub fn tasks(&self) -> EntryMask {
        let [r_tasks, p_tasks, o_tasks] = self.pools;
        r_tasks | p_tasks | o_tasks
    }

    /// Returns the pool of an entry.
    #[must_use]
    pub fn pool(&self, entry: Entry) -> Option<Pool> {
        let mut pools = [Pool::R, Pool::P, Pool::O].into_iter().zip(self.pools);
        pools.find_map(|(pool, tasks)| tasks.has(entry).then_some(pool))
    }

    fn add_fitting(&mut self, latched: &Latched<'_>) {
        let backfill = latched.backfill();
        // Only ready SIPs are ever taken.
        for entry in (self.tasks() & latched.rs.fitting(latched.ready)).iter() {
            let Some((kernel, pool)) = latched.rs.get(entry).zip(self.pool(entry)) else { continue };
            let masks = latched.masks(kernel, &backfill);
            let (masks, is_launchable) = match pool {
                Pool::R => {
                    (TaskMasks { backfill: SipMask::EMPTY, ..masks }, latched.r_task_option(kernel).is_some())
                }
                Pool::P | Pool::O => (masks, latched.has_option(kernel, &masks, &backfill)),
            };
            // Cannot fail: there are no more entries than places.
            let _ = self.fitting.push(SurveyedTask { entry, pool, masks, is_launchable });
        }
    }
}

/// The R-tasks, P-tasks and O-tasks.
fn of_pools(latched: &Latched<'_>, pools: &Pools) -> [EntryMask; 3] {
    let (p_tasks, o_tasks) = (pools.p_tasks(), pools.o_tasks(latched));
    [latched.r_tasks, p_tasks - latched.r_tasks, o_tasks - latched.r_tasks - p_tasks]
}
