//! What an attempt could have launched, without where: for observers that follow every attempt of long runs, for whom a
//! [`Decision`](crate::Decision) has too much.

use hws_types::{Entry, SipMask};

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
    /// All tasks of the three pools, by entry.
    pub tasks: heapless::Vec<SurveyedTask, { Entry::COUNT }>,
    /// The task that is launched, and its pool; `None` when no task can be launched.
    pub choice: Option<(Entry, Pool)>,
}

/// A task of a pool.
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
        let mut survey = Self {
            ready: latched.ready,
            idle: latched.sips.idle(),
            reserved: latched.reserved,
            tasks: heapless::Vec::new(),
            choice: engine.outcome().choice.as_ref().map(|choice| (choice.entry, choice.pool)),
        };
        survey.add_tasks(latched, engine.pools());
        survey
    }

    fn add_tasks(&mut self, latched: &Latched<'_>, pools: &Pools) {
        let backfill = latched.backfill();
        // Only ready SIPs are ever taken.
        let fitting = latched.rs.fitting(latched.ready);
        let (p_tasks, o_tasks) = (pools.p_tasks(), pools.o_tasks(latched));
        for entry in (latched.r_tasks | p_tasks | o_tasks).iter() {
            let Some(kernel) = latched.rs.get(entry) else { continue };
            let masks = latched.masks(kernel, &backfill);
            let (pool, masks) = if latched.r_tasks.has(entry) {
                (Pool::R, TaskMasks { backfill: SipMask::EMPTY, ..masks })
            } else {
                (if p_tasks.has(entry) { Pool::P } else { Pool::O }, masks)
            };
            let has_place = || match pool {
                Pool::R => latched.r_task_option(kernel).is_some(),
                Pool::P | Pool::O => latched.options(kernel, &backfill).next().is_some(),
            };
            let is_launchable = fitting.has(entry) && has_place();
            // Cannot fail: there are no more entries than places.
            let _ = self.tasks.push(SurveyedTask { entry, pool, masks, is_launchable });
        }
    }
}
