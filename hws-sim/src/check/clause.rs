//! The clauses that one view decides alone, and their helpers.

use hws_types::{LaunchId, SipMask};

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
    rule: &'static str,
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
