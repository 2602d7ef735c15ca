//! The clauses that one view decides alone, and their helpers.

use hws_types::{LaunchId, Rule, Sip, SipMask};

use super::view::{SipView, Touched, View};
use super::violation::{Invariant, Resource, Violation};
use super::{i1, i4, i5};

/// A clause of an invariant; its error names the first resource that violates it, lowest index first.
///
/// Only the touched parts of the view are checked: the clause held before the step that touched them.
pub type Clause = fn(&View, &Touched) -> Result<(), Violation>;

/// The clauses that one view decides alone.
pub const CLAUSES: [Clause; 12] = [
    i1::one_launch_per_place,
    i1::places_name_live_launches,
    i1::launches_own_what_is_not_done,
    i1::shared_sips_are_running_and_pending,
    i4::idle_is_neither_running_nor_pending,
    i4::idle_is_pre_idle,
    i4::counting_is_running,
    i4::owned_is_idle,
    i5::reserved_is_the_disjoint_union,
    i5::one_r_task_per_cluster,
    i5::reserved_is_not_owned,
    i5::thread_numbers_are_the_r_tasks,
];

/// Checks every clause that one view decides, and that RTASK_COUNT has not risen above RTASK_MAX since the
/// view before.
///
/// # Errors
/// The first [`Violation`].
pub fn check_view(now: &View, before: &View) -> Result<(), Violation> {
    CLAUSES.iter().try_for_each(|clause| clause(now, &Touched::ALL))?;
    i5::r_tasks_within_limit(now, before)
}

/// Whether every clause of [`CLAUSES`] holds, asked in one pass; where the answer is no, the clauses tell whether one does
/// not. If not everything is touched, the answer for the state `before` was yes.
pub(super) fn hold_at_once(before: &View, now: &View, touched: &Touched) -> bool {
    let masks_hold = now.pre_idle.contains(now.idle)
        && now.idle.contains(now.owned)
        && !now.reserved.intersects(now.owned);
    masks_hold
        && places_hold(before, now, touched)
        && launches_hold(before, now, touched)
        && (touched.tasks.is_empty() || tasks_hold(now, touched))
        && reservations_hold(now, touched)
}

/// Each touched SIP that is reserved is so for the threads of an R-task that reserves it.
fn reservations_hold(now: &View, touched: &Touched) -> bool {
    let (mut sips, mut is_right) = (touched.sips & now.reserved, true);
    if sips.is_empty() {
        return true;
    }
    for (_, task) in now.tasks_of(touched.reserving()).filter(|(_, task)| task.is_r_task()) {
        let threads = |sip: Sip| now.sips[sip.index()].reserved_for;
        is_right &= (sips & task.reserved).iter().all(|sip| threads(sip) == task.threads);
        sips -= task.reserved;
    }
    is_right && sips.is_empty()
}

fn tasks_hold(now: &View, touched: &Touched) -> bool {
    i5::reserved_is_the_disjoint_union(now, touched).is_ok()
        && i5::one_r_task_per_cluster(now, touched).is_ok()
}

/// Each touched SIP is due for the launches that it names, and not for those that it no longer names; the masks agree with
/// it, and a SIP that is not reserved is so for no threads.
fn places_hold(before: &View, now: &View, touched: &Touched) -> bool {
    let (mut running, mut pending, mut is_right) = (SipMask::EMPTY, SipMask::EMPTY, true);
    for sip in touched.sips.iter() {
        let (was, is, sip) = (&before.sips[sip.index()], &now.sips[sip.index()], sip.mask());
        if let Some(id) = is.running {
            running |= sip;
            is_right &= due(now, id).contains(sip);
        }
        if let Some(id) = is.pending {
            pending |= sip;
            is_right &= due(now, id).contains(sip) && is.running.is_some_and(|running| running != id);
        }
        if (was.running, was.pending) != (is.running, is.pending) {
            let is_left =
                |id: Option<LaunchId>| id.is_none_or(|id| is.names(id) || !due(now, id).contains(sip));
            is_right &= is_left(was.running) && is_left(was.pending);
        }
        is_right &= is.reserved_for == 0 || now.reserved.contains(sip);
    }
    is_right
        && touched.sips - (running | pending) == now.idle & touched.sips
        && pending == now.pending & touched.sips
        && running.contains(now.count_en & touched.sips)
}

/// Each touched launch is due somewhere, and only touched SIPs have become due or ceased to be; those that have become due
/// name it.
fn launches_hold(before: &View, now: &View, touched: &Touched) -> bool {
    touched.launches().all(|id| {
        let (was_due, is_due) = (due(before, id), due(now, id));
        let is_live = now.launches[id.index()]
            .as_ref()
            .is_none_or(|launch| launch.mask.contains(launch.done) && !is_due.is_empty());
        let new = if touched.is_all() { is_due } else { is_due - was_due };
        is_live
            && touched.sips.contains(difference(was_due, is_due))
            && new.iter().all(|sip| now.sips[sip.index()].names(id))
    })
}

/// The SIPs on which a launch is not done; none if it is not live.
fn due(view: &View, id: LaunchId) -> SipMask {
    view.launches[id.index()].as_ref().map_or(SipMask::EMPTY, |launch| launch.mask - launch.done)
}

/// The SIPs of a set that are wanted.
pub(super) fn sips_where(view: &View, among: SipMask, is_wanted: impl Fn(&SipView) -> bool) -> SipMask {
    let wanted = among.iter().filter(|sip| is_wanted(&view.sips[sip.index()]));
    wanted.fold(SipMask::EMPTY, |all, sip| all | sip.mask())
}

/// The SIPs in exactly one of the sets.
pub(super) fn difference(a: SipMask, b: SipMask) -> SipMask {
    (a - b) | (b - a)
}

/// Checks that `wrong` is empty; `how` describes its first SIP otherwise.
pub(super) fn none_of(
    view: &View,
    invariant: Invariant,
    wrong: SipMask,
    how: &str,
    rule: Rule,
) -> Result<(), Violation> {
    match wrong.first() {
        Some(sip) => Err(Violation::new(invariant, view.cycle, Resource::Sip(sip), how.to_owned(), rule)),
        None => Ok(()),
    }
}

/// A launch by its id, or `nothing`.
pub(super) fn show(id: Option<LaunchId>) -> String {
    id.map_or("nothing".to_owned(), |id| format!("launch {}", id.get()))
}

/// Ids as a list: `2 and 9`.
pub(super) fn list(ids: &[u32]) -> String {
    ids.iter().map(u32::to_string).collect::<Vec<_>>().join(" and ")
}
