//! Which task an attempt launches, and by which rule (scheduler.md §5.6).

use hws_types::Entry;

use crate::allocation::Placement;
use crate::kernel::Kernel;
use crate::latched::{Found, Latched, Way};
use crate::pools::Pools;
use crate::priority::Pool;
use crate::sizes::Sizes;

/// The rule of §5.6 that made a choice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ChoiceRule {
    /// The first launchable task of its pool, in order, and no pool before it has one.
    First,
    /// The first fill-up of its pool: SIP_FILLUP_TASK_FIRST is on, and launchable tasks before it are none.
    FillUp,
}

/// What will be launched.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Choice {
    /// The kernel's entry.
    pub entry: Entry,
    /// Its pool.
    pub pool: Pool,
    /// Why this one.
    pub rule: ChoiceRule,
    /// How the SIPs were found.
    pub way: Way,
    /// The SIPs.
    pub placement: Placement,
}

/// Chooses. Pure.
///
/// Most tasks that cannot start are seen by their size alone: no way leads beyond the ready SIPs.
pub(crate) fn choose(latched: &Latched<'_>, pools: &Pools) -> Option<Choice> {
    let sizes = Sizes::fitting(latched.ready);
    if sizes.is_empty() {
        return None;
    }
    let may_fit = |entry: Entry| {
        let kernel = latched.rs.get(entry)?;
        sizes.has(kernel.threads).then_some((entry, kernel))
    };
    let r_task = |(entry, kernel)| Some((entry, latched.r_task_options(kernel).next()?));
    let r_pool = pools.r.iter().copied().filter_map(may_fit);
    if let Some((entry, found)) = r_pool.filter_map(r_task).next() {
        return Some(Choice::new(entry, Pool::R, ChoiceRule::First, found));
    }
    let backfill = latched.backfill();
    let place = |(entry, kernel): (Entry, &Kernel)| {
        Some((entry, latched.options(kernel, latched.masks(kernel, &backfill)).next()?))
    };
    let p_pool = pools.p.iter().map(|task| task.entry).filter_map(may_fit);
    let o_pool = pools.o.iter().copied().filter_map(may_fit);
    from_pool(latched, Pool::P, p_pool.filter_map(place))
        .or_else(|| from_pool(latched, Pool::O, o_pool.filter_map(place)))
}

/// Among the launchable tasks of a pool, in order: a fill-up first when SIP_FILLUP_TASK_FIRST says so.
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
