//! The choice of an attempt: which task it launches (scheduler.md §5.6).

use hws_types::Entry;

use crate::allocation::Placement;
use crate::latched::{Found, Latched, Way};
use crate::pools::Pools;
use crate::priority::Pool;

/// The rule of §5.6 that made a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub enum ChoiceRule {
    /// The first launchable task of its pool; no task of an earlier pool is launchable.
    First,
    /// The first launchable fill-up task of its pool: SIP_FILLUP_TASK_FIRST is on, and no launchable task
    /// before it in the pool is a fill-up.
    FillUp,
}

/// The launch that an attempt has decided on. `Display` is one line: `RS[2] from the P pool on SIPs 0x00000fff`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
pub struct Choice {
    /// The Ready Station entry of the kernel.
    pub entry: Entry,
    /// The pool of the kernel.
    pub pool: Pool,
    /// The rule that selected the kernel.
    pub rule: ChoiceRule,
    /// How its SIPs were found.
    pub way: Way,
    /// The SIPs of its blocks.
    pub placement: Placement,
}

/// The choice for the latched state, a pure function.
///
/// Most tasks that cannot start are excluded by their size alone, because only ready SIPs are ever taken.
pub(crate) fn choose(latched: &Latched<'_>, pools: &Pools) -> Option<Choice> {
    let fitting = latched.rs.fitting(latched.ready);
    if fitting.is_empty() {
        return None;
    }
    let r_pool = latched.rs.by_age(latched.r_tasks & fitting);
    let r_task = |(entry, kernel)| Some((entry, latched.r_task_option(kernel)?));
    if let Some((entry, found)) = r_pool.filter_map(r_task).next() {
        return Some(Choice::new(entry, Pool::R, ChoiceRule::First, found));
    }
    let backfill = latched.backfill();
    let place = |entry| Some((entry, latched.options(latched.rs.get(entry)?, &backfill).next()?));
    let p_pool = pools.p_in_order(pools.p_tasks() & fitting);
    let o_pool = latched.rs.in_o_order(pools.o_tasks(latched) & fitting);
    from_pool(latched, Pool::P, p_pool.filter_map(place))
        .or_else(|| from_pool(latched, Pool::O, o_pool.map(|(entry, _)| entry).filter_map(place)))
}

/// The choice among the launchable tasks of a pool, given in its order. With SIP_FILLUP_TASK_FIRST the first
/// fill-up precedes the others.
fn from_pool(
    latched: &Latched<'_>,
    pool: Pool,
    mut launchable: impl Iterator<Item = (Entry, Found)>,
) -> Option<Choice> {
    let (entry, found) = launchable.next()?;
    let is_fill_up = |found: &Found| latched.is_fill_up(&found.1);
    if latched.regs.sip_fillup_task_first.enable()
        && !is_fill_up(&found)
        && let Some((entry, found)) = launchable.find(|(_, found)| is_fill_up(found))
    {
        return Some(Choice::new(entry, pool, ChoiceRule::FillUp, found));
    }
    Some(Choice::new(entry, pool, ChoiceRule::First, found))
}

impl Choice {
    fn new(entry: Entry, pool: Pool, rule: ChoiceRule, (way, placement): Found) -> Self {
        Self { entry, pool, rule, way, placement }
    }
}
